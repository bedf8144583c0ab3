"""The staff page of the waiting list and the reservations."""

import uuid
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from clock.commands import clock
from desk.commands.bookings import check_in, no_show, reserve, wait
from desk.commands.desk_undo import take_back_at_the_desk
from desk.models import Booking, Registration
from players.commands.players import add_player
from players.models import Ban
from seating.commands import bust
from tests.fixtures.room import press
from tests.web.till_room import drawer_of, drawn, on_sale, sold_to
from tests.web.visitors import client_of, done, lines, send, text_of
from tourney.access.roles import Actor, Role
from tourney.journal.boards import text_of as sentence_of
from tourney.journal.readable import readable
from tourney.models import JournalEntry

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(make_event: Any) -> int:
    """Make an event of Munot that is on sale."""
    return on_sale(make_event(book="munot"))


def page_of(event: int, part: bool = False) -> str:
    return f"/staff/t/{event}/waiting/" + ("?part=1" if part else "")


def waits(event: int, name: str, wants: str = "entry") -> int:
    """Put a new player on the waiting list and return the booking."""
    player = done(add_player, name=name, birth_date="1990-01-01")["player"]
    return int(done(wait, event, player=player, wants=wants)["booking"])


def test_people_are_put_on_the_lists_by_name_or_card(page: Client, event: int) -> None:
    for name, card in (("Ann", ""), ("Ben", "4711")):
        done(add_player, name=name, card=card, birth_date="1990-01-01")
    assert send(page, page_of(event), what="wait", player="Ann", wants="entry").status_code == 302
    assert send(page, page_of(event), what="reserve", player="4711", wants="entry").status_code == 302
    states = dict(Booking.objects.values_list("player__name", "state"))
    assert states == {"Ann": "waiting", "Ben": "reserved"}
    shown = text_of(page.get(page_of(event)))
    assert "Ann" in shown
    assert "Ben" in shown


@pytest.mark.postgres
def test_the_order_is_shown_with_its_reasons_and_rules(page: Client, event: int, desk: Actor) -> None:
    drawer_of(desk)
    made = sold_to(desk, event, "Rita")
    drawn(event)
    waits(event, "Fred")
    done(bust, event, entry=made["entry"])
    done(wait, event, player=made["player"], wants="re_entry")
    shown = text_of(page.get(page_of(event, part=True)))
    listed = shown.partition('id="waiting-title"')[2].partition('id="reserved-title"')[0]
    assert "Munot 27, 72" in listed
    assert "right after busting" in listed
    assert "first come, first served" in listed
    assert listed.index("Rita") < listed.index("Fred")


def test_player_is_called_skipped_and_cancelled(page: Client, event: int) -> None:
    one, two = waits(event, "Ann"), waits(event, "Ben")
    assert (
        send(page, page_of(event), what="call", booking=two, reason="Has to catch a train").status_code == 302
    )
    assert Booking.objects.get(pk=two).state == "called"
    assert "held until" in text_of(page.get(page_of(event, part=True)))
    send(page, page_of(event), what="skip", booking=two)
    assert Booking.objects.get(pk=two).state == "waiting"
    send(page, page_of(event), what="check_in", booking=one, id_seen="on")
    assert Booking.objects.get(pk=one).id_seen_by == "dora"
    send(page, page_of(event), what="cancel", booking=one)
    assert Booking.objects.get(pk=one).state == "cancelled"


def test_a_skip_is_no_call(page: Client, event: int) -> None:
    """A player who was called once and skipped has one call; a player skipped without a call has none."""
    one, two = waits(event, "Ann"), waits(event, "Ben")

    def text_of_booking(booking: int) -> str:
        shown = text_of(page.get(page_of(event, part=True)))
        return shown.partition(f'data-booking="{booking}"')[2].partition("</p>")[0]

    send(page, page_of(event), what="call", booking=one, reason="Her flight was late")
    assert "· call 1" in text_of_booking(one)
    send(page, page_of(event), what="skip", booking=one)
    send(page, page_of(event), what="skip", booking=two)
    assert "called once" in text_of_booking(one)
    assert "called" not in text_of_booking(two)
    assert "; skipped once, so behind those waiting at that time" in text_of_booking(two)
    send(page, page_of(event), what="call", booking=one, reason="She is back")
    assert "· call 2" in text_of_booking(one)
    send(page, page_of(event), what="call", booking=two, reason="So is he")
    assert "· call 1" in text_of_booking(two)


