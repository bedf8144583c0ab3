"""The championship's pages: public names, full names for staff, files, print, the period, links."""

import json
from datetime import timedelta

import pytest
from django.test import Client
from django.utils.timezone import localdate

from players.models import Membership
from prizes.commands.bounties import draw_names
from prizes.models import NameList
from seating.commands import set_plan
from seating.models import Bust
from tests.fixtures.room import MakesEvents, press
from tests.prizes.evenings import closed, evening, out
from tests.prizes.test_championship import RULE, by_the_club, member
from tests.web.test_results_pages import csv_of, named
from tests.web.visitors import ROLES, client_of, send, text_of
from tourney.access.roles import FIRST_START, Actor, Role
from tourney.models import Room, Tournament
from tourney.now import room_now

pytestmark = pytest.mark.django_db
PUBLIC, STAFF = "/championship/", "/staff/championship/"


@pytest.fixture
def event(make_event: MakesEvents, floor: Actor, director: Actor) -> int:
    """Make an event: Ann has eliminated Ben, whose name was drawn, and another; Ben one; a guest one."""
    made = make_event(book="munot")
    entries = evening(made, floor, 6)
    closed(made)
    by_the_club(made)
    named(entries[0], "Ann-Sophie Lang")
    named(entries[1], "=1+1")
    named(entries[2], "Gus Guest")
    member(entries[0])
    member(entries[1])
    press(set_plan, made, by=FIRST_START, seats_per_table=9)
    press(draw_names, made, by=director, among="members")
    out(made, entries[5], knocked_out_by=[entries[0]])
    out(made, entries[4], knocked_out_by=[entries[1]])
    out(made, entries[3], knocked_out_by=[entries[2]])
    out(made, entries[1], knocked_out_by=[entries[0]])
    return made


def test_championship_is_public_with_public_names_and_the_rule(event: int, client: Client) -> None:
    page = text_of(client.get(PUBLIC))
    rows = page.partition("<tbody>")[2].partition("</tbody>")[0]
    assert "Ann-Sophie L." in rows
    assert "Sophie Lang" not in page
    assert "Gus" not in page
    assert rows.count("<tr>") == 2
    assert ">4</td>" in rows
    assert RULE in page
    assert f'href="/results/{event}/"' in page
    assert STAFF not in page


def test_staff_read_full_names_and_find_files_and_paper(event: int, floor: Actor, dealer: Actor) -> None:
    page = text_of(client_of(floor).get(STAFF))
    for words in ("Ann-Sophie Lang", "championship.csv", "championship/print/", f"/staff/t/{event}/results/"):
        assert words in page
    assert "championship.csv" not in text_of(client_of(dealer).get(STAFF))


def test_files_have_every_column_and_no_formula(event: int, floor: Actor) -> None:
    client = client_of(floor)
    ann, ben = csv_of(client.get(f"{STAFF}championship.csv"))
    assert ann == {
        "Place": "1",
        "Last shared place": "1",
        "Player": "Ann-Sophie Lang",
        "Points": "4",
        "Knockouts": "2",
        "Of these, drawn names": "1",
    }
    assert (ben["Player"], ben["Points"], ben["Place"]) == ("'=1+1", "1", "2")
    content = json.loads(client.get(f"{STAFF}championship.json").content)
    assert content["rules"] == [RULE]
    assert [one["tournament"] for one in content["events"]] == [event]
    assert [one["points"] for one in content["championship"]] == [4, 1]
    year = localdate(room_now()).year
    assert (content["first"], content["last"]) == (f"{year}-01-01", f"{year}-12-31")
    assert client.get(f"{STAFF}championship.xlsx").status_code == 404
    assert client.get(f"{STAFF}championship.csv", {"from": "never"}).status_code == 404


def test_print_has_public_names_unless_full_names_are_requested(event: int, floor: Actor) -> None:
    client, path = client_of(floor), f"{STAFF}print/"
    paper = text_of(client.get(path))
    assert "Ann-Sophie L." in paper
    assert RULE in paper
    assert "Ann-Sophie Lang" not in paper
    assert "Ann-Sophie Lang" in text_of(client.get(path, {"names": "full"}))
    year = localdate(room_now()).year
    assert f"?from={year}-01-01&amp;to={year}-12-31&amp;names=full" in paper


def test_pages_require_their_permission(event: int, people: dict[Role, Client], client: Client) -> None:
    office = {Role.DIRECTOR, Role.FLOOR, Role.DESK}
    pages = {"": set(ROLES), "print/": set(ROLES), "championship.csv": office, "championship.json": office}
    for path, allowed in pages.items():
        assert client.get(STAFF + path).status_code == 302, path
        for role, browser in people.items():
            assert browser.get(STAFF + path).status_code == (200 if role in allowed else 403), (path, role)


