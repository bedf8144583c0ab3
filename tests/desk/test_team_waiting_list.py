"""A team has one place on the waiting list: it joins, is called, registers and leaves as one."""

import uuid

import pytest

from desk.boards.find import expected, find
from desk.boards.person import person
from desk.commands.bookings import cancel, check_in, wait
from desk.commands.extras import surrender
from desk.commands.registration import close_registration, open_again
from desk.commands.sales import register_player
from desk.commands.self_service import own_cancel, own_re_enter, own_wait
from desk.commands.waiting_list import call_out_of_turn, process_waiting_list_if_due, skip
from desk.models import Booking
from notifications.boards.own import events_of, mine_of
from notifications.services.texts import notice_text
from operations.services.retention import unseen
from players.commands.anonymisation import anonymise_player
from players.commands.bans import ban_player
from players.commands.merge import merge_players
from players.models import Partner, Player
from players.services.personal_data import rows_about
from seating.commands import bust
from tests.desk.lists import leaves, opened, phone, starts
from tests.desk.test_teams import clerk as clerk
from tests.desk.tills import cash, player
from tests.desk.waiting_list_scenes import board, last_line, names, staff_list
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MakesEvents, press, refusal
from tests.web.visitors import client_of, text_of
from tourney.access.roles import Actor
from tourney.journal.boards import text_of as text_of_line
from tourney.journal.undo import undo
from tourney.models import Entry, JournalEntry, Notice
from tourney.now import room_now

pytestmark = pytest.mark.django_db

PRICE = 8_000


@pytest.fixture
def full(make_event: MakesEvents, clerk: Actor) -> int:
    """Create a started event for teams with its two places taken."""
    event = make_event(book="munot")
    opened(event, clerk, partner_until="entry", self_wait=True, self_re_enter=True)
    for one, other in (("One", "Oda"), ("Two", "Tom")):
        sells(event, clerk, player(one), player(other))
    starts(event, clerk)
    return event


def sells(event: int, by: Actor, who: int, partner: int | None) -> Entry:
    """Sell an entry."""
    done = press(register_player, event, by=by, player=who, partner=partner, payments=[cash(PRICE)])
    return Entry.objects.get(pk=(done.answer or {})["entry"])


def joins(event: int, by: Actor, one: str | int, other: str | int | None, **more: str) -> Booking:
    """Put a team on the waiting list."""
    first, second = (player(name) if isinstance(name, str) else name for name in (one, other))
    done = press(wait, event, by=by, player=first, partner=second, **more)
    return Booking.objects.get(pk=(done.answer or {})["booking"])


def frees_a_place(event: int) -> None:
    leaves(Entry.objects.filter(tournament=event, out_at=None).order_by("pk")[0])


def test_team_has_one_place_and_both_players_read_it(full: int, clerk: Actor) -> None:
    team = joins(full, clerk, "Anna Meyer", "Bert Rossi")
    last = joins(full, clerk, "Cleo Huber", "Dana Kunz")
    assert last_entry(full) == "Added Cleo Huber / Dana Kunz to the waiting list"
    shown = board(full)
    assert [(one["position"], one["name"]) for one in shown["waiting"]] == [
        (1, "Anna Meyer / Bert Rossi"),
        (2, "Cleo Huber / Dana Kunz"),
    ]
    assert shown["total"] == 2
    assert [(one["name"], one["partner"]) for one in staff_list(full)] == [
        ("Anna Meyer / Bert Rossi", team.partner_id),
        ("Cleo Huber / Dana Kunz", last.partner_id),
    ]
    page = text_of(client_of(clerk).get(f"/staff/t/{full}/waiting/"))
    assert "Anna Meyer / Bert Rossi" in page
    cleo, dana = last.player_id, last.partner_id
    assert dana is not None
    phones = mine_of(full, [cleo, dana])
    assert [(one.booking, one.state, one.position, one.partner) for one in (phones[cleo], phones[dana])] == [
        (last.pk, "waiting", 2, "Dana Kunz"),
        (last.pk, "waiting", 2, "Cleo Huber"),
    ]
    assert events_of(0, [dana])[dana].events == [full]
    # The desk finds the place with either player, and lists the team once.
    for sought, who, other in (("cleo", cleo, "Dana Kunz"), ("dana", dana, "Cleo Huber")):
        (found,) = find(sought, full, by=clerk).rows
        assert (found["state"], found["booking"], found["with_partner"]) == ("waiting", last.pk, other)
        seen = person(who, full, clerk)
        assert seen is not None
        assert seen["event"] is not None
        booking = seen["event"]["booking"]
        assert booking is not None
        assert (booking["booking"], booking["with_partner"]) == (last.pk, other)
    assert [row["name"] for row in find("", full, "waiting", clerk).rows] == ["Anna Meyer", "Cleo Huber"]
    assert [row["name"] for row in expected(full, clerk).rows] == ["Anna Meyer", "Cleo Huber"]