def test_called_player_who_arrives_is_shown_as_checked_in(page: Client, event: int) -> None:
    booking = waits(event, "Ann")
    send(page, page_of(event), what="call", booking=booking, reason="Her flight was late")
    way = f"/staff/desk/{event}/?player={Booking.objects.get(pk=booking).player_id}"
    called = text_of(page.get(page_of(event, part=True)))
    assert "· call 1" in called
    assert way not in called
    assert send(page, page_of(event), what="check_in", booking=booking, id_seen="on").status_code == 302
    here = text_of(page.get(page_of(event, part=True)))
    assert "· call 1" not in here
    assert "checked in" in here
    assert "ID seen by dora" in here
    assert way in here
    assert 'value="check_in"' not in here
    assert page.get(way).context["config"]["player"] == Booking.objects.get(pk=booking).player_id


def test_no_show_is_recorded_after_the_start(page: Client, event: int) -> None:
    player = done(add_player, name="Ann", birth_date="1990-01-01")["player"]
    booking = done(reserve, event, player=player)["booking"]
    assert 'value="no_show"' not in text_of(page.get(page_of(event)))
    done(clock.start, event)
    assert 'value="no_show"' in text_of(page.get(page_of(event)))
    assert send(page, page_of(event), what="no_show", booking=booking).status_code == 302
    assert Booking.objects.get().state == "no_show"


@pytest.mark.postgres
@pytest.mark.parametrize(
    "values",
    [
        {},
        {"what": "explode", "booking": "1"},
        {"what": "wait", "player": "", "wants": "entry"},
        {"what": "wait", "player": "Nobody", "wants": "entry"},
        {"what": "wait", "player": "Ann", "wants": "money"},
        {"what": "reserve", "player": "\x00"},
        {"what": "call", "booking": "BOOKING", "reason": " "},
        {"what": "call", "booking": "BOOKING", "reason": "x" * 201},
        {"what": "skip", "booking": "x"},
        {"what": "skip", "booking": "99999"},
        {"what": "cancel", "booking": ""},
        {"what": "no_show", "booking": "BOOKING"},
        {"what": "check_in", "booking": "-3"},
    ],
)
def test_refused_commands_show_their_reason(page: Client, event: int, values: dict[str, str]) -> None:
    booking = waits(event, "Ann")
    before = lines(event)
    given = {key: str(booking) if value == "BOOKING" else value for key, value in values.items()}
    answer = send(page, page_of(event), **given)
    assert answer.status_code == 422
    assert 'role="alert"' in text_of(answer)
    assert lines(event) == before


def test_the_part_is_the_lists_alone(page: Client, event: int) -> None:
    waits(event, "<b>Ann</b>")
    part = text_of(page.get(page_of(event, part=True)))
    assert "<html" not in part
    assert "&lt;b&gt;Ann" in part
    assert "csrfmiddlewaretoken" in part


def test_event_without_sales_says_so(people: dict[Role, Client], make_event: Any) -> None:
    shown = text_of(people[Role.DESK].get(page_of(make_event(name="Bare"))))
    assert "is not set up yet" in shown
    assert not Registration.objects.filter(tournament__name="Bare").exists()


def test_a_press_sent_twice_happens_once(desk: Actor, event: int) -> None:
    booking, command = waits(event, "Ann"), str(uuid.uuid4())
    before = lines(event)
    for _time in range(2):
        answer = send(client_of(desk), page_of(event), command=command, what="cancel", booking=booking)
        assert answer.status_code == 302
    assert lines(event) == before + 1


