"""Reservations at the desk and on the phone: places, priority, cancellations, no-shows."""

from datetime import date
from typing import Any

from desk.boards.person import person
from desk.commands.bookings import cancel, check_in, no_show, reserve, wait
from desk.commands.registration import close_registration
from desk.commands.self_service import own_cancel, own_re_enter, own_reserve, own_wait
from desk.models import Booking, DeskSettings
from desk.periodic import close_registrations
from players.models import Ban, Membership
from tests.desk.lists import DAY, HOUR, leaves, opened, phone, plays, reserves, starts, state, waits
from tests.desk.tills import player
from tests.fixtures.room import MakesEvents, press, refusal
from tests.fixtures.wall import Wall
from tourney.access.roles import FIRST_START, Actor
from tourney.journal.boards import text_of as text_of_line
from tourney.journal.undo import undo
from tourney.models import ChipMove, Entry, JournalEntry, Notice
from tourney.now import database_now


def member(name: str) -> int:
    number = player(name)
    # Of any day: some tests have a clock of their own, others today's.
    Membership.objects.create(
        player_id=number,
        kind="season",
        starts_on=date(2000, 1, 1),
        ends_on=date(2199, 12, 31),
        applied_at=database_now(),
        confirmed_by="Board",
    )
    return number


def test_no_more_is_reserved_than_there_are_places_and_the_rest_may_wait(
    event: int, desk: Actor, director: Actor
) -> None:
    opened(event, director)
    plays(event, "Seated")
    reserves(event, desk, "Ada")
    bob = player("Bob")
    assert refusal(reserve, event, by=desk, player=bob).code == "full"
    assert refusal(reserve, event, by=desk, player=Booking.objects.get().player_id).code == "already_booked"
    done = press(wait, event, by=desk, player=bob)
    assert done.answer is not None
    assert (done.answer["position"], done.answer["ahead"]) == (1, {})
    assert refusal(wait, event, by=desk, player=bob).code == "already_booked"


def test_the_room_s_capacity_counts_all_its_events(make_event: MakesEvents, director: Actor) -> None:
    DeskSettings.objects.create(id=1, capacity=2)
    one, other = make_event(), make_event(name="Side")
    opened(one, director, capacity=10)
    opened(other, director, capacity=10)
    plays(one, "Ada")
    plays(one, "Bob")
    assert refusal(reserve, other, by=director, player=player("Cid")).code == "full"


def test_player_seated_in_another_event_is_named(make_event: MakesEvents, director: Actor) -> None:
    one, other = make_event(name="Main"), make_event(name="Side")
    opened(one, director)
    opened(other, director)
    ada = plays(one, "Ada").player_id
    done = press(reserve, other, by=director, player=ada)
    assert done.answer is not None
    assert done.answer["also_in"] == ["Main"]


def test_five_spades_2_3_member_a_week_ahead_displaces_the_last_guest(
    make_event: MakesEvents, director: Actor, wall: Wall
) -> None:
    event = make_event(planned_start=wall.ms + 8 * DAY)
    opened(event, director)
    first, last = reserves(event, director, "Guest one"), reserves(event, director, "Guest two")
    sure = reserves(event, director, member("Member"))
    assert (state(first), state(last), state(sure)) == ("reserved", "waiting", "reserved")
    assert Notice.objects.filter(player=last.player, kind="cancelled").exists()
    line = JournalEntry.journal(event).latest("seq")
    assert line.rule == "Five Spades 1.5, 2.3, 2.4"
    wall.passes(minutes=2 * 24 * 60)
    assert refusal(reserve, event, by=director, player=member("Late member")).code == "full"


def test_five_spades_2_6_a_player_cancels_until_six_hours_before_the_desk_always(
    make_event: MakesEvents, director: Actor, wall: Wall
) -> None:
    event = make_event(planned_start=wall.ms + 7 * HOUR)
    opened(event, director, self_reserve=True)
    ada, bob = phone(player("Ada")), phone(player("Bob"))
    press(own_reserve, event, by=ada)
    press(own_reserve, event, by=bob)
    press(own_cancel, event, by=ada)
    line = JournalEntry.journal(event).get(kind="self_service.cancel")
    assert text_of_line(line) == "Cancelled the booking of Ada"
    wall.passes(minutes=61)
    refused = refusal(own_cancel, event, by=bob)
    assert (refused.code, refused.rule) == ("too_late", "Five Spades 2.6")
    booking = Booking.objects.get(state="reserved")
    done = press(cancel, event, by=director, booking=booking.pk)
    assert done.answer is not None
    assert done.answer["late"] is True
    assert refusal(cancel, event, by=director, booking=booking.pk).code == "not_open"