def test_another_period_has_other_events(event: int, client: Client) -> None:
    at = room_now() - timedelta(days=800)
    Bust.objects.update(at=at)
    # The room's day; in summer it begins an hour earlier.
    then = localdate(at)
    assert "No points yet" in text_of(client.get(PUBLIC))
    whole_year = client.get(PUBLIC, {"from": f"{then.year}-01-01"})
    assert f'value="{then.year}-12-31"' in text_of(whole_year)
    assert "Friday Deep" in text_of(whole_year)
    assert "Friday Deep" in text_of(client.get(PUBLIC, {"from": then.isoformat(), "to": then.isoformat()}))
    assert "Friday Deep" not in text_of(client.get(PUBLIC, {"to": f"{then.year - 1}-12-31"}))


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"from": "never"}, "This is not a date"),
        ({"from": "0001-01-01"}, "This is not a date"),
        ({"to": "9999-12-31"}, "This is not a date"),
        ({"from": "2026-05-02", "to": "2026-05-01"}, "The last day can’t be before the first"),
    ],
)
def test_invalid_period_is_reported(given: dict[str, str], words: str, client: Client, floor: Actor) -> None:
    answer = client.get(PUBLIC, given)
    assert answer.status_code == 422
    assert words in text_of(answer)
    paper = client_of(floor).get(f"{STAFF}print/", given)
    assert paper.status_code == 422
    assert words in text_of(paper)


def test_page_explains_the_counting_before_the_first_event(client: Client, db: None) -> None:
    Room.objects.update_or_create(pk=1, defaults={"book": "five_spades"})
    page = text_of(client.get(PUBLIC))
    assert "No points yet" in page
    assert RULE in page


def test_ways_lead_there_where_a_championship_is_played(event: int, client: Client, floor: Actor) -> None:
    staff = client_of(floor)
    everybody = {"/": PUBLIC, f"/results/{event}/": PUBLIC}
    office = {f"/staff/t/{event}/results/": STAFF}
    for path, way in everybody.items():
        assert f'href="{way}"' in text_of(client.get(path)), path
    for path, way in office.items():
        assert f'href="{way}"' in text_of(staff.get(path)), path
    Tournament.objects.filter(pk=event).update(book="munot")
    Room.objects.update_or_create(pk=1, defaults={"book": "tda"})
    for path, way in everybody.items():
        assert f'href="{way}"' not in text_of(client.get(path)), path
    for path, way in office.items():
        assert f'href="{way}"' not in text_of(staff.get(path)), path


# --- the form of the name draw ------------------------------------------------------------------------------
@pytest.fixture
def drawing(make_event: MakesEvents, floor: Actor) -> int:
    """Make an event by the club's book with four players, three of them members; no names are drawn."""
    made = make_event(book="munot")
    for entry in evening(made, floor, 4)[:3]:
        member(entry)
    press(set_plan, made, by=FIRST_START, seats_per_table=9)
    return by_the_club(made)


def test_the_prizes_page_draws_names_of_members_and_cites_the_rule(drawing: int, director: Actor) -> None:
    page, path = client_of(director), f"/staff/t/{drawing}/prizes/"
    shown = text_of(page.get(path))
    assert '<option value="members"' in shown
    assert RULE in shown
    assert send(page, path, what="names", among="members", count="").status_code == 302
    assert NameList.objects.count() == 3 * 2


def test_guest_draws_names_if_all_players_draw(drawing: int, director: Actor) -> None:
    page, path = client_of(director), f"/staff/t/{drawing}/prizes/"
    assert send(page, path, what="names", among="somebody", count="").status_code == 422
    assert send(page, path, what="names", among="field", count="").status_code == 302
    assert NameList.objects.count() == 4 * 3


def test_book_without_championship_draws_no_names_among_members(drawing: int, director: Actor) -> None:
    Tournament.objects.filter(pk=drawing).update(book="munot")
    page, path = client_of(director), f"/staff/t/{drawing}/prizes/"
    assert '<option value="members"' not in text_of(page.get(path))
    refused = send(page, path, what="names", among="members", count="3")
    assert refused.status_code == 422
    assert "no championship" in text_of(refused)


def test_a_page_without_points_says_how_many_eliminations_were_made_by_guests(
    event: int, client: Client
) -> None:
    Membership.objects.all().delete()
    page = text_of(client.get(PUBLIC))
    assert "No points yet" in page
    assert "not counted: only players who are members for the season score points" in page
    assert "can’t re-enter" not in page