def last_entry(event: int) -> str:
    return text_of_line(JournalEntry.journal(event).latest("seq"))


def test_team_is_called_together_and_registers_as_one(full: int, clerk: Actor) -> None:
    team = joins(full, clerk, "Anna Meyer", "Bert Rossi")
    joins(full, clerk, "Cleo Huber", "Dana Kunz")
    frees_a_place(full)
    assert process_waiting_list_if_due(full)
    assert last_line(full) == "Waiting list: called Anna Meyer / Bert Rossi"
    called = Notice.objects.filter(kind="called").values_list("player", flat=True)
    assert sorted(called) == sorted([team.player_id, team.partner_id])
    assert [one["name"] for one in board(full)["called"]] == ["Anna Meyer / Bert Rossi"]
    assert names(full) == ["Cleo Huber"]
    # Either player may come to the desk; nobody is asked for the partner again.
    entry = sells(full, clerk, team.partner_id or 0, None)
    assert Partner.objects.get(entry=entry).player_id == team.player_id
    team.refresh_from_db()
    assert (team.state, team.entry) == ("entered", entry)
    assert not process_waiting_list_if_due(full)


def test_team_is_skipped_and_leaves_the_list_together(full: int, clerk: Actor) -> None:
    team = joins(full, clerk, "Anna Meyer", "Bert Rossi")
    frees_a_place(full)
    press(call_out_of_turn, full, by=clerk, booking=team.pk, reason="first")
    done = press(skip, full, by=clerk, booking=team.pk)
    assert (done.answer or {})["name"] == "Anna Meyer / Bert Rossi"
    # On the phone, either player takes the team off.
    press(own_cancel, full, by=phone(team.partner_id or 0))
    assert board(full)["total"] == 0
    line = JournalEntry.journal(full).get(kind="self_service.cancel")
    assert text_of_line(line) == "Cancelled the place of Anna Meyer / Bert Rossi on the waiting list"
    told = Notice.objects.filter(kind="cancelled").values_list("player", flat=True)
    assert sorted(told) == sorted([team.player_id, team.partner_id])


def test_each_player_of_a_team_reads_who_took_it_off_the_list(full: int, clerk: Actor) -> None:
    def read_by(player: int) -> str:
        # The event stays on the phone: the message stands under it.
        assert events_of(0, [player])[player].events == [full]
        (notice, *_older) = mine_of(full, [player])[player].notices
        return notice_text(notice.kind, notice.values)

    team = joins(full, clerk, "Anna Meyer", "Bert Rossi")
    anna, bert = team.player_id, team.partner_id or 0
    press(own_cancel, full, by=phone(bert))
    assert read_by(bert) == "You are no longer on the waiting list."
    assert read_by(anna) == "Your partner took your team off the waiting list."
    press(cancel, full, by=clerk, booking=joins(full, clerk, anna, bert).pk)
    assert read_by(anna) == read_by(bert) == "You were taken off the waiting list."


def test_half_a_team_does_not_join_the_list(full: int, clerk: Actor) -> None:
    anna = player("Anna Meyer")
    assert refusal(wait, full, by=clerk, player=anna).code == "partner_missing"
    assert refusal(own_wait, full, by=phone(anna)).code == "ask_the_desk"
    assert not Booking.objects.filter(tournament=full).exists()