def test_five_spades_2_7_staying_away_again_means_three_months_and_once_more_twelve(
    make_event: MakesEvents, director: Actor
) -> None:
    ada = player("Ada")
    given = []
    for number in range(3):
        event = make_event(name=f"Night {number}")
        opened(event, director)
        # The ban is lifted at once, so that the player can book again.
        booking = reserves(event, director, ada)
        assert refusal(no_show, event, by=director, booking=booking.pk).code == "not_started"
        starts(event, director)
        done = press(no_show, event, by=director, booking=booking.pk)
        assert done.answer is not None
        given.append(done.answer.get("months"))
        Ban.objects.update(lifted_at=database_now())
        assert refusal(no_show, event, by=director, booking=booking.pk).code == "no_reservation"
    assert given == [None, 3, 12]
    first, second = Ban.objects.order_by("pk")
    assert (first.rule, second.rule) == ("Five Spades 2.7", "Five Spades 2.7")
    assert first.ends_on is not None
    assert second.ends_on is not None
    assert 85 < (first.ends_on - first.starts_on).days < 95
    assert 360 < (second.ends_on - second.starts_on).days < 370


def test_a_no_show_by_mistake_is_undone_with_its_ban(make_event: MakesEvents, director: Actor) -> None:
    ada = player("Ada")
    for number in range(2):
        event = make_event(name=f"Night {number}")
        opened(event, director)
        booking = reserves(event, director, ada)
        starts(event, director)
        press(no_show, event, by=director, booking=booking.pk)
    assert Ban.objects.count() == 1
    line = JournalEntry.journal(event).get(kind="booking.no_show")
    press(undo, event, by=director, seq=line.seq)
    assert not Ban.objects.exists()
    assert state(booking) == "reserved"


def test_waiting_player_is_not_a_no_show(make_event: MakesEvents, director: Actor) -> None:
    event = make_event(book="wsop")
    opened(event, director, capacity=1)
    reserves(event, director, "Ada")
    waited = waits(event, director, "Bob")
    starts(event, director)
    press(close_registration, event, by=director)
    assert state(waited) == "lapsed"
    assert refusal(no_show, event, by=director, booking=waited.pk).code == "no_reservation"
    assert [one["missed"] for one in _bookings(event, waited.player_id)] == [False]


def test_player_registered_after_a_lapsed_reservation_is_not_a_no_show(
    make_event: MakesEvents, director: Actor, wall: Wall
) -> None:
    event = make_event(book="munot", planned_start=wall.ms + HOUR)
    opened(event, director)
    bob = reserves(event, director, "Bob")
    ada = reserves(event, director, "Ada")
    wall.passes(minutes=60, seconds=9)
    close_registrations()
    assert (state(bob), state(ada)) == ("lapsed", "lapsed")
    came = Entry.objects.create(tournament_id=event, player=bob.player, created_at=database_now())
    assert refusal(no_show, event, by=director, booking=bob.pk).code == "no_reservation"
    assert [one["missed"] for one in _bookings(event, bob.player_id, ada.player_id)] == [False, True]
    # A voided entry does not count.
    Entry.objects.filter(pk=came.pk).update(voided_at=database_now())
    press(no_show, event, by=director, booking=bob.pk)


def _bookings(event: int, *people: int) -> list[dict[str, Any]]:
    """Return the desk's view of these players' bookings."""
    found = []
    for one in people:
        board = person(one, event, FIRST_START)
        assert board is not None
        found.append(board["event"]["booking"])
    return found


def test_munot_73_seat_with_a_waiting_list_is_not_reserved(make_event: MakesEvents, director: Actor) -> None:
    event = make_event(book="munot")
    opened(event, director)
    first = reserves(event, director, "Ada")
    reserves(event, director, "Bob")
    waited = waits(event, director, "Cid")
    press(cancel, event, by=director, booking=first.pk)
    assert refusal(reserve, event, by=director, player=player("Dan")).code == "full"
    press(cancel, event, by=director, booking=waited.pk)
    reserves(event, director, "Eve")


