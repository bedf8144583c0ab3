"""Check every step of a tournament played with the pure rules against the oracle's rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from seating.rules.review import Proposed
from tests.oracle import rules_check

if TYPE_CHECKING:
    from tests.seating.pure_event import Played, PureEvent


def each_entry_has_one_seat(event: PureEvent) -> None:
    """Check that each entry in play has one seat or waits for one, and no seat is taken twice."""
    seated = [entry for played in event.tables.values() for entry in played.people.values()]
    assert sorted([*seated, *event.waiting]) == sorted(event.alive)
    for played in event.tables.values():
        assert all(1 <= seat <= played.seats for seat in played.occupants)


def moves_rightly(event: PureEvent, source: Played, destination: Played, one: Proposed) -> None:
    """Check that the next big blind moves from a full table to the seat that pays it soonest."""
    seats = (one.detail["from_seat"], one.detail["to_seat"])
    tables = len(event.tables)
    assert rules_check.balance(source, destination, one.detail["entry"], seats, tables, event.facts) == []


def asks_for_unknown_buttons(event: PureEvent, one: Proposed) -> None:
    """Check that only unknown buttons of the two tables are asked for.

    Values that depend on an unknown button are left open.
    """
    source, destination = one.detail["from"], one.detail["to"]
    unknown = [number for number in (source, destination) if event.tables[number].positions is None]
    if destination in unknown and len(event.tables[destination].occupants) < 2:
        # No player is dealt in there, so there is no button.
        unknown.remove(destination)
    assert one.detail["needs"] == unknown
    assert (one.detail["entry"] is None) == (one.detail["from_seat"] is None) == (source in unknown)
    assert (one.detail["to_seat"] is None) == (destination in unknown)


def breaks_rightly(event: PureEvent, one: Proposed) -> None:
    """Check that the rulebook allows the break and that all players find a seat, including late arrivals."""
    gone, tables = event.tables[one.detail["table"]], list(event.tables.values())
    assert one.detail["players"] == len(gone.people)
    expected = (0, event.returning)
    assert rules_check.breaks(gone, tables, len(event.waiting), event.entry_open, event.facts, expected) == []


def spread_rightly(stay: Sequence[Played], taken: set[int]) -> None:
    """Check the table sizes after a break.

    No table that received players has two more than a table with a free seat.
    """
    assert rules_check.spread_over(stay, stay, taken) == []


def redraws_rightly(event: PureEvent, one: Proposed) -> None:
    """Check the final table and WSOP redraws: one per number of tables, with seats for all players."""
    tables, people = one.detail["tables"], len(event.alive)
    assert not event.entry_open
    assert one.detail["players"] == people - len(event.waiting)
    due = rules_check.redraw_due(tables, people, event.entries, event.course.seats, event.facts)
    assert due == []
    if tables == 1:
        assert one.detail["seats"] == rules_check.final_table(event.facts, event.course.seats)
        return
    assert tables <= len(event.tables)
    assert event.redrawn_at is None or event.redrawn_at > tables
    assert people <= tables * one.detail["seats"]


def is_late(event: PureEvent) -> bool:
    """Return whether balancing is at the director's discretion."""
    return event.facts.late_stage and len(event.alive) <= event.course.late_stage


def halts_rightly(event: PureEvent, one: Proposed) -> None:
    """Check that a table halts when it is three short, if the rulebook asks for it, and otherwise resumes."""
    fullest = max(len(played.occupants) for played in event.tables.values())
    played, stops = event.tables[one.detail["table"]], one.kind == "halt"
    assert rules_check.halt(played, fullest, stops, event.facts) == []
    assert played.halted is not stops
    if not stops and not is_late(event):
        assert rules_check.plays_on(played, fullest, event.facts) == []


def is_settled(event: PureEvent) -> None:
    """Check that no table can break and the sizes are even, unless proposals were dismissed."""
    if event.dismissed:
        return
    tables, people = list(event.tables.values()), len(event.alive)
    given = (tables, len(event.waiting), event.entry_open, event.facts, (0, event.returning))
    if not event.entry_open:
        most = rules_check.final_table(event.facts, event.course.seats)
        assert len(tables) == 1 or people > most, "the final table was not drawn"
    if is_late(event):
        assert rules_check.could_go(*given) == []
    else:
        assert rules_check.settled(*given) == []
