"""Admission to an event, and the rule behind each refusal."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils.timezone import localdate

from clock.commands.clock import start
from desk.boards.person import person
from desk.commands.desk_settings import set_desk_settings
from desk.models import Booking, DeskSettings, Registration
from desk.services.admission import check
from desk.services.entry_request import EntryRequest
from players.commands.bans import ban_player, lift_ban
from players.commands.players import add_player
from players.models import Membership, Player
from players.services.memberships import is_member, members_among
from tests.desk.tills import PRICE, cash, drawer, enter, player, sold
from tests.fixtures.room import MakesEvents, press
from tourney.access.roles import FIRST_START, Actor, Role
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import Entry, Tournament
from tourney.now import room_now

pytestmark = pytest.mark.django_db
CLERK = Actor("user:9", "Desi", Role.DESK)
PHONE = Actor("token:9", "Anna", Role.PLAYER)


def add(name: str = "Anna", **more: Any) -> Player:
    return Player.objects.get(pk=press(add_player, by=FIRST_START, name=name, **more).answer["player"])


def years_ago(years: int, days: int = 0) -> str:
    today = localdate(room_now())
    day = today.replace(day=min(today.day, 28), year=today.year - years)
    return (day + timedelta(days=days)).isoformat()


def admission(event: int, player: Player, *, by: Actor = CLERK, **more: Any) -> tuple[str, str]:
    """Return code and rule of the refusal; "" if admitted. Only reads, so no command is needed."""
    tx = Tx(Tournament.objects.get(pk=event), by, room_now(), None)
    try:
        check(EntryRequest(tx, player), **more)
    except Refused as refused:
        return refused.code, refused.rule
    return "", ""


def membership(player: Player, kind: str, *, confirmed: str = "Obmann", days: int = 0) -> Membership:
    today = localdate(room_now())
    return Membership.objects.create(
        player=player,
        kind=kind,
        starts_on=today - timedelta(days=1),
        ends_on=today + timedelta(days=days),
        applied_at=room_now(),
        confirmed_by=confirmed,
    )


@pytest.fixture
def open_event(make_event: MakesEvents) -> int:
    """Create an event whose rulebook does not require membership."""
    return make_event(book="tda")


def minimum_age(years: int) -> None:
    press(
        set_desk_settings,
        by=FIRST_START,
        minimum_age=years,
        capacity=None,
        offer_seconds=60,
        recalls=1,
        at_once_seconds=60,
        lookup_by_name=False,
    )


# --- age -------------------------------------------------------------------------------------------------
def test_underage_player_is_refused_by_room_or_rulebook(event: int, open_event: int) -> None:
    child = add(birth_date=years_ago(17), under_age=True)
    grown = add("Bea", birth_date=years_ago(18))
    assert admission(open_event, child) == ("too_young", "")
    assert admission(open_event, child, id_seen=True)[0] == "too_young"
    assert admission(open_event, child, stage="reserve")[0] == "too_young"
    assert admission(open_event, grown) == ("", "")
    assert admission(event, child, membership="day") == ("too_young", "Five Spades 1.1, 1.3, 1.7, 2.1")
    minimum_age(21)
    assert admission(event, grown, membership="day") == ("too_young", "")
    minimum_age(0)
    assert admission(open_event, child) == ("", "")


def test_player_of_unknown_age_shows_id_once(open_event: int) -> None:
    anna = add()
    assert admission(open_event, anna) == ("age_unknown", "")
    assert admission(open_event, anna, stage="reserve") == ("", "")
    assert admission(open_event, anna, id_seen=True) == ("", "")
    Booking.objects.create(
        tournament_id=open_event,
        player=anna,
        state="cancelled",
        created_at=room_now(),
        id_seen_by="Desi",
    )
    assert admission(open_event, anna) == ("", "")


# --- bans ------------------------------------------------------------------------------------------------
def test_five_spades_2_7_ban_lasts_until_its_day_or_until_lifted(open_event: int) -> None:
    anna = add(birth_date="1980-01-01")
    today = localdate(room_now()).isoformat()
    ban = press(
        ban_player, by=FIRST_START, player=anna.pk, ends_on=today, reason="secret", rule="Five Spades 2.7"
    ).answer
    assert admission(open_event, anna) == ("banned", "Five Spades 2.7")
    with pytest.raises(Refused) as to_staff:
        check(EntryRequest(Tx(Tournament.objects.get(pk=open_event), CLERK, room_now(), None), anna))
    with pytest.raises(Refused) as to_the_phone:
        check(EntryRequest(Tx(Tournament.objects.get(pk=open_event), PHONE, room_now(), None), anna))
    assert "secret" in to_staff.value.message
    assert "secret" not in to_the_phone.value.message
    tomorrow = Tx(Tournament.objects.get(pk=open_event), CLERK, room_now() + timedelta(days=1), None)
    check(EntryRequest(tomorrow, anna))
    press(lift_ban, by=FIRST_START, ban=ban["ban"] if ban else 0)
    assert admission(open_event, anna) == ("", "")


def test_a_ban_that_is_over_by_the_day_of_the_event_does_not_stop_a_reservation(
    make_event: MakesEvents,
) -> None:
    starts = room_now() + timedelta(days=10)
    later = make_event(book="tda", planned_start=int(starts.timestamp() * 1000))
    anna = add(birth_date="1980-01-01")
    ends = (localdate(room_now()) + timedelta(days=5)).isoformat()
    press(ban_player, by=FIRST_START, player=anna.pk, ends_on=ends, reason="x")
    assert admission(later, anna, stage="reserve") == ("", "")
    assert admission(later, anna)[0] == "banned"


# --- memberships -----------------------------------------------------------------------------------------
RULE = "Five Spades 1.1, 1.3, 1.7, 2.1"


def test_five_spades_2_1_only_members_play(event: int) -> None:
    anna = add(birth_date="1980-01-01")
    assert admission(event, anna) == ("not_a_member", RULE)
    assert admission(event, anna, stage="reserve") == ("", "")
    for kind in ("day", "season"):
        assert admission(event, anna, membership=kind) == ("", "")
    row = membership(anna, "season")
    assert admission(event, anna) == ("", "")
    Membership.objects.filter(pk=row.pk).update(voided_at=room_now())
    assert admission(event, anna)[0] == "not_a_member"


def test_five_spades_2_1_one_rule_for_memberships_old_and_sold_with_the_entry(event: int) -> None:
    """They are confirmed before play: not required before the start, required after it."""
    anna, bea = add(birth_date="1980-01-01"), add("Bea", birth_date="1980-01-01")
    row = membership(anna, "season", confirmed="")
    assert admission(event, anna) == admission(event, bea, membership="day") == ("", "")
    press(start, event, by=FIRST_START)
    unconfirmed = ("membership_unconfirmed", RULE)
    assert admission(event, anna) == admission(event, bea, membership="day") == unconfirmed
    Membership.objects.filter(pk=row.pk).update(confirmed_by="Obmann")
    assert admission(event, anna) == ("", "")
    # Staff who may confirm memberships do so by selling them.
    floor = Actor("user:9", "Flo", Role.FLOOR)
    check(EntryRequest(Tx(Tournament.objects.get(pk=event), floor, room_now(), None), bea), membership="day")


def test_five_spades_1_7_a_day_membership_is_for_one_event(make_event: MakesEvents, floor: Actor) -> None:
    first, second = make_event(), make_event(name="Late Turbo")
    for event in (first, second):
        sold(event)
    drawer(floor)
    anna = player("Anna")
    entry = enter(first, floor, anna, [cash(PRICE + 200)], membership="day")["entry"]
    Entry.objects.filter(pk=entry).update(out_at=room_now())
    row = Player.objects.get(pk=anna)
    assert admission(first, row) == ("", "")
    assert admission(second, row) == ("not_a_member", RULE)
    enter(second, floor, anna, [cash(PRICE + 200)], membership="day")
    assert [one.confirmed_by for one in Membership.objects.filter(player=anna)] == ["flo", "flo"]


def test_an_event_for_members_takes_no_guests_for_a_day(event: int) -> None:
    Registration.objects.create(tournament_id=event, currency="EUR", members_only=True)
    anna, bea = add(birth_date="1980-01-01"), add("Bea", birth_date="1980-01-01")
    membership(anna, "season")
    membership(bea, "day")
    assert admission(event, anna) == ("", "")
    assert admission(event, bea) == ("members_only", RULE)
    assert admission(event, bea, stage="reserve") == ("members_only", RULE)
    assert admission(event, bea, membership="season") == ("", "")
    assert is_member(anna, room_now())
    assert not is_member(bea, room_now())
    assert members_among([anna.pk, bea.pk], localdate(room_now())) == {anna.pk}


# --- other events ---
def test_player_in_a_running_event_is_reported_or_refused_by_setting(
    make_event: MakesEvents,
) -> None:
    first, second = make_event(book="tda", name="Main Event"), make_event(book="tda", name="Side")
    for event in (first, second):
        Registration.objects.create(tournament_id=event, currency="EUR")
    anna = add(birth_date="1980-01-01")
    Entry.objects.create(tournament_id=first, player=anna, created_at=room_now())

    def elsewhere() -> list[str]:
        here = person(anna.pk, second, CLERK)
        assert here is not None
        return [one["name"] for one in here["event"]["elsewhere"]]

    minimum_age(18)
    assert elsewhere() == []
    press(start, first, by=FIRST_START)
    assert elsewhere() == ["Main Event"]
    assert admission(second, anna) == ("", "")
    DeskSettings.objects.update(one_event_at_a_time=True)
    assert admission(second, anna) == ("plays_elsewhere", "")
    assert admission(second, anna, stage="reserve") == ("", "")
    Entry.objects.update(out_at=room_now())
    assert (elsewhere(), admission(second, anna)) == ([], ("", ""))


# --- second entries --------------------------------------------------------------------------------------
def test_player_has_one_active_entry_per_event(open_event: int) -> None:
    anna = add(birth_date="1980-01-01")
    Entry.objects.create(tournament_id=open_event, player=anna, created_at=room_now())
    assert admission(open_event, anna)[0] == "already_in"
    assert admission(open_event, anna, giving_up=True) == ("", "")
    Entry.objects.update(out_at=room_now())
    assert admission(open_event, anna) == ("", "")


@pytest.mark.parametrize("booked", [True, False])
def test_other_poker_19_player_is_in_one_flight_only(make_event: MakesEvents, booked: bool) -> None:
    anna = add(birth_date="1980-01-01")
    for book, answer in (("other_poker", ("in_another_flight", "Other Poker 19")), ("tda", ("", ""))):
        one, two, apart = (make_event(book=book, name=f"{book} {number}") for number in (1, 2, 3))
        for event, flights in ((one, book), (two, book), (apart, "")):
            Registration.objects.create(tournament_id=event, currency="EUR", flights=flights)
        if booked:
            Booking.objects.create(tournament_id=one, player=anna, state="reserved", created_at=room_now())
        else:
            Entry.objects.create(tournament_id=one, player=anna, created_at=room_now(), out_at=room_now())
        assert admission(two, anna) == answer
        assert admission(two, anna, stage="reserve") == answer
        assert admission(apart, anna) == ("", "")


def test_flight_matches_by_normalised_name_within_the_same_year_only(
    make_event: MakesEvents,
) -> None:
    anna = add(birth_date="1980-01-01")
    names = (" Main  Event", "main event", "MAIN EVENT", "Main Event 2")
    one, two, last_year, other = (make_event(book="other_poker", name=name) for name in names)
    for event, flights in zip((one, two, last_year, other), names, strict=True):
        Registration.objects.create(tournament_id=event, currency="EUR", flights=flights)
    Tournament.objects.filter(pk=last_year).update(created_at=room_now() - timedelta(days=330))
    Entry.objects.create(tournament_id=one, player=anna, created_at=room_now(), out_at=room_now())
    assert admission(two, anna) == ("in_another_flight", "Other Poker 19")
    assert admission(last_year, anna) == admission(other, anna) == ("", "")


def test_merged_or_anonymised_record_cannot_be_registered(open_event: int) -> None:
    anna, bea = add(birth_date="1980-01-01"), add("Bea")
    anna.merged_into = bea
    assert admission(open_event, anna)[0] == "merged"
    bea.anonymised_at = room_now()
    assert admission(open_event, bea)[0] == "anonymised"
