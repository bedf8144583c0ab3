"""Commands that move a whole table or the whole field: breaks, redraws, and their orders."""

from collections.abc import Sequence
from typing import Annotated, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from seating.commands.draws import find_button, planned
from seating.commands.entries import event_is_open
from seating.commands.tables import Number, tournament_table_of
from seating.models import Plan, Seat, TournamentTable
from seating.rules import draw as fields
from seating.rules.breaking import Broken, tables_to_break
from seating.rules.draw import NoRoom
from seating.rules.record import broken_to_plain, field_to_plain, order_to_plain
from seating.rules.tables import Table
from seating.services import summaries
from seating.services.draws import hold, move_ghost_chips
from seating.services.floor import breaking_order, floor_of
from seating.services.free_seats import free_tables
from seating.services.moves import Destination, note_moves, send, take_seats
from seating.services.reviews import review_later
from seating.services.seats import tournament_tables_of
from seating.services.table_positions import recorded_columns
from seating.signals import SeatFreed, seat_freed
from tourney.access.roles import Permission
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import JournalEntry
from tourney.rulebooks.books.schema import cite
from tourney.services.prepared_query import PreparedQuery
from tourney.signals import for_teams

SHOWS = ("seating", "floor", "map", "moves", "free")
Reason = Annotated[str, Field(max_length=200)]


_NUMBERED = PreparedQuery(
    lambda event, numbers: TournamentTable.objects.filter(
        tournament=event, released_at__isnull=True, table__number__in=numbers
    ).select_related("table")
)


def break_up(tx: Tx, tournament_table: TournamentTable) -> dict[str, Any]:
    """Draw new seats at the other tables for a table's players, and take the table out of play.

    Args:
        tournament_table: a table in play.

    Raises:
        Refused: nobody sits there (`no_players_seated`), or the other tables have too few seats (`no_room`).
    """
    plan = planned(tx)
    number = tournament_table.table.number
    seats = _players_at(tournament_table)
    if not seats:
        raise Refused("no_players_seated", _("Table %(number)s has no players.") % {"number": number})
    policy = tx.book.seating.breaking
    tx.cite(cite(tx.book, policy))
    others = _others(tx, free_tables(tx.tournament), tournament_table, len(seats))
    given = Broken(
        players=tuple((seat.entry_id or 0, seat.number) for seat in seats),
        tables=others,
        method="random" if policy is not None and policy.draw == "random" else "double_random",
    )
    try:
        record, outcome = hold(tx, plan, "break", broken_to_plain(given))
    except NoRoom as error:
        message = _("Table %(number)s can’t be broken: there are too few open seats elsewhere.")
        missing = summaries.seats_missing(error.missing)
        raise Refused("no_room", f"{message % {'number': number}} {missing}", tx.rule) from None
    by_entry = {seat.entry_id: seat for seat in seats}
    numbers = sorted({table for _entry, table, _chair in outcome["seats"]})
    tables = {one.table.number: one for one in _NUMBERED.all(tx.tournament.pk, numbers)}
    send(
        tx,
        "break",
        [(by_entry[entry], Destination(tables[table], chair)) for entry, table, chair in outcome["seats"]],
    )
    _take_out_of_play(tx, tournament_table)
    seat_freed.send(SeatFreed(tx))
    review_later(tx)
    return {
        "number": number,
        "players": len(seats),
        "teams": for_teams.ask(tx.tournament),
        "draw": record.pk,
        "sha256": record.digest,
    }


def _others(
    tx: Tx, tables: Sequence[Table], tournament_table: TournamentTable, players: int
) -> tuple[Table, ...]:
    """Return tables that can receive the players: not themselves due to break, if the others have enough
    seats. Nobody comes to the final table of the best (Five Spades 4.19).

    Args:
        tables: tables with free seats. A full table is not part of the draw.
    """
    floor = floor_of(tx.tournament)
    own = tournament_table.table.number
    apart = {own, *(() if own in floor.final_table else floor.final_table)}
    played = tuple(table for table in tables if table.open and table.taken and table.number not in apart)
    doomed = {table.number for table in tables_to_break(floor, tx.book)}
    staying = tuple(table for table in played if table.number not in doomed)
    return staying if sum(len(table.free) for table in staying) >= players else played


def _players_at(tournament_table: TournamentTable) -> list[Seat]:
    rows = Seat.objects.filter(tournament_table=tournament_table, kind="player").select_related(
        "entry", "tournament_table__table"
    )
    return list(rows.order_by("number"))


def _clear(tx: Tx, seats: Sequence[Seat]) -> None:
    """Free the seats without players; ghosts leave with their chips (Five Spades 9.5)."""
    ghosts = sum(seat.kind == "ghost" for seat in seats)
    tx.delete_many(list(seats))
    if ghosts:
        move_ghost_chips(tx, -ghosts)


