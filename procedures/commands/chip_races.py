"""Commands for chip races of an event: plan, start, finish, cancel."""

import uuid
from typing import Annotated, Any, Literal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext
from pydantic import Field

from clock.rules.structure import MOST_CHIPS
from clock.services.event_clock import event_clock_of
from procedures.models import Race, RaceTable
from procedures.rules.colour_up import Lack, next_bigger
from procedures.services.bagged_chips import bagged_chips_of
from procedures.services.chip_races import (
    SHOWS,
    chips_left,
    chips_of,
    due_of,
    running_race,
    settled_chips,
    table_races_of,
    totals_of_race,
    usual_way,
)
from seating.commands.entries import event_is_open
from tourney.access.roles import BY_ITSELF, Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import JournalEntry, Tournament
from tourney.now import room_now, to_ms
from tourney.rulebooks.books.schema import cite

# Why a planned race does not start by itself: somebody was faster, or it cannot start yet.
_NOT_NOW = frozenset(
    {
        "another_race",
        "raced_already",
        "conflict",
        "no_table_in_play",
        "day_over",
        "day_ends",
        "plays_on_elsewhere",
    }
)
Value = Annotated[int, Field(ge=1, le=MOST_CHIPS, description="value of a chip")]
Policy = Literal["half", "up", "full_then_half", "round_each"]


def race_in(tx: Tx, race: int) -> Race:
    """Return a running race of the command's event.

    Raises:
        Refused: there is none (`not_found`), or it is not running (`not_running`).
    """
    event_is_open(tx)
    row = tx.get(Race, pk=race, tournament=tx.tournament)
    if row.state != "running":
        raise Refused("not_running", _("There is no chip race for %(small)s chips.") % {"small": row.small})
    return row


def rule_of(tx: Tx) -> str:
    """Return the rule of a race; "" if the book is silent."""
    return cite(tx.book, tx.book.chips.race)


def _bigger(tx: Tx, small: int, big: int | None) -> int:
    """Return the chip that a leaving chip is raced for.

    Raises:
        Refused: the event has no such chip (`no_such_chip`), there is no bigger one, or none it can be raced
            for (`no_bigger_chip`, `not_a_multiple`, `no_chips`, `smaller_stays`).
    """
    named = chips_of(tx.tournament)
    for value in (small, big):
        if named and value is not None and value not in named:
            raise Refused("no_such_chip", _("This event has no %(value)s chips.") % {"value": value})
    values = {"small": small, "big": big}
    if big is not None:
        if big <= small or big % small:
            message = _("%(small)s chips can’t be raced for %(big)s chips.")
            raise Refused("not_a_multiple", message % values, rule_of(tx))
        return big
    if not named:
        raise _lacking("no_chips", small)
    due = next((one for one in due_of(tx.tournament) if one.small == small), None)
    if due is not None:
        found, lack = due.big, due.lack
    else:
        found, lack = next_bigger(small, chips_left(tx.tournament, small))
    if found is None:
        raise _lacking(lack, small)
    return found


def _lacking(lack: Lack, small: int) -> Refused:
    words = {
        "no_chips": _(
            "No chip set has been chosen for this event. Choose the chip that %(small)s chips are raced for."
        ),
        "no_bigger_chip": _("No chip larger than %(small)s stays in play."),
        "not_a_multiple": _(
            "The next larger chip is not a multiple of %(small)s. Choose the chip to race for."
        ),
        "smaller_stays": _(
            "Smaller chips stay in play: exchange the %(small)s chips for them without a race."
        ),
    }
    return Refused(lack, words[lack] % {"small": small})


def _free(tx: Tx, small: int) -> Race | None:
    """Return the plan of a chip's race, if there is one.

    Raises:
        Refused: its race is running or over (`raced_already`).
    """
    row = Race.objects.filter(tournament=tx.tournament, small=small).exclude(state="cancelled").first()
    planned = row is not None and row.state == "planned"
    if (row is not None and not planned) or small in settled_chips(tx.tournament).raced:
        raise Refused("raced_already", _("The chip race for %(small)s chips is finished.") % {"small": small})
    return row


