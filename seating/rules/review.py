"""What an event's rulebook requires next on the floor. Pure; docs/floor.md describes each proposal."""

from collections.abc import Collection

from seating.rules.balancing import transfers
from seating.rules.breaking import seats_kept, spare_from, spare_tables, tables_to_break
from seating.rules.played import (
    Floor,
    PlayedTable,
    Proposed,
    Why,
    dismissed_situations,
    situation_of,
    stands_still,
)
from seating.rules.table_halt import is_short, short_by
from tourney.rulebooks.books.schema import Book, cite

__all__ = [
    "Floor",
    "PlayedTable",
    "Proposed",
    "Why",
    "dismissed_situations",
    "held_final_table",
    "review",
    "situation_of",
    "stands_still",
]


def review(floor: Floor, book: Book) -> tuple[Proposed, ...]:
    """Return the changes that the book requires, in the order in which to apply them.

    While the day's last hands are played, what the book suspends until then is not proposed (WSOP 125); a
    table that would halt until it is balanced plays on with the others.

    A redraw comes before everything else at the tables, because it reseats all players. While a table is to
    be broken, no balancing moves are proposed, which the break would undo. Dismissed proposals stay listed
    and block nothing; they block again if all play would stop otherwise.

    Once a player has won, or everyone left in a satellite has a ticket, nothing is required; nor between two days.

    The best of earlier stages stay at their final table, and the others are moved among themselves (Five
    Spades 4.19).

    Args:
        floor: its current state.
        book: the event's.
    """
    if floor.over:
        return ()
    floor = floor.moving
    dismissed = dismissed_situations(floor)
    redraw = None if "redraws" in floor.held_up else _redraw(floor, book)
    if redraw is not None and redraw.situation not in dismissed:
        return (redraw, *floor.absentees)
    breaks = _breaks(floor, book)
    going = {one.detail["table"] for one in breaks if one.situation not in dismissed}
    even = "balancing" not in floor.held_up
    balances = _balances(floor, book) if even and not going else []
    halts, resumes = _halts(floor, book, going) if even else ([], [])
    first = [redraw] if redraw is not None else []
    return (*first, *breaks, *halts, *balances, *resumes, *floor.absentees)


def final_seats(floor: Floor, book: Book) -> int:
    """Return the final table's size (Munot 78, Other Poker 7, TDA RP-9, WSOP 68; Five Spades 4.3, 7.3)."""
    policy = book.seating.final_table
    seats = None if policy is None else policy.seats_for(floor.seats_per_table, cup_final=floor.cup_final)
    return seats if seats is not None else floor.seats_per_table


def held_final_table(floor: Floor, book: Book) -> tuple[int, int] | None:
    """Return players and seats of the final table if only open registration keeps it from being drawn.

    None before the first bust: a small field that fits at one table is still filling up.
    """
    if not floor.entry_open or floor.over or "redraws" in floor.held_up or floor.entries <= floor.people:
        return None
    if floor.final_table or floor.goes_on:
        return None
    return _final_table(floor, book)


def _final_table(floor: Floor, book: Book) -> tuple[int, int] | None:
    """Return players and seats of the final table if everybody left fits there, else None."""
    if len(floor.tables) + len(floor.paused) < 2 or not floor.tables:
        return None
    # Players at a paused table are drawn as well. The final table is a table of this event, so its size is
    # limited by the largest one.
    people, seats = floor.people + sum(floor.paused), final_seats(floor, book)
    if people > seats:
        return None
    seats = min(seats, max(table.most for table in floor.tables))
    return (people, seats) if people <= seats else None


