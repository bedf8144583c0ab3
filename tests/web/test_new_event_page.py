"""The page of a new event without scripts, its suggestions by the server, and its preview."""

import uuid
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils.timezone import get_current_timezone, localtime, make_aware

from clock.commands.structures import save_structure
from clock.models import Clock, Structure
from desk.commands.registration import set_registration
from desk.models import Registration
from prizes.commands.payouts import set_payout
from procedures.services.event_defaults import defaults_for, key_of, next_week
from seating.commands import add_tables
from seating.models import TournamentTable
from tests.fixtures.room import MakesEvents, club_night, press
from tests.web.visitors import client_of, text_of
from tourney.access.roles import Actor
from tourney.commands import set_room
from tourney.models import Tournament
from tourney.now import room_now

pytestmark = pytest.mark.django_db


def previewed(by: Actor, **values: str) -> dict[str, Any]:
    """Return the live preview of the form with these fields edited."""
    edited = ",".join(name for name in values if name != "name")
    answer = client_of(by).post(reverse("new_event_preview"), {"touched": edited, **values})
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json()
    return found


def test_numbers_and_dates_do_not_make_another_name() -> None:
    assert key_of("Friday Turbo #12") == key_of("FRIDAY turbo 20.11.") == "friday turbo"
    assert key_of("12") == ""


def test_a_weekly_event_starts_at_the_same_hour_next_time() -> None:
    past = localtime(room_now() - timedelta(days=17)).replace(hour=20, minute=0, second=0, microsecond=0)
    found = localtime(next_week(past))
    assert found > room_now()
    assert found - timedelta(days=7) <= room_now()
    assert (found.weekday(), found.hour) == (past.weekday(), 20)


def test_a_start_in_the_future_is_followed_by_one_a_week_later() -> None:
    coming = make_aware(datetime(2126, 3, 28, 20), get_current_timezone())
    assert localtime(next_week(coming)).replace(tzinfo=None) == datetime(2126, 4, 4, 20)


def test_a_room_without_history_gets_the_defaults_of_its_book(director: Actor, structure: int) -> None:
    press(set_room, by=director, name="Ace", currency="EUR", language="en", book="wsop", accent="#aa3300")
    found = previewed(director, name="First")
    assert found["values"]["late"] == "row-1"
    assert found["hints"]["late"] == "Until the first break."
    assert found["values"]["prizes"] == "formula"
    assert found["hints"]["prizes"].startswith("From WSOP ")
    assert found["hints"]["book"] == "The room’s rulebook."
    assert found["values"]["pool"] == ""
    changed = previewed(director, name="First", book="five_spades")
    assert changed["values"]["prizes"] == "club"
    assert changed["hints"]["seats_per_table"] == "From Five Spades 4.3."
    assert "book" not in changed["values"]


def test_the_last_event_of_the_name_gives_its_settings(
    director: Actor, structure: int, make_event: MakesEvents
) -> None:
    last = make_event(name="Friday Turbo 1", book="munot")
    press(set_registration, last, by=director, pool=8_550, fee=1_500, re_entries_most=None)
    press(set_payout, last, by=director, method="formula", note=1_000)
    start = make_aware(datetime(2026, 3, 6, 19, 30), get_current_timezone())
    Clock.objects.filter(tournament=last).update(planned_start=start)
    found = previewed(director, name="friday turbo 2", fee="20")
    values = found["values"]
    assert (values["pool"], values["book"], values["re_entries_most"]) == ("85.50", "munot", "")
    assert values["planned_start"].endswith("T19:30")
    assert "fee" not in values
    assert found["hints"]["pool"] == "As in Friday Turbo 1 of 6 Mar 2026."
    assert found["hints"]["fee"] == ""
    assert found["choices"]["prizes"][0] == ["like", "as in Friday Turbo 1 of 6 Mar 2026"]
    assert values["prizes"] == "like"
    # Twenty entries at 85.50 in the pool.
    assert "1,710" in previewed(director, name="friday turbo 2", tables="2", seats_per_table="10")["html"]


def test_preview_uses_the_rules_of_pool_and_payouts(director: Actor, structure: int) -> None:
    terms = {"pool": "100", "fee": "10", "prizes": "club", "guarantee": "5000", "note": "100"}
    terms |= {"tables": "9", "seats_per_table": "10"}
    found = previewed(director, name="Any", **terms, planned_start="2126-03-01T20:00")
    rows = [row.split() for row in text_of_table(found["html"])]
    assert [row[0] for row in rows] == ["30", "60", "90"]
    # The guarantee counts for 30 entries only.
    assert "5,000" in rows[0][1]
    assert "6,000" in rows[1][1]
    assert "9,000" in rows[2][1]
    assert rows[0][-1] == "21:30"