def _take_out_of_play(tx: Tx, tournament_table: TournamentTable) -> None:
    """Move a table to the reserve and remove its ghosts and closed seats."""
    _clear(
        tx,
        list(
            Seat.objects.filter(tournament_table=tournament_table).exclude(kind="player").order_by("number")
        ),
    )
    tx.save(tournament_table, state="reserve", halted=False, breaks_at=None, **recorded_columns(None, tx.now))


def _summarise_broken(journal_entry: JournalEntry) -> str:
    answer = journal_entry.answer or {}
    return _("Broke table %(number)s: %(players)s") % {
        "number": answer.get("number", "–"),
        "players": summaries.drawn_seats(answer.get("players", 0), teams=answer.get("teams", False)),
    }


@command(
    "table.break",
    permission=Permission.SEAT_PLAYERS,
    boards=SHOWS,
    summary=_summarise_broken,
    background=True,
)
def break_table(tx: Tx, number: Number, reason: Reason = "") -> Any:
    """Break a table. Its players draw new seats at the other tables (Munot 10, Other Poker 5, PokerStars Live
    2.4.1).

    Args:
        number: table number.
        reason: required if the rulebook would not break it yet.
    """
    event_is_open(tx)
    return break_up(tx, tournament_table_of(tx, number))


def redraw_seats(tx: Tx, tables: int, *, day_resumes: bool = False) -> dict[str, Any]:
    """Redraw all seats at a number of tables, for the final table or a redraw, and set buttons as the book
    requires.

    Args:
        tables: number of tables.
        day_resumes: the draw is held for the next day.

    Raises:
        Refused: no players are seated (`no_players_seated`), there are fewer tables (`no_such_table`), or there are
            too few seats (`no_room`).
    """
    plan = planned(tx)
    rows = Seat.objects.filter(
        tournament_table__tournament=tx.tournament, tournament_table__released_at__isnull=True
    )
    players = list(
        rows.filter(kind="player").select_related("entry", "tournament_table__table").order_by("entry_id")
    )
    if not players:
        raise Refused("no_players_seated", _("Draw the seats first: no player has a seat yet."))
    policy = tx.book.seating.final_table if tables == 1 else tx.book.seating.redraws
    tx.cite(cite(tx.book, policy))
    tournament_tables = {
        tournament_table.table.number: tournament_table
        for tournament_table in tournament_tables_of(tx.tournament)
    }
    kept = _kept_tables(tournament_tables, tables, len(players))
    if len(kept) < tables:
        message = _("This event has only %(tables)s.") % {"tables": summaries.tables(len(kept))}
        raise Refused("no_such_table", message)
    given = fields.Field(
        players=tuple(seat.entry_id or 0 for seat in players),
        tables=tuple(_emptied(tx, tournament_tables[number], len(players), tables) for number in kept),
    )
    try:
        record, outcome = hold(tx, plan, "redraw", field_to_plain(given))
    except NoRoom as error:
        helps = _("Draw at more tables.")
        message = f"{summaries.seats_missing(error.missing)} {helps}"
        raise Refused("no_room", message, tx.rule) from None
    by_entry = {seat.entry_id: seat for seat in players}
    moves = [
        (by_entry[entry], Destination(tournament_tables[number], chair))
        for entry, number, chair in outcome["seats"]
    ]
    note_moves(tx, "redraw", moves)
    _clear(tx, list(rows.exclude(kind="player").order_by("pk")))
    # The button is unknown until it is drawn again, so no newcomer waits for it.
    tx.save_many(
        [tournament_tables[number] for number in kept],
        **recorded_columns(None, tx.now),
        state="open",
        halted=False,
    )
    take_seats(tx, moves, play_goes_on=False)
    for number, tournament_table in tournament_tables.items():
        if number not in kept and tournament_table.state == "open":
            tx.save(
                tournament_table,
                state="reserve",
                halted=False,
                breaks_at=None,
                **recorded_columns(None, tx.now),
            )
    _button_anew(tx, plan, tables, day_resumes=day_resumes)
    review_later(tx)
    return {
        "tables": tables,
        "players": len(players),
        "teams": for_teams.ask(tx.tournament),
        "draw": record.pk,
        "sha256": record.digest,
    }


def _kept_tables(tournament_tables: dict[int, TournamentTable], tables: int, players: int) -> list[int]:
    """Return the tables to keep: those that break last; for the final table, one with enough seats."""
    played = set(
        Seat.objects.filter(tournament_table__in=tournament_tables.values(), kind="player").values_list(
            "tournament_table", flat=True
        )
    )
    order = [
        tournament_table
        for tournament_table in breaking_order(list(tournament_tables.values()))
        if tournament_table.pk in played
    ]
    if tables == 1:
        order.sort(key=lambda tournament_table: tournament_table.table.seats >= players)
    chosen = {tournament_table.table.number for tournament_table in order[-tables:]}
    return [number for number in tournament_tables if number in chosen]