def _redraw(floor: Floor, book: Book) -> Proposed | None:
    """Return the redraw that is due, at the final table or a number of tables named by the book (WSOP 67c).
    Each is held once, the one with the fewest tables if several are due; none while players can still enter, nor on
    a day whose stacks go on.
    """
    played = len(floor.tables) + len(floor.paused)
    if floor.entry_open or floor.goes_on or played < 2 or not floor.tables:
        return None
    if final := _final_table(floor, book):
        people, seats = final
        why = (
            Why("final_table", (("players", people), ("seats", seats))),
            Why("tables_left", (("tables", played),)),
        )
        return _propose_redraw(floor, 1, seats, cite(book, book.seating.final_table), why)
    policy = book.seating.redraws
    if policy is None:
        return None
    people = floor.people + sum(floor.paused)
    capacities = sorted((table.capacity for table in floor.tables), reverse=True)
    for tables in sorted(policy.at_tables(floor.entries)):
        held = floor.redrawn_at is not None and floor.redrawn_at <= tables
        if 1 < tables <= len(floor.tables) and not held and people <= sum(capacities[:tables]):
            why = (
                Why("redraw_at", (("tables", tables), ("entries", floor.entries))),
                Why("fits", (("players", people), ("tables", tables))),
            )
            return _propose_redraw(floor, tables, floor.seats_per_table, cite(book, policy), why)
    return None


def _propose_redraw(floor: Floor, tables: int, seats: int, rule: str, why: tuple[Why, ...]) -> Proposed:
    people = floor.people + sum(floor.paused)
    detail = {"tables": tables, "players": people - floor.coming, "seats": seats}
    key = f"redraw {len(floor.tables) + len(floor.paused)}→{tables} {people}"
    return Proposed("redraw", key, detail, rule, why)


def _breaks(floor: Floor, book: Book) -> list[Proposed]:
    going = tables_to_break(floor, book)
    if not going:
        return []
    gone = {table.number for table in going}
    free = sum(len(table.free) for table in floor.tables if table.number not in gone)
    kept = seats_kept(floor, book)
    spare = len(spare_tables(floor, kept))
    left = len(floor.tables) - spare
    why = [Why("fits", (("players", floor.people), ("tables", left)))]
    if floor.entry_open:
        why.append(Why("entry_open", (("spare", spare), ("least", spare_from(floor, book) or 1))))
    else:
        why.append(Why("entry_closed"))
    if floor.coming:
        why.append(Why("coming", (("players", floor.coming),)))
    if seats := kept.at(left):
        why.append(Why("kept", (("chairs", seats),)))
    rule = cite(book, book.seating.breaking)
    return [
        Proposed(
            "break",
            # Effects of other breaks are left out, so that each of several proposals can be accepted on its
            # own.
            f"break {table.number}({table.size}) {floor.people}",
            {"table": table.number, "players": table.people, "free": free},
            rule,
            (*why, Why("next_to_break", (("table", table.number), ("place", at)))),
        )
        for at, table in enumerate(going, start=1)
    ]


def _balances(floor: Floor, book: Book) -> list[Proposed]:
    found = []
    policy = book.seating.balancing
    for one in transfers(floor, book):
        needs = [one.source] if one.mover.needs_button else []
        needs += [one.destination] if one.spot.needs_button else []
        why = [*one.why]
        if policy is not None and policy.at_discretion:
            why.append(Why("at_discretion"))
        who = f"e{one.mover.entry} {one.mover.seat}→{one.spot.seat}"
        detail = {
            "entry": one.mover.entry,
            "from": one.source,
            "from_seat": one.mover.seat,
            "to": one.destination,
            "to_seat": one.spot.seat,
            "needs": needs,
        }
        found.append(Proposed("balance", f"{one.situation}|{who}", detail, one.rule, tuple(why)))
    return found


def _halts(floor: Floor, book: Book, going: Collection[int]) -> tuple[list[Proposed], list[Proposed]]:
    """Return tables to halt until they are balanced, and halted ones to resume, except tables that break
    anyway.
    """
    halts: list[Proposed] = []
    resumes: list[Proposed] = []
    policy = book.seating.halting
    fullest = max((table.size for table in floor.tables), default=0)
    least = short_by(floor, book)
    for table in floor.tables:
        # Most of a thousand tables: neither halted nor short.
        if not table.halted and fullest - table.size < least:
            continue
        short = is_short(floor, table, fullest, book)
        if short == table.halted or table.number in going:
            continue
        kind = "halt" if short else "resume"
        why = Why(
            "short" if short else "not_short",
            (("fullest", fullest), ("players", table.size), ("least", least)),
        )
        key = f"{kind} {table.number}({table.size}) {fullest}"
        (halts if short else resumes).append(
            Proposed(kind, key, {"table": table.number}, cite(book, policy), (why,))
        )
    return halts, resumes
