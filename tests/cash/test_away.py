"""Players are away, miss blinds and come back; hands are counted and the button moves."""

from typing import Any

import pytest

from cash.boards.table import cash_table, tables_concerned
from cash.commands.away import come_back, go_away, miss_blind
from cash.commands.dinners import start_dinner
from cash.commands.games import set_cash_room
from cash.commands.hands import finish_hand, put_button
from cash.commands.moves import change_seat, move_player
from cash.commands.seats import leave_seat, take_seat
from cash.commands.undo import take_back
from cash.models import CashGame
from tests.cash.scenes import BUY_IN, open_game, person, seat_row, sit, take_away
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import press, refusal, works_at
from tests.fixtures.wire import as_sent
from tests.rulebooks.own import own_edition
from tourney.access.roles import Actor, Role
from tourney.journal.commands import Command
from tourney.journal.undo import undo_in_room
from tourney.live.boards import shown_by_rows
from tourney.models import JournalEntry

table = as_sent(cash_table)
RULE = "St. Moritz 16"
pytestmark = pytest.mark.django_db


def board() -> dict[str, Any]:
    found: dict[str, Any] | None = table(0, "7")
    assert found is not None
    return found


def chair(seat: int) -> dict[str, Any]:
    return next(one for one in board()["chairs"] if one["seat"] == seat)


def ways(seat: int) -> list[tuple[str, int, int]]:
    return [(one["choice"], one["big"], one["small"]) for one in chair(seat)["ways"]]


def rule_of_last() -> str:
    return JournalEntry.objects.order_by("-seq").values_list("rule", flat=True)[0]


@pytest.fixture
def seven() -> dict[int, int]:
    """Seat five players at table 7, in seats 1, 3, 5, 7 and 9."""
    open_game()
    return sit(7, {1: "Anna", 3: "Ben", 5: "Cid", 7: "Dora", 9: "Emil"})


def test_st_moritz_6_an_absent_player_gets_cards_until_the_big_blind(seven: object, dealer: Actor) -> None:
    press(go_away, by=dealer, table=7, seat=3)
    assert rule_of_last() == "St. Moritz 6"
    assert (chair(3)["state"], chair(3)["cards"]) == ("away", True)
    press(miss_blind, by=dealer, table=7, seat=3, blind="big")
    assert (chair(3)["cards"], chair(3)["missed_big"]) == (False, 1)
    assert refusal(go_away, by=dealer, table=7, seat=3).code == "already_away"
    assert refusal(miss_blind, by=dealer, table=7, seat=1, blind="big").code == "not_away"
    assert refusal(come_back, by=dealer, table=7, seat=1).code == "not_away"


def test_a_player_who_missed_nothing_comes_back_at_no_cost(seven: object, dealer: Actor) -> None:
    take_away(dealer, 3)
    assert ways(3) == [("free", 0, 0)]
    press(come_back, by=dealer, table=7, seat=3)
    assert (chair(3)["state"], chair(3)["ways"]) == ("playing", [])


def test_st_moritz_16_a_returning_player_posts_both_the_small_one_dead(seven: object, dealer: Actor) -> None:
    take_away(dealer, 3, missed=("big", "small"))
    # The button is unknown: the dealer knows whether the big blind is here.
    assert ways(3) == [("wait", 0, 0), ("post", 1_000, 500), ("big_blind", 0, 0)]
    refused = refusal(come_back, by=dealer, table=7, seat=3)
    assert (refused.code, refused.rule) == ("choose_return", RULE)
    answer = press(come_back, by=dealer, table=7, seat=3, choice="post").answer
    assert answer is not None
    assert (answer["big"], answer["small"]) == (True, True)
    assert rule_of_last() == RULE
    found = chair(3)
    assert (found["missed_small"], found["missed_big"], found["cards"]) == (False, 0, True)
    journal_tells_the_rows()


def test_st_moritz_16_a_player_who_waits_is_dealt_in_as_the_big_blind_for_nothing(
    seven: object, dealer: Actor
) -> None:
    press(put_button, by=dealer, table=7, button=1)
    take_away(dealer, 9, missed=("big", "small"))
    press(come_back, by=dealer, table=7, seat=9, choice="wait")
    assert (chair(9)["posts"], chair(9)["cards"]) == ("waits", False)
    for hand, big in ((1, 7), (2, 9)):
        press(finish_hand, by=dealer, table=7, hand=hand)
        assert [one["seat"] for one in board()["chairs"] if one["position"] == "big_blind"] == [big]
    found = chair(9)
    assert (found["posts"], found["cards"], found["missed_big"]) == ("", True, 0)
    assert rule_of_last() == RULE


