"""Accepting proposals settles the floor, and then players can play on, despite dismissals."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seating.rules.breaking import Broken, draw_break
from seating.rules.draw import Field, draw_field
from seating.rules.positions import Ring, button_rules, first_hand
from seating.rules.review import Floor, PlayedTable, Proposed, dismissed_situations, review
from seating.rules.tables import Table
from tests.examples import examples
from tests.seating.floors import BOOKS, book, floor, sized, table
from tourney.rulebooks.books import Book


def all_left(event: Floor, rules: Book) -> Floor:
    """Return the floor with all proposals dismissed, also the consequential ones."""
    while not {one.key for one in review(event, rules)} <= event.dismissed:
        event = replace(event, dismissed=event.dismissed | {one.key for one in review(event, rules)})
    return event


def still_wanted(floor: Floor, rules: Book) -> list[Proposed]:
    """Return the open proposals that were not dismissed."""
    left = dismissed_situations(floor)
    return [one for one in review(floor, rules) if one.situation not in left]


# ---- a dismissal never leaves players without a game ----

FINAL_TABLE = [
    ("Munot 78", "munot"),
    ("Other Poker 7", "other_poker"),
    ("Five Spades 4.3", "five_spades"),
    ("PokerStars Live is silent", "pokerstars_live"),
    ("TDA RP-9", "tda"),
    ("WSOP 68", "wsop"),
]


@pytest.mark.parametrize(("rule", "key"), FINAL_TABLE, ids=[rule for rule, _key in FINAL_TABLE])
def test_final_table_is_proposed_despite_dismissal_with_one_player_per_table(rule: str, key: str) -> None:
    rules = book(key)
    alone = sized(1, 1)
    (drawn,) = still_wanted(all_left(alone, rules), rules)
    assert (drawn.kind, drawn.detail["tables"], drawn.detail["players"]) == ("redraw", 1, 2)
    # The dismissal stands as long as one table plays on.
    playing = sized(2, 1)
    assert still_wanted(playing, rules) != []
    assert still_wanted(all_left(playing, rules), rules) == []


def test_pokerstars_live_2_5_halted_table_resumes_despite_dismissal() -> None:
    rules = book("pokerstars_live")
    stopped = sized(9, 7, entry_open=True)
    stopped = replace(
        stopped, tables=(stopped.tables[0], replace(stopped.tables[1], halted=True)), dismissed=frozenset()
    )
    (may_play,) = still_wanted(stopped, rules)
    assert (may_play.kind, may_play.detail["table"]) == ("resume", 2)
    left = replace(stopped, dismissed=frozenset({may_play.key}))
    assert still_wanted(left, rules) == []
    # The floor halts the other table too: now each of them may resume, despite the dismissal.
    standing = replace(left, tables=tuple(replace(one, halted=True) for one in left.tables))
    assert [(one.kind, one.detail["table"]) for one in still_wanted(standing, rules)] == [
        ("resume", 1),
        ("resume", 2),
    ]


def test_munot_10_single_player_table_is_broken_despite_dismissal() -> None:
    rules = book("munot")
    alone = sized(*[1] * 11)
    found = still_wanted(all_left(alone, rules), rules)
    assert [(one.kind, one.detail["table"]) for one in found[:1]] == [("break", 11)]


# ---- accepting proposals settles the floor ----


@st.composite
def floors(draw: st.DrawFn) -> Floor:
    """Generate one to six tables of six seats in any state, including those after manual changes."""
    tables = []
    rare = st.integers(0, 3).map(lambda one: one == 0)
    for number in range(1, draw(st.integers(1, 6)) + 1):
        seats = sorted(draw(st.sets(st.integers(1, 6))))
        ghosts = [seat for seat in seats if draw(rare)] if draw(rare) else []
        sent = tuple(number * 100 + seat for seat in seats if seat not in ghosts and draw(rare))
        known = bool(seats) and not draw(rare)
        tables.append(
            table(
                number,
                seats,
                (*(draw(st.integers(1, 6)) for _position in range(3)),) if known else None,  # type: ignore[arg-type]
                seats=6,
                ghosts=ghosts,
                closed=[seat for seat in range(1, 7) if seat not in seats and draw(rare)],
                breaks=draw(st.integers(0, 3)),
                halted=draw(rare),
                busted=draw(st.integers(0, 6)),
                sent=sent,
                under_way=len(sent),
            )
        )
    return floor(
        *tables,
        seats=6,
        entry_open=draw(rare),
        coming=draw(st.sampled_from([0, 0, 1, 4])),
        entries=draw(st.sampled_from([20, 60, 120])),
        late_stage=draw(rare),
        giving=tuple(draw(st.permutations([one.number for one in tables]))) if draw(rare) else (),
        last_gave=draw(st.sampled_from([None, 1, 2])),
        redrawn_at=draw(st.sampled_from([None, None, 2, 3])),
    )


@dataclass
class Accepts:
    """Accepts proposals, as the floor does."""

    rules: Book

    def done(self, event: Floor, one: Proposed) -> Floor:
        """Return the floor after a proposal is accepted, or after the button that it asks for is entered."""
        kinds: dict[str, Callable[[Floor, Proposed], Floor]] = {
            "redraw": self._redrawn,
            "break": self._broken,
            "balance": self._moved,
        }
        return kinds.get(one.kind, self._stopped)(event, one)

    def _stopped(self, event: Floor, one: Proposed) -> Floor:
        return _with(event, one.detail["table"], lambda was: replace(was, halted=one.kind == "halt"))

    def _moved(self, event: Floor, one: Proposed) -> Floor:
        for number in one.detail["needs"]:
            event = _with(event, number, self._with_button)
        if one.detail["needs"]:
            return event
        seat, entry = one.detail["from_seat"], one.detail["entry"]
        event = _with(event, one.detail["from"], lambda was: _without(was, seat))
        event = _with(event, one.detail["to"], lambda was: _with_newcomer(was, one.detail["to_seat"], entry))
        return replace(event, last_gave=one.detail["from"])

    def _with_button(self, was: PlayedTable) -> PlayedTable:
        live = tuple(seat for seat, _entry in was.players)
        return replace(
            was, positions=first_hand(Ring(was.seats, live), live[0], button_rules(self.rules.seating))
        )

    def _broken(self, event: Floor, one: Proposed) -> Floor:
        gone = next(played for played in event.tables if played.number == one.detail["table"])
        stay = [played for played in event.tables if played is not gone]
        people = tuple((entry, seat) for seat, entry in gone.players if entry is not None)
        given = Broken(people, tuple(Table(was.number, was.free, taken=was.size) for was in stay))
        event = replace(event, tables=tuple(stay))
        for entry, number, seat in draw_break("00", given).seats:
            event = _with(event, number, lambda was, at=seat, who=entry: _with_newcomer(was, at, who))  # type: ignore[misc]
        return event

    def _redrawn(self, event: Floor, one: Proposed) -> Floor:
        people = tuple(entry for was in event.tables for _seat, entry in was.players if entry is not None)
        seats = tuple(range(1, one.detail["seats"] + 1))
        numbers = [was.number for was in event.tables][: one.detail["tables"]]
        drawn = draw_field("00", Field(people, tuple(Table(number, seats) for number in numbers)))
        tables = []
        for number in drawn.tables:
            players = tuple(sorted((seat, entry) for entry, at, seat in drawn.seats if at == number))
            free = tuple(seat for seat in seats if seat not in dict(players))
            tables.append(PlayedTable(number, len(seats), players, free))
        return replace(event, tables=tuple(tables), redrawn_at=one.detail["tables"])


def _with(event: Floor, number: int, change: Callable[[PlayedTable], PlayedTable]) -> Floor:
    tables = tuple(change(was) if was.number == number else was for was in event.tables)
    return replace(event, tables=tables)


def _without(was: PlayedTable, seat: int) -> PlayedTable:
    players = tuple(one for one in was.players if one[0] != seat)
    return replace(was, players=players, free=tuple(sorted([*was.free, seat])))


def _with_newcomer(was: PlayedTable, seat: int, entry: int) -> PlayedTable:
    assert seat in was.free
    return replace(
        was,
        players=tuple(sorted([*was.players, (seat, entry)])),
        free=tuple(one for one in was.free if one != seat),
        sent=(*was.sent, entry),
        under_way=was.under_way + 1,
    )


def potential(event: Floor, rules: Book) -> tuple[int, int, int, int, int]:
    """Return a measure that decreases with each accepted proposal.

    Fewer tables; else fewer redraws to come; else more even sizes; else fewer unknown buttons; else fewer
    tables that should halt or resume.
    """
    redraws = rules.seating.redraws.at_tables(event.entries) if rules.seating.redraws is not None else ()
    return (
        len(event.tables),
        sum(1 for tables in redraws if event.redrawn_at is None or tables < event.redrawn_at),
        sum(played.size**2 for played in event.tables),
        sum(1 for played in event.tables if played.positions is None),
        sum(1 for one in review(event, rules) if one.kind in {"halt", "resume"}),
    )


def most_steps(event: Floor) -> int:
    """Return an upper bound on the number of steps until the floor is settled.

    Each table breaks at most once and there are at most three redraws; in between each player moves at most
    once, and each move or break lets every table halt or resume and report its button at most once.
    """
    tables, people = len(event.tables), event.people
    return (tables + 3) * (people + 1) * (2 * tables + 1)


def acceptable(found: Sequence[Proposed]) -> list[Proposed]:
    """Return the proposals that can be accepted first: of several moves from or to one table, the first."""
    free: list[Proposed] = []
    tables: set[int] = set()
    for one in found:
        its = {one.detail["from"], one.detail["to"]} if one.kind == "balance" else set()
        if not its & tables:
            free.append(one)
        tables |= its
    return free


@settings(max_examples=examples(400), deadline=None)
@given(floors(), st.sampled_from(BOOKS), st.data())
def test_accepting_all_proposals_comes_to_an_end(event: Floor, key: str, data: st.DataObject) -> None:
    """In any order; each proposal brings the floor closer to the rulebook, and none is reversed."""
    rules = book(key)
    accepts, most, steps = Accepts(rules), most_steps(event), 0
    while found := acceptable(review(event, rules)):
        before = potential(event, rules)
        event = accepts.done(event, data.draw(st.sampled_from(found), label="accepted"))
        assert potential(event, rules) < before
        steps += 1
        assert steps <= most


def arrived(event: Floor) -> Floor:
    """Return the floor after all moved players have arrived."""
    return replace(event, tables=tuple(replace(was, sent=(), under_way=0) for was in event.tables))


@settings(max_examples=examples(300), deadline=None)
@given(floors(), st.sampled_from(BOOKS))
def test_a_table_can_play_once_entry_is_closed_and_no_proposal_is_open(event: Floor, key: str) -> None:
    rules = book(key)
    event = replace(arrived(event), entry_open=False, coming=0)
    most, steps = most_steps(event), 0
    while found := review(event, rules):
        event = arrived(Accepts(rules).done(event, found[0]))
        steps += 1
        assert steps <= most
    playing = [was for was in event.tables if was.size > 1 and not was.halted]
    assert playing or event.people < 2


@settings(max_examples=examples(300), deadline=None)
@given(floors(), st.sampled_from(BOOKS))
def test_dismissed_proposals_never_stop_all_play(event: Floor, key: str) -> None:
    rules = book(key)
    event = all_left(replace(arrived(event), entry_open=False, coming=0), rules)
    playing = [was for was in event.tables if was.size > 1 and not was.halted]
    assert playing or event.people < 2 or still_wanted(event, rules)
    if playing:
        assert still_wanted(event, rules) == []
