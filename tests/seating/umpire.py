"""Looks at every step of a tournament, by rules written down here once more and in another way than in the product."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from seating.rules.review import Proposed

if TYPE_CHECKING:
    from tests.seating.pure_event import Played, PureEvent

# Difference from which tables are evened out: only PokerStars Live 2.5 names another one than two.
LEAST = {"pokerstars_live": 3}
# Players at the final table, by seats at a table: Munot 78, Other Poker 7, Five Spades 4.3, TDA RP-9, WSOP 68.
FINAL = {
    "munot": {6: 9, 8: 9, 9: 9, 10: 9},
    "other_poker": {6: 10, 8: 10, 9: 10, 10: 10},
    "five_spades": {6: 6, 8: 9, 9: 9, 10: 9},
    "tda": {6: 7, 8: 9, 9: 9},
    "wsop": {6: 7, 8: 9, 9: 10},
}
HALTS = {"pokerstars_live", "tda", "wsop"}


def everybody_sits_once(event: PureEvent) -> None:
    """No two on a chair, nobody lost: who is in play has one chair or waits for one."""
    seated = [entry for played in event.tables.values() for entry in played.people.values()]
    assert sorted([*seated, *event.waiting]) == sorted(event.alive)
    for played in event.tables.values():
        assert all(1 <= chair <= played.seats for chair in played.chairs)


def clockwise(played: Played, start: int, chairs: Iterable[int]) -> list[int]:
    """Chairs as they come when one goes round the table, the one after `start` first."""
    return sorted(chairs, key=lambda chair: (chair - start - 1) % played.seats)


def moves_rightly(event: PureEvent, giver: Played, taker: Played, one: Proposed) -> None:
    """Who pays the big blind next goes from a table that is too full to the worst chair, never the small blind's."""
    least = LEAST.get(event.book.key, 2)
    assert giver.positions is not None
    assert len(giver.chairs) - len(taker.chairs) >= least, "the tables were even enough"
    may_go = [chair for chair, entry in giver.people.items() if entry not in giver.sent]
    assert one.detail["from_seat"] == clockwise(giver, giver.positions.big_blind, may_go)[0]
    if taker.positions is None:
        assert len(taker.chairs) < 2, "nobody knows which chair is the worst"
        return
    # The small blind goes where the big blind was.
    small = taker.positions.big_blind
    assert one.detail["to_seat"] != small, "the small blind is taken by nobody who is moved"
    sooner = clockwise(taker, small, {*taker.free, *taker.live})
    ahead = {
        chair: sum(1 for other in sooner[: sooner.index(chair)] if other in taker.live)
        for chair in taker.free
        if chair != small
    }
    assert ahead[one.detail["to_seat"]] == min(ahead.values()), "another chair pays the big blind sooner"


def asks_for_unknown_buttons(event: PureEvent, one: Proposed) -> None:
    """Only the two tables are asked for, only where nobody has said it, and what hangs on it is left open."""
    giver, taker = one.detail["from"], one.detail["to"]
    unknown = [number for number in (giver, taker) if event.tables[number].positions is None]
    if taker in unknown and len(event.tables[taker].chairs) < 2:
        # Nobody is dealt to there, so there is no button.
        unknown.remove(taker)
    assert one.detail["needs"] == unknown
    assert (one.detail["entry"] is None) == (one.detail["from_seat"] is None) == (giver in unknown)
    assert (one.detail["to_seat"] is None) == (taker in unknown)


def breaks_rightly(event: PureEvent, one: Proposed) -> None:
    """A table goes when the book lets it and everybody finds a chair: those who are coming too."""
    key, tables = event.book.key, sorted(event.tables.values(), key=lambda played: -played.number)
    gone = event.tables[one.detail["table"]]
    assert one.detail["players"] == len(gone.people)
    stay = [played for played in tables if played is not gone]
    free = sum(len(played.free) for played in stay)
    assert len(gone.people) + len(event.waiting) <= free
    if event.entry_open and key == "five_spades":
        late = sum(played.seats - len(played.closed) - len(played.people) for played in stay)
        kept = event.returning + len(stay)
        assert len(gone.people) + len(event.waiting) + kept <= late, (
            "the next entry would open the table again"
        )
    if event.entry_open:
        assert key in {"munot", "five_spades"}, "tables are broken once nobody can enter any more"
    else:
        assert len(stay) >= 2, "the last two tables become one by a redraw"
    if key == "munot" and event.entry_open:
        # Munot 10 b: another table could go besides.
        other = stay[0]
        rest = sum(len(played.free) for played in stay[1:])
        assert len(gone.people) + len(other.people) + len(event.waiting) <= rest


