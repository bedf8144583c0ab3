"""The waiting list in use: seats are offered, players are called, called again and skipped, once each."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.utils.translation import override

from desk.commands import waiting_list as verbs
from desk.commands.bookings import cancel, check_in
from desk.commands.registration import close_registration
from desk.commands.sales import register_player
from desk.commands.self_service import own_cancel
from desk.commands.waiting_list import (
    call_out_of_turn,
    process_waiting_list,
    process_waiting_list_if_due,
    skip,
)
from desk.models import Booking, DeskSettings, Registration
from desk.periodic import close_registrations, process_waiting_lists
from desk.services import waiting_list as lists
from desk.services.waiting_list_turn import next_steps
from desk.tasks import process_due_waiting_list
from players.commands.bans import ban_player, lift_ban
from players.models import Ban, Player
from tests.desk.lists import opened, phone, plays, reserves, starts, state, waits
from tests.desk.tills import cash, drawer, player
from tests.desk.waiting_list_scenes import (
    OFFER,
    board,
    free_a_place,
    full,
    last_line,
    names,
    own_of,
    served,
    staff_list,
)
from tests.fixtures.room import MakesEvents, press, refusal
from tests.fixtures.wall import Wall
from tourney.access.roles import CLOCKWORK, Actor
from tourney.journal.boards import text_of
from tourney.journal.undo import undo
from tourney.models import JournalEntry, Notice, Tournament

__all__ = ["full"]


def test_free_seat_is_offered_to_the_first_with_a_deadline(full: int, wall: Wall) -> None:
    assert not process_waiting_list_if_due(full)
    free_a_place(full)
    assert process_waiting_list_if_due(full)
    ada = Booking.objects.get(player__name="Ada")
    assert state(ada) == "called"
    assert ada.offer_until is not None
    assert (ada.offer_until - wall.now).total_seconds() == OFFER
    notice = Notice.objects.get(player=ada.player)
    assert (notice.kind, notice.values["until"]) == ("called", wall.ms + OFFER * 1000)
    assert names(full) == ["Bob", "Cid"]
    assert lists.promised(Tournament.objects.get(pk=full)) == 1


def test_processing_the_waiting_list_twice_writes_one_journal_entry(full: int) -> None:
    free_a_place(full)
    process_due_waiting_list(full)
    before = list(Booking.objects.values()), JournalEntry.objects.count()
    process_due_waiting_list(full)
    process_waiting_lists()
    assert refusal(process_waiting_list, full, by=CLOCKWORK).code == "nothing_due"
    assert (list(Booking.objects.values()), JournalEntry.objects.count()) == before


def test_waiting_list_without_due_steps_does_not_lock_the_event(
    full: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verbs, "process_waiting_list", None)
    assert not process_waiting_list_if_due(full)


def test_absent_player_is_called_again_then_skipped_then_passed_over(full: int, wall: Wall) -> None:
    free_a_place(full)
    process_waiting_lists()
    ada = Booking.objects.get(player__name="Ada")
    seen = []
    for _ in range(12):
        wall.passes(seconds=OFFER)
        process_waiting_lists()
        seen.append((state(ada), [row.player.name for row in Booking.objects.filter(state="called")]))
    assert seen[0] == ("called", ["Ada"]), "called again"
    assert seen[1] == ("waiting", ["Bob"])
    assert [who for _state, [who] in seen[1:11]] == ["Bob"] * 2 + ["Cid"] * 2 + ["Ada"] * 2 + ["Bob"] * 2 + [
        "Cid"
    ] * 2
    assert state(ada) == "passed"
    assert seen[11] == ("passed", [])
    assert set(Booking.objects.values_list("state", flat=True)) == {"passed"}


def test_checked_in_player_is_not_skipped_during_a_long_sale(full: int, director: Actor, wall: Wall) -> None:
    free_a_place(full)
    process_waiting_lists()
    ada = Booking.objects.get(state="called")
    wall.passes(seconds=OFFER - 1)
    press(check_in, full, by=director, booking=ada.pk, id_seen=True)
    wall.passes(minutes=30)
    assert not process_waiting_list_if_due(full)
    assert (state(ada), served(full)) == ("called", 1)
    assert board(full)["called"] == [], "a player at the desk need not be called"
    assert own_of(full, ada)["state"] == "checked_in"
    [found] = [one for one in staff_list(full) if one["name"] == "Ada"]
    assert (found["here"], found["until"]) == (True, None)
    drawer(director)
    press(register_player, full, by=director, player=ada.player_id, payments=[cash(8_000)])
    assert state(ada) == "entered"


def test_player_checked_in_before_the_call_checks_in_again(full: int, director: Actor, wall: Wall) -> None:
    ada = Booking.objects.get(player__name="Ada")
    press(check_in, full, by=director, booking=ada.pk, id_seen=True)
    assert refusal(check_in, full, by=director, booking=ada.pk, id_seen=True).code == "already_checked_in"
    free_a_place(full)
    wall.passes(seconds=1)
    process_waiting_lists()
    wall.passes(seconds=OFFER)
    process_waiting_lists()
    assert Booking.objects.get(pk=ada.pk).calls == 2, "was in the room once, but did not come to the desk"
    wall.passes(seconds=1)
    press(check_in, full, by=director, booking=ada.pk)
    wall.passes(seconds=OFFER)
    assert not process_waiting_list_if_due(full)
    ada.refresh_from_db()
    assert (ada.state, ada.id_seen_by) == ("called", director.name)


def test_player_at_the_desk_does_not_delay_other_offers_or_their_timestamps(
    full: int, director: Actor, wall: Wall
) -> None:
    DeskSettings.objects.create(id=1, recalls=0)
    free_a_place(full)
    process_waiting_lists()
    ada = Booking.objects.get(state="called")
    press(check_in, full, by=director, booking=ada.pk)
    wall.passes(seconds=60)
    free_a_place(full)
    process_waiting_lists()
    bob = Booking.objects.get(state="called", player__name="Bob")
    wall.passes(seconds=OFFER + 5)
    process_waiting_lists()
    line = JournalEntry.journal(full).filter(kind="waiting_list.process").latest("seq")
    assert line.due_at == bob.offer_until
    assert (state(ada), state(bob)) == ("called", "waiting")


def test_desk_decides_on_checked_in_players_and_undoes_a_check_in(
    full: int, director: Actor, wall: Wall
) -> None:
    free_a_place(full)
    process_waiting_lists()
    ada = Booking.objects.get(state="called")
    checked = press(check_in, full, by=director, booking=ada.pk, id_seen=True)
    press(undo, full, by=director, seq=checked.seq)
    assert [one["name"] for one in board(full)["called"]] == ["Ada"]
    press(check_in, full, by=director, booking=ada.pk)
    wall.passes(seconds=OFFER)
    press(call_out_of_turn, full, by=director, booking=ada.pk, reason="Went away again")
    assert [one["name"] for one in board(full)["called"]] == ["Ada"], "their time starts again"
    press(skip, full, by=director, booking=ada.pk)
    assert state(ada) == "waiting"


def test_journal_names_at_most_three_called_or_skipped_players(
    full: int, director: Actor, wall: Wall
) -> None:
    DeskSettings.objects.create(id=1, recalls=0)
    free_a_place(full)
    process_waiting_lists()
    assert last_line(full) == "Waiting list: called Ada"
    wall.passes(seconds=OFFER)
    process_waiting_lists()
    assert last_line(full) == "Waiting list: skipped Ada, called Bob"
    plays(full, "Put in by the floor")
    process_waiting_lists()
    assert last_line(full) == "Waiting list: withdrew the offer to Bob"
    for name in ("Dan", "Eve"):
        waits(full, director, name)
    Registration.objects.update(capacity=None)
    process_waiting_lists()
    assert last_line(full) == "Waiting list: called Bob, Cid, Ada and 2 more"
    with override("de"):
        assert last_line(full) == "Warteliste: Bob, Cid, Ada und 2 weitere aufgerufen"


def test_a_skipped_player_who_is_next_again_is_said_in_one_sentence(full: int, wall: Wall) -> None:
    DeskSettings.objects.create(id=1, recalls=0)
    Booking.objects.exclude(player__name="Ada").delete()
    free_a_place(full)
    process_waiting_lists()
    wall.passes(seconds=OFFER)
    process_waiting_lists()
    assert last_line(full) == "Waiting list: called Ada again after a skip, because a seat is still open"
    with override("de"):
        german = "Ada nach dem Überspringen erneut aufgerufen, da noch ein Platz frei ist"
        assert last_line(full) == f"Warteliste: {german}"
    wall.passes(seconds=OFFER)
    process_waiting_lists()
    assert last_line(full) == "Waiting list: removed Ada from the list"


def test_lines_from_before_names_were_kept_still_say_how_many(full: int) -> None:
    free_a_place(full)
    process_waiting_lists()
    line = JournalEntry.journal(full).filter(kind="waiting_list.process").latest("seq")
    for done, text in (
        ({"call": 1}, "called 1 person"),
        ({"skip": 2, "call": 2}, "skipped 2 people, called 2 people"),
    ):
        line.answer = {"done": done, "called": []}
        assert text_of(line) == f"Waiting list: {text}"


def test_offer_expired_during_an_outage_keeps_its_time_and_the_next_runs_in_full(
    full: int, wall: Wall
) -> None:
    DeskSettings.objects.create(id=1, recalls=0)
    free_a_place(full)
    process_waiting_lists()
    wall.passes(minutes=60)
    process_waiting_lists()
    line = JournalEntry.journal(full).filter(kind="waiting_list.process").latest("seq")
    assert line.due_at is not None
    assert (line.at - line.due_at).total_seconds() == 3600 - OFFER
    bob = Booking.objects.get(state="called")
    assert bob.player.name == "Bob"
    assert bob.offer_until is not None
    assert (bob.offer_until - wall.now).total_seconds() == OFFER
    assert served(full) == 2


def test_munot_73_waiting_list_is_called_from_the_start_on(
    make_event: MakesEvents, director: Actor, wall: Wall
) -> None:
    event = make_event(book="munot")
    opened(event, director)
    reserved = [reserves(event, director, name) for name in ("Res", "Erv")]
    waiting = [waits(event, director, name) for name in ("Ada", "Bob", "Cid")]
    process_waiting_lists()
    assert served(event) == 0
    starts(event, director)
    close_registrations()
    process_waiting_lists()
    assert [state(row) for row in reserved] == ["lapsed", "lapsed"]
    assert [state(row) for row in waiting] == ["called", "called", "waiting"]


def test_munot_73_players_listed_at_the_close_still_get_free_seats(full: int, director: Actor) -> None:
    press(close_registration, full, by=director)
    free_a_place(full)
    process_waiting_lists()
    drawer(director)
    ada = Booking.objects.get(player__name="Ada")
    assert state(ada) == "called"
    press(register_player, full, by=director, player=ada.player_id, payments=[cash(8_000)])
    assert state(ada) == "entered"
    stranger = player("Late")
    refused = refusal(register_player, full, by=director, player=stranger, payments=[cash(8_000)])
    assert refused.code == "registration_closed"


def test_munot_72_immediate_re_entry_goes_before_the_list(full: int, director: Actor) -> None:
    drawer(director)
    back = free_a_place(full)
    stranger = player("Walk-in")
    refused = refusal(register_player, full, by=director, player=stranger, payments=[cash(8_000)])
    assert refused.code == "wait_your_turn"
    # The list is processed a moment later: the player already at the desk goes first.
    press(register_player, full, by=director, player=back.pk, payments=[cash(8_000)])
    process_waiting_lists()
    assert served(full) == 0


def test_offered_seat_is_not_sold_to_another_player(full: int, director: Actor) -> None:
    drawer(director)
    back = free_a_place(full)
    process_waiting_lists()
    assert refusal(register_player, full, by=director, player=back.pk, payments=[cash(8_000)]).code == "full"
    assert (
        refusal(register_player, full, by=director, player=player("X"), payments=[cash(8_000)]).code == "full"
    )


def test_offer_of_a_lost_seat_is_withdrawn_and_keeps_the_old_position(full: int, director: Actor) -> None:
    free_a_place(full)
    process_waiting_lists()
    ada = Booking.objects.get(player__name="Ada")
    plays(full, "Put in by the floor")
    process_waiting_lists()
    assert state(ada) == "waiting"
    assert names(full) == ["Ada", "Bob", "Cid"]
    assert Notice.objects.filter(player=ada.player, kind="withdrawn").count() == 1


def test_floor_calls_a_player_out_of_turn_with_a_reason(full: int, director: Actor) -> None:
    cid = Booking.objects.get(player__name="Cid")
    refused = refusal(call_out_of_turn, full, by=director, booking=cid.pk, reason="Flight")
    assert (refused.code, refused.message) == ("full", "No seat is open.")
    free_a_place(full)
    assert refusal(call_out_of_turn, full, by=director, booking=cid.pk, reason=" ").code == "bad_argument"
    press(call_out_of_turn, full, by=director, booking=cid.pk, reason="Flight")
    process_waiting_lists()
    assert [row.player.name for row in Booking.objects.filter(state="called")] == ["Cid"]
    ada = Booking.objects.get(player__name="Ada")
    refused = refusal(call_out_of_turn, full, by=director, booking=ada.pk, reason="Flight")
    assert refused.message == "All open seats are held for other players."
    press(skip, full, by=director, booking=cid.pk)
    assert names(full) == ["Ada", "Bob", "Cid"]
    press(skip, full, by=director, booking=cid.pk)
    assert state(cid) == "waiting", "skipped once, and not called since"


def test_cancelling_while_called_passes_the_seat_on(full: int, director: Actor) -> None:
    free_a_place(full)
    process_waiting_lists()
    ada, bob = (Booking.objects.get(player__name=name) for name in ("Ada", "Bob"))
    press(own_cancel, full, by=phone(ada.player_id))
    process_waiting_lists()
    assert (state(ada), state(bob)) == ("cancelled", "called")
    press(cancel, full, by=director, booking=bob.pk)
    process_waiting_lists()
    assert state(Booking.objects.get(player__name="Cid")) == "called"


def test_board_lists_waiting_players_in_order_and_called_players(full: int, wall: Wall) -> None:
    free_a_place(full)
    process_waiting_lists()
    found = board(full)
    assert [one["name"] for one in found["called"]] == ["Ada"]
    assert found["called"][0]["until"] == wall.ms + OFFER * 1000
    assert [(one["position"], one["name"]) for one in found["waiting"]] == [(1, "Bob"), (2, "Cid")]
    assert found["rule"] == "Munot 73, Munot 27, 72, Munot 8, 74"
    assert found["total"] == 2


def test_board_uses_players_public_names(full: int, director: Actor) -> None:
    shy = player("Anna Berger", privacy="short")
    waits(full, director, shy)
    assert board(full)["waiting"][-1]["name"] == "Anna B."


def test_a_hundred_on_the_list_cost_as_many_queries_as_three(
    full: int, director: Actor, django_assert_num_queries: Callable[..., Any]
) -> None:
    from django.test.utils import CaptureQueriesContext

    def cost(read: Callable[[], object]) -> int:
        with CaptureQueriesContext(connection) as context:
            read()
        return len(context)

    event = Tournament.objects.get(pk=full)

    def steps() -> object:
        return next_steps(Tournament.objects.get(pk=full))

    people = Player.objects.bulk_create(
        [Player(name=f"P {n}", created_at=event.created_at) for n in range(100)]
    )
    # The process caches what does not change.
    board(full)
    few = cost(lambda: board(full)), cost(steps)
    at = Booking.objects.get(player__name="Cid").created_at
    Booking.objects.bulk_create(
        [
            Booking(tournament=event, player=one, state="waiting", created_at=at, waiting_since=at)
            for one in people
        ]
    )
    many = cost(lambda: board(full)), cost(steps)
    # The names of a long list are compared with those of all players, in one more query.
    assert many[0] <= few[0] + 1
    assert many[1] <= few[1]


def test_repeated_manual_calls_do_not_skip_a_player(full: int, director: Actor) -> None:
    free_a_place(full)
    ada = Booking.objects.get(player__name="Ada")
    for _time in range(4):
        press(call_out_of_turn, full, by=director, booking=ada.pk, reason="stands here")
    press(skip, full, by=director, booking=ada.pk)
    assert state(ada) == "waiting", "skipped once, but still on the list"


def test_banned_player_is_not_called_and_keeps_the_place_on_the_list(full: int, floor: Actor) -> None:
    ada = Booking.objects.get(player__name="Ada")
    press(ban_player, by=floor, player=ada.player_id, ends_on=None, reason="cheated")
    free_a_place(full)
    assert process_waiting_list_if_due(full)
    assert (state(ada), state(Booking.objects.get(player__name="Bob"))) == ("waiting", "called")
    press(lift_ban, by=floor, ban=Ban.objects.get().pk)
    free_a_place(full)
    assert process_waiting_list_if_due(full)
    assert state(ada) == "called"