def _require_chips_at_tables(tx: Tx, small: int) -> None:
    """Refuse a race while chips are in bags (`day_over`, `plays_on_elsewhere`), or counted for them (`day_ends`)."""
    bagged = bagged_chips_of(tx.tournament)
    if bagged is None:
        return
    rule, words = cite(tx.book, tx.book.clock.end_of_day), {"small": small, "event": bagged.plays_on_in}
    if bagged.plays_on_in:
        message = _("Players continue in “%(event)s” with their chips. Race the %(small)s chips there.")
        raise Refused("plays_on_elsewhere", message % words, rule)
    if bagged.day is None:
        message = _(
            "Stacks are being counted for the end of the day. Race the %(small)s chips before the first hand of the"
            " next day."
        )
        raise Refused("day_ends", message % words, rule)
    message = _("Day %(day)s is over. Race the %(small)s chips once day %(next)s has begun.")
    days = {"day": bagged.day.number, "next": bagged.day.number + 1}
    raise Refused("day_over", message % {**words, **days}, rule)


def _columns(
    tx: Tx, small: int, big: int | None, policy: Policy | None, self_dealt: bool | None
) -> dict[str, Any]:
    by_players = bool(self_dealt)
    way = usual_way(tx.book, self_dealt=by_players)
    return {
        "big": _bigger(tx, small, big),
        "policy": policy or way.policy,
        "starts": way.starts,
        "self_dealt": by_players,
    }


@command(
    "race.plan",
    permission=Permission.RUN_CLOCK,
    boards=SHOWS,
    summary=lazy("Planned the chip race for %(small)s chips"),
)
def plan(
    tx: Tx,
    small: Value,
    big: Value | None = None,
    policy: Policy | None = None,
    self_dealt: bool = False,
    by_itself: bool = True,
) -> Any:
    """Plan the chip race of a denomination, or change its plan.

    Args:
        small: the chip that leaves play.
        big: the chip it is raced for; defaults to the next bigger one that stays.
        policy: how many big chips are raced; defaults to the book's.
        self_dealt: players deal themselves; in some books each of them then rounds (Other Poker 16).
        by_itself: the race starts automatically at all tables when its break begins, or with the next day if chips
            are in bags then; otherwise staff start it.

    Raises:
        Refused: it was raced already (`raced_already`), the event has no such chip (`no_such_chip`), or none
            it can be raced for (`no_bigger_chip`, `not_a_multiple`, `no_chips`, `smaller_stays`).
    """
    event_is_open(tx)
    row = _free(tx, small)
    columns = {**_columns(tx, small, big, policy, self_dealt), "by_itself": by_itself}
    tx.cite(rule_of(tx))
    if row is None:
        row = tx.create(Race, tournament=tx.tournament, small=small, planned_at=tx.now, **columns)
    else:
        tx.save(row, **columns)
    return {"race": row.pk, "big": row.big}


def _summarise_started(journal_entry: JournalEntry) -> str:
    answer = journal_entry.answer or {}
    words = ngettext(
        "Started the chip race %(small)s for %(big)s at %(tables)s table",
        "Started the chip race %(small)s for %(big)s at %(tables)s tables",
        answer.get("tables", 0),
    )
    return words % {key: answer.get(key, "–") for key in ("small", "big", "tables")}


@command(
    "race.start", permission=Permission.RUN_CLOCK, boards=SHOWS, summary=_summarise_started, background=True
)
def start(
    tx: Tx,
    small: Value,
    big: Value | None = None,
    policy: Policy | None = None,
    self_dealt: bool | None = None,
) -> Any:
    """Start a chip race at all tables, as planned or as given here.

    Args:
        small: the chip that leaves play.
        big, policy, self_dealt: as in `race.plan`; default to the plan of a planned race.

    Raises:
        Refused: it was raced already (`raced_already`), another race is running (`another_race`), no table is
            in play (`no_table_in_play`), stacks are in bags (`day_over`, `plays_on_elsewhere`) or are counted for the
            end of the day (`day_ends`), or for any reason of `race.plan`.
    """
    event_is_open(tx)
    _require_chips_at_tables(tx, small)
    row = _free(tx, small)
    running = running_race(tx.tournament)
    if running is not None:
        message = _("The chip race for %(small)s chips is in progress. Finish it first.")
        raise Refused("another_race", message % {"small": running.small})
    tx.cite(rule_of(tx))
    if row is None:
        columns = _columns(tx, small, big, policy, self_dealt)
        row = tx.create(Race, tournament=tx.tournament, small=small, planned_at=tx.now, **columns)
    elif (big, policy, self_dealt) != (None, None, None):
        again = self_dealt if self_dealt is not None else row.self_dealt
        kept: Any = policy or (row.policy if again == row.self_dealt else None)
        tx.save(row, **_columns(tx, small, big or row.big, kept, again))
    tx.save(row, state="running", started_at=tx.now)
    tables = sorted(table_races_of(row))
    if not tables:
        raise Refused("no_table_in_play", _("No table is in play."))
    tx.create_many([RaceTable(race=row, tournament_table_id=tournament_table) for tournament_table in tables])
    return {"race": row.pk, "small": row.small, "big": row.big, "tables": len(tables)}