def test_a_player_who_waits_may_post_after_all(seven: object, dealer: Actor) -> None:
    take_away(dealer, 3, missed=("big",))
    press(come_back, by=dealer, table=7, seat=3, choice="wait")
    press(come_back, by=dealer, table=7, seat=3, choice="post")
    assert chair(3)["cards"]


def test_st_moritz_16_only_the_missed_small_blind_is_paid_dead(seven: object, dealer: Actor) -> None:
    take_away(dealer, 3, missed=("small",))
    assert ways(3)[:2] == [("wait", 0, 0), ("post", 0, 500)]
    refused = refusal(miss_blind, by=dealer, table=7, seat=3, blind="small")
    assert (refused.code, refused.rule) == ("already_missed", RULE)


def test_st_moritz_16_between_button_and_small_blind_both_are_paid_alone_and_the_button_comes_next(
    seven: object, dealer: Actor
) -> None:
    press(put_button, by=dealer, table=7, button=1)
    take_away(dealer, 3, missed=("small",))
    press(finish_hand, by=dealer, table=7, hand=1)
    # The button is in seat 5; it went by seat 3, and the big blind has yet to.
    assert board()["button"] == 5
    press(put_button, by=dealer, table=7, button=1)
    press(miss_blind, by=dealer, table=7, seat=3, blind="big")
    (_wait, post) = chair(3)["ways"]
    assert (post["big"], post["small"], post["alone"], post["rule"]) == (1_000, 500, True, RULE)
    press(come_back, by=dealer, table=7, seat=3, choice="post")
    assert (board()["alone"], {one["position"] for one in board()["chairs"]}) == (3, {""})
    press(finish_hand, by=dealer, table=7, hand=2)
    assert (board()["button"], board()["alone"]) == (3, None)


def test_the_table_shows_which_blind_passes_an_absent_player(seven: object, dealer: Actor) -> None:
    press(put_button, by=dealer, table=7, button=1)
    take_away(dealer, 3)
    take_away(dealer, 7)
    assert (chair(3)["misses"], chair(5)["position"]) == ("small", "small_blind")
    assert (chair(7)["misses"], chair(9)["position"]) == ("big", "big_blind")
    press(miss_blind, by=dealer, table=7, seat=7, blind="big")
    assert chair(7)["misses"] == ""
    assert refusal(miss_blind, by=dealer, table=7, seat=7, blind="big").code == "already_missed"
    press(finish_hand, by=dealer, table=7, hand=1)
    assert chair(7)["misses"] == "small"


def test_st_moritz_16_after_the_second_missed_blind_the_floor_decides_about_the_place(
    seven: object, floor: Actor, dealer: Actor
) -> None:
    take_away(dealer, 3, missed=("big", "small"))
    answer = press(miss_blind, by=dealer, table=7, seat=3, blind="big").answer
    assert answer is not None
    assert answer["place_lost"]
    assert chair(3)["place_lost"]
    refused = refusal(come_back, by=dealer, table=7, seat=3, choice="wait")
    assert (refused.code, refused.rule) == ("place_lost", RULE)
    press(come_back, by=floor, table=7, seat=3, choice="wait")


def test_st_moritz_16_a_seat_change_two_active_places_from_the_button_costs_the_big_blind(
    seven: object, dealer: Actor
) -> None:
    refused = refusal(change_seat, by=dealer, table=7, seat=1, to=6)
    assert (refused.code, refused.rule) == ("button_unknown", RULE)
    press(put_button, by=dealer, table=7, button=9)
    press(change_seat, by=dealer, table=7, seat=1, to=6)
    assert (chair(6)["posts"], chair(6)["cards"]) == ("big_blind", False)
    assert ways(6) == [("wait", 0, 0), ("post", 1_000, 0)]
    press(come_back, by=dealer, table=7, seat=6, choice="post")
    press(change_seat, by=dealer, table=7, seat=6, to=8)
    assert chair(8)["posts"] == ""
    assert refusal(change_seat, by=dealer, table=7, seat=8, to=9).code == "seat_taken"


def test_st_moritz_16_a_new_player_owes_no_blind_unless_the_book_says_so(
    seven: object, director: Actor, dealer: Actor
) -> None:
    assert all(one["cards"] for one in board()["chairs"])
    book = own_edition("st_moritz_cash", ("posts_on_arrival = false", "posts_on_arrival = true"))
    press(set_cash_room, by=director, book=book)
    press(take_seat, by=director, player=person("Frida"), table=7, seat=2, buy_in=BUY_IN)
    assert ways(2)[1] == ("post", 1_000, 0)


