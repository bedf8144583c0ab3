"""The page of weekly plans: from an event to a plan, its dates, and the files of templates."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from planning.models import ClosedDays, EventTemplate, PlannedEvent, WeeklyPlan
from planning.periodic import make_planned_events
from tests.planning.plans import made_plan, made_template
from tests.web.visitors import client_of, send, text_of
from tourney.access.roles import Actor

pytestmark = pytest.mark.django_db
PAGE = "/staff/planning/"


@pytest.fixture
def browser(director: Actor) -> Client:
    """Return a director's browser."""
    return client_of(director)


def test_an_event_becomes_a_template_and_a_plan(event: int, browser: Client) -> None:
    answer = send(browser, f"/staff/t/{event}/details/", what="template", template_name="Turbo")
    assert answer.status_code == 302
    template = EventTemplate.objects.get(name="Turbo")
    answer = send(
        browser, PAGE, what="plan", name="Friday Turbo", template=template.pk, weekday=4, start="19:00",
        first_day="2026-01-01", every=1, days_ahead=20, opens="on", active="on",
    )  # fmt: skip
    assert answer.status_code == 302
    make_planned_events()
    assert PlannedEvent.objects.count() in (2, 3)
    assert "Friday Turbo" in text_of(browser.get(PAGE))


def test_a_new_plan_makes_events_and_opens_registration_unless_switched_off(
    event: int, director: Actor, browser: Client
) -> None:
    made_template(event, director)
    page = browser.get("/staff/planning/").content.decode()
    for name in ("opens", "active"):
        assert f'name="{name}" value="on" checked' in page


def test_a_date_is_skipped_and_held_again(event: int, director: Actor, browser: Client) -> None:
    plan = made_plan(made_template(event, director), director, days_ahead=0)
    date: dict[str, Any] = {"what": "date", "plan": plan.pk, "day": f"{plan.first_day}"}
    send(browser, PAGE, date="skip", start="19:00", **date)
    assert "no event" in text_of(browser.get(PAGE))
    send(browser, PAGE, date="start", start="20:15", **date)
    assert "20:15" in text_of(browser.get(PAGE))
    send(browser, PAGE, date="usual", start="20:15", **date)
    assert not plan.exceptions.exists()
    assert send(browser, PAGE, date="now", **date).status_code == 302
    assert PlannedEvent.objects.get(plan=plan).day == plan.first_day


def test_the_room_is_closed_and_opened(event: int, director: Actor, browser: Client) -> None:
    plan = made_plan(made_template(event, director), director, days_ahead=0)
    last = plan.first_day + timedelta(days=1)
    send(browser, PAGE, what="closed", name="Holidays", first_day=f"{plan.first_day}", last_day=f"{last}")
    assert "closed: Holidays" in text_of(browser.get(PAGE))
    send(browser, PAGE, what="open", closed_days=ClosedDays.objects.get().pk)
    assert not ClosedDays.objects.exists()


def test_wrong_fields_of_a_plan_are_shown(event: int, director: Actor, browser: Client) -> None:
    template = made_template(event, director)
    answer = send(browser, PAGE, what="plan", name="X", template=template, weekday=9, start="25:00",
                  first_day="never", every=1, days_ahead=7)  # fmt: skip
    assert (answer.status_code, WeeklyPlan.objects.count()) == (422, 0)
    assert send(browser, PAGE, what="nothing").status_code == 422


def test_a_template_is_exported_and_imported(event: int, director: Actor, browser: Client) -> None:
    template = made_template(event, director)
    data = browser.get(f"/staff/planning/templates/{template}.json").content
    assert json.loads(data)["format"] == "poker-event-template"
    file = SimpleUploadedFile("turbo.json", data)
    assert send(browser, f"{PAGE}import/", file=file, name="Theirs").status_code == 302
    assert EventTemplate.objects.filter(name="Theirs").exists()
    broken = SimpleUploadedFile("turbo.json", data.replace(b'"mode": ""', b'"mode": "blitz"'))
    answer = send(browser, f"{PAGE}import/", file=broken, name="Broken")
    assert answer.status_code == 422
    assert "event.mode" in text_of(answer)
