"""Check every step of a tournament that is played with the pure rules, by the rules as the oracle states them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from seating.rules.review import Proposed
from tests.oracle import rules_check

if TYPE_CHECKING:
    from tests.seating.pure_event import Played, PureEvent


def everybody_sits_once(event: PureEvent) -> None:
    """No two on a seat, nobody lost: who is in play has one seat or waits for one."""
    seated = [entry for played in event.tables.values() for entry in played.people.values()]
    assert sorted([*seated, *event.waiting]) == sorted(event.alive)
    for played in event.tables.values():
        assert all(1 <= seat <= played.seats for seat in played.chairs)


def moves_rightly(event: PureEvent, source: Played, destination: Played, one: Proposed) -> None:
    """The next big blind goes from a table that is too full to the seat that pays it soonest."""
    seats = (one.detail["from_seat"], one.detail["to_seat"])
    tables = len(event.tables)
    assert rules_check.balance(source, destination, one.detail["entry"], seats, tables, event.facts) == []


def asks_for_unknown_buttons(event: PureEvent, one: Proposed) -> None:
    """Only the two tables are asked for, only where nobody has said it, and what hangs on it is left open."""
    source, destination = one.detail["from"], one.detail["to"]
    unknown = [number for number in (source, destination) if event.tables[number].positions is None]
    if destination in unknown and len(event.tables[destination].chairs) < 2:
        # Nobody is dealt to there, so there is no button.
        unknown.remove(destination)
    assert one.detail["needs"] == unknown
    assert (one.detail["entry"] is None) == (one.detail["from_seat"] is None) == (source in unknown)
    assert (one.detail["to_seat"] is None) == (destination in unknown)


def breaks_rightly(event: PureEvent, one: Proposed) -> None:
    """A table goes when the book lets it and everybody finds a seat: those who are coming too."""
    gone, tables = event.tables[one.detail["table"]], list(event.tables.values())
    assert one.detail["players"] == len(gone.people)
    expected = (0, event.returning)
    assert rules_check.breaks(gone, tables, len(event.waiting), event.entry_open, event.facts, expected) == []


def spread_rightly(stay: Sequence[Played], taken: set[int]) -> None:
    """After a break no table that got somebody is two fuller than one with a free seat."""
    assert rules_check.spread_over(stay, stay, taken) == []


def redraws_rightly(event: PureEvent, one: Proposed) -> None:
    """The final table, and WSOP's redraws; once for each number of tables, and everybody fits."""
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
    """Whether balancing is at the director's discretion by now."""
    return event.facts.late_stage and len(event.alive) <= event.course.late_stage


def halts_rightly(event: PureEvent, one: Proposed) -> None:
    """A table stops that is three short, where the book says so; it plays on when it is not."""
    fullest = max(len(played.chairs) for played in event.tables.values())
    played, stops = event.tables[one.detail["table"]], one.kind == "halt"
    assert rules_check.halt(played, fullest, stops, event.facts) == []
    assert played.halted is not stops
    if not stops and not is_late(event):
        assert rules_check.plays_on(played, fullest, event.facts) == []


def is_settled(event: PureEvent) -> None:
    """The book wants nothing more: no table could go, and the sizes are even. Nothing is said of what was dismissed."""
    if event.dismissed:
        return
    tables, people = list(event.tables.values()), len(event.alive)
    given = (tables, len(event.waiting), event.entry_open, event.facts, (0, event.returning))
    if not event.entry_open:
        most = rules_check.final_table(event.facts, event.course.seats)
        assert len(tables) == 1 or people > most, "the final table is not drawn"
    if is_late(event):
        assert rules_check.could_go(*given) == []
    else:
        assert rules_check.settled(*given) == []
