"""Weekly plans make their events by themselves, each once."""

import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils.timezone import localtime

from clock.models import Clock
from desk.models import Registration
from notifications.boards.attention import attention_room
from planning import periodic
from planning.commands import plans, templates
from planning.commands.plans import add_closed_days, make_event_now, make_if_due, remove_plan, set_date
from planning.commands.templates import remove_template
from planning.models import PlannedEvent
from planning.periodic import make_planned_events
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import press, refusal
from tests.planning.plans import made_plan, made_template
from tourney.access.roles import Actor
from tourney.journal.commands import without_lock
from tourney.journal.refused import Refused
from tourney.models import JournalEntry, Tournament
from tourney.now import room_now
from tourney.services.prepared_writes import insert

pytestmark = pytest.mark.django_db


def test_the_periodic_task_makes_the_event_once(event: int, director: Actor) -> None:
    plan = made_plan(made_template(event, director), director)
    make_planned_events()
    make_planned_events()
    row = PlannedEvent.objects.get(plan=plan)
    start = Clock.objects.get(tournament=row.tournament).planned_start
    assert start is not None
    assert f"{localtime(start):%Y-%m-%d %H:%M}" == f"{row.day} 19:00"
    assert row.tournament.name == "Friday Turbo"
    assert JournalEntry.objects.get(kind="weekly_plan.make_event").who == "Weekly plan"
    journal_tells_the_rows()


def test_an_event_is_not_made_before_its_time_and_not_by_a_paused_plan(event: int, director: Actor) -> None:
    template = made_template(event, director)
    made_plan(template, director, days_ahead=2)
    made_plan(template, director, active=False)
    make_planned_events()
    assert not PlannedEvent.objects.exists()


def test_a_skipped_and_a_closed_date_get_no_event(event: int, director: Actor) -> None:
    template = made_template(event, director)
    skipped, closed = made_plan(template, director), made_plan(template, director, weekday=0)
    press(set_date, by=director, plan=skipped.pk, day=f"{skipped.first_day}", held=False)
    make_planned_events()
    assert not PlannedEvent.objects.filter(plan=skipped).exists()
    last = closed.first_day + timedelta(days=40)
    press(add_closed_days, by=director, name="Holidays", first_day=f"{closed.first_day}", last_day=f"{last}")
    press(set_date, by=director, plan=skipped.pk, day=f"{skipped.first_day}", start="20:30")
    make_planned_events()
    made = PlannedEvent.objects.get(plan=skipped)
    assert made.tournament.clock.planned_start is not None
    assert f"{localtime(made.tournament.clock.planned_start):%H:%M}" == "20:30"


def test_a_date_whose_event_was_made_is_changed_at_the_event(event: int, director: Actor) -> None:
    plan = made_plan(made_template(event, director), director, days_ahead=0)
    press(make_event_now, by=director, plan=plan.pk, day=f"{plan.first_day}")
    refused = refusal(set_date, by=director, plan=plan.pk, day=f"{plan.first_day}", held=False)
    assert refused.code == "made_already"
    other = plan.first_day + timedelta(days=1)
    assert refusal(set_date, by=director, plan=plan.pk, day=f"{other}").code == "no_date"


def test_registration_of_a_made_event_is_open_as_the_plan_says(event: int, director: Actor) -> None:
    from desk.commands.registration import set_registration

    press(set_registration, event, by=director, pool=2_000, fee=300)
    template = made_template(event, director)
    for opens in (True, False):
        plan = made_plan(template, director, opens=opens)
        assert make_if_due(plan.pk, plan.first_day)
        made = Registration.objects.get(tournament__planned_event__plan=plan)
        assert ((made.closed_at is None), made.price) == (opens, 2_300)


def test_removed_plans_and_templates_leave_their_events(event: int, director: Actor) -> None:
    template = made_template(event, director)
    plan = made_plan(template, director)
    assert refusal(remove_template, by=director, template=template).code == "in_use"
    make_planned_events()
    press(remove_plan, by=director, plan=plan.pk)
    press(remove_template, by=director, template=template)
    assert Tournament.objects.filter(name="Friday Turbo").exists()
    journal_tells_the_rows()


