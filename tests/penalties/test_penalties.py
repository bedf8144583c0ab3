"""Penalties at the tables: imposed, sat out hand by hand wherever the player goes, and over exactly then."""

from collections.abc import Mapping
from typing import Any

import pytest

from clock.commands.events import close_event
from notifications.boards import own as own_pages
from notifications.services.texts import first_words, notice_text
from penalties.boards import penalties as penalties_boards
from penalties.boards.penalties import history_of
from penalties.commands.penalties import count_hand, impose, lift
from penalties.models import Penalty
from prizes.services.results import ranking_of
from seating.commands import arrive_all, break_table, bust, finish_hand, give_seat, put_button, remove_entry
from seating.commands.seats import reinstate
from seating.models import Bust, TournamentTable
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MakesEvents, press, refusal
from tests.fixtures.wall import Wall
from tests.fixtures.wire import as_sent
from tests.seating.people import HOUSE
from tests.seating.seating_scenes import Places, seated
from tourney.access.roles import Actor
from tourney.journal.undo import undo
from tourney.models import Entry, JournalEntry, Notice, Tournament

mine_of = as_sent(own_pages.mine_of)

penalties = as_sent(penalties_boards.penalties)

pytestmark = pytest.mark.django_db
ROOM = {1: (1, 3, 5, 7), 2: (2, 4, 6, 8, 9, 1), 3: (1, 2, 9)}


@pytest.fixture
def make_at(make_event: MakesEvents) -> Any:
    """An event of a book with three tables: its id, and the entry at (table, chair)."""

    def make(book: str) -> tuple[int, Places]:
        event = make_event(book=book)
        return event, seated(event, ROOM)

    return make


def shown(event: int) -> Mapping[str, Any]:
    """The board as staff see it."""
    found = penalties(event, "")
    assert found is not None
    return found


def given(event: int, by: Actor, entry: int, kind: str, **more: Any) -> Penalty:
    """Somebody is penalised."""
    done = press(impose, event, by=by, entry=entry, kind=kind, reason="Soft play", **more)
    assert done.answer is not None
    return Penalty.objects.get(pk=done.answer["penalty"])


def hands(event: int, number: int, count: int = 1, **more: Any) -> int:
    """So many hands end at a table. Returns the line of the last one."""
    seq = 0
    for _one in range(count):
        tournament_table = TournamentTable.objects.get(tournament=event, table__number=number)
        seq = press(finish_hand, event, by=HOUSE, number=number, hand=tournament_table.hands + 1, **more).seq
    return seq


def left(row: Penalty) -> int | None:
    """Hands that are left; None once it is over."""
    row.refresh_from_db()
    return None if row.ended_at else row.hands_left


def rule_of(event: int) -> str:
    """What the last line of an event rests on."""
    return JournalEntry.journal(event).latest("seq").rule


# --- hand-worked, by the books' rules --------------------------------------------------------------------------------
def test_munot_71_hands_are_sat_out_from_the_end_of_the_hand(make_at: Any, floor: Actor) -> None:
    event, at = make_at("munot")
    row = given(event, floor, at[1, 3], "hands", count=2)
    assert (rule_of(event), row.hands_left, row.players) == ("Munot 71", 2, 4)
    assert shown(event)["running"][0]["waits"]
    hands(event, 1)
    assert left(row) == 2
    hands(event, 1)
    assert left(row) == 1
    hands(event, 2, 3)
    assert left(row) == 1
    hands(event, 1)
    row.refresh_from_db()
    assert (row.outcome, row.served, row.estimated, row.hands_left) == ("served", 2, 0, 0)
    assert shown(event)["running"] == []
    assert [one["outcome"] for one in shown(event)["ended"]] == ["served"]
    player = Entry.objects.get(pk=at[1, 3]).player_id
    notices = Notice.objects.filter(player=player).order_by("pk").values_list("kind", flat=True)
    assert list(notices)[-2:] == ["penalty", "penalty_over"]
    journal_tells_the_rows()


def test_munot_71_the_second_offence_is_proposed_five_orbits(make_at: Any, floor: Actor) -> None:
    event, at = make_at("munot")
    assert given(event, floor, at[1, 3], "orbits").count == 1
    assert given(event, floor, at[1, 3], "orbits").count == 5
    assert given(event, floor, at[2, 4], "orbits").count == 1


