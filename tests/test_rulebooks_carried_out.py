"""Policies of a room's own book are applied, or refused when the book is saved."""

from types import SimpleNamespace

import pytest

from penalties.commands.penalties import impose
from penalties.models import Penalty
from penalties.rules.serving import Sentence, of_orbits
from penalties.services.proposals import offered_in
from procedures.boards import hand_for_hand as boards_rounds
from procedures.commands.hand_for_hand import announce
from seating.commands import break_table, draw_one_seat
from seating.models import Seat
from seating.services.free_seats import count_free_seats
from tests.fixtures.room import MakesEvents, press, refusal
from tests.fixtures.wire import as_sent
from tests.rulebooks.own import own_edition
from tests.seating.people import HOUSE, drawn_event, register_entries
from tests.seating.seating_scenes import seated
from tourney.access.roles import Actor
from tourney.commands import save_book
from tourney.models import ChipMove, Tournament
from tourney.rulebooks.books import BookError, parse_book, shipped, shipped_text
from tourney.rulebooks.shelf import book_of

hand_for_hand = as_sent(boards_rounds.hand_for_hand)

ROOM = {1: (1, 3, 5, 7), 2: (2, 4, 6, 8, 9, 1), 3: (1, 2, 9)}


# --- refused ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("book", "old", "new", "key"),
    [
        ("tda", "most_won = 1", "most_won = 2", "chips.race.most_won"),
        ("tda", "raced_out = false", "raced_out = true", "chips.race.raced_out"),
        (
            "munot",
            "position_regarded = false",
            "position_regarded = true",
            "seating.breaking.position_regarded",
        ),
        ("munot", "old_seat = false", "old_seat = true", "entering.re_entry.old_seat"),
        ("pokerstars_live", "to_next_day = true", "to_next_day = false", "penalties.carrying.to_next_day"),
    ],
)
def test_book_with_an_unimplemented_policy_is_refused(book: str, old: str, new: str, key: str) -> None:
    text = shipped_text(book)
    assert old in text
    with pytest.raises(BookError) as caught:
        parse_book(text.replace(old, new, 1), source="ours.toml")
    assert caught.value.key == key
    assert "only" in caught.value.reason


@pytest.mark.django_db
def test_unsupported_value_is_refused_at_its_field(event: int) -> None:
    text = shipped_text("tda").replace("most_won = 1", "most_won = 2", 1)
    refused = refusal(save_book, by=HOUSE, key="tda", text=text)
    assert refused.code == "wrong_book"
    assert "chips.race.most_won" in str(refused)


# --- applied ---------------------------------------------------------------------------------------------------------
def test_an_orbit_counted_as_served_is_a_round_of_the_button() -> None:
    text = shipped_text("other_poker").replace('counted = "when_imposed"', 'counted = "as_served"', 1)
    book = parse_book(text, source="ours.toml")
    assert of_orbits(2, 7, shipped()["other_poker"]) == Sentence(hands=14)
    assert of_orbits(2, 7, book) == Sentence(rounds=2)


@pytest.mark.django_db
@pytest.mark.parametrize(("taken_over", "free"), [("true", 11), ("false", 6)])
def test_late_entry_takes_over_a_ghost_only_if_the_book_says_so(
    make_event: MakesEvents, taken_over: str, free: int
) -> None:
    line = "latecomer_takes_over = "
    book = own_edition("five_spades", (f"{line}true", f"{line}{taken_over}"))
    event = make_event(book=book)
    # Two tables of six: seven players, five ghosts; and a table in reserve.
    drawn_event(event, 7, [1, 2, 3], seats_per_table=6, ghosts=True)
    assert Seat.objects.filter(kind="ghost").count() == 5
    assert count_free_seats(Tournament.objects.get(pk=event)) == free
    (late,) = register_entries(event, 1)
    press(draw_one_seat, event, by=HOUSE, entry=late)
    assert Seat.objects.filter(entry=late).exists()
    assert Seat.objects.filter(kind="ghost").count() == (4 if taken_over == "true" else 5)