@pytest.mark.parametrize(
    ("fields", "sizes"),
    [
        ({}, ["6", "12", "18"]),
        ({"re_entries_most": "1"}, ["9", "18", "27"]),
        ({"re_entries_most": ""}, ["9", "18", "27"]),
        # Without late registration nobody re-enters.
        ({"re_entries_most": "1", "late": "none"}, ["6", "12", "18"]),
        ({"tables": "1", "seats_per_table": "2"}, ["2"]),
        ({"tables": "0"}, ["30", "60", "90"]),
    ],
)
def test_preview_shows_fields_that_fit_the_seats(
    director: Actor, structure: int, fields: dict[str, str], sizes: list[str]
) -> None:
    given = {"pool": "20", "tables": "2", "seats_per_table": "9", **fields}
    found = previewed(director, name="Any", **given)
    assert [row.split()[0] for row in text_of_table(found["html"])] == sizes


def test_an_event_gets_the_tables_that_were_chosen(director: Actor, structure: int) -> None:
    press(add_tables, by=director, first=1, last=5, seats=9)
    chosen = {"table-4": "on", "table-5": "on"}
    found = previewed(director, name="Sunday", **chosen)
    assert found["values"]["tables"] == "2"
    assert "Tables 4–5 with 18 seats." in found["html"]
    client = client_of(director)
    form = client.get(reverse("new_event")).context["form"]
    sent = {**form.values, **chosen, "command_id": form.command_id, "name": "Sunday", "pool": "20"}
    client.post(reverse("new_event"), {**sent, "what": "open"})
    event = Tournament.objects.get()
    given = TournamentTable.objects.filter(tournament=event)
    assert sorted(given.values_list("table__number", flat=True)) == [4, 5]
    # Another event has one of them by now.
    again = {**sent, "command_id": str(uuid.uuid4()), "name": "Monday", "what": "open"}
    answer = client.post(reverse("new_event"), again)
    assert answer.status_code == 422
    assert "Table 4 is not free. Choose other tables." in text_of(answer)
    assert Tournament.objects.count() == 1


def text_of_table(html: str) -> list[str]:
    """Return the text of the rows of the preview's first table."""
    import re

    body = html.partition("<tbody>")[2].partition("</tbody>")[0]
    rows = [re.sub(r"<[^>]+>", " ", row) for row in body.split("</tr>")]
    return [row.replace("\xa0", "") for row in rows if row.strip()]


def test_a_wrong_field_stops_the_preview_and_is_named(director: Actor, structure: int) -> None:
    found = previewed(director, name="Any", pool="1.2.3", tables="many")
    # The old figures would look as if they were still right.
    assert text_of_table(found["html"]) == []
    assert "can’t be calculated" in found["html"]
    assert found["faults"].keys() == {"pool", "tables"}


def test_the_form_works_without_scripts(director: Actor, structure: int) -> None:
    press(add_tables, by=director, first=1, last=2, seats=9)
    client = client_of(director)
    form = client.get(reverse("new_event"), {"name": "Sunday"}).context["form"]
    sent = {**form.values, "command_id": form.command_id, "name": "Sunday", "pool": "20", "what": "open"}
    answer = client.post(reverse("new_event"), sent)
    assert answer.status_code == 302, (answer.context["form"].errors, answer.context["form"].message)
    event = Tournament.objects.get()
    assert answer.url == reverse("remote", args=[event.pk])
    # The same form sent twice makes one event.
    assert client.post(reverse("new_event"), sent).url == answer.url
    several = {**sent, "several": "on"}
    assert client.post(reverse("new_event"), several).url == reverse("event_stages", args=[event.pk])
    assert Tournament.objects.count() == 1
    page = text_of(client.get(answer.url))
    assert "opened its registration" in page
    assert "Clock on a TV" in page


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("structure", "9999"), ("structure", ""), ("book", "no_book"), ("chip_set", "77777"),
        ("late", "row-99"), ("late", "x"), ("re_entries_most", "-1"), ("tables", "101"), ("tables", "x"),
        ("seats_per_table", "13"), ("prizes", "like"), ("prizes", "?"), ("guarantee", "-5"), ("note", "0"),
        ("starting_stack", "0"), ("planned_start", "soon"), ("name", " "), ("mode", "cannonball"), ("mode", "?"),
    ],
)  # fmt: skip
def test_wrong_values_are_refused_and_nothing_is_made(
    director: Actor, structure: int, field: str, value: str
) -> None:
    client = client_of(director)
    form = client.get(reverse("new_event")).context["form"]
    sent = {**form.values, "command_id": form.command_id, "name": "Sunday", "pool": "20", "what": "open"}
    answer = client.post(reverse("new_event"), {**sent, field: value})
    assert answer.status_code == 422
    assert answer.context["form"].errors or answer.context["form"].message
    if field not in {"book", "chip_set", "structure"}:
        assert field in answer.context["form"].errors
    assert not Tournament.objects.exists()