def test_munot_35_a_misdeal_and_its_replay_are_one_hand(make_at: Any, floor: Actor) -> None:
    event, at = make_at("munot")
    row = given(event, floor, at[1, 3], "hands", count=2)
    # The hand that ran is dealt again: it is not over before its replay is.
    hands(event, 1, misdeal=True)
    hands(event, 1)
    assert left(row) == 2
    hands(event, 1, misdeal=True)
    assert left(row) == 2
    hands(event, 1)
    assert left(row) == 1
    assert JournalEntry.journal(event).latest("seq").arguments["misdeal"] is False


def test_tda_35c_a_misdeal_moves_no_button(make_at: Any, floor: Actor) -> None:
    event, _at = make_at("tda")
    press(put_button, event, by=HOUSE, number=1, button=3)
    before = TournamentTable.objects.values("button", "small_blind", "big_blind").get(table__number=1)
    hands(event, 1, misdeal=True)
    assert TournamentTable.objects.values("button", "small_blind", "big_blind").get(table__number=1) == before
    assert TournamentTable.objects.get(table__number=1).hands == 1


def test_other_poker_40_rounds_are_hands_of_the_players_when_it_was_imposed(
    make_at: Any, floor: Actor
) -> None:
    event, at = make_at("other_poker")
    row = given(event, floor, at[2, 4], "orbits", count=3)
    assert (rule_of(event), row.hands_left) == ("Other Poker 40", 18)
    press(bust, event, by=HOUSE, entry=at[2, 6])
    hands(event, 2, 19)
    assert left(row) is None
    # One hand, or one to four rounds.
    assert (
        refusal(impose, event, by=floor, entry=at[1, 1], kind="hands", count=2, reason="x").code == "too_long"
    )
    assert (
        refusal(impose, event, by=floor, entry=at[1, 1], kind="orbits", count=5, reason="x").code
        == "too_long"
    )
    none = refusal(impose, event, by=floor, entry=at[1, 1], kind="reminder", reason="x")
    assert (none.code, none.rule) == ("no_such_penalty", "Other Poker 40")


def test_five_spades_3_8_an_orbit_is_over_when_the_button_went_round(make_at: Any, floor: Actor) -> None:
    event, at = make_at("five_spades")
    press(put_button, event, by=HOUSE, number=1, button=3)
    row = given(event, floor, at[1, 5], "orbits")
    assert (row.count, row.hands_left, row.rounds_left) == (1, None, 1)
    hands(event, 1)
    hands(event, 1, 3)
    row.refresh_from_db()
    assert (row.rounds_left, row.served) == (1, 3)
    hands(event, 1)
    row.refresh_from_db()
    assert (row.outcome, row.served) == ("served", 4)


def test_five_spades_3_8_orbit_penalty_continues_at_another_table(make_at: Any, floor: Actor) -> None:
    event, at = make_at("five_spades")
    press(put_button, event, by=HOUSE, number=1, button=3)
    press(put_button, event, by=HOUSE, number=2, button=2)
    row = given(event, floor, at[1, 5], "orbits")
    hands(event, 1, 2)
    row.refresh_from_db()
    assert (row.rounds_left, row.served, row.button_mark) == (1, 1, 5)
    press(give_seat, event, by=HOUSE, entry=at[1, 5], table=2, seat=7)
    press(arrive_all, event, by=HOUSE, number=2)
    # The button has four chairs' worth of a round to go (7 of 9), wherever it stands at the new table.
    hands(event, 2)
    row.refresh_from_db()
    button = TournamentTable.objects.get(tournament=event, table__number=2).button
    assert button is not None
    assert row.button_mark is not None
    assert (row.button_mark - button) % 9 == (5 - 7) % 9
    for _hand in range(20):
        if row.ended_at:
            break
        hands(event, 2)
        row.refresh_from_db()
    # Seven players sit there: nearly all of a round is left, and not two.
    assert (row.outcome, row.served) == ("served", 7)


def test_pokerstars_live_6_9_1_six_players_are_six_hands(make_at: Any, floor: Actor) -> None:
    event, at = make_at("pokerstars_live")
    row = given(event, floor, at[2, 4], "orbits", count=1)
    assert (rule_of(event), row.hands_left) == ("PokerStars Live 6.9.1", 6)


def test_pokerstars_live_6_9_4_penalties_move_to_other_tables(make_at: Any, floor: Actor) -> None:
    event, at = make_at("pokerstars_live")
    row = given(event, floor, at[3, 2], "hands", count=4)
    hands(event, 3, 3)
    assert left(row) == 2
    press(break_table, event, by=HOUSE, number=3)
    place = shown(event)["running"][0]["table"]
    # A hand runs there, from which nobody kept them.
    assert shown(event)["running"][0]["waits"]
    hands(event, place)
    assert left(row) == 2
    assert not shown(event)["running"][0]["waits"]
    hands(event, place, 2)
    assert left(row) is None


