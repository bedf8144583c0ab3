"""Unclaimed bounties stay on the floor's, prizes and payouts pages until an eliminator is named."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from desk.commands.registration import close_registration
from desk.commands.sales import register_player
from desk.services.prices import price_text
from prizes.commands.payouts import set_payout
from prizes.services.unclaimed_bounties import unclaimed_bounties
from seating.commands import bust, draw_seats, note_bust, remove_entry, set_plan
from tests.desk.tills import BOUNTY, cash, drawer, player, sold
from tests.fixtures.room import MakesEvents, press
from tests.seating.people import tables_for
from tests.web.visitors import text_of
from tourney.access.roles import FIRST_START, Actor, Role
from tourney.models import Entry, Tournament

pytestmark = pytest.mark.django_db
NAMES = ("Ana Adler", "Ben Berg", "Cem Celik", "Dora Dietz")


@pytest.fixture
def event(make_event: MakesEvents, desk: Actor) -> int:
    """Make a drawn bounty event of four players."""
    event = make_event(book="tda")
    sold(event, re_entries_most=0)
    tables_for(event, [1])
    press(set_payout, event, by=FIRST_START, method="formula", percent=5_000, bounties="fixed")
    drawer(desk)
    for name in NAMES:
        press(register_player, event, by=desk, player=player(name), payments=[cash()])
    press(set_plan, event, by=FIRST_START, seats_per_table=9)
    press(draw_seats, event, by=FIRST_START)
    press(close_registration, event, by=FIRST_START)
    return event


def of(name: str) -> int:
    return Entry.objects.get(player__name=name).pk


def unclaimed(event: int) -> list[tuple[str, int | None]]:
    return [(one.name, one.value) for one in unclaimed_bounties(Tournament.objects.get(pk=event))]


def test_bust_without_an_eliminator_leaves_an_unclaimed_bounty(event: int, dealer: Actor) -> None:
    press(bust, event, by=dealer, entry=of("Ben Berg"))
    press(bust, event, by=dealer, entry=of("Cem Celik"), knocked_out_by=[of("Ana Adler")])
    assert unclaimed(event) == [("Ben Berg", BOUNTY)]
    press(note_bust, event, by=dealer, entry=of("Ben Berg"), knocked_out_by=[of("Dora Dietz")])
    assert unclaimed(event) == []


def test_player_removed_with_chips_has_no_eliminator(event: int, floor: Actor) -> None:
    press(remove_entry, event, by=floor, entry=of("Ben Berg"))
    assert unclaimed(event) == []


def test_staff_pages_list_unclaimed_bounties_and_assign_them(
    people: dict[Role, Client], event: int, dealer: Actor
) -> None:
    press(bust, event, by=dealer, entry=of("Ben Berg"))
    note = reverse("result_note", args=[event, of("Ben Berg")])
    for page in ("floor", "prizes", "payouts", "bounties_open"):
        text = text_of(people[Role.DIRECTOR].get(reverse(page, args=[event])))
        assert "1 bounty has no winner yet" in text, page
        assert f'href="{note}"' in text, page
    assert people[Role.DIRECTOR].get(note).status_code == 200


def test_results_of_staff_and_public_have_the_bounties_that_are_paid(
    people: dict[Role, Client], event: int, dealer: Actor
) -> None:
    pages = (reverse("event_results", args=[event]), reverse("results", args=[event]))
    press(bust, event, by=dealer, entry=of("Ben Berg"))
    for page in pages:
        assert 'data-label="Bounties"' not in text_of(people[Role.DIRECTOR].get(page)), page
    press(bust, event, by=dealer, entry=of("Cem Celik"), knocked_out_by=[of("Dora Dietz")])
    press(bust, event, by=dealer, entry=of("Dora Dietz"), knocked_out_by=[of("Ana Adler")])
    for page in pages:
        text = text_of(people[Role.DIRECTOR].get(page))
        # Dora has won one, Ana one and her own; nobody has won Ben's.
        amounts = re.findall(r'data-label="Bounties">([^<]*)<', text)
        assert [one for one in amounts if one != "–"] == [
            price_text(2 * BOUNTY, "EUR"),
            price_text(BOUNTY, "EUR"),
        ]


def test_event_without_bounties_lists_no_open_bounties(
    people: dict[Role, Client], event: int, dealer: Actor
) -> None:
    press(set_payout, event, by=FIRST_START, method="formula", percent=5_000, bounties="none")
    press(bust, event, by=dealer, entry=of("Ben Berg"))
    assert unclaimed(event) == []
    assert "no winner yet" not in text_of(people[Role.DIRECTOR].get(reverse("payouts", args=[event])))


def test_public_page_says_how_bounties_are_paid(client: Client, event: int) -> None:
    page = reverse("event_public", args=[event])
    assert "is paid the bounty on that player" in text_of(client.get(page))
    press(set_payout, event, by=FIRST_START, method="formula", percent=5_000, bounties="progressive")
    assert "is added to the winner’s own bounty" in text_of(client.get(page))