def test_five_spades_2_3_member_in_time_takes_a_free_place_not_a_reservation(
    make_event: MakesEvents, director: Actor, wall: Wall
) -> None:
    event = make_event(planned_start=wall.ms + 8 * DAY)
    opened(event, director)
    first, guest = reserves(event, director, "First"), reserves(event, director, "Guest")
    waits(event, director, "Waits")
    Booking.objects.filter(pk=first.pk).update(state="cancelled", ended_at=database_now())
    assert refusal(reserve, event, by=director, player=player("Another guest")).code == "full"
    reserves(event, director, member("Member"))
    assert state(guest) == "reserved"


def test_checked_in_player_is_not_a_no_show(event: int, director: Actor, desk: Actor) -> None:
    opened(event, director)
    booking = reserves(event, desk, "Ada")
    press(check_in, event, by=desk, booking=booking.pk)
    assert refusal(check_in, event, by=desk, booking=booking.pk).code == "already_checked_in"
    press(check_in, event, by=desk, booking=booking.pk, id_seen=True)
    assert (state(booking), booking.id_seen_by) == ("checked_in", desk.name)
    starts(event, director)
    assert refusal(no_show, event, by=director, booking=booking.pk).code == "no_reservation"
    assert refusal(reserve, event, by=desk, player=player("Bob")).code == "started"


def test_players_serve_themselves_only_where_the_room_allows_it_and_only_themselves(
    event: int, director: Actor
) -> None:
    opened(event, director)
    ada = phone(player("Ada"))
    for verb in (own_reserve, own_wait, own_re_enter):
        assert refusal(verb, event, by=ada).code == "ask_the_desk"
    assert refusal(own_cancel, event, by=ada).code == "no_booking"
    opened(event, director, self_reserve=True, self_wait=True, self_re_enter=True)
    assert refusal(own_re_enter, event, by=ada).code == "never_entered"
    press(own_reserve, event, by=ada)
    assert Booking.objects.get().origin == "self"
    assert refusal(own_cancel, event, by=phone(player("Bob"))).code == "no_booking"
    stranger = Actor("token:999", "Gone", ada.role)
    assert refusal(own_reserve, event, by=stranger).code == "no_player"


def test_munot_72_phone_re_entry_has_priority_only_right_after_the_bust(
    make_event: MakesEvents, director: Actor, wall: Wall
) -> None:
    event = make_event(book="munot")
    opened(event, director, self_re_enter=True)
    one, two = plays(event, "Ada"), plays(event, "Bob")
    starts(event, director)
    hers = phone(one.player_id)
    assert refusal(own_re_enter, event, by=hers).code == "already_in"
    waits(event, director, "Cid")
    waits(event, director, "Dan")
    leaves(one, wall.now)
    leaves(two, wall.now)
    done = press(own_re_enter, event, by=hers)
    assert done.answer is not None
    assert done.answer["position"] == 1
    wall.passes(minutes=6)
    late = press(own_re_enter, event, by=phone(two.player_id))
    assert late.answer is not None
    assert (late.answer["position"], late.answer["ahead"]) == (4, {"entry": 2, "re_entry": 1})


def test_munot_74_surrender_is_not_treated_as_a_bust(make_event: MakesEvents, director: Actor) -> None:
    event = make_event(book="munot")
    opened(event, director)
    entry = plays(event, "Ada")
    starts(event, director)
    ChipMove.objects.create(tournament_id=event, entry=entry, kind="surrender", chips=-500, at=database_now())
    leaves(entry)
    refused = refusal(wait, event, by=director, player=entry.player_id, wants="re_entry")
    assert (refused.code, refused.rule) == ("gave_up", "Munot 8, 74")
    assert waits(event, director, entry.player_id, "surrender").wants == "surrender"


def test_unsold_re_entry_has_no_waiting_list(event: int, director: Actor) -> None:
    opened(event, director, re_entries_most=0)
    entry = plays(event, "Ada")
    leaves(entry)
    assert refusal(wait, event, by=director, player=entry.player_id, wants="re_entry").code == "no_re_entry"
    assert refusal(wait, event, by=director, player=entry.player_id).code == "entered_before"
