"""Before play, the clock page lists the open steps of an event's setup."""

import pytest
from django.test import Client

from clock.commands.clock import plan_start, start
from prizes.commands.payouts import set_payout
from seating.commands import add_tables, assign_table
from tests.desk.tills import sold
from tests.fixtures.room import MakesEvents, press
from tests.web.visitors import text_of
from tourney.access.roles import FIRST_START, Role
from tourney.commands import set_field
from tourney.now import room_now, to_ms

pytestmark = pytest.mark.django_db


def steps(client: Client, event: int) -> str:
    """Return the text of the list; "" if there is none."""
    text = text_of(client.get(f"/staff/t/{event}/"))
    return text.partition('id="event-setup"')[2].partition("</section>")[0]


def test_each_step_is_ticked_once_it_is_done(page: Client, make_event: MakesEvents) -> None:
    event = make_event(book="munot")
    for name in ("Price and registration", "Tables", "Prizes", "Planned start"):
        assert f"{name} ✓" not in steps(page, event)
        assert f">{name}</a>" in steps(page, event)
    assert "0 of 7" in steps(page, event)
    assert "Next: Price and registration" in steps(page, event)
    sold(event)
    press(add_tables, by=FIRST_START, first=1, last=1, seats=9)
    press(assign_table, event, by=FIRST_START, number=1)
    press(set_payout, event, by=FIRST_START, method="table")
    press(plan_start, event, by=FIRST_START, at=(to_ms(room_now()) or 0) + 3_600_000)
    for name in ("Price and registration", "Tables", "Prizes", "Planned start"):
        assert f"{name} ✓" in steps(page, event)
    assert "4 of 7" in steps(page, event)
    assert "Next: Sell at the desk" in steps(page, event)


def test_the_list_ends_with_the_start_and_is_for_directors(
    page: Client, make_event: MakesEvents, people: dict[Role, Client]
) -> None:
    event = make_event(book="munot")
    assert steps(page, event)
    assert not steps(people[Role.FLOOR], event)
    press(start, event, by=FIRST_START)
    assert not steps(page, event)


@pytest.mark.parametrize("path", ["", "details/", "registration/", "tables/", "prizes/", "structure/"])
def test_each_page_where_an_event_is_set_up_lists_the_steps_once(
    page: Client, make_event: MakesEvents, path: str
) -> None:
    event = make_event(book="munot")
    text = text_of(page.get(f"/staff/t/{event}/{path}"))
    assert text.count('id="event-setup"') == 1
    assert "event-setup" not in text_of(page.get(f"/staff/t/{event}/results/"))


def test_manually_counted_event_needs_no_registration(page: Client, make_event: MakesEvents) -> None:
    event = make_event(book="munot")
    press(set_field, event, by=FIRST_START, entries=12, left=12)
    assert not steps(page, event)
