"""A home game: entries, rebuys and busts of players without names, by + and −."""

from datetime import timedelta
from typing import Any

import pytest

from clock.boards.clock import lobby
from clock.commands.clock import start
from clock.services.event_clock import event_clock_of
from desk.boards.home_game import HomeGameBoard, home_game
from desk.commands import home_game as commands
from desk.models import Drawer, Receipt
from desk.periodic import close_registrations
from desk.services.till import cash_in
from notifications.boards.attention import attention_room
from players.commands.name_unnamed import give_name
from players.commands.players import add_player
from prizes.boards.event import prizes, results
from prizes.boards.structs import PrizesBoard
from procedures.commands.home_game import start_home_game
from seating.commands.busts import bust
from tests.desk.tills import PRICE, cash, enter, player
from tests.desk.tills import sold as sold_as
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MakesEvents, press, refusal
from tests.web.visitors import client_of, text_of
from tourney.access.roles import Actor
from tourney.journal.boards import journal_entry_board
from tourney.journal.undo import undo
from tourney.models import Entry, JournalEntry, Tournament
from tourney.now import room_now
from tourney.services.field_counts import field_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(director: Actor) -> int:
    """Create a running home game of eight players for 20 each, with rebuys and an add-on."""
    made = press(start_home_game, by=director, players=8, buy_in=20_00, minutes=180, add_on=True)
    number: int = made.answer["tournament"]
    press(commands.enter, number, by=director, count=8)
    press(start, number, by=director)
    return number


def counted(event: int) -> tuple[int, int, int]:
    """Return entries, players left and chips."""
    found = field_of(Tournament.objects.get(pk=event))
    return found.entries, found.left, found.chips


def shown(event: int) -> HomeGameBoard:
    """Return the board of the page."""
    found = home_game(event)
    assert found is not None
    return found


def pool(event: int) -> int:
    """Return the prize pool."""
    found = prizes(event)
    assert isinstance(found, PrizesBoard)
    return found.pool


def sold(event: int) -> dict[str, int]:
    """Return rebuys and add-ons as counted."""
    return {one.kind: one.sold for one in shown(event).extras}


def test_entries_without_names_are_paid_entries(event: int, director: Actor) -> None:
    assert counted(event) == (8, 8, 80_000)
    assert pool(event) == 160_00
    assert Receipt.objects.count() == 8
    # Nobody has counted a float: the drawer was opened with the first entry.
    assert cash_in(Drawer.objects.get()) == 160_00
    found = prizes(event)
    assert isinstance(found, PrizesBoard)
    assert sum(tier.cash * (tier.to - tier.first + 1) for tier in found.tiers) == 160_00
    journal_tells_the_rows()


def test_rebuys_and_add_ons_bring_money_and_chips_and_are_taken_back(event: int, director: Actor) -> None:
    for made in (commands.rebuy, commands.rebuy, commands.add_on):
        press(made, event, by=director)
    assert (counted(event), pool(event), sold(event)) == ((8, 8, 110_000), 220_00, {"rebuy": 2, "add_on": 1})
    press(commands.take_back, event, by=director, kind="rebuy")
    press(commands.take_back, event, by=director, kind="add_on")
    assert (counted(event), pool(event), sold(event)) == ((8, 8, 90_000), 180_00, {"rebuy": 1, "add_on": 0})
    press(commands.take_back, event, by=director, kind="entry")
    assert (counted(event), pool(event)) == ((7, 7, 80_000), 160_00)
    assert cash_in(Drawer.objects.get()) == 160_00
    assert refusal(commands.take_back, event, by=director, kind="add_on").code == "none_left"
    journal_tells_the_rows()


def test_wrong_bust_is_taken_back_by_one_press_of_either_kind(event: int, director: Actor) -> None:
    done = press(commands.bust, event, by=director)
    assert counted(event)[1] == 7
    press(undo, event, by=director, seq=done.seq)
    assert counted(event)[1] == 8
    press(commands.bust, event, by=director)
    press(commands.back_in, event, by=director)
    assert counted(event)[1] == 8
    assert refusal(commands.back_in, event, by=director).code == "none_left"


def test_a_repeated_bust_keeps_the_winner(event: int, director: Actor) -> None:
    press(commands.rebuy, event, by=director)
    for _one in range(7):
        last = press(commands.bust, event, by=director).answer
    for _again in range(2):
        press(commands.back_in, event, by=director)
    earlier = press(commands.bust, event, by=director).answer
    assert earlier != last
    assert press(commands.bust, event, by=director).answer == last
    press(commands.back_in, event, by=director)
    assert press(commands.bust, event, by=director).answer == last, "not the one with the rebuy"