def test_the_database_refuses_a_second_event_of_a_date(event: int, director: Actor) -> None:
    plan = made_plan(made_template(event, director), director)
    make_planned_events()
    first = PlannedEvent.objects.get(plan=plan)
    other = Tournament.objects.exclude(pk=first.tournament_id).latest("pk")
    with pytest.raises(IntegrityError), transaction.atomic():
        PlannedEvent.objects.create(plan=plan, day=first.day, tournament=other)


def _made_by_two(event: int, director: Actor, monkeypatch: pytest.MonkeyPatch) -> int:
    """Let two threads with connections of their own run a plan at once, and return how many events it made.

    If nothing holds one of them back, both have looked for the event of the date before either makes it.
    """
    plan = made_plan(made_template(event, director), director)
    before = Tournament.objects.count()
    ready, looked = threading.Barrier(2), threading.Barrier(2)
    make_from = templates.make_from

    def wait(*given: Any, **more: Any) -> Tournament:
        with suppress(threading.BrokenBarrierError):
            looked.wait(1)
        return make_from(*given, **more)

    def run() -> None:
        try:
            ready.wait(10)
            make_if_due(plan.pk, plan.first_day)
        finally:
            connection.close()

    monkeypatch.setattr(plans, "make_from", wait)
    runs = [threading.Thread(target=run) for _number in range(2)]
    for one in runs:
        one.start()
    for one in runs:
        one.join(30)
    return Tournament.objects.count() - before


@pytest.mark.django_db(transaction=True)
def test_two_processes_that_run_a_plan_at_once_make_one_event(
    event: int, director: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert _made_by_two(event, director, monkeypatch) == 1


@pytest.mark.django_db(transaction=True)
def test_without_the_lock_the_constraint_leaves_one_event_on_postgresql(
    event: int, director: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    with without_lock():
        assert _made_by_two(event, director, monkeypatch) == 1


@pytest.mark.django_db(transaction=True)
def test_without_lock_and_constraint_two_events_are_made_on_postgresql(
    event: int, director: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: the race is real, and the tests above detect it."""
    name = "one_event_per_plan_and_date"
    constraint = next(one for one in PlannedEvent._meta.constraints if one.name == name)
    # Without the journal's own numbers the second command would be refused there.
    monkeypatch.setattr("tourney.journal.commands.insert", _numbered_anyhow(insert))
    with connection.schema_editor() as editor:
        editor.remove_constraint(PlannedEvent, constraint)
    try:
        with without_lock():
            assert _made_by_two(event, director, monkeypatch) == 2
    finally:
        PlannedEvent.objects.all().delete()
        with connection.schema_editor() as editor:
            editor.add_constraint(PlannedEvent, constraint)


def _numbered_anyhow(write: Callable[[JournalEntry], None]) -> Callable[[JournalEntry], None]:
    """Return a way to write journal entries that gives each thread numbers of its own."""

    def written(row: JournalEntry) -> None:
        row.seq += threading.get_ident() % 10_000
        write(row)

    return written


def test_an_event_that_can_not_be_made_is_tried_once_a_minute_and_needs_attention(
    event: int, director: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    made_plan(made_template(event, director), director)
    tried: list[int] = []
    make = plans.make_if_due

    def refused(plan: int, _day: date) -> bool:
        tried.append(plan)
        raise Refused("unknown_book", "This rulebook was removed.")

    monkeypatch.setattr(periodic, "make_if_due", refused)
    now = room_now()
    for seconds in (0, 1, 59, 61):
        monkeypatch.setattr(periodic, "room_now", lambda at=now + timedelta(seconds=seconds): at)
        make_planned_events()
    assert len(tried) == 2
    assert [(one.kind, one.count) for one in attention_room(0).room if one.kind == "plans"] == [("plans", 1)]
    monkeypatch.setattr(periodic, "make_if_due", make)
    monkeypatch.setattr(periodic, "room_now", lambda: now + timedelta(minutes=3))
    make_planned_events()
    assert [one for one in attention_room(0).room if one.kind == "plans"] == []


def test_days_of_a_plan_are_within_ten_years(event: int, director: Actor) -> None:
    template = made_template(event, director)
    given: dict[str, Any] = {"template": template, "name": "Turbo", "weekday": 4, "start": "19:00"}
    for day in ("9999-12-31", "0001-01-01"):
        assert refusal(plans.save_plan, by=director, first_day=day, **given).code == "bad_argument"
        refused = refusal(add_closed_days, by=director, name="x", first_day="2026-12-24", last_day=day)
        assert refused.code == "bad_argument"