def test_a_hand_is_counted_once_and_moves_a_known_button(seven: object, dealer: Actor) -> None:
    press(finish_hand, by=dealer, table=7, hand=1)
    assert (board()["hand"], board()["button"]) == (2, None)
    assert refusal(finish_hand, by=dealer, table=7, hand=1).code == "hand_finished"
    press(put_button, by=dealer, table=7, button=9)
    press(leave_seat, by=Actor("user:1", "Flo", Role.FLOOR), table=7, seat=1, stake=0)
    press(finish_hand, by=dealer, table=7, hand=2)
    assert board()["button"] == 3
    assert refusal(put_button, by=dealer, table=7, button=10).code == "no_seat"


def test_a_dealer_acts_at_the_own_table_only(seven: object, person: Any) -> None:
    other = person("olga", Role.DEALER, tables=())
    assert refusal(go_away, by=other, table=7, seat=1).code == "no_table"
    works_at([8], user=int(other.key.partition(":")[2]))
    assert refusal(go_away, by=other, table=7, seat=1).code == "other_table"


def test_an_undone_absence_brings_the_player_back(seven: object, director: Actor, dealer: Actor) -> None:
    take_away(dealer, 3, missed=("big",))
    for entry in JournalEntry.objects.filter(kind__in=("cash_seat.missed", "cash_seat.away")).order_by(
        "-seq"
    ):
        press(undo_in_room, by=director, seq=entry.seq)
    assert seat_row(next(iter(seven.values()))) is not None  # type: ignore[attr-defined]
    assert (chair(3)["state"], chair(3)["missed_big"]) == ("playing", 0)


def test_each_entry_that_concerns_a_table_publishes_its_board_and_no_other(
    seven: dict[int, int], floor: Actor, desk: Actor, director: Actor
) -> None:
    open_game(8, CashGame.objects.get().pk)
    pressed: list[tuple[Command, dict[str, Any], set[str]]] = [
        (go_away, {"table": 7, "seat": 3}, {"cash_table:7"}),
        (start_dinner, {"table": 7, "seat": 5, "stake": BUY_IN}, {"cash_table:7"}),
        (put_button, {"table": 8, "button": 3}, {"cash_table:8"}),
        (take_seat, {"player": person("Gus"), "table": 8, "seat": 2, "buy_in": BUY_IN}, {"cash_table:8"}),
        (
            move_player,
            {"table": 7, "seat": 1, "to": 8, "to_seat": 4, "stake": BUY_IN},
            {"cash_table:7", "cash_table:8"},
        ),
        (leave_seat, {"table": 7, "seat": 9, "stake": 0}, {"cash_table:7"}),
    ]
    for made, arguments, expected in pressed:
        press(made, by=floor, **arguments)
        assert published() == expected, made.kind
    press(undo_in_room, by=director, seq=JournalEntry.objects.order_by("-seq")[0].seq)
    assert published() == {"cash_table:7"}
    press(set_cash_room, by=director, book="")
    assert published() == {"cash_table:7", "cash_table:8"}


def test_an_import_of_players_reads_all_tables_again_in_place_of_looking_for_each(seven: object) -> None:
    changes = [{"model": "players.player", "pk": pk, "before": None, "after": {}} for pk in range(40_000)]
    assert tables_concerned(changes) == {"7"}
    assert tables_concerned(changes[:1]) == set()


def published() -> set[str]:
    """Return the boards of tables that the last entry publishes."""
    entry = JournalEntry.objects.order_by("-seq")[0]
    names = shown_by_rows("room", {one["model"] for one in entry.changes}, entry.changes)
    return {name for name in names if name.startswith("cash_table")}


def test_a_dealer_undoes_the_own_press_at_the_table(
    seven: dict[int, int], dealer: Actor, floor: Actor
) -> None:
    press(go_away, by=dealer, table=7, seat=3)
    missed = press(miss_blind, by=dealer, table=7, seat=3, blind="big").seq
    assert refusal(take_back, by=floor, table=7, seq=missed).code == "not_yours"
    press(take_back, by=dealer, table=7, seq=missed)
    assert chair(3)["missed_big"] == 0
    press(leave_seat, by=floor, table=7, seat=1, stake=0)
    came = press(take_seat, by=floor, player=seven[1], table=7, seat=1, buy_in=BUY_IN).seq
    assert refusal(take_back, by=floor, table=7, seq=came).code == "not_of_the_table"


def test_a_press_that_waited_does_not_reach_another_player(seven: dict[int, int], dealer: Actor) -> None:
    refused = refusal(go_away, by=dealer, table=7, seat=3, player=seven[1])
    assert refused.code == "other_player"
    press(go_away, by=dealer, table=7, seat=3, player=seven[3])
