"""The floor's proposals by rulebook, their order, and their keys."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from seating.rules.review import Floor, Proposed, held_final_table, review
from tests.seating.floors import BOOKS, book, floor, sized, table
from tourney.rulebooks.books.schema import cite


def kinds(found: Sequence[Proposed]) -> list[str]:
    return [one.kind for one in found]


def codes(one: Proposed) -> list[str]:
    return [why.code for why in one.why]


def tables_of(found: Sequence[Proposed], kind: str) -> list[int]:
    return [one.detail["table"] for one in found if one.kind == kind]


# ---- proposals in the last hands of a day ----


@pytest.mark.parametrize("key", BOOKS)
def test_no_proposals_until_the_last_hands_are_played(key: str) -> None:
    uneven, final = sized(9, 9, 5), sized(5, 4)
    assert {"balance", "halt"} & set(kinds(review(uneven, book(key))))
    assert kinds(review(final, book(key))) == ["redraw"]
    held = review(replace(uneven, held_up=("balancing",)), book(key))
    assert not {"balance", "halt", "resume"} & set(kinds(held))
    assert "redraw" not in kinds(review(replace(final, held_up=("redraws",)), book(key)))


# ---- the final table, and other redraws ----


def test_nobody_moves_to_or_from_the_final_table_of_the_best() -> None:
    """Five Spades 4.19: the best play at table 1, the others for the places behind."""
    uneven = sized(4, 9, 7)
    for final, to in (((), {1}), ((1,), {3})):
        found = review(replace(uneven, final_table=final), book("five_spades"))
        assert {one.detail["to"] for one in found} == to
        assert set(kinds(found)) == {"balance"}
    # The others come to one table by a break, because the final table is not drawn again.
    small = replace(sized(2, 5, 4), final_table=(1,))
    assert [(one.kind, one.detail["table"]) for one in review(small, book("five_spades"))] == [("break", 3)]
    assert review(replace(sized(4, 2), final_table=(1,)), book("five_spades")) == ()
    assert review(replace(sized(4), final_table=(1,)), book("five_spades")) == ()


FINAL = [
    # rule, rulebook, seats per table, players at two tables, players at the final table (None: not yet)
    ("Munot 78: nine", "munot", 9, (5, 4), 9),
    ("Munot 78: nine, also of tables of ten", "munot", 10, (5, 5), None),
    ("Munot 78: nine, also of tables of six", "munot", 6, (5, 4), 9),
    ("Other Poker 7: ten", "other_poker", 10, (5, 5), 10),
    ("Other Poker 7: ten", "other_poker", 10, (6, 5), None),
    ("Five Spades 4.3: nine", "five_spades", 9, (5, 4), 9),
    ("Five Spades 4.3: nine", "five_spades", 9, (5, 5), None),
    ("PokerStars Live is silent: as many as a table seats", "pokerstars_live", 8, (4, 4), 8),
    ("PokerStars Live is silent: as many as a table seats", "pokerstars_live", 8, (5, 4), None),
    ("TDA RP-9: ten at tables of nine", "tda", 9, (5, 5), None),
    ("TDA RP-9: one of ten is out at tables of nine", "tda", 9, (5, 4), 9),
    ("TDA RP-9: one of ten is out at tables of eight", "tda", 8, (5, 4), 9),
    ("TDA RP-9: eight at tables of seven", "tda", 7, (4, 4), None),
    ("TDA RP-9: one of eight is out at tables of seven", "tda", 7, (4, 3), 7),
    ("TDA RP-9: one of eight is out at tables of six", "tda", 6, (4, 3), 7),
    ("WSOP 68: ten of tables of nine", "wsop", 9, (5, 5), 10),
    ("WSOP 68: nine of tables of eight", "wsop", 8, (5, 4), 9),
    ("WSOP 68: eight of tables of seven", "wsop", 7, (4, 4), 8),
    ("WSOP 68: seven of tables of six", "wsop", 6, (4, 3), 7),
    ("Five Spades 4.3: nine of tables of nine", "five_spades", 9, (5, 4), 9),
    ("Five Spades 4.3: seven of a 6max event", "five_spades", 6, (4, 3), None),
    ("Five Spades 4.3: six of a 6max event", "five_spades", 6, (3, 3), 6),
    ("WSOP 68: one too many", "wsop", 6, (4, 4), None),
]


@pytest.mark.parametrize(
    ("rule", "key", "seats", "sizes", "final"), FINAL, ids=[f"{one[0]} {one[3]}" for one in FINAL]
)
def test_the_final_table_is_drawn_when_the_book_says(
    rule: str, key: str, seats: int, sizes: Sequence[int], final: int | None
) -> None:
    found = review(sized(*sizes, seats=seats), book(key))
    if final is None:
        assert found == ()
        return
    (one,) = found
    assert one.kind == "redraw"
    assert one.detail == {"tables": 1, "players": sum(sizes), "seats": final}
    assert one.rule == cite(book(key), book(key).seating.final_table)


def test_five_spades_7_3_ten_play_the_cup_final() -> None:
    ten = sized(5, 5, seats=10)
    assert [one.kind for one in review(ten, book("five_spades"))] == []
    (drawn,) = review(replace(ten, cup_final=True), book("five_spades"))
    assert (drawn.kind, drawn.detail["seats"], drawn.rule) == ("redraw", 10, "Five Spades 4.3, 7.3")


def test_final_table_waits_for_arriving_players_and_closed_entry() -> None:
    assert kinds(review(sized(5, 4), book("munot"))) == ["redraw"]
    assert kinds(review(sized(5, 4, coming=1), book("munot"))) == []
    assert kinds(review(sized(5, 4, entry_open=True), book("munot"))) == []


def test_one_table_needs_no_proposal() -> None:
    for key in BOOKS:
        assert review(sized(9), book(key)) == ()
        assert review(floor(), book(key)) == ()


REDRAWS = [
    # entries, players per table, last redraw, number of tables after the redraw
    (120, (7, 7, 7, 6), None, 3),
    (120, (7, 7, 7, 7), None, None),
    (120, (9, 9, 9), None, 3),
    (120, (9, 9, 9), 3, None),
    (120, (6, 6, 6), 3, 2),
    (120, (6, 6, 6), None, 2),
    (120, (4, 3, 3), 3, 1),
    (100, (7, 7, 7, 6), None, 3),
    (99, (7, 7, 7, 6), None, None),
    (99, (6, 6, 6), None, 2),
    (51, (9, 9), None, 2),
    (51, (9, 9), 2, None),
    (50, (6, 6, 6), None, None),
    (50, (5, 5), None, 1),
]


@pytest.mark.parametrize(("entries", "sizes", "last", "tables"), REDRAWS)
def test_wsop_67c_field_is_redrawn_at_three_two_and_one_tables(
    entries: int, sizes: Sequence[int], last: int | None, tables: int | None
) -> None:
    found = review(sized(*sizes, entries=entries, redrawn_at=last), book("wsop"))
    drawn = [one for one in found if one.kind == "redraw"]
    assert [one.detail["tables"] for one in drawn] == ([] if tables is None else [tables])
    if tables is not None:
        assert len(found) == 1
        assert drawn[0].rule == ("WSOP 68" if tables == 1 else "WSOP 67c")


def test_no_other_book_redraws_before_the_final_table() -> None:
    for key in set(BOOKS) - {"wsop"}:
        assert "redraw" not in kinds(review(sized(9, 9, 9, entries=200), book(key)))


# ---- halting ----

HALTS = [
    ("PokerStars Live 2.5: three short", "pokerstars_live", (9, 9, 6), 0, [3]),
    ("PokerStars Live 2.5: two short", "pokerstars_live", (9, 9, 7), 0, []),
    ("TDA 11D: three short by elimination", "tda", (9, 9, 6), 3, [3]),
    ("TDA 11D: three short, of which one seat was never sold", "tda", (9, 9, 6), 2, []),
    ("TDA 11D: four short, three by elimination", "tda", (9, 9, 5), 3, [3]),
    ("WSOP 67: three short by elimination", "wsop", (9, 9, 6), 3, [3]),
    ("WSOP 67: unsold seats", "wsop", (9, 9, 6), 0, []),
    ("Munot stops no table", "munot", (9, 9, 4), 5, []),
    ("Other Poker stops no table", "other_poker", (9, 9, 4), 5, []),
    ("Five Spades stops no table", "five_spades", (9, 9, 4), 5, []),
]


def with_last(event: Floor, **changes: Any) -> Floor:
    """Return the floor with its last table changed."""
    return replace(event, tables=(*event.tables[:-1], replace(event.tables[-1], **changes)))


@pytest.mark.parametrize(
    ("rule", "key", "sizes", "busted", "stopped"), HALTS, ids=[f"{one[0]} ({one[1]})" for one in HALTS]
)
def test_a_table_stops_when_it_is_too_short(
    rule: str, key: str, sizes: Sequence[int], busted: int, stopped: list[int]
) -> None:
    found = review(with_last(sized(*sizes, entry_open=True), busted=busted), book(key))
    assert tables_of(found, "halt") == stopped
    assert "resume" not in kinds(found)


def test_pokerstars_live_2_5_halted_table_resumes_once_balanced_and_seated() -> None:
    rules = book("pokerstars_live")
    stopped = with_last(sized(9, 9, 6), halted=True)
    assert kinds(review(stopped, rules)) == ["balance"]
    on_the_way = with_last(sized(9, 8, 7), halted=True, under_way=1)
    assert kinds(review(on_the_way, rules)) == []
    arrived = with_last(on_the_way, under_way=0)
    assert kinds(review(arrived, rules)) == ["resume"]
    assert review(arrived, rules)[0].rule == "PokerStars Live 2.5"


def test_tda_11d_manually_halted_table_stays_halted_until_not_short() -> None:
    assert "resume" not in kinds(review(with_last(sized(9, 9, 6), halted=True, busted=0), book("tda")))
    assert "resume" in kinds(review(with_last(sized(9, 9, 7), halted=True, busted=0), book("tda")))


def test_manually_halted_table_resumes_once_tables_are_balanced() -> None:
    assert "resume" not in kinds(review(with_last(sized(9, 9, 7), halted=True), book("munot")))
    found = review(with_last(sized(9, 9, 8), halted=True), book("munot"))
    assert kinds(found) == ["resume"]
    assert found[0].rule == ""


def test_pokerstars_live_2_5_1_no_halts_or_moves_late_in_the_event() -> None:
    late = with_last(sized(9, 9, 4, late_stage=True), halted=True)
    assert kinds(review(late, book("pokerstars_live"))) == ["resume"]
    assert kinds(review(with_last(late, halted=False), book("pokerstars_live"))) == []


# ---- order ----


def test_pending_table_break_prevents_moves_but_halts_short_tables() -> None:
    event = sized(9, 9, 5, 4, 4)
    event = replace(event, tables=tuple(replace(one, busted=9 - one.size) for one in event.tables))
    found = review(event, book("tda"))
    assert kinds(found) == ["break", "halt", "halt"]
    assert tables_of(found, "break") == [5]
    assert tables_of(found, "halt") == [3, 4]


def test_final_table_takes_precedence_over_other_proposals() -> None:
    event = with_last(sized(6, 1, 1, entries=30), busted=8)
    assert kinds(review(event, book("tda"))) == ["redraw"]


def test_tables_are_stopped_before_players_are_moved_and_play_on_afterwards() -> None:
    event = sized(9, 9, 6, 8, entry_open=True)
    tables = [replace(one, halted=one.number == 4, busted=9 - one.size) for one in event.tables]
    found = review(replace(event, tables=tuple(tables)), book("tda"))
    assert kinds(found) == ["halt", "balance", "balance", "resume"]


# ---- reasons ----


def test_munot_10_break_proposal_details() -> None:
    (one,) = review(sized(4, 3, 3, seats=10, entry_open=True), book("munot"))
    assert one.detail == {"table": 3, "players": 3, "free": 13}
    assert one.rule == "Munot 10"
    reasons = {why.code: dict(why.values) for why in one.why}
    assert reasons == {
        "fits": {"players": 10, "tables": 1},
        "entry_open": {"spare": 2, "least": 2},
        "next_to_break": {"table": 3, "place": 1},
    }


def test_several_breaks_count_only_seats_of_remaining_tables() -> None:
    found = review(sized(4, 4, 4, 4, seats=8), book("tda"))
    assert [(one.detail["table"], one.detail["free"]) for one in found] == [(4, 8), (3, 8)]
    assert codes(found[0]) == ["fits", "entry_closed", "next_to_break"]


def test_munot_11_move_proposal_details() -> None:
    (one,) = review(sized(9, 9, 7), book("munot"))
    assert one.detail == {"entry": 204, "from": 2, "from_seat": 4, "to": 3, "to_seat": 8, "needs": []}
    assert one.rule == "Munot 11"
    reasons = {why.code: dict(why.values) for why in one.why}
    assert reasons == {
        "difference": {"from_size": 9, "to_size": 7, "least": 2},
        "overfull": {"table": 2},
        "next_big_blind": {"seat": 4},
        "worst_position": {"seat": 8, "hands": 5},
        "at_discretion": {},
    }


def test_a_move_asks_for_exactly_the_buttons_it_lacks() -> None:
    known, other = (1, 2, 3), None
    for source in (known, other):
        for destination in (known, other):
            event = floor(table(1, range(1, 10), source), table(2, range(1, 8), destination))
            (one,) = review(event, book("tda"))
            assert one.detail == {
                "entry": None if source is None else 104,
                "from": 1,
                "from_seat": None if source is None else 4,
                "to": 2,
                "to_seat": None if destination is None else 8,
                "needs": [
                    number for number, positions in ((1, source), (2, destination)) if positions is None
                ],
            }


WHICH = {
    "munot": "overfull",
    "other_poker": "not_drawn",
    "five_spades": "fullest_highest_number",
    "pokerstars_live": "fullest",
    "tda": "breaking_order",
    "wsop": "breaking_order",
}


@pytest.mark.parametrize("key", BOOKS)
def test_a_move_says_why_it_is_this_table_that_gives(key: str) -> None:
    assert WHICH[key] in codes(review(sized(9, 9, 6), book(key))[-1])


def test_move_names_how_the_table_order_was_determined() -> None:
    assert "drawn" in codes(review(sized(9, 9, 7, giving=(1, 2, 3)), book("other_poker"))[0])
    assert "fixed" in codes(review(sized(9, 9, 7, giving=(1, 2, 3)), book("tda"))[0])
    assert "next_number" in codes(review(sized(*[9] * 20, 7), book("wsop"))[0])


def test_only_open_registration_holds_up_a_final_table_that_could_be_drawn() -> None:
    held = sized(4, 3, entry_open=True, entries=12)
    assert held_final_table(held, book("tda")) == (7, 9)
    # Registration is closed; too many; none has busted; the cards of the day's last hand are dealt; won.
    for other in (
        replace(held, entry_open=False),
        sized(5, 5, entry_open=True, entries=12),
        replace(held, entries=7),
        replace(held, held_up=("redraws",)),
        replace(held, over=True),
        sized(7, entry_open=True, entries=12),
    ):
        assert held_final_table(other, book("tda")) is None


@pytest.mark.parametrize("key", BOOKS)
def test_a_day_whose_stacks_go_on_breaks_a_table_instead_of_drawing_a_final_one(key: str) -> None:
    """Its players go on to another day, so that the last table of a flight is not the tournament's."""
    flight = sized(4, 3, entries=20, goes_on=True)
    assert [one.kind for one in review(replace(flight, goes_on=False), book(key))] == ["redraw"]
    assert [one.kind for one in review(flight, book(key))] == ["break"]
    assert held_final_table(replace(flight, entry_open=True), book(key)) is None
    # Nor is it redrawn at a number of tables that is meant for the whole field (WSOP 67c).
    assert "redraw" not in [one.kind for one in review(sized(*[6] * 3, entries=300, goes_on=True), book(key))]