def _emptied(tx: Tx, tournament_table: TournamentTable, players: int, tables: int) -> Table:
    """Return a table as if it were empty; the final table gets as many seats as the book allows."""
    policy = tx.book.seating.final_table
    plan = Plan.objects.get(tournament=tx.tournament)
    most = plan.seats_per_table
    if tables == 1 and policy is not None:
        most = max(policy.seats_for(most, cup_final=plan.cup_final) or most, most)
    # One physical seat more at the final table must not fail a redraw that fits.
    most = max(most, -(-players // tables))
    return Table(
        number=tournament_table.table.number,
        free=tuple(range(1, min(tournament_table.table.seats, most) + 1)),
        accessible=tournament_table.table.accessible,
    )


def _button_anew(tx: Tx, plan: Plan, tables: int, *, day_resumes: bool) -> None:
    """Draw the button again if the book requires it, and for a new day if it does not say when; otherwise it is
    unknown until someone sets it.
    """
    policy = tx.book.seating.initial_button
    stages = {"final_table" if tables == 1 else "redraw", "redraw"}
    if day_resumes:
        stages.add("day_resumes")
    silent = day_resumes and policy is not None and not policy.again
    if policy is None or policy.method == "fixed_seat" or silent or stages & set(policy.again):
        rule = tx.rule
        find_button(tx, plan)
        tx.cite(rule)
    else:
        tx.save(plan, button_seat=None)


def _summarise_redrawn(journal_entry: JournalEntry) -> str:
    answer = journal_entry.answer or {}
    counts = answer.get("players", 0), answer.get("tables", 0)
    where = summaries.players_at_tables(*counts, teams=answer.get("teams", False))
    return _("Redrew all seats: %(players)s") % {"players": where}


@command(
    "field.redraw",
    permission=Permission.SEAT_PLAYERS,
    boards=SHOWS,
    summary=_summarise_redrawn,
    background=True,
)
def redraw_field(tx: Tx, tables: Annotated[int, Field(ge=1, le=2000)]) -> Any:
    """Redraw all seats at a number of tables: the final table (1), or a redraw (WSOP 67c).

    Args:
        tables: number of tables.
    """
    event_is_open(tx)
    return redraw_seats(tx, tables)


@command(
    "break.order",
    permission=Permission.SEAT_PLAYERS,
    boards=("floor", "map"),
    summary=lazy("Set the break order"),
)
def set_break_order(tx: Tx, numbers: Annotated[Sequence[Number], Field(max_length=2000)]) -> None:
    """Set the order in which tables are broken; it is posted (WSOP 66).

    Args:
        numbers: table numbers in breaking order; tables not listed follow, most recently opened first.
    """
    if len(set(numbers)) != len(numbers):
        raise Refused("bad_argument", _("List each table only once."))
    tournament_tables = {
        tournament_table.table.number: tournament_table
        for tournament_table in tournament_tables_of(tx.tournament)
    }
    for number in numbers:
        if number not in tournament_tables:
            tournament_table_of(tx, number)
    for at, number in enumerate(numbers):
        tx.save(tournament_tables[number], breaks_at=at)
    rest = [
        tournament_table
        for number, tournament_table in tournament_tables.items()
        if number not in set(numbers)
    ]
    tx.save_many(rest, breaks_at=None)
    review_later(tx)


@command(
    "giving.draw",
    permission=Permission.SEAT_PLAYERS,
    boards=("seating", "floor"),
    summary=lazy("Drew the order in which tables give up players"),
)
def draw_giving_order(tx: Tx) -> Any:
    """Draw the order in which tables give up players for balancing, in advance (Other Poker 6)."""
    plan = planned(tx)
    tx.cite(cite(tx.book, tx.book.seating.balancing))
    numbers = sorted(
        tournament_table.table.number for tournament_table in tournament_tables_of(tx.tournament)
    )
    if not numbers:
        raise Refused("no_such_table", _("This event has no table yet."))
    record, outcome = hold(tx, plan, "order", order_to_plain(numbers))
    tx.save(plan, giving_order=outcome["order"])
    review_later(tx)
    return {"order": outcome["order"], "draw": record.pk, "sha256": record.digest}


@command(
    "floor.settings",
    permission=Permission.SEAT_PLAYERS,
    boards=("floor",),
    summary=lazy("Set what the floor does automatically"),
)
def set_floor(tx: Tx, auto_balance: bool, auto_break: bool, late_stage: bool) -> None:
    """Set which proposals are applied automatically, and whether the late stage has begun (PokerStars Live
    2.5.1).

    Args:
        auto_balance: apply balancing moves automatically.
        auto_break: break tables automatically.
        late_stage: tables are balanced only at the director's discretion.
    """
    plan = planned(tx)
    tx.save(plan, auto_balance=auto_balance, auto_break=auto_break, late_stage=late_stage)
    review_later(tx)