def spread_rightly(stay: Sequence[Played], taken: set[int]) -> None:
    """After a break no table that got somebody is two fuller than one with a free chair."""
    for fuller in stay:
        for emptier in stay:
            if fuller.number in taken and emptier.free:
                assert len(fuller.chairs) <= len(emptier.chairs) + 1


def redraws_rightly(event: PureEvent, one: Proposed) -> None:
    """The final table, and WSOP's redraws; once for each number of tables, and everybody fits."""
    tables, people = one.detail["tables"], len(event.alive)
    assert not event.entry_open
    assert one.detail["players"] == people - len(event.waiting)
    if tables == 1:
        assert people <= _final(event) == one.detail["seats"]
        return
    assert event.book.key == "wsop"
    assert tables in ((2, 3) if event.entries >= 100 else (2,) if event.entries > 50 else ())
    assert tables <= len(event.tables)
    assert event.redrawn_at is None or event.redrawn_at > tables
    assert people <= tables * one.detail["seats"]


def _final(event: PureEvent) -> int:
    return FINAL.get(event.book.key, {}).get(event.course.seats, event.course.seats)


def halts_rightly(event: PureEvent, one: Proposed) -> None:
    """A table stops that is three short, where the book says so; it plays on when it is not."""
    fullest = max(len(played.chairs) for played in event.tables.values())
    played = event.tables[one.detail["table"]]
    if one.kind == "halt":
        assert event.book.key in HALTS
        assert fullest - len(played.chairs) >= 3
        assert played.busted >= 3 or event.book.key == "pokerstars_live"
        assert not played.halted
    else:
        late = event.book.key == "pokerstars_live" and len(event.alive) <= event.course.late_stage
        assert played.halted
        assert late or fullest - (len(played.chairs) - len(played.sent)) < 3


def is_settled(event: PureEvent) -> None:
    """The book wants nothing more: no table could go, and the sizes are even. Nothing is said of what was dismissed."""
    if event.dismissed:
        return
    key, people = event.book.key, len(event.alive)
    tables = sorted(event.tables.values(), key=lambda played: -played.number)
    hasty = event.entry_open and key == "five_spades"
    spare = _spare(event, tables, event.returning if hasty else 0, int(hasty))
    if not event.entry_open:
        assert len(tables) == 1 or people > _final(event), "the final table is not drawn"
        assert len(tables) <= 2 or spare == 0, "a table could go"
    elif key in {"munot", "five_spades"}:
        assert spare < (2 if key == "munot" else 1), "a table could go"
    if key == "pokerstars_live" and people <= event.course.late_stage:
        return
    giving = [len(played.chairs) for played in tables if set(played.people.values()) - played.sent]
    taking = [len(played.chairs) for played in tables if _takes(played)]
    if giving and taking:
        assert max(giving) - min(taking) < LEAST.get(key, 2), "the tables are not even"


def _spare(event: PureEvent, tables: Sequence[Played], kept: int, each: int) -> int:
    """How many tables could go, the first ones first, with a chair for everybody at the others.

    Args:
        kept: chairs that stay free besides. `each`: more, at each of the others.
    """
    could = 0
    people = len(event.waiting)
    for count, going in enumerate(tables[:-1], start=1):
        people += len(going.people)
        stay = tables[count:]
        free = sum(len(one.free) for one in stay)
        late = sum(len(one.free) + len(one.chairs) - len(one.people) - each for one in stay)
        if people <= free and people + kept <= late:
            could = count
    return could


def _takes(played: Played) -> bool:
    """Whether somebody can be moved to a table: a chair is free that does not pay the small blind next."""
    small = played.positions.big_blind if played.positions is not None else None
    return bool(set(played.free) - {small})