def test_both_players_of_a_team_have_to_be_free(full: int, clerk: Actor) -> None:
    team = joins(full, clerk, "Anna Meyer", "Bert Rossi")
    anna, bert, cleo = team.player_id, team.partner_id or 0, player("Cleo Huber")
    playing = Player.objects.get(name="Oda").pk

    def code(one: int, other: int) -> str:
        return refusal(wait, full, by=clerk, player=one, partner=other).code

    assert code(cleo, cleo) == "same_player"
    assert code(cleo, bert) == code(cleo, anna) == code(bert, cleo) == "already_booked"
    assert code(cleo, playing) == "already_in"
    press(ban_player, by=clerk, player=(banned := player("Dana Kunz")), reason="rude", ends_on=None)
    assert code(cleo, banned) == "banned"


def test_team_on_the_list_enters_with_this_partner_only(full: int, clerk: Actor) -> None:
    team = joins(full, clerk, "Anna Meyer", "Bert Rossi")
    frees_a_place(full)
    process_waiting_list_if_due(full)
    given = {"player": team.player_id, "partner": player("Cleo Huber"), "payments": [cash(PRICE)]}
    refused = refusal(register_player, full, by=clerk, **given)
    assert refused.code == "other_team"
    assert "Anna Meyer / Bert Rossi are on the waiting list as a team" in refused.message


def test_team_that_busted_waits_for_a_re_entry_together(full: int, clerk: Actor) -> None:
    entry = Entry.objects.filter(tournament=full).order_by("pk")[0]
    joins(full, clerk, "Anna Meyer", "Bert Rossi")
    press(bust, full, by=clerk, entry=entry.pk)
    press(own_re_enter, full, by=phone(entry.player_id))
    booking = Booking.objects.get(player=entry.player)
    assert booking.partner is not None
    assert booking.partner.name == "Oda"
    # If the bust is undone, the place is given up.
    press(undo, full, by=clerk, seq=JournalEntry.journal(full).filter(kind="entry.bust").latest("seq").seq)
    booking.refresh_from_db()
    assert booking.state == "cancelled"


def test_partner_reads_on_the_phone_who_registers_for_the_team(full: int, clerk: Actor) -> None:
    entry = Entry.objects.filter(tournament=full).order_by("pk")[0]
    joins(full, clerk, "Anna Meyer", "Bert Rossi")
    press(bust, full, by=clerk, entry=entry.pk)
    refused = refusal(own_re_enter, full, by=phone(Player.objects.get(name="Oda").pk))
    assert (refused.code, refused.message) == ("other_team", "One registers for your team.")


def test_single_players_name_no_partner(make_event: MakesEvents, clerk: Actor) -> None:
    event = make_event(book="munot")
    opened(event, clerk)
    refused = refusal(wait, event, by=clerk, player=player("Anna"), partner=player("Bert"))
    assert refused.code == "no_partners"


def test_team_without_a_partner_yet_waits_alone(make_event: MakesEvents, clerk: Actor) -> None:
    event = make_event(book="munot")
    opened(event, clerk, partner_until="close")
    assert joins(event, clerk, "Anna Meyer", None).partner is None


def test_list_of_teams_is_restored_with_the_registration(full: int, clerk: Actor) -> None:
    team = joins(full, clerk, "Anna Meyer", "Bert Rossi")
    Booking.objects.filter(pk=team.pk).update(guaranteed=False)
    press(close_registration, full, by=clerk)
    press(open_again, full, by=clerk)
    team.refresh_from_db()
    assert team.state == "waiting"
    done = press(cancel, full, by=clerk, booking=team.pk)
    assert last_entry(full) == "Cancelled the booking of Anna Meyer / Bert Rossi"
    press(undo, full, by=clerk, seq=done.seq)
    assert board(full)["total"] == 1
    journal_tells_the_rows()


def test_waiting_partner_is_in_the_event_for_merging_and_retention(full: int, clerk: Actor) -> None:
    team = joins(full, clerk, "Anna Meyer", "Bert Rossi")
    twin = player("Bert Rossi")
    bert = Player.objects.get(pk=team.partner_id)
    assert refusal(merge_players, by=clerk, player=bert.pk, into=team.player_id).code == "both_inside"
    assert [row["id"] for row in rows_about([bert])["desk.booking"]] == [team.pk]
    assert bert not in [row for row, _seen in unseen(1, room_now()).due]
    press(merge_players, by=clerk, player=bert.pk, into=twin)
    team.refresh_from_db()
    assert team.partner_id == twin
    journal_tells_the_rows()