def test_last_player_wins_and_places_follow_the_busts(event: int, director: Actor) -> None:
    from desk.commands.registration import close_registration

    press(commands.rebuy, event, by=director)
    press(close_registration, event, by=director)
    for _one in range(7):
        press(commands.bust, event, by=director)
    assert refusal(commands.bust, event, by=director).code == "last_player"
    found = results(event)
    assert found is not None
    assert [(row.best, row.worst) for row in found.rows] == [(place, place) for place in range(1, 9)]
    # The player with the rebuy goes out last, so that it could be corrected until the end.
    assert found.rows[0].name == "Player 8"
    assert sum(row.prize for row in found.rows) == 180_00


def test_names_are_given_later_and_keep_entry_receipts_and_history(event: int, director: Actor) -> None:
    known = press(add_player, by=director, name="Anna Berger").answer["player"]
    press(commands.rebuy, event, by=director)
    press(commands.bust, event, by=director)
    entries = list(Entry.objects.filter(tournament=event).order_by("pk"))
    before = JournalEntry.objects.filter(tournament=event).count()
    press(give_name, by=director, player=entries[0].player_id, name="anna  berger")
    press(give_name, by=director, player=entries[1].player_id, name="Bert Kurz")
    assert Entry.objects.get(pk=entries[0].pk).player_id == known
    assert Receipt.objects.filter(player=known).count() == 1
    assert [one.name for one in shown(event).named] == ["Anna Berger", "Bert Kurz"]
    assert (shown(event).unnamed, shown(event).unnamed_out) == (5, 1)
    assert JournalEntry.objects.filter(tournament=event).count() == before
    assert (counted(event)[:2], pool(event)) == ((8, 7), 180_00)
    assert refusal(give_name, by=director, player=entries[1].player_id, name="Carl").code == "has_name"
    assert (
        refusal(give_name, by=director, player=entries[2].player_id, name="Anna Berger").code == "both_inside"
    )
    # Players with names go out by name, the others by counting.
    press(bust, event, by=director, entry=entries[1].pk)
    press(commands.bust, event, by=director)
    assert counted(event)[1] == 5
    journal_tells_the_rows()