def test_pokerstars_live_6_9_5_and_6_9_6_out_by_penalty(make_at: Any, floor: Actor) -> None:
    event, at = make_at("pokerstars_live")
    done = given(event, floor, at[1, 1], "elimination", chips=5_000)
    assert (rule_of(event), done.outcome) == ("PokerStars Live 6.9.5", "out")
    given(event, floor, at[1, 3], "disqualification")
    assert rule_of(event) == "PokerStars Live 6.9.6"
    rows = {row.entry_id: row.penalty for row in Bust.objects.all()}
    assert rows == {at[1, 1]: "eliminated", at[1, 3]: "disqualified"}
    ranking = ranking_of(Tournament.objects.get(pk=event))
    ranked = {place.entry: place.best for place in ranking.places if place.entry in rows}
    # The disqualified has no place: whoever is behind moves up.
    assert ranked.get(at[1, 1]) == 12
    assert at[1, 3] not in ranked


def test_tda_71_the_book_names_no_kinds_so_any_may_be_given(make_at: Any, floor: Actor) -> None:
    event, at = make_at("tda")
    row = given(event, floor, at[2, 4], "orbits", count=2)
    assert (rule_of(event), row.hands_left) == ("TDA 71A", 12)
    assert given(event, floor, at[2, 6], "time_out", count=10).count == 10
    assert given(event, floor, at[2, 8], "reminder").outcome == "served"


def test_wsop_113_one_to_four_rounds(make_at: Any, floor: Actor) -> None:
    event, at = make_at("wsop")
    assert given(event, floor, at[2, 4], "orbits", count=4).hands_left == 24
    assert (
        refusal(impose, event, by=floor, entry=at[2, 6], kind="orbits", count=5, reason="x").code
        == "too_long"
    )


# --- whoever tells of a hand -----------------------------------------------------------------------------------------
def test_a_hand_that_the_floor_has_counted_is_not_counted_again(make_at: Any, floor: Actor) -> None:
    event, at = make_at("munot")
    row = given(event, floor, at[1, 3], "hands", count=5)
    hands(event, 1)
    press(count_hand, event, by=floor, penalty=row.pk, served=0)
    assert left(row) == 4
    hands(event, 1)
    assert left(row) == 4
    hands(event, 1)
    assert left(row) == 3
    # Two count the same hand.
    assert refusal(count_hand, event, by=floor, penalty=row.pk, served=1).code == "counted_since"
    press(count_hand, event, by=floor, penalty=row.pk, served=2, left=1)
    hands(event, 1)
    assert left(row) is None
    assert refusal(count_hand, event, by=floor, penalty=row.pk, served=3).code == "penalty_is_over"


def test_of_two_penalties_one_is_served_after_the_other(make_at: Any, floor: Actor) -> None:
    event, at = make_at("munot")
    first = given(event, floor, at[1, 3], "hands", count=1)
    other = given(event, floor, at[1, 3], "hands", count=2)
    assert [one["queued"] for one in shown(event)["running"]] == [False, True]
    assert refusal(count_hand, event, by=floor, penalty=other.pk, served=0).code == "another_first"
    hands(event, 1, 2)
    assert (left(first), left(other)) == (None, 2)
    hands(event, 1)
    assert left(other) == 1


def test_a_lifted_one_is_over_and_says_why(make_at: Any, floor: Actor) -> None:
    event, at = make_at("munot")
    row = given(event, floor, at[1, 3], "orbits")
    press(lift, event, by=floor, penalty=row.pk, reason="Too hard")
    row.refresh_from_db()
    assert (row.outcome, row.lifted_because) == ("lifted", "Too hard")
    assert refusal(lift, event, by=floor, penalty=row.pk, reason="x").code == "penalty_is_over"
    # It does not count towards the next one.
    assert given(event, floor, at[1, 3], "orbits").count == 1


def test_own_board_shows_the_rest_of_the_penalty(make_at: Any, floor: Actor) -> None:
    event, at = make_at("munot")
    given(event, floor, at[1, 3], "hands", count=3)
    given(event, floor, at[1, 3], "hands", count=2)
    player, other = (Entry.objects.get(pk=at[1, seat]).player_id for seat in (3, 5))
    hands(event, 1, 2)
    mine = mine_of(event, [player, other])
    assert mine[player]["penalty"] == {"hands": 4, "rounds": 0, "minutes": 0, "estimated": False}
    assert mine[other]["penalty"] is None
    assert first_words(mine[player])["note"] == "You sit out 4 hands."
    assert [notice_text(one["kind"], one["values"]) for one in mine[player]["notices"]][:2] == [
        "Penalty: you sit out 2 hands.",
        "Penalty: you sit out 3 hands.",
    ]
    hands(event, 1, 4)
    mine = mine_of(event, [player])
    assert mine[player]["penalty"] is None
    (over, *_earlier) = mine[player]["notices"]
    assert notice_text(over["kind"], over["values"]) == "Your penalty is over. Come back to table 1, seat 3."


