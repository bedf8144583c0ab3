"""Chip races at the tables: planned, counted, dealt by each rulebook, and old chips found later."""

from types import SimpleNamespace
from typing import Any

import pytest

from procedures.commands.chip_races import cancel, finish, plan, start
from procedures.commands.old_chips import colour_up, found
from procedures.commands.race_counts import enter
from procedures.commands.race_tables import deal, real_cards, table_done
from procedures.models import Race
from procedures.services.chip_races import TableRace, table_race_of, table_races_of
from seating.commands import put_button
from seating.services import chip_limits
from seating.services.draw_verification import announcement_of, draw_of, verdict_of
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MakesEvents, level, pause, press, refusal
from tests.procedures.chip_race_scenes import (
    EVENING,
    ROOM,
    chips,
    counts,
    raced,
    shown,
    started,
    table,
    with_chips,
)
from tests.seating.seating_scenes import Places, seated
from tourney.access.roles import Actor
from tourney.commands import set_field
from tourney.journal.undo import undo
from tourney.models import JournalEntry, Notice, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    """Create a Munot event with chips from 25 to 5,000; 25s leave in the first break, 100s in the second."""
    made = make_event(EVENING, book="munot")
    with_chips(made, 25, 100, 500, 1_000, 5_000)
    return made


@pytest.fixture
def at(event: int) -> Places:
    """Seat players at three tables."""
    return seated(event, ROOM)