def test_page_hears_of_a_player_who_goes_out_by_name(
    event: int, director: Actor, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    entry = Entry.objects.filter(tournament=event)[0]
    press(give_name, by=director, player=entry.player_id, name="Anna")
    heard: list[str] = []
    monkeypatch.setattr(
        "tourney.journal.commands.publish", lambda _topic, _seq, boards, *_more: heard.extend(boards)
    )
    with django_capture_on_commit_callbacks(execute=True):
        press(bust, event, by=director, entry=entry.pk)
    assert "home_game" in heard


def test_page_hears_that_registration_closed_and_opened(
    event: int, director: Actor, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    from desk.commands.registration import close_registration, open_again

    heard: list[str] = []
    monkeypatch.setattr(
        "tourney.journal.commands.publish", lambda _topic, _seq, boards, *_more: heard.extend(boards)
    )
    for times, change in enumerate((close_registration, open_again), start=1):
        with django_capture_on_commit_callbacks(execute=True):
            press(change, event, by=director)
        assert heard.count("home_game") == times


def test_event_with_names_is_counted_no_longer_and_can_be_again(event: int, director: Actor) -> None:
    press(commands.use_names, event, by=director, names=True)
    assert refusal(commands.enter, event, by=director).code == "by_name"
    assert not shown(event).counting
    press(commands.use_names, event, by=director, names=False)
    press(commands.enter, event, by=director)
    assert counted(event)[0] == 9


def test_players_without_names_are_in_no_list_of_players(event: int, director: Actor) -> None:
    from desk.boards.find import find
    from players.services.records import living_records

    assert not living_records().exists()
    assert find("Player", event, by=director).rows == []


@pytest.mark.parametrize(("players", "minutes"), [(2, 180), (9, 60), (40, 300)])
def test_usual_home_games_have_a_structure(players: int, minutes: int, director: Actor) -> None:
    made: Any = press(start_home_game, by=director, players=players, buy_in=0, minutes=minutes)
    assert Tournament.objects.get(pk=made.answer["tournament"]).registration.price == 0


@pytest.mark.parametrize(("players", "minutes", "announced"), [(10, 60, False), (12, 180, True)])
def test_no_colour_up_of_chips_that_are_never_handed_out(
    players: int, minutes: int, announced: bool, director: Actor
) -> None:
    made: Any = press(start_home_game, by=director, players=players, buy_in=0, minutes=minutes)
    event = Tournament.objects.get(pk=made.answer["tournament"])
    levels = event_clock_of(event).levels
    amounts = [event.starting_stack, *(x for level in levels for x in (level.small_blind, level.ante) if x)]
    needs_25 = any(amount % 100 for amount in amounts)
    assert (needs_25, any(25 in level.colour_up for level in levels)) == (announced, announced)


def test_start_without_reservations_speaks_of_none(event: int, director: Actor) -> None:
    close_registrations()
    entry = JournalEntry.journal(event).get(kind="registration.due")
    assert journal_entry_board(entry)["text"] == "Tournament started"


def test_home_game_that_cannot_end_in_time_is_refused(director: Actor) -> None:
    no = refusal(start_home_game, by=director, players=100, buy_in=0, minutes=60)
    assert (no.code, list(no.fields)) == ("unreachable", ["minutes"])


def test_an_add_on_goes_to_a_player_who_may_still_buy_one(event: int, director: Actor) -> None:
    press(commands.rebuy, event, by=director)
    for _one in range(8):
        press(commands.add_on, event, by=director)
    assert sold(event)["add_on"] == 8
    assert refusal(commands.add_on, event, by=director).code != "all_named"
    assert sold(event)["add_on"] == 8


def test_the_desk_counts_entries_but_refunds_none(event: int, director: Actor, desk: Actor) -> None:
    press(commands.enter, event, by=desk)
    assert refusal(commands.take_back, event, by=desk, kind="entry").code == "not_allowed"
    press(commands.take_back, event, by=director, kind="entry")
    assert counted(event)[0] == 8


def test_entries_by_name_are_not_turned_into_counted_ones(event: int, director: Actor) -> None:
    for number, row in enumerate(Entry.objects.filter(tournament=event)):
        press(give_name, by=director, player=row.player_id, name=f"Anna {number}")
    press(commands.use_names, event, by=director, names=True)
    assert refusal(commands.use_names, event, by=director, names=False).code == "by_name"


def test_one_person_who_entered_twice_has_both_entries(event: int, director: Actor) -> None:
    press(commands.bust, event, by=director)
    out = Entry.objects.get(tournament=event, out_at__isnull=False)
    inside = Entry.objects.filter(tournament=event, out_at__isnull=True)[0]
    for entry in (inside, out):
        press(give_name, by=director, player=entry.player_id, name="Anna Berger")
    both = Entry.objects.filter(tournament=event, player__name="Anna Berger")
    assert sorted(both.values_list("pk", flat=True)) == sorted([inside.pk, out.pk])
    assert both.values("player").distinct().count() == 1
    assert counted(event)[:2] == (8, 7)
    journal_tells_the_rows()


def test_home_games_of_one_name_are_told_apart_by_a_number(director: Actor) -> None:
    def started(name: str = "") -> str:
        made = press(start_home_game, by=director, players=8, buy_in=0, minutes=180, name=name)
        return str(made.answer["name"])

    first, second, third = started(), started(), started()
    assert (second, third) == (f"{first} (2)", f"{first} (3)")
    assert started("Friday") == "Friday"
    long = "x" * 80
    assert (started(long), started(long)) == (long, "x" * 76 + " (2)")
    # That of last week is over: lists show it by its day.
    since = room_now() - timedelta(days=7)
    Tournament.objects.filter(name="Friday").update(created_at=since, closed_at=since)
    assert started("Friday") == "Friday"
    assert started("Friday") == "Friday (2)"


def test_players_enter_a_home_game_on_their_phones_only_once_it_has_names(
    event: int, director: Actor
) -> None:
    def enterable() -> list[bool]:
        return [one.enterable for one in lobby().events]

    assert enterable() == [False]
    press(commands.use_names, event, by=director, names=True)
    assert enterable() == [True]


def test_drawer_of_a_home_game_needs_no_attention_and_says_what_it_is_for(
    event: int, director: Actor, make_event: MakesEvents
) -> None:
    def waiting() -> list[int]:
        return [one.count for one in attention_room(0).room if one.kind == "drawers"]

    said, page = "opened automatically for a home game", client_of(director)
    assert waiting() == []
    assert said in text_of(page.get("/staff/till/"))
    # Once it is used for an ordinary event, the same drawer has to be counted and closed.
    ordinary = make_event(book="tda")
    sold_as(ordinary, extras=[])
    enter(ordinary, director, player("Ann"), [cash(PRICE)])
    assert waiting() == [1]
    assert said not in text_of(page.get("/staff/till/"))