def test_suggestions_stay_few_queries(
    director: Actor, structure: int, make_event: MakesEvents, django_assert_max_num_queries: Any
) -> None:
    for number in range(6):
        make_event(name=f"Friday Turbo {number}")
    with django_assert_max_num_queries(30):
        defaults_for("Friday Turbo")


def test_payouts_ask_for_a_drawer_only_once_the_prizes_are_locked(
    director: Actor, make_event: MakesEvents
) -> None:
    event = make_event()
    page = text_of(client_of(director).get(reverse("payouts", args=[event])))
    assert "are not set up yet." in page
    assert "Set up the prizes" in page
    assert "Open your drawer" not in page


def test_blank_parts_of_the_price_are_zero(director: Actor, structure: int) -> None:
    client = client_of(director)
    form = client.get(reverse("new_event")).context["form"]
    blank = dict.fromkeys(("pool", "fee", "staff", "bounty"), "")
    sent = {**form.values, **blank, "command_id": form.command_id, "name": "Freeroll", "what": "open"}
    assert "Free entry" in text_of(client.get(reverse("new_event")))
    assert client.post(reverse("new_event"), sent).status_code == 302
    row = Registration.objects.get(tournament__name="Freeroll")
    assert (row.pool, row.fee, row.staff, row.bounty) == (0, 0, 0, 0)


def test_shipped_structures_are_named_in_the_language_of_the_page(director: Actor, structure: int) -> None:
    press(save_structure, by=director, name="Abendturnier", levels=club_night())
    client = client_of(director)
    for language, name in (("en", "Club night"), ("de", "Clubabend")):
        for page, inside in (("new_event", "<option"), ("structures", "<h2>")):
            text = client.get(reverse(page), headers={"accept-language": language}).content.decode()
            assert inside in text
            assert f">{name}</" in text, (language, page)
            assert ">Abendturnier</" in text, (language, page)
    assert Structure.objects.get(pk=structure).name == "Club night"


def test_modes_are_those_of_the_rulebook(director: Actor, structure: int) -> None:
    offered = previewed(director, name="Club", book="five_spades", mode="freeze_out")
    assert ["freeze_out", "Freezeout"] in offered["choices"]["mode"]
    assert offered["hints"]["mode"].endswith("(Five Spades 4.2, 4.5)")
    assert previewed(director, name="Club", book="tda")["choices"]["mode"] == [["", "No particular mode"]]


def test_an_event_is_created_in_a_mode_which_its_details_show_and_change(
    director: Actor, structure: int
) -> None:
    page = client_of(director)
    form = page.get(reverse("new_event")).context["form"]
    given = {
        "name": "Club",
        "book": "five_spades",
        "structure": structure,
        "mode": "freeze_out",
        "tables": "0",
    }
    sent = {**form.values, "command_id": form.command_id, **given, "re_entries_most": "1", "what": "open"}
    assert page.post(reverse("new_event"), sent).status_code == 302
    event = Tournament.objects.get(name="Club")
    assert event.mode == "freeze_out"
    assert Registration.objects.get(tournament=event).re_entries_most == 0
    shown = page.get(reverse("details", args=[event.pk]))
    assert "Mode of the rulebook" in text_of(shown)
    form = shown.context["forms"]["mode"]
    sent = {"command_id": form.command_id, "what": "mode", "mode": ""}
    assert page.post(reverse("details", args=[event.pk]), sent).status_code == 302
    event.refresh_from_db()
    assert event.mode == ""


def test_the_usual_structure_of_a_book_is_suggested_before_those_of_its_modes(
    director: Actor, structure: int
) -> None:
    for name in ("Cannonball", "Five Spades"):
        press(save_structure, by=director, name=name, levels=club_night())
    found = previewed(director, name="Club", book="five_spades")
    assert found["values"]["structure"] == str(Structure.objects.get(name="Five Spades", tournament=None).pk)
