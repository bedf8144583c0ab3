"""The floor's page and its requests for one table or for players."""

import inspect
import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, reverse

from procedures.commands.chip_races import start
from procedures.models import Race
from seating.commands import bust, put_button, remove_entry
from seating.rules import balancing, movers
from seating.rules import review as reviewing
from tests.fixtures.room import press
from tests.seating.people import HOUSE, drawn_event, places_of, register_entries
from tests.web.addresses import addresses_of
from tests.web.visitors import ROLES, done, lines, text_of
from tourney.access.roles import Role
from tourney.models import Entry
from web.floor.texts import FLOOR_WORDS

PATTERNS = addresses_of("floor.page", "floor.race_print", "floor.penalties", "office.event_end")

pytestmark = pytest.mark.django_db
_STAFF = {Role.DIRECTOR, Role.FLOOR, Role.DESK}
MAY_OPEN = {
    "floor": _STAFF,
    "event_end": set(ROLES),
    "bounties_open": set(ROLES),
    "floor_people": _STAFF,
    "race_slips": set(ROLES),
    "floor_penalty": _STAFF,
    "penalties_file": _STAFF,
}


def response_of(client: Client, path: str) -> Any:
    """Return the response of an address."""
    answer = client.get(path)
    assert answer.status_code == 200
    return json.loads(answer.content)


def config_of(page: str) -> Any:
    """Return the configuration that a page passes to its scripts."""
    return json.loads(
        page.partition('<script id="config" type="application/json">')[2].partition("</script>")[0]
    )


def test_page_opens_only_to_permitted_roles(people: dict[Role, Client], event: int, client: Client) -> None:
    drawn_event(event, 9, [1])
    entry = Entry.objects.filter(tournament=event).values_list("pk", flat=True)[0]
    press(start, event, by=HOUSE, small=25, big=100)
    before = lines(event)
    assert {str(pattern.name) for pattern in PATTERNS} == set(MAY_OPEN)
    for pattern in PATTERNS:
        assert isinstance(pattern, URLPattern)
        name = str(pattern.name)
        values = {"tournament_id": event, "number": 1, "entry_id": entry, "race": Race.objects.get().pk}
        wanted = pattern.pattern.converters
        address = reverse(name, kwargs={key: values[key] for key in wanted})
        for role, browser in people.items():
            sent_on = name == "floor" and role is Role.DEALER
            status = 302 if sent_on else 200 if role in MAY_OPEN[name] else 403
            assert browser.get(address).status_code == status, (name, role)
        assert client.get(address).status_code == 302
    assert lines(event) == before


def test_a_dealer_is_sent_to_the_tablets(people: dict[Role, Client], event: int) -> None:
    answer = people[Role.DEALER].get(reverse("floor", args=[event]))
    assert answer["Location"] == reverse("dealer_tables", args=[event])


def test_the_page_carries_every_word_its_scripts_and_the_map_say(page: Client, event: int) -> None:
    config = config_of(text_of(page.get(reverse("floor", args=[event]))))
    assert set(FLOOR_WORDS) < set(config["words"])
    assert "map.title" in config["words"]


def test_floor_tab_is_shown_to_staff_who_seat_players(people: dict[Role, Client], event: int) -> None:
    address = reverse("floor", args=[event])
    structure = reverse("event_structure", args=[event])
    assert address in text_of(people[Role.DESK].get(structure))
    assert address not in text_of(people[Role.DEALER].get(structure))


def test_giving_order_is_drawn_only_if_the_book_requires_it(page: Client, make_event: Any) -> None:
    for book, wants in (("other_poker", True), ("munot", False), ("tda", False)):
        shown = text_of(page.get(reverse("floor", args=[make_event(book=book)])))
        assert ('id="draw-giving"' in shown) is wants, book


def test_table_is_sent_in_full_with_its_sequence_number(page: Client, event: int) -> None:
    entries = drawn_event(event, 9, [4])
    done(put_button, event, number=4, button=9)
    answer = response_of(page, f"/live/t{event}/table/4/")
    assert answer["seq"] == lines(event)
    table = answer["boards"]["table"]
    assert [seat["seat"] for seat in table["chairs"]] == list(range(1, 10))
    assert {seat["entry"] for seat in table["chairs"]} == set(entries)
    assert (table["button"], table["small_blind"], table["big_blind"], table["next_big_blind"]) == (
        9,
        1,
        2,
        3,
    )
    assert "button is in seat 9" in table["last"][0]["texts"]["en"]


def test_a_table_that_the_event_has_not_is_null(page: Client, event: int) -> None:
    assert response_of(page, f"/live/t{event}/table/77/")["boards"]["table"] is None
    for wrong in (f"/live/t{2**63}/table/1/", "/live/t4711/people/", "/staff/t/4711/floor/people/"):
        assert page.get(wrong).status_code == 404


def test_lists_of_unseated_players_and_latest_busts(page: Client, event: int) -> None:
    entries = drawn_event(event, 9, [1])
    where = places_of(event)
    (late,) = register_entries(event, 1)
    for entry in entries[:7]:
        done(bust, event, entry=entry)
    done(remove_entry, event, entry=entries[8])
    answer = response_of(page, f"/live/t{event}/people/")["boards"]["people"]
    assert [one["entry"] for one in answer["unseated"]] == [late]
    # Six are enough to correct a mistake; a player removed with chips is not among them.
    assert [one["entry"] for one in answer["out"]] == list(reversed(entries[1:7]))
    assert [(one["table"], one["seat"]) for one in answer["out"]] == [
        where[one["entry"]] for one in answer["out"]
    ]


@pytest.mark.postgres
def test_people_in_play_are_found_by_name(page: Client, event: int) -> None:
    entries = drawn_event(event, 5, [1])
    where = places_of(event)
    name = Entry.objects.get(pk=entries[2]).player.name
    address = reverse("floor_people", args=[event])
    for sought in (name, name.upper(), name[:6]):
        found = response_of(page, f"{address}?q={sought}")["found"]
        assert (name, *where[entries[2]]) in [(one["name"], one["table"], one["seat"]) for one in found]
    done(bust, event, entry=entries[2])
    assert response_of(page, f"{address}?q={name}")["found"] == []
    for odd in ("%00", "zzz", "%27%3B", "x" * 500):
        assert response_of(page, f"{address}?q={odd}")["found"] == []


def test_every_reason_that_the_rules_give_has_its_sentence() -> None:
    sources = [inspect.getsource(module) for module in (balancing, movers, reviewing)]
    codes = {code for text in sources for code in re.findall(r'Why\(\s*"([a-z_]+)"', text)}
    codes |= set(re.findall(r'(?:return|else) "([a-z_]+)"', inspect.getsource(balancing._why_this_table)))
    codes |= {"short", "not_short"}
    assert len(codes) > 15
    assert {code for code in codes if f"floor.why_{code}" not in FLOOR_WORDS} == set()
