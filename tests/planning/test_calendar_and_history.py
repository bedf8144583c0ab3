"""The iCalendar feed, and the history of events."""

from datetime import UTC, datetime, time, timedelta

import pytest
from django.test import Client
from django.utils.timezone import get_current_timezone, localdate

from clock.models import Clock
from planning.commands.plans import add_closed_days
from planning.periodic import make_planned_events
from planning.rules.icalendar import CalendarEvent, calendar_text
from players.models import Player
from tests.desk.tills import player
from tests.fixtures.room import MakesEvents, press
from tests.planning.plans import made_plan, made_template
from tests.web.visitors import client_of, text_of
from tourney.access.roles import Actor
from tourney.models import Entry, Tournament
from tourney.now import room_now, to_ms

AT = datetime(2026, 3, 29, 17, 0, tzinfo=UTC)


def test_texts_of_a_calendar_are_escaped_and_its_lines_folded() -> None:
    name = "Ü" * 60 + "; a, b \\ c\nEND:VEVENT\r\nX\x07"
    text = calendar_text("Room", [CalendarEvent("u", AT, AT + timedelta(hours=4), name)], AT)
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    assert "\n" not in text.replace("\r\n", "")
    whole = text.replace("\r\n ", "")
    assert f"SUMMARY:{'Ü' * 60}\\; a\\, b \\\\ c\\nEND:VEVENT\\nX\r\n" in whole
    assert "DTSTART:20260329T170000Z\r\nDTEND:20260329T210000Z\r\n" in whole
    assert whole.count("\r\nEND:VEVENT\r\n") == 1


@pytest.mark.django_db
def test_a_planned_date_keeps_its_identifier_once_its_event_is_made(event: int, director: Actor) -> None:
    made_plan(made_template(event, director), director)

    def uids() -> list[str]:
        text = Client().get("/events.ics").content.decode()
        return [line for line in text.split("\r\n") if line.startswith("UID")]

    before = uids()
    make_planned_events()
    assert Clock.objects.filter(planned_start__isnull=False).exists()
    assert (uids(), len(before)) == (before, len(set(before)))
    assert len(before) == 8


@pytest.mark.django_db
def test_past_events_are_found_by_name_date_and_winner(make_event: MakesEvents, director: Actor) -> None:
    browser = client_of(director)
    won, other = make_event(name="Friday Turbo"), make_event(name="Sunday Deep")
    anna, bert = player("Zoë Arnold"), player("Bert Brand")
    now = room_now()
    Tournament.objects.filter(pk__in=(won, other)).update(closed_at=now)
    Entry.objects.create(tournament_id=won, player_id=anna, created_at=now)
    Entry.objects.create(tournament_id=won, player_id=bert, created_at=now, out_at=now)

    def found(**terms: str) -> list[bool]:
        text = text_of(browser.get("/staff/events/", terms))
        return ["Friday Turbo" in text, "Sunday Deep" in text]

    assert found() == [True, True]
    assert found(q="sunday") == [False, True]
    assert found(q="bert") == [False, False]
    assert found(q="zoë") == [True, False]
    # A date of birth is for those who read personal data.
    Player.objects.filter(pk=anna).update(search="zoe arnold 30051990")
    assert found(q="30051990") == [False, False]
    assert found(first="0001-01-01", last="9999-12-31") == [True, True]
    assert found(first=f"{now + timedelta(days=2):%Y-%m-%d}") == [False, False]
    assert found(last=f"{now + timedelta(days=2):%Y-%m-%d}") == [True, True]
    assert found(first="never", page="x") == [True, True]


@pytest.mark.django_db
def test_last_weeks_event_is_copied_in_two_presses(event: int, director: Actor) -> None:
    browser = client_of(director)
    Tournament.objects.filter(pk=event).update(closed_at=room_now())
    link = f"/staff/t/{event}/details/?next#copy-title"
    assert link in text_of(browser.get("/staff/events/"))
    form = text_of(browser.get(link))
    assert 'name="planned_start"' in form
    assert f'value="{localdate(room_now()) + timedelta(days=7)}T' in form


@pytest.mark.django_db
def test_month_shows_events_plans_and_closed_days_on_their_day(
    make_event: MakesEvents, director: Actor, desk: Actor
) -> None:
    # Half past midnight on the wall of the room is still the day before in UTC.
    zone = get_current_timezone()
    first = (localdate(room_now()) + timedelta(days=62)).replace(day=1)
    night = datetime.combine(first + timedelta(days=4), time(0, 30), zone)
    event = make_event(name="Night Turbo", planned_start=to_ms(night))
    plan = made_plan(made_template(event, director), director, name="Weekly Deep")
    closed = first + timedelta(days=20)
    press(add_closed_days, by=director, name="Holiday", first_day=f"{closed}", last_day=f"{closed}")
    make_event(name="Without Start")
    today = client_of(desk).get("/staff/calendar/").content.decode()
    assert "Start time not set" in today.partition("Without Start")[0].rpartition("<li")[2]
    text = client_of(desk).get("/staff/calendar/", {"month": f"{first:%Y-%m}"}).content.decode()
    days = {one.partition('"')[0]: one for one in text.split('datetime="')[1:]}
    assert "Night Turbo" in days[f"{first + timedelta(days=4)}"]
    assert "Night Turbo" not in days[f"{first + timedelta(days=3)}"]
    assert "closed: Holiday" in days[f"{closed}"]
    planned = [day for day, shown in days.items() if "Weekly Deep" in shown]
    held = {f"{plan.first_day + timedelta(weeks=week)}" for week in range(20)} - {f"{closed}"}
    assert planned == sorted(held & set(days))
    for month in ("", "2026-13", "1899-12", "9999-12", "2026-1", "x" * 7):
        assert client_of(desk).get("/staff/calendar/", {"month": month}).status_code == 200
