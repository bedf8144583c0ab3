"""The dealer's tablet: who may open it, which tables it offers, and the data of its table."""

import json
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from seating.commands import bust, call_floor, finish_hand, give_seat, release_table
from tests.fixtures.room import MakesEvents
from tests.seating.seating_scenes import Places, button, name, seated
from tests.web.addresses import addresses_of
from tests.web.visitors import ROLES, client_of, done, lines, text_of
from tourney.access.roles import Actor, Role
from tourney.access.viewers import audience_of
from tourney.live.boards import KINDS
from tourney.live.snapshots import forget_all
from tourney.models import JournalEntry

PATTERNS = addresses_of("dealer.tablet")

pytestmark = pytest.mark.django_db


@pytest.fixture
def at(event: int) -> Places:
    """Seat players at tables of four and two; return the entry at each (table, seat)."""
    return seated(event, {3: (1, 2, 5, 9), 7: (2, 4)})


@pytest.fixture
def tablet(dealer: Actor) -> Client:
    """Return the dealer's browser."""
    return client_of(dealer)


def addresses(event: int) -> list[str]:
    """Return all addresses that the tablet opens."""
    return [
        reverse(
            str(pattern.name),
            kwargs={
                key: {"tournament_id": event, "number": 3}[key]
                for key in pattern.pattern.converters  # type: ignore[attr-defined]
            },
        )
        for pattern in PATTERNS
    ]


def table_of(client: Client, event: int, number: int = 3) -> dict[str, Any]:
    """Return the table as the tablet receives it: the seq, and the board."""
    answer = client.get(f"/live/t{event}/table/{number}/")
    assert answer.status_code == 200
    message = json.loads(answer.content)
    return {"seq": message["seq"], **message["boards"]}


def test_page_opens_to_logins_that_may_deal_only(people: dict[Role, Client], event: int, at: Places) -> None:
    assert len(addresses(event)) == 2
    before = lines(event)
    for address in addresses(event):
        for role in ROLES:
            assert people[role].get(address).status_code == 200, (address, role)
        answer = Client().get(address)
        assert answer.status_code == 302
        assert answer["Location"].startswith("/login/?next=")
        choosing = address.endswith("/dealer/")
        assert people[Role.DEALER].post(address).status_code == (422 if choosing else 405)
    assert lines(event) == before


def test_of_the_floors_pages_a_dealer_opens_this_one_alone(tablet: Client, event: int, at: Places) -> None:
    for path in ("tables/", "journal/", "registration/", "waiting/", "money/"):
        assert tablet.get(f"/staff/t/{event}/{path}").status_code == 403, path


def test_the_bar_keeps_the_end_of_the_name_without_the_strip_of_the_clock(
    event: int, at: Places, floor: Actor
) -> None:
    page = client_of(floor).get(f"/staff/t/{event}/dealer/3/").content.decode()
    assert 'class="event-here"' in page
    assert "event-strip" not in page
    assert "shared/ui/event_name" in page


def test_dealer_may_run_table_commands_but_no_floor_commands(tablet: Client, event: int) -> None:
    config = json.loads(
        text_of(tablet.get(f"/staff/t/{event}/"))
        .partition('id="config" type="application/json">')[2]
        .partition("<")[0]
    )
    assert config["may"] == ["deal", "see_staff"]


def test_tablet_socket_gets_staff_boards() -> None:
    audience = audience_of(Role.DEALER)
    assert {"map", "floor", "clock", "structure"} <= {
        kind.name for kind in KINDS.values() if kind.audience <= audience
    }


def test_tables_in_play_are_offered_first(
    tablet: Client, event: int, at: Places, make_event: MakesEvents
) -> None:
    done(bust, event, entry=at[3, 1])
    shown = text_of(tablet.get(f"/staff/t/{event}/dealer/"))
    assert f'href="/staff/t/{event}/dealer/3/"' in shown
    assert "3 players" in shown
    for entry in (at[3, 2], at[3, 5], at[3, 9]):
        done(bust, event, entry=entry)
    shown = text_of(tablet.get(f"/staff/t/{event}/dealer/"))
    assert shown.index("dealer/7/") < shown.index("dealer/3/")
    empty = text_of(tablet.get(f"/staff/t/{make_event(name='Other')}/dealer/"))
    assert "This event has no table yet." in empty


def test_whole_table_is_sent_with_its_sequence_number(
    tablet: Client, event: int, floor: Actor, at: Places
) -> None:
    button(event, t3=1)
    done(finish_hand, event, number=3, hand=1)
    done(call_floor, event, number=3, kind="all_in")
    done(give_seat, event, entry=at[7, 4], table=3, seat=7)
    found = table_of(tablet, event)
    assert found["seq"] == JournalEntry.journal(event).count()
    table = found["table"]
    assert (table["number"], table["hands"], table["button"]) == (3, 1, 2)
    assert [(seat["seat"], seat["name"]) for seat in table["chairs"] if seat["kind"]] == [
        (1, name(at[3, 1])),
        (2, name(at[3, 2])),
        (5, name(at[3, 5])),
        (7, name(at[7, 4])),
        (9, name(at[3, 9])),
    ]
    assert table["chairs"][6]["from_table"] == 7
    assert [call["kind"] for call in table["calls"]] == ["all_in"]
    assert table["last"][0]["who"] == "First start"


def test_returned_table_shows_a_message_and_unknown_table_has_no_page(
    tablet: Client, event: int, at: Places
) -> None:
    for seat in (2, 4):
        done(bust, event, entry=at[7, seat])
    assert table_of(tablet, event, 7)["table"]["chairs"][1]["kind"] == ""
    done(release_table, event, number=7)
    assert table_of(tablet, event, 7)["table"] is None
    assert tablet.get(f"/staff/t/{event}/dealer/7/").status_code == 404
    for path in (
        f"/staff/t/{event}/dealer/99/",
        "/staff/t/99/dealer/",
        "/staff/t/99/dealer/3/",
        "/live/t99/table/3/",
    ):
        assert tablet.get(path).status_code == 404, path


def test_table_board_uses_constant_queries_for_any_number_of_players(
    tablet: Client, event: int, at: Places
) -> None:
    # The first request also asks which kind of viewer this is.
    table_of(tablet, event, 3)
    forget_all()
    with CaptureQueriesContext(connection) as few:
        table_of(tablet, event, 7)
    with CaptureQueriesContext(connection) as more:
        table_of(tablet, event, 3)
    assert len(more) == len(few)