@pytest.mark.django_db
@pytest.mark.parametrize(("carried", "outcome"), [("true", ""), ("false", "lifted")])
def test_penalty_moves_to_another_table_only_if_the_book_allows(
    make_event: MakesEvents, floor: Actor, carried: str, outcome: str
) -> None:
    line = "to_other_tables = "
    event = make_event(book=own_edition("pokerstars_live", (f"{line}true", f"{line}{carried}")))
    at = seated(event, ROOM)
    for reason in ("Phone", "Soft play"):
        press(impose, event, by=floor, entry=at[3, 2], kind="hands", count=4, reason=reason)
    press(impose, event, by=floor, entry=at[1, 3], kind="hands", count=4, reason="Phone")
    press(break_table, event, by=HOUSE, number=3)
    assert {row.outcome for row in Penalty.objects.filter(entry=at[3, 2])} == {outcome}
    assert Penalty.objects.get(entry=at[1, 3]).outcome == ""


@pytest.mark.django_db
@pytest.mark.parametrize(("leave", "gone"), [("true", -5_000), ("false", None)])
def test_chips_of_the_disqualified_leave_play_only_where_the_book_says_so(
    make_event: MakesEvents, floor: Actor, leave: str, gone: int | None
) -> None:
    line = "chips_leave_play = "
    event = make_event(book=own_edition("tda", (f"{line}true", f"{line}{leave}")))
    at = seated(event, ROOM)
    press(impose, event, by=floor, entry=at[1, 1], kind="disqualification", reason="Cheating", chips=5_000)
    moved = ChipMove.objects.filter(tournament=event, kind="removed").values_list("chips", flat=True).first()
    assert moved == gone


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("book", "left", "due"),
    [
        ("munot", 9, True),
        ("munot", 10, False),
        # Three players before the money in the shipped rulebook, otherwise as many as there are tables.
        ("pokerstars_live", 11, True),
        ("pokerstars_live", 12, False),
        ("as many as tables", 10, True),
        ("as many as tables", 11, False),
        ("munot", 8, False),
    ],
)
def test_hand_for_hand_is_proposed_when_the_book_has_it_start(
    make_event: MakesEvents, monkeypatch: pytest.MonkeyPatch, book: str, left: int, due: bool
) -> None:
    if book == "as many as tables":
        book = own_edition("pokerstars_live", ("players_ahead = 3\n", ""))
    event = make_event(book=book)
    seated(event, {1: (1, 2, 3), 2: (4, 5)})
    monkeypatch.setattr(boards_rounds, "prizes_of", lambda _event: [None] * 8)
    monkeypatch.setattr(boards_rounds, "is_complete", lambda _event: True)
    monkeypatch.setattr(boards_rounds, "field_of", lambda _event: SimpleNamespace(left=left))
    board = hand_for_hand(event)
    assert board is not None
    assert board["due"] is due


@pytest.mark.django_db
def test_the_minutes_of_a_hand_are_the_books_where_the_event_may_not_set_them(
    make_event: MakesEvents, floor: Actor
) -> None:
    book = own_edition("tda", ("event_may_set = true", "event_may_set = false"))
    event = make_event(book=book)
    seated(event, ROOM)
    refused = refusal(announce, event, by=floor, minutes=3)
    assert (refused.code, refused.rule) == ("book_sets_minutes", "TDA RP-8B–D")
    press(announce, event, by=floor, minutes=2)


@pytest.mark.django_db
@pytest.mark.parametrize(("punished", "rule"), [("true", "TDA 33"), ("false", "")])
def test_dodging_blinds_is_cited_as_an_offence_where_the_book_punishes_it(
    event: int, punished: str, rule: str
) -> None:
    book = book_of(own_edition("tda", ("penalty = true", f"penalty = {punished}")))
    reasons = {one["reason"]: one["rule"] for one in offered_in(book)["reasons"]}
    assert reasons["blinds"] == rule