@pytest.fixture(autouse=True)
def read_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare a single table, as read by a command or tablet, with the same table in a read of all tables."""

    def compared(race: Race, key: int) -> TableRace | None:
        found = table_race_of(race, key)
        assert found == table_races_of(race).get(key)
        return found

    for module in ("procedures.commands.race_counts", "procedures.boards.race_tables"):
        monkeypatch.setattr(f"{module}.table_race_of", compared)


# --- due races -----------------------------------------------------------------------------------------------------
def test_leaving_chips_of_the_structure_are_listed_until_raced_or_skipped(
    event: int, floor: Actor, at: Places
) -> None:
    due = [(one["small"], one["big"], one["at"], one["planned"]) for one in shown(event)["due"]]
    assert due == [(25, 100, 1, False), (100, 500, 3, False)]
    assert shown(event)["rule"] == "Munot 24"
    press(cancel, event, by=floor, small=25)
    press(plan, event, by=floor, small=100)
    assert [(one["small"], one["planned"]) for one in shown(event)["due"]] == [(100, True)]


def test_chip_that_does_not_divide_a_bigger_one_is_reported(make_event: MakesEvents, floor: Actor) -> None:
    event = make_event([level(100), pause(colour_up=[200]), level(400)])
    seated(event, ROOM)
    assert shown(event)["due"][0]["lack"] == "no_chips"
    assert refusal(plan, event, by=floor, small=200).code == "no_chips"
    with_chips(event, 200, 500, 1_000)
    assert shown(event)["due"][0]["lack"] == "not_a_multiple"
    assert refusal(plan, event, by=floor, small=200).code == "not_a_multiple"
    assert refusal(plan, event, by=floor, small=200, big=500).code == "not_a_multiple"
    assert refusal(plan, event, by=floor, small=50).code == "no_such_chip"
    press(plan, event, by=floor, small=200, big=1_000)
    assert (shown(event)["due"][0]["big"], shown(event)["due"][0]["lack"]) == (1_000, "")


# --- a race from its plan to its end -------------------------------------------------------------------------------
def test_munot_24_race_at_every_table_adds_the_rounding_to_play(
    event: int, floor: Actor, dealer: Actor, at: Places
) -> None:
    before = chips(event)
    race = started(event, floor)
    assert JournalEntry.journal(event).latest("seq").rule == "Munot 24"
    assert shown(event)["tables"] == [(1, "open"), (2, "open"), (3, "open")]
    # Table 1: 175 in odd chips make two big ones, as 75 is more than half of one.
    press(enter, event, by=dealer, race=race, number=1, seats=counts(s1=3, s3=6, s5=2))
    assert (table(event, 1)["state"], table(event, 1)["order"], table(event, 1)["prizes"]) == (
        "counted",
        [1, 3, 5],
        2,
    )
    dealt = [
        {"seat": 1, "cards": ["2s", "9h", "Kc"]},
        {"seat": 3, "cards": ["Kd", "3c"]},
        {"seat": 5, "cards": ["4d", "5d"]},
    ]
    press(real_cards, event, by=dealer, race=race, number=1, cards=dealt)
    assert {one["seat"]: one["big"] for one in table(event, 1)["seats"]} == {1: 1, 3: 2, 5: 0, 7: 0}
    assert chips(event) == before + 25
    press(table_done, event, by=dealer, race=race, number=1)
    # Table 2: a single chip is the last one of seat 4, who is not raced out.
    seats = [{"seat": 2, "small": 1}, {"seat": 4, "small": 1, "others": False}]
    press(enter, event, by=dealer, race=race, number=2, seats=seats)
    press(deal, event, by=dealer, race=race, number=2)
    assert [(one["won"], one["saved"]) for one in table(event, 2)["seats"] if one["seat"] == 4] in (
        [(True, False)],
        [(False, True)],
    )
    press(table_done, event, by=dealer, race=race, number=2)
    assert refusal(finish, event, by=floor, race=race).code == "still_racing"
    press(table_done, event, by=floor, race=race, number=3, none=True)
    assert shown(event)["over"]
    one, other = table(event, 1)["totals"], table(event, 2)["totals"]
    assert shown(event)["totals"] == {name: one[name] + other[name] for name in one}
    assert one == {"before": 11, "exchanged": 4, "raced": 7, "big": 3, "won": 2, "saved": 0, "change": 25}
    assert raced(event) == []
    done = press(finish, event, by=floor, race=race)
    assert done.answer is not None
    assert raced(event) == [25]
    assert shown(event)["past"] == [(25, 100, done.answer["change"])]
    assert chips(event) == before + done.answer["change"]
    assert refusal(start, event, by=floor, small=25).code == "raced_already"
    journal_tells_the_rows()


def test_race_cards_come_from_a_sealed_seed_and_can_be_verified(
    event: int, floor: Actor, dealer: Actor, at: Places
) -> None:
    race = started(event, floor)
    press(enter, event, by=dealer, race=race, number=1, seats=counts(s1=3, s7=2))
    done = press(deal, event, by=dealer, race=race, number=1)
    assert done.answer is not None
    record = draw_of(done.answer["digest"])
    assert record is not None
    assert verdict_of(record).fits
    assert announcement_of(record) is not None
    seats = {one["seat"]: one for one in table(event, 1)["seats"]}
    assert [len(seats[seat]["cards"]) for seat in (1, 3, 5, 7)] == [3, 0, 0, 2]
    assert table(event, 1)["digest"] == record.digest
    assert [seat for seat, one in seats.items() if one["won"]] == record.outcome["won"]


def test_pokerstars_live_3_2_cards_are_dealt_from_the_left_of_the_button(
    make_event: MakesEvents, floor: Actor, dealer: Actor
) -> None:
    event = make_event(EVENING, book="pokerstars_live")
    with_chips(event, 25, 100, 500)
    seated(event, ROOM)
    race = started(event, floor)
    press(enter, event, by=dealer, race=race, number=1, seats=counts(s1=3, s3=1, s5=2, s7=1))
    refused = refusal(deal, event, by=dealer, race=race, number=1)
    assert (refused.code, refused.rule) == ("button_unknown", "PokerStars Live 3.2")
    press(put_button, event, by=dealer, number=1, button=3)
    assert table(event, 1)["order"] == [5, 7, 1, 3]
    done = press(deal, event, by=dealer, race=race, number=1)
    assert done.answer is not None
    record = draw_of(done.answer["digest"])
    assert record is not None
    assert [seat for seat, _cards in record.outcome["cards"]] == [5, 7, 1, 3]


def test_other_poker_16_players_who_deal_themselves_round_their_own_chips(
    make_event: MakesEvents, floor: Actor, dealer: Actor
) -> None:
    event = make_event(EVENING, book="other_poker")
    with_chips(event, 25, 100, 500)
    seated(event, ROOM)
    before = chips(event)
    assert shown(event)["rounds"]
    race = started(event, floor, self_dealt=True)
    assert shown(event)["policy"] == "round_each"
    press(enter, event, by=dealer, race=race, number=1, seats=counts(s1=1, s3=2, s5=3, s7=5))
    seen = table(event, 1)
    assert seen["state"] == "dealt"
    assert {one["seat"]: one["big"] for one in seen["seats"]} == {1: 0, 3: 1, 5: 1, 7: 1}
    assert chips(event) == before + (2 * 100 - 7 * 25)
    assert refusal(deal, event, by=dealer, race=race, number=1).code == "dealt_already"


def test_a_count_of_the_stack_is_as_good_as_one_of_the_odd_chips(
    event: int, floor: Actor, dealer: Actor, at: Places
) -> None:
    race = started(event, floor)
    seats = [{"seat": 1, "stack": 12_475}, {"seat": 3, "stack": 50}, {"seat": 5, "stack": 9_000}]
    press(enter, event, by=dealer, race=race, number=1, seats=seats)
    held = {one["seat"]: (one["odd"], one["others"]) for one in table(event, 1)["seats"]}
    assert held == {1: (3, True), 3: (2, False), 5: (0, True), 7: (0, True)}
    wrong = [{"seat": 1, "stack": 12_480}]
    assert refusal(enter, event, by=dealer, race=race, number=1, seats=wrong).code == "odd_count"


@pytest.fixture
def two_colours(make_event: MakesEvents, floor: Actor) -> int:
    """Create a Munot event in which the 25s and the 100s leave in one break."""
    made = make_event([level(100), pause(10, colour_up=[25, 100]), level(400)], book="munot")
    with_chips(made, 25, 100, 500, 1_000)
    seated(made, ROOM)
    return made


def test_chips_are_counted_by_value_where_two_colours_leave_together(
    two_colours: int, floor: Actor, dealer: Actor
) -> None:
    race = started(two_colours, floor)
    assert table(two_colours, 1)["big"] == 500
    assert table(two_colours, 1)["hidden"] == [100]
    by_stack = refusal(enter, two_colours, by=dealer, race=race, number=1, seats=[{"seat": 1, "stack": 325}])
    assert (by_stack.code, by_stack.rule) == ("count_by_chip", "Munot 24")
    by_chip = [{"seat": 1, "chips": [{"value": 25, "count": 1}, {"value": 100, "count": 3}], "others": False}]
    press(enter, two_colours, by=dealer, race=race, number=1, seats=by_chip)
    held = {one["seat"]: (one["odd"], one["others"]) for one in table(two_colours, 1)["seats"]}
    assert held[1] == (1, True)


def test_the_second_of_two_colours_is_counted_by_stack_again(
    two_colours: int, floor: Actor, dealer: Actor
) -> None:
    first = started(two_colours, floor)
    for number in ROOM:
        press(table_done, two_colours, by=floor, race=first, number=number, none=True)
    press(finish, two_colours, by=floor, race=first)
    done = press(start, two_colours, by=floor, small=100)
    assert done.answer is not None
    assert table(two_colours, 1)["hidden"] == []
    seats = [{"seat": 1, "stack": 800}]
    press(enter, two_colours, by=dealer, race=done.answer["race"], number=1, seats=seats)
    assert [one["odd"] for one in table(two_colours, 1)["seats"] if one["seat"] == 1] == [3]


@pytest.mark.parametrize(
    ("chips", "code"),
    [
        ([{"value": 100, "count": 3}], "no_count"),
        ([{"value": 25, "count": 1}, {"value": 25, "count": 2}], "twice"),
    ],
)
def test_a_count_by_value_names_the_leaving_chip_once(
    two_colours: int, floor: Actor, dealer: Actor, chips: list[dict[str, int]], code: str
) -> None:
    race = started(two_colours, floor)
    seats = [{"seat": 1, "chips": chips}]
    assert refusal(enter, two_colours, by=dealer, race=race, number=1, seats=seats).code == code


def test_no_stack_exceeds_the_chips_in_play(
    event: int, floor: Actor, dealer: Actor, at: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    race = started(event, floor)
    monkeypatch.setattr(chip_limits, "field_of", lambda _event: SimpleNamespace(chips=100_000))
    for seat in ({"stack": 100_025}, {"small": 4_001}):
        seats = [{"seat": 1, **seat}]
        assert refusal(enter, event, by=dealer, race=race, number=1, seats=seats).code == "too_many_chips"
    press(enter, event, by=dealer, race=race, number=1, seats=[{"seat": 1, "stack": 100_000}])


@pytest.mark.parametrize(
    ("seats", "code"),
    [
        (counts(s2=1), "seat_empty"),
        ([{"seat": 1, "small": 1}, {"seat": 1, "small": 2}], "twice"),
        ([{"seat": 1}], "no_count"),
        ([{"seat": 1, "small": 1, "stack": 25}], "no_count"),
    ],
)
def test_impossible_stack_is_refused(
    event: int, floor: Actor, dealer: Actor, at: Places, seats: list[dict[str, int]], code: str
) -> None:
    race = started(event, floor)
    assert refusal(enter, event, by=dealer, race=race, number=1, seats=seats).code == code


@pytest.mark.parametrize(
    ("dealt", "code"),
    [
        ([{"seat": 1, "cards": ["As"]}], "wrong_cards"),
        ([{"seat": 1, "cards": ["As", "Ks"]}, {"seat": 3, "cards": ["Qs"]}], "wrong_cards"),
        ([{"seat": 1, "cards": ["As", "As"]}], "same_card"),
        ([{"seat": 1, "cards": ["As", "Ks"]}, {"seat": 1, "cards": ["Qs", "Js"]}], "same_card"),
    ],
)
def test_cards_that_cannot_have_been_dealt_are_refused(
    event: int, floor: Actor, dealer: Actor, at: Places, dealt: list[dict[str, Any]], code: str
) -> None:
    race = started(event, floor)
    early = refusal(real_cards, event, by=dealer, race=race, number=1, cards=dealt)
    assert early.code == "not_counted"
    press(enter, event, by=dealer, race=race, number=1, seats=counts(s1=2))
    assert refusal(real_cards, event, by=dealer, race=race, number=1, cards=dealt).code == code


def test_where_the_field_is_counted_by_hand_the_chips_beyond_the_stacks_follow(
    event: int, floor: Actor, dealer: Actor, at: Places
) -> None:
    Tournament.objects.filter(pk=event).update(counted_by_hand=True)
    race = started(event, floor)
    press(enter, event, by=dealer, race=race, number=3, seats=counts(s1=3))
    dealt = press(deal, event, by=dealer, race=race, number=3)
    assert chips(event) == 0
    press(undo, event, by=floor, seq=dealt.seq)
    press(set_field, event, by=floor, entries=10, left=10)
    press(deal, event, by=dealer, race=race, number=3)
    assert chips(event) == 10 * 10_000 + 25


# --- chips found later, at discretion ------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("book", "rule"),
    [
        ("munot", "Munot 24"),
        ("tda", "TDA 24C"),
        ("wsop", "WSOP 77"),
        ("pokerstars_live", "PokerStars Live 3.2"),
    ],
    ids=["Munot 24", "TDA 24C", "WSOP 77", "PokerStars Live 3.2"],
)
def test_old_chips_are_exchanged_at_their_value_and_the_rest_leaves_play(
    make_event: MakesEvents, floor: Actor, dealer: Actor, book: str, rule: str
) -> None:
    event = make_event(EVENING, book=book)
    with_chips(event, 25, 100, 500)
    at = seated(event, ROOM)
    before = chips(event)
    assert refusal(found, event, by=dealer, entry=at[1, 1], value=25, count=7).code == "still_in_play"
    race = started(event, floor)
    for number in ROOM:
        press(table_done, event, by=dealer, race=race, number=number, none=True)
    press(finish, event, by=floor, race=race)
    done = press(found, event, by=dealer, entry=at[1, 1], value=25, count=7)
    assert done.answer is not None
    assert (done.answer["given"], done.answer["removed"], done.answer["chips"]) == (100, 75, [[100, 1]])
    assert JournalEntry.journal(event).latest("seq").rule == rule
    assert chips(event) == before - 75
    assert refusal(found, event, by=dealer, entry=at[1, 1], value=50, count=1).code == "no_such_chip"


@pytest.mark.parametrize(
    ("book", "rule"),
    [("munot", "Munot 25"), ("pokerstars_live", "PokerStars Live 3.3"), ("tda", "TDA 25B")],
    ids=["Munot 25", "PokerStars Live 3.3", "TDA 25B"],
)
def test_discretionary_colour_up_exchanges_whole_lots_and_notifies(
    make_event: MakesEvents, floor: Actor, book: str, rule: str
) -> None:
    event = make_event(EVENING, book=book)
    with_chips(event, 25, 100, 500)
    at = seated(event, ROOM)
    before = chips(event)
    done = press(colour_up, event, by=floor, entry=at[1, 3], small=25, count=11)
    assert done.answer is not None
    assert (done.answer["lots"], done.answer["rest"], done.answer["big"]) == (2, 3, 100)
    assert JournalEntry.journal(event).latest("seq").rule == rule
    notice = Notice.objects.get(kind="coloured_up")
    assert (notice.player_id, notice.values) == (
        Tournament.objects.get().entries.get(pk=at[1, 3]).player_id,
        {"small": 25, "big": 100, "table": 1, "seat": 3},
    )
    assert chips(event) == before
    assert refusal(colour_up, event, by=floor, entry=at[1, 3], small=25, count=3).code == "too_few"
    assert refusal(colour_up, event, by=floor, entry=at[1, 3], small=500, count=3).code == "no_bigger_chip"
