"""Commands that draw: the field, one seat, the first button."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from players.services.partners import entry_name
from seating.commands.entries import event_is_open, in_play
from seating.models import Draw, Plan, Seat, TournamentTable
from seating.rules.button import SUITS, HighCard
from seating.rules.draw import Field, NoRoom, NotApart
from seating.rules.positions import Ring, first_hand
from seating.rules.record import button_to_plain, field_to_plain
from seating.services import summaries
from seating.services.draws import (
    carried_stacks,
    hold,
    is_met,
    known_stack,
    move_ghost_chips,
    seat_late,
    seat_notice,
)
from seating.services.reviews import review_later
from seating.services.seats import (
    apart_pairs,
    event_tables_of,
    plan_of,
    split_pairs,
    tournament_tables_of,
    unseated,
)
from seating.services.table_positions import recorded_columns, rules_of
from seating.signals import final_table
from tourney.access.roles import Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.gc_pause import gc_paused
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import Entry, JournalEntry
from tourney.rulebooks.books.schema import cite
from tourney.signals import for_teams


def planned(tx: Tx) -> Plan:
    """Return the event's seating plan.

    Raises:
        Refused: no plan is set, so no hash has been published (`no_plan`).
    """
    event_is_open(tx)
    plan = plan_of(tx.tournament)
    if plan is None:
        raise Refused("no_plan", _("Set up the seating first. It publishes the proof for the draw."))
    return plan


def _summarise_drawn(journal_entry: JournalEntry) -> str:
    answer = journal_entry.answer or {}
    counts = answer.get("seated", 0), answer.get("tables", 0)
    where = summaries.players_at_tables(*counts, teams=answer.get("teams", False))
    return _("Drew seats for %(players)s") % {"players": where}


@command(
    "seats.draw",
    permission=Permission.SEAT_PLAYERS,
    boards=("seating", "clock"),
    summary=_summarise_drawn,
    background=True,
)
def draw_seats(tx: Tx) -> Any:
    """Draw seats for all players without one, opening tables as needed (Munot 7, Five Spades 4.6)."""
    with gc_paused():
        return _draw_seats(tx)


def _draw_seats(tx: Tx) -> dict[str, Any]:
    plan = planned(tx)
    rows = list(unseated(tx.tournament).values_list("pk", "player_id", "player__needs_access"))
    if not rows:
        anybody = Entry.objects.filter(tournament=tx.tournament, voided_at__isnull=True).exists()
        message = _("All players already have a seat.") if anybody else _("There are no entries yet.")
        raise Refused("no_entries", message)
    player_of = {pk: player for pk, player, _needs in rows}
    event_tables = event_tables_of(tx.tournament)
    tx.cite(cite(tx.book, tx.book.seating.draw))
    draws = []
    best = final_table.ask(tx.tournament) & set(player_of)
    if not best or len(best) == len(player_of):
        given = Field(
            players=tuple(player_of),
            tables=event_tables.tables,
            needs=tuple(pk for pk, _player, needs in rows if needs) if is_met(tx) else (),
            **_apart(plan, player_of, event_tables.table_of),
        )
        draws.append(_hold(tx, plan, given))
    else:
        # Ranks decide who sits at the final table, even for players who are to be kept apart.
        others = {pk: player for pk, player in player_of.items() if pk not in best}
        final = Field(players=tuple(pk for pk in player_of if pk in best), tables=event_tables.tables[:1])
        rest = Field(
            players=tuple(others),
            tables=event_tables.tables[1:],
            needs=tuple(pk for pk, _player, needs in rows if needs and pk in others) if is_met(tx) else (),
            **_apart(plan, others, event_tables.table_of),
        )
        draws += [_hold(tx, plan, final), _hold(tx, plan, rest)]
    used = [table for _record, outcome in draws for table in outcome["tables"]]
    _open_tables(tx, event_tables.tournament_tables, used)
    for _record, outcome in draws:
        _fill(tx, plan, event_tables.tournament_tables, outcome, player_of)
    tx.touch("floor", "map", "free", "eliminations")
    review_later(tx)
    if plan.drawn_at is None:
        tx.save(plan, drawn_at=tx.now)
    record, _outcome = draws[-1]
    return {
        "draw": record.pk,
        "sha256": record.digest,
        "seated": sum(len(outcome["seats"]) for _record, outcome in draws),
        "tables": len(used),
        "teams": for_teams.ask(tx.tournament),
        "shuffles": max(outcome["shuffles"] for _record, outcome in draws),
        "unmet": [entry for _record, outcome in draws for entry in outcome["unmet"]],
    }


def _hold(tx: Tx, plan: Plan, given: Field) -> tuple[Draw, dict[str, Any]]:
    """Draw the seats of players at tables.

    Raises:
        Refused: there are too few seats (`no_room`), or no draw separates all players on the list (`not_apart`).
    """
    try:
        return hold(tx, plan, "field", field_to_plain(given))
    except NoRoom as error:
        helps = _("Assign more tables to this event.")
        message = f"{summaries.seats_missing(error.missing)} {helps}"
        raise Refused("no_room", message, tx.rule) from None
    except NotApart:
        message = _(
            "No draw can separate all players on the list. Open more tables, or draw without the list."
        )
        raise Refused("not_apart", message, tx.rule) from None


def _apart(plan: Plan, player_of: dict[int, int], table_of: dict[int, int]) -> dict[str, Any]:
    """Return the keep-apart conditions in the form the draw expects."""
    if not plan.keep_apart:
        return {}
    seated = dict(Entry.objects.filter(pk__in=table_of).values_list("pk", "player_id"))
    both, barred = split_pairs(apart_pairs({**seated, **player_of}), set(player_of), table_of)
    return {"apart": tuple(both), "barred": tuple(barred)}


def _open_tables(tx: Tx, tournament_tables: dict[int, TournamentTable], used: list[int]) -> None:
    """Open the tables used by the draw, and keep the others in reserve."""
    numbers = set(used)
    opened = [
        tournament_table
        for number, tournament_table in tournament_tables.items()
        if number in numbers and tournament_table.state == "reserve"
    ]
    spare = [
        tournament_table
        for number, tournament_table in tournament_tables.items()
        if number not in numbers and tournament_table.state == "open"
    ]
    tx.save_many(opened, state="open")
    tx.save_many(spare, state="reserve")


def _fill(
    tx: Tx,
    plan: Plan,
    tournament_tables: dict[int, TournamentTable],
    outcome: dict[str, Any],
    player_of: dict[int, int],
) -> None:
    """Seat all players, put ghosts in the remaining seats if the plan says so, and notify the players."""
    seats = outcome["seats"]
    stacks = carried_stacks(tx.tournament)
    tx.create_many(
        [
            Seat(
                tournament_table=tournament_tables[table],
                number=seat,
                kind="player",
                entry_id=entry,
                taken_at=tx.now,
                **known_stack(tx, stacks.get(entry)),
            )
            for entry, table, seat in seats
        ]
    )
    if plan.ghosts:
        ghosts = [
            Seat(tournament_table=tournament_tables[table.number], number=seat, kind="ghost", taken_at=tx.now)
            for table in event_tables_of(tx.tournament).tables
            if table.number in set(outcome["tables"])
            for seat in table.free
        ]
        tx.create_many(ghosts)
        if ghosts:
            move_ghost_chips(tx, len(ghosts))
    tx.notify_many(
        "seated",
        {
            player_of[entry]: seat_notice(tx.tournament, table, seat, stacks.get(entry))
            for entry, table, seat in seats
        },
    )


@command(
    "seat.draw",
    permission=Permission.SEAT_PLAYERS,
    boards=("seating",),
    summary=lazy("%(name)s drew table %(table)s, seat %(seat)s"),
)
def draw_one_seat(tx: Tx, entry: Id) -> Any:
    """Draw a seat for one late entry (Munot 7, TDA 8A).

    Args:
        entry: an entry in play without a seat.
    """
    planned(tx)
    row = in_play(tx, entry)
    if Seat.objects.filter(entry=row).exists():
        raise Refused("seated_already", _("%(name)s already has a seat.") % {"name": entry_name(row)})
    tx.cite(cite(tx.book, tx.book.seating.draw))
    seat = seat_late(tx, row)
    if seat is None:
        raise Refused("no_room", _("No seat is open. Assign another table to this event."))
    return {"name": entry_name(row), "table": seat.tournament_table.table.number, "seat": seat.number}


@command(
    "button.draw",
    permission=Permission.SEAT_PLAYERS,
    boards=("seating",),
    summary=lazy("The button starts in seat %(seat)s"),
)
def draw_button(tx: Tx) -> Any:
    """Determine the first button by the rulebook: a fixed seat (Munot 75), the highest card at one table for
    the whole field (Five Spades 3.12, PokerStars Live 3.1), or a draw at each table.
    """
    return find_button(tx, planned(tx))


def find_button(tx: Tx, plan: Plan) -> dict[str, Any]:
    """Determine the first button, and set it at every table in play.

    Returns:
        `seat`: the seat for all tables, or None; `buttons`: [table, seat] if each table has its own; `draws`:
            digests.
    """
    policy = tx.book.seating.initial_button
    tx.cite(cite(tx.book, policy))
    taken = _taken(tx)
    if policy is None or policy.method == "fixed_seat":
        seat = 1 if policy is None or policy.seat is None else policy.seat
        tx.save(plan, button_seat=seat)
        _put_buttons(tx, dict.fromkeys(taken, seat))
        return {"seat": seat, "buttons": [], "draws": []}
    if not taken:
        raise Refused("no_players_seated", _("Draw the seats first: no player has a seat yet."), tx.rule)
    if policy.method == "right_of_dealer":
        # Seats count from the dealer's left, so the last one is the first to the right.
        own = {table: max(seats) for table, seats in taken.items()}
        tx.save(plan, button_seat=None)
        _put_buttons(tx, own)
        return {"seat": None, "buttons": [[table, chair] for table, chair in own.items()], "draws": []}
    suits = policy.suits or SUITS
    first = min(taken)
    whole = policy.scope == "whole_field"
    buttons, digests = [], []
    for table in [first] if whole else sorted(taken):
        inputs = button_to_plain(HighCard(table, tuple(sorted(taken[table])), tuple(suits)))
        record, outcome = hold(tx, plan, "button", inputs)
        buttons.append([table, outcome["seat"]])
        digests.append(record.digest)
    one = buttons[0][1] if whole else None
    tx.save(plan, button_seat=one)
    _put_buttons(tx, dict.fromkeys(taken, one) if one is not None else dict(buttons))
    return {"seat": one, "buttons": [] if whole else buttons, "draws": digests}


def _put_buttons(tx: Tx, buttons: dict[int, int]) -> None:
    """Set the button at each table and derive the blinds. A table with one player has none."""
    rules = rules_of(tx.book)
    taken = _taken(tx)
    for tournament_table in tournament_tables_of(tx.tournament):
        number = tournament_table.table.number
        if number in buttons and len(taken.get(number, ())) >= 2:
            ring = Ring(tournament_table.table.seats, tuple(taken[number]))
            tx.save(
                tournament_table,
                **recorded_columns(
                    first_hand(ring, min(buttons[number], tournament_table.table.seats), rules), tx.now
                ),
            )
    tx.touch("floor", "map")
    review_later(tx)


def _taken(tx: Tx) -> dict[int, list[int]]:
    """Return seats that are dealt in, players' and ghosts', by table number."""
    rows = Seat.objects.filter(
        tournament_table__tournament=tx.tournament,
        tournament_table__released_at__isnull=True,
        kind__in=("player", "ghost"),
    )
    found: dict[int, list[int]] = {}
    for table, seat in rows.order_by("tournament_table__table__number", "number").values_list(
        "tournament_table__table__number", "number"
    ):
        found.setdefault(table, []).append(seat)
    return found
