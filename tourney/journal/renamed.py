"""Former names in the journal and their present ones. Pure.

Journal entries are never changed, so an entry keeps the names that models, columns, their values, commands and
arguments had when it was written. Code that reads entries sees the present names: the columns of
`tourney.models.JournalEntry` translate them when they are read from the database, and look entries up by
their present kind. A rename is one row in a table below.

Renames are chained: if A became B and B became C, keep both rows. Never reuse a former name for something
else. Searches within `arguments`, `answer` and `changes` (`arguments__number=…`) are not translated.
"""

from collections.abc import Mapping
from typing import Any

# Models, as in `changes`: former label → present one.
MODELS: dict[str, str] = {
    "play.played": "simulation.simulatedevent",
    "seating.loan": "seating.tournamenttable",
    "clock.round": "clock.handforhand",
    "clock.roundtable": "clock.handforhandtable",
    "clock.handforhand": "procedures.handforhand",
    "clock.handforhandtable": "procedures.handforhandtable",
    "clock.race": "procedures.race",
    "clock.racetable": "procedures.racetable",
    "clock.raceseat": "procedures.raceseat",
    "clock.shotclock": "procedures.shotclock",
    "clock.bankmove": "procedures.bankmove",
    "desk.house": "desk.desksettings",
    "screens.screen": "displays.screen",
    "tourney.player": "players.player",
    "desk.membership": "players.membership",
    "desk.ban": "players.ban",
    "prizes.prizeline": "prizes.placeprize",
}
# Columns, by the present label of their model: former name → present one; None: the column is gone.
COLUMNS: dict[str, dict[str, str | None]] = {
    "seating.seat": {"loan_id": "tournament_table_id"},
    "seating.bust": {"loan_id": "tournament_table_id"},
    "seating.call": {"loan_id": "tournament_table_id"},
    "procedures.handforhandtable": {"loan_id": "tournament_table_id"},
    "procedures.racetable": {"loan_id": "tournament_table_id"},
    "procedures.bankmove": {"loan_id": "tournament_table_id"},
    "penalties.penalty": {"loan_id": "tournament_table_id"},
    "seating.tournamenttable": {"lent_at": "assigned_at", "returned_at": "released_at"},
    "seating.move": {"from_loan_id": "from_table_id", "to_loan_id": "to_table_id"},
    "seating.knockout": {"hunter_id": "winner_id"},
}
# Values of columns, by the present label of their model and the present column: former value → present one.
VALUES: dict[str, dict[str, dict[str, str]]] = {
    "displays.screen": {"layout": {"outs": "eliminations", "hunters": "bounty_leaderboard"}},
}
# Commands: former kind → present one.
KINDS: dict[str, str] = {
    "round.announce": "hand_for_hand.announce",
    "round.deal": "hand_for_hand.deal",
    "round.end": "hand_for_hand.end",
    "round.all_in": "hand_for_hand.all_in",
    "round.resolve": "hand_for_hand.resolve",
    "queue.call": "waiting_list.call",
    "queue.skip": "waiting_list.skip",
    "queue.serve": "waiting_list.serve",
    "waiting_list.serve": "waiting_list.process",
    "screen.pair": "display.pair",
    "screen.show": "display.show",
    "screen.say": "display.say",
    "screen.blank": "display.blank",
    "screen.settings": "display.settings",
    "screen.retire": "display.retire",
    "people.add": "login.add",
    "people.change": "login.change",
    "people.language": "login.language",
    "people.password": "login.password",
    "desk.take_in": "desk.register",
    "desk.take_in_events": "desk.register_for_events",
    "house.set": "desk_settings.set",
    "names.draw": "bounty_targets.draw",
    "prize.take_back": "prize.withdraw",
    "own.reserve": "self_service.reserve",
    "own.wait": "self_service.wait",
    "own.re_enter": "self_service.re_enter",
    "own.cancel": "self_service.cancel",
    "own.arrive": "self_service.arrive",
    "table.lend": "table.assign",
    "table.return": "table.release",
    "play.watch": "simulation.watch",
    "play.begin": "simulation.begin",
    "play.furnish": "simulation.furnish",
    "simulation.furnish": "simulation.set_up",
    "play.stop": "simulation.stop",
    "play.end": "simulation.end",
    "play.clear": "simulation.clear",
    "play.people": "simulation.people",
    "play.sweep": "simulation.sweep",
}
# Arguments of commands and parts of their answers, by the present kind: former name → present one. Names within lists
# and mappings are translated as well.
ARGUMENTS: dict[str, dict[str, str]] = {
    "entry.bust": {"hunters": "knocked_out_by"},
    "bust.note": {"hunters": "knocked_out_by"},
    **{
        kind: {"played": "demo"}
        for kind in (
            "simulation.begin",
            "simulation.set_up",
            "simulation.stop",
            "simulation.end",
            "simulation.clear",
        )
    },
}
ANSWERS: dict[str, dict[str, str]] = {
    "simulation.watch": {"played": "demo"},
    "desk.refund": {"papers": "issued"},
    "prize.pay": {"papers": "issued"},
}


def _present(name: str, table: Mapping[str, str]) -> str:
    while name in table:
        name = table[name]
    return name


def model_label(label: str) -> str:
    """Return the present label of a model."""
    return _present(label, MODELS)


def kind(name: str) -> str:
    """Return the present kind of a command."""
    return _present(name, KINDS)


def every_kind(name: str) -> list[str]:
    """Return a kind and all former ones of the same command, the present one first."""
    return [name, *(former for former in KINDS if kind(former) == name)]


def former_kinds_of_family(prefix: str) -> list[str]:
    """Return former kinds of commands whose present kind starts with a prefix."""
    return [former for former in KINDS if kind(former).startswith(prefix)]


def column(label: str, name: str) -> str | None:
    """Return the present name of a column; None if the column no longer exists.

    Args:
        label: present label of its model.
        name: as the entry has it.
    """
    table = COLUMNS.get(label, {})
    found: str | None = name
    while found in table:
        found = table[found]
    return found


def image(label: str, picture: dict[str, Any]) -> dict[str, Any]:
    """Return a row image under the present names of its columns and of their values.

    Args:
        label: present label of its model.
    """
    if label not in COLUMNS and label not in VALUES:
        return picture
    named = ((column(label, name), value) for name, value in picture.items())
    values = VALUES.get(label, {})
    return {
        name: _present(value, values[name]) if name in values and isinstance(value, str) else value
        for name, value in named
        if name is not None
    }


def change(entry: dict[str, Any]) -> dict[str, Any]:
    """Return one of an entry's changes under present names."""
    label = model_label(entry["model"])
    if label == entry["model"] and label not in COLUMNS and label not in VALUES:
        return entry
    sides = {side: entry[side] and image(label, entry[side]) for side in ("before", "after")}
    return {**entry, "model": label, **sides}


def changes(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return an entry's changes under present names."""
    return [change(entry) for entry in entries]


def arguments(of: str, given: Any) -> Any:
    """Return arguments under present names.

    Args:
        of: present kind of the command.
    """
    return _named(given, ARGUMENTS[of]) if of in ARGUMENTS else given


def answer(of: str, given: Any) -> Any:
    """Return an answer under present names.

    Args:
        of: present kind of the command.
    """
    return _named(given, ANSWERS[of]) if of in ANSWERS else given


def _named(value: Any, table: Mapping[str, str]) -> Any:
    if isinstance(value, Mapping):
        return {_present(name, table): _named(item, table) for name, item in value.items()}
    if isinstance(value, list):
        return [_named(item, table) for item in value]
    return value