# --- going out, and undo --------------------------------------------------------------------------------------------
def test_penalty_ends_with_a_bust_and_resumes_when_it_is_undone(make_at: Any, floor: Actor) -> None:
    event, at = make_at("munot")
    row = given(event, floor, at[1, 3], "hands", count=3)
    hands(event, 1, 2)
    done = press(bust, event, by=floor, entry=at[1, 3])
    row.refresh_from_db()
    assert (row.outcome, row.hands_left) == ("out", 2)
    press(undo, event, by=floor, seq=done.seq)
    assert left(row) == 2
    press(bust, event, by=floor, entry=at[1, 3])
    press(reinstate, event, by=floor, entry=at[1, 3], table=2, seat=5)
    assert left(row) == 2
    hands(event, 2)
    assert left(row) == 2
    hands(event, 2, 2)
    assert left(row) is None
    journal_tells_the_rows()


def test_every_verb_can_be_undone(make_at: Any, floor: Actor) -> None:
    event, at = make_at("pokerstars_live")
    for kind in (
        "warning",
        "hands",
        "orbits",
        "elimination",
        "disqualification",
        "event_ban",
        "all_events_ban",
    ):
        before = (Penalty.objects.count(), Bust.objects.count())
        done = press(impose, event, by=floor, entry=at[1, 3], kind=kind, reason="x")
        assert Penalty.objects.count() == before[0] + 1
        press(undo, event, by=floor, seq=done.seq)
        assert (Penalty.objects.count(), Bust.objects.count()) == before
        assert Entry.objects.get(pk=at[1, 3]).in_play
    row = given(event, floor, at[1, 3], "hands", count=1)
    hands(event, 1)
    ended = hands(event, 1)
    assert left(row) is None
    press(undo, event, by=floor, seq=ended)
    assert left(row) == 1
    counted = press(count_hand, event, by=floor, penalty=row.pk, served=0)
    assert left(row) is None
    press(undo, event, by=floor, seq=counted.seq)
    lifted = press(lift, event, by=floor, penalty=row.pk, reason="x")
    press(undo, event, by=floor, seq=lifted.seq)
    assert left(row) == 1
    journal_tells_the_rows()


def test_removal_by_penalty_is_recorded_for_every_way_to_remove(make_at: Any, floor: Actor) -> None:
    event, at = make_at("five_spades")
    press(remove_entry, event, by=floor, entry=at[1, 3], penalty="disqualified")
    player = Entry.objects.get(pk=at[1, 3]).player_id
    (row,) = history_of(player)
    assert (row["kind"], row["rule"], row["outcome"]) == ("disqualification", "Five Spades 3.8", "out")
    press(remove_entry, event, by=floor, entry=at[1, 5])
    assert Penalty.objects.count() == 1


def test_a_closed_event_gives_no_penalties(make_at: Any, floor: Actor, director: Actor) -> None:
    event, at = make_at("tda")
    press(close_event, event, by=director)
    assert refusal(impose, event, by=floor, entry=at[1, 3], kind="warning", reason="x").code == "event_closed"


def test_penalty_follows_a_moved_player_and_orbits_need_a_seat(make_at: Any, floor: Actor) -> None:
    event, at = make_at("tda")
    row = given(event, floor, at[1, 3], "hands", count=2)
    press(give_seat, event, by=floor, entry=at[1, 3], table=1, seat=9)
    hands(event, 1, 2)
    assert left(row) == 1
    assert (
        refusal(impose, event, by=floor, entry=at[1, 1], kind="hands", count=1, reason="  ").code
        == "bad_argument"
    )


def test_warning_is_listed_for_half_an_hour(wall: Wall, make_at: Any, floor: Actor) -> None:
    event, at = make_at("tda")
    press(impose, event, by=floor, entry=at[1, 3], kind="warning", reason="Phone")
    assert [(one["kind"], one["reason"], one["seat"]) for one in shown(event)["warnings"]] == [
        ("warning", "Phone", 3)
    ]
    assert shown(event)["running"] == shown(event)["ended"] == []
    wall.passes(minutes=31)
    assert shown(event)["warnings"] == []