def _summarise_finished(journal_entry: JournalEntry) -> str:
    answer = journal_entry.answer or {}
    change = answer.get("change", 0)
    values = {"small": answer.get("small", "–"), "change": f"{change:+}" if change else "±0"}
    return _("Removed the %(small)s chips from play; total chips changed by rounding: %(change)s") % values


@command(
    "race.finish",
    permission=Permission.RUN_CLOCK,
    boards=(*SHOWS, "structure"),
    summary=_summarise_finished,
    background=True,
)
def finish(tx: Tx, race: Id) -> Any:
    """Finish a chip race once all tables are done.

    Args:
        race: a running race.

    Raises:
        Refused: a table is not done (`still_racing`), or the race is not running (`not_running`).
    """
    row = race_in(tx, race)
    left = [one.number for one in table_races_of(row).values() if one.state != "done"]
    if left:
        message = ngettext(
            "%(count)s table is still racing.", "%(count)s tables are still racing.", len(left)
        )
        raise Refused("still_racing", message % {"count": len(left)}, rule_of(tx))
    tx.cite(rule_of(tx))
    tx.save(row, state="done", ended_at=tx.now)
    return {"small": row.small, "change": totals_of_race(row).change}


@command(
    "race.cancel",
    permission=Permission.RUN_CLOCK,
    boards=SHOWS,
    summary=lazy("Cancelled the chip race for %(small)s chips"),
)
def cancel(tx: Tx, small: Value) -> Any:
    """Cancel a chip race, or drop its proposal. Tables that have finished keep their result.

    Args:
        small: the chip that leaves play.

    Raises:
        Refused: its race is over (`raced_already`), or was cancelled (`cancelled_already`).
    """
    event_is_open(tx)
    row = Race.objects.filter(tournament=tx.tournament, small=small).exclude(state="cancelled").first()
    settled = settled_chips(tx.tournament)
    if small in settled.raced:
        raise Refused("raced_already", _("The chip race for %(small)s chips is finished.") % {"small": small})
    if row is not None:
        tx.save(row, state="cancelled", ended_at=tx.now)
        return {"race": row.pk}
    if small in settled.left_out:
        raise Refused("cancelled_already", _("This chip race has already been cancelled."))
    due = next((one for one in due_of(tx.tournament) if one.small == small), None)
    columns = {"big": (due and due.big) or small * 2, "policy": "half", "starts": "seat_1"}
    row = tx.create(
        Race,
        tournament=tx.tournament,
        small=small,
        state="cancelled",
        planned_at=tx.now,
        ended_at=tx.now,
        **columns,
    )
    return {"race": row.pk}


def start_planned(tournament_id: int) -> bool:
    """Start the races planned for the break that has begun, one chip after the other.

    Repeated and concurrent calls are safe: each race is started by one command.

    Returns:
        Whether one was started.
    """
    row = next_planned(tournament_id)
    if row is None:
        return False
    command = uuid.uuid5(uuid.NAMESPACE_OID, f"race {row.pk} of event {tournament_id}")
    # It was started automatically and undone since: from now on staff start it.
    if JournalEntry.objects.filter(command=command).exists():
        return False
    try:
        done = start(actor=BY_ITSELF, command_id=command, tournament_id=tournament_id, small=row.small)
    except Refused as refused:
        if refused.code in _NOT_NOW:
            return False
        raise
    return not done.repeated


def next_planned(tournament_id: int) -> Race | None:
    """Return the next race planned for the break that has begun, or for the start of the day; None if there is none,
    another one is running, or chips are in bags.
    """
    event = Tournament.objects.filter(pk=tournament_id, closed_at__isnull=True).first()
    rows = Race.objects.filter(tournament=tournament_id)
    planned = {row.small: row for row in rows.filter(state="planned", by_itself=True)}
    if event is None or not planned or rows.filter(state="running").exists():
        return None
    read = event_clock_of(event).read(to_ms(room_now()) or 0)
    if read.state == "waiting" or bagged_chips_of(event) is not None:
        return None
    now = [one.small for one in due_of(event) if one.when(read.position) == "now"]
    return next((planned[small] for small in now if small in planned), None)