def test_partner_who_waited_is_erased(full: int, clerk: Actor) -> None:
    team = joins(full, clerk, "Anna Meyer", "Zwirbel")
    press(bust, full, by=clerk, entry=Entry.objects.filter(tournament=full).latest("pk").pk)
    process_waiting_list_if_due(full)
    press(cancel, full, by=clerk, booking=team.pk)
    press(anonymise_player, by=clerk, player=team.partner_id)
    told = list(JournalEntry.journal(full).values_list("arguments", "answer", "changes"))
    assert "Zwirbel" not in str(told)
    assert "Anna Meyer" in str(told)
    journal_tells_the_rows()


def test_staff_put_a_team_on_the_list_on_its_page(full: int, clerk: Actor) -> None:
    for name in ("Anna Meyer", "Bert Rossi"):
        player(name)
    client, address = client_of(clerk), f"/staff/t/{full}/waiting/"
    given = {"what": "wait", "wants": "entry", "command_id": str(uuid.uuid4()), "player": "Anna Meyer"}
    assert "Name the partner" in text_of(client.post(address, given))
    given |= {"partner": "Bert Rossi", "command_id": str(uuid.uuid4())}
    assert client.post(address, given).status_code == 302
    (row,) = Booking.objects.filter(tournament=full)
    assert (row.player.name, row.partner and row.partner.name) == ("Anna Meyer", "Bert Rossi")
    # Their links are printed for the phones of both.
    cards = text_of(client.get(f"/staff/print/booking/{row.pk}/"))
    assert "Anna Meyer" in cards
    assert "Bert Rossi" in cards


def test_a_cancelled_team_does_not_come_back_while_one_of_it_waits_with_somebody_else(
    full: int, clerk: Actor
) -> None:
    team = joins(full, clerk, "Anna Meyer", "Bert Rossi")
    cancelled = press(cancel, full, by=clerk, booking=team.pk)
    joins(full, clerk, team.partner_id, "Cleo Huber")
    assert refusal(undo, full, by=clerk, seq=cancelled.seq).code == "already_booked"


def test_two_records_of_one_person_are_merged_after_they_left_the_list_as_a_team(
    full: int, clerk: Actor
) -> None:
    team = joins(full, clerk, "Anna Meyer", "Anna Meier")
    press(cancel, full, by=clerk, booking=team.pk)
    press(merge_players, by=clerk, player=team.partner_id, into=team.player_id)
    team.refresh_from_db()
    assert (team.state, team.partner_id) == ("cancelled", team.player_id)


def test_id_that_is_seen_of_one_player_of_a_team_is_not_noted_for_the_other(full: int, clerk: Actor) -> None:
    team = joins(full, clerk, "Anna Meyer", "Bert Rossi")
    frees_a_place(full)
    process_waiting_list_if_due(full)
    press(check_in, full, by=clerk, booking=team.pk, id_seen=True)
    given = {"player": team.partner_id, "payments": [cash(PRICE)], "id_seen": True}
    press(register_player, full, by=clerk, **given)
    team.refresh_from_db()
    assert team.id_seen_by == ""


def test_phone_does_not_tell_why_the_partner_may_not_play(full: int, clerk: Actor) -> None:
    entry = Entry.objects.filter(tournament=full).order_by("pk")[0]
    joins(full, clerk, "Anna Meyer", "Bert Rossi")
    press(bust, full, by=clerk, entry=entry.pk)
    partner = Partner.objects.get(entry=entry).player_id
    press(ban_player, by=clerk, player=partner, reason="rude", ends_on=None)
    refused = refusal(own_re_enter, full, by=phone(entry.player_id))
    assert refused.code == "ask_the_desk"
    assert "Oda" not in refused.message


def test_team_that_surrenders_waits_together(full: int, clerk: Actor) -> None:
    entry = Entry.objects.filter(tournament=full).order_by("pk")[0]
    done = press(surrender, full, by=clerk, entry=entry.pk, chips=100)
    assert (done.answer or {})["name"] == "One / Oda"
    assert Booking.objects.get(player=entry.player).partner == Player.objects.get(name="Oda")