def reserved_by(event: int, name: str) -> int:
    """Return the booking of a new player who reserved a seat."""
    player = done(add_player, name=name, birth_date="1990-01-01")["player"]
    return int(done(reserve, event, player=player)["booking"])


def test_expected_players_are_listed_and_printed_by_surname(page: Client, event: int) -> None:
    for name in ("Ann Zimmer", "Zoe Adams", "Ömer Özil", "Ben Meier"):
        reserved_by(event, name)
    listed = text_of(page.get(page_of(event, part=True))).partition('id="reserved-title"')[2]
    order = [listed.index(name) for name in ("Zoe Adams", "Ben Meier", "Ömer Özil", "Ann Zimmer")]
    assert order == sorted(order)
    printed = text_of(page.get(f"/staff/t/{event}/waiting/print/"))
    order = [printed.index(name) for name in ("Adams, Zoe", "Meier, Ben", "Özil, Ömer", "Zimmer, Ann")]
    assert order == sorted(order)


def test_several_no_shows_are_marked_at_once_with_resulting_bans(
    page: Client, make_event: Any, director: Actor
) -> None:
    event = on_sale(make_event(book="five_spades"))
    booked = {name: reserved_by(event, name) for name in ("Ann Zimmer", "Zoe Adams", "Ben Meier", "Cyd Lutz")}
    player = Booking.objects.get(pk=booked["Ben Meier"]).player_id
    kept = {"created_at": timezone.now(), "ended_at": timezone.now(), "state": "no_show"}
    Booking.objects.create(tournament_id=make_event(book="five_spades"), player_id=player, **kept)
    assert "Who did not come?" not in text_of(page.get(page_of(event)))
    done(check_in, event, booking=booked["Cyd Lutz"])
    done(clock.start, event)
    offered = page.get(page_of(event)).context["missed"]
    assert [(one.name, one.months) for one in offered] == [
        ("Adams, Zoe", 0),
        ("Meier, Ben", 3),
        ("Zimmer, Ann", 0),
    ]
    chosen = [booked["Zoe Adams"], booked["Ben Meier"]]
    assert send(page, page_of(event), what="no_shows", reservations=chosen).status_code == 302
    states = dict(Booking.objects.filter(pk__in=booked.values()).values_list("player__name", "state"))
    assert states == {
        "Ann Zimmer": states["Ann Zimmer"], "Cyd Lutz": "checked_in", "Zoe Adams": "no_show", "Ben Meier": "no_show",
    }  # fmt: skip
    assert states["Ann Zimmer"] in {"reserved", "lapsed"}
    assert list(Ban.objects.values_list("player__name", flat=True)) == ["Ben Meier"]
    marked = JournalEntry.journal(event).get(kind="booking.no_shows")
    assert sentence_of(readable(marked, None)) == "Marked 2 no-shows, 1 player banned"
    press(take_back_at_the_desk, event, by=director, seq=marked.seq)
    assert not Ban.objects.filter(player=player).exists()
    assert Booking.objects.filter(pk__in=chosen, state="no_show").count() == 0


def test_several_no_shows_are_marked_atomically(page: Client, event: int) -> None:
    ann, ben = reserved_by(event, "Ann"), reserved_by(event, "Ben")
    done(clock.start, event)
    done(no_show, event, booking=ben)
    assert send(page, page_of(event), what="no_shows", reservations=[ann, ben]).status_code == 422
    assert Booking.objects.get(pk=ann).state != "no_show"
    assert send(page, page_of(event), what="no_shows").status_code == 422


def test_a_called_players_seat_counts_down(page: Client, event: int) -> None:
    one = waits(event, "Ann")
    send(page, page_of(event), what="call", booking=one, reason="Has to catch a train")
    until = int(Booking.objects.get(pk=one).offer_until.timestamp() * 1_000)  # type: ignore[union-attr]
    assert f'data-until="{until}"' in text_of(page.get(page_of(event, part=True)))
