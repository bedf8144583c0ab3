"""Templates of multi-stage events: flights and days with their rules, in the room and as files."""

import json
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils.timezone import get_current_timezone, localtime

from clock.commands.clock import plan_start
from clock.models import Clock
from clock.rules.filefaults import ImportFault
from desk.commands.registration import set_registration
from desk.models import Registration
from planning.commands.templates import create_from_template, import_template
from planning.models import EventTemplate
from planning.periodic import make_planned_events
from planning.services.template_file import exported, read_file
from planning.services.template_stages import events_of
from prizes.commands.payouts import set_payout
from prizes.models import Payout
from seating.commands import set_plan
from seating.models import Plan
from stages.commands.multi_stage_events import set_up_stages
from stages.models import MultiStageEvent, StageEvent
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MakesEvents, press, refusal
from tests.planning.plans import made_plan, made_template
from tests.stages.stage_scenes import flights
from tests.web.visitors import client_of, text_of
from tourney.access.roles import Actor
from tourney.models import Tournament
from tourney.now import room_now, to_ms
from tourney.rules.wall_time import later_on_wall, time_between

pytestmark = pytest.mark.django_db
ZONE = get_current_timezone()
# How much later than the first event each one starts.
AFTER = [timedelta(0), timedelta(hours=5), timedelta(days=1)]


@pytest.fixture
def template(make_event: MakesEvents, director: Actor) -> EventTemplate:
    """Return a template of two flights and a second day, each with its start, saved on the page of the last."""
    made = flights(make_event, entries_most=2, chips=(100, 500))
    for label, after in zip(("1A", "1B", "2"), AFTER, strict=True):
        press(plan_start, made[label], by=director, at=to_ms(later_on_wall(noon_in(5), after, ZONE)))
    press(set_plan, made["2"], by=director, seats_per_table=6, ghosts=False)
    press(set_payout, made["2"], by=director, method="hand", amounts=[50_000, 30_000])
    return EventTemplate.objects.get(pk=made_template(made["2"], director, "Main Event"))


def noon_in(days: int) -> datetime:
    """Return noon of UTC in some days."""
    return room_now().replace(hour=12, minute=0, second=0, microsecond=0) + timedelta(days=days)


def shape(whole: MultiStageEvent) -> list[tuple[Any, ...]]:
    """Return what a multi-stage event consists of, with the name of each event after that of the whole."""
    rows = StageEvent.objects.filter(stage__multi_stage_event=whole).select_related("stage", "tournament")
    return [
        (
            row.stage.name,
            row.stage.rule,
            row.stage.entries_most,
            row.label,
            row.tournament.name.removeprefix(whole.name),
            Plan.objects.get(tournament=row.tournament).seats_per_table,
            list(Payout.objects.filter(tournament=row.tournament).values_list("method", flat=True)),
        )
        for row in rows.order_by("stage__number", "pk")
    ]


def made_of(template: int, by: Actor, **more: Any) -> MultiStageEvent:
    """Create the events of a template and return the whole."""
    done = press(create_from_template, by=by, template=template, name="Autumn", **more).answer
    assert done is not None
    return StageEvent.objects.get(tournament=done["tournament"]).stage.multi_stage_event


def test_events_of_a_template_have_the_stages_of_its_event(template: EventTemplate, director: Actor) -> None:
    source = MultiStageEvent.objects.get()
    made = made_of(template.pk, director)
    assert (shape(made), made.mode) == (shape(source), source.mode)
    assert [row[3:5] for row in shape(made)] == [("1A", " 1A"), ("1B", " 1B"), ("2", " Day 2")]
    second_day = StageEvent.objects.get(stage__multi_stage_event=made, label="2").tournament
    assert Registration.objects.get(tournament=second_day).closed_at is not None
    assert second_day.chip_set == Tournament.objects.get(name="Main Event 1A").chip_set
    journal_tells_the_rows()


def test_days_start_at_the_same_distance_on_the_wall(template: EventTemplate, director: Actor) -> None:
    start = noon_in(40)
    made = made_of(template.pk, director, planned_start=to_ms(start))
    clocks = Clock.objects.filter(tournament__stage_event__stage__multi_stage_event=made).order_by("pk")
    starts = [clock.planned_start for clock in clocks if clock.planned_start is not None]
    assert [time_between(start, one, ZONE) for one in starts] == AFTER


def test_a_weekly_plan_makes_all_flights_and_days_once(template: EventTemplate, director: Actor) -> None:
    plan = made_plan(template.pk, director, days_ahead=5)
    make_planned_events()
    make_planned_events()
    row = plan.events.get()
    made = row.tournament.stage_event.stage.multi_stage_event
    assert (row.tournament.stage_event.label, len(shape(made))) == ("1A", 3)
    starts = Clock.objects.filter(tournament__stage_event__stage__multi_stage_event=made).order_by("pk")
    assert [f"{localtime(one.planned_start):%H:%M}" for one in starts] == ["19:00", "00:00", "19:00"]


def test_the_page_says_how_many_events_a_template_makes(template: EventTemplate, director: Actor) -> None:
    assert events_of(template.document) == 3
    assert "3 events</span>" in text_of(client_of(director).get("/staff/planning/"))


def test_a_template_with_stages_travels_as_a_file(template: EventTemplate, director: Actor) -> None:
    text = json.dumps(exported(template.document, template.name))
    assert "chip_set_id" not in text
    source = shape(MultiStageEvent.objects.get())
    done = press(import_template, by=director, name="From next door", text=text).answer
    assert done is not None
    made = made_of(done["template"], director)
    assert shape(made) == source
    row = EventTemplate.objects.get(pk=done["template"])
    assert exported(row.document, "Main Event") == exported(template.document, "Main Event")


def test_tables_that_play_for_themselves_do_so_again(make_event: MakesEvents, director: Actor) -> None:
    event = make_event(book="munot")
    press(set_registration, event, by=director, pool=4_000, fee=500)
    press(set_plan, event, by=director, seats_per_table=9)
    press(set_up_stages, by=director, name="Shootout", first=event, preset="shootout")
    made = made_of(made_template(event, director), director)
    plans = Plan.objects.filter(tournament__stage_event__stage__multi_stage_event=made).order_by("pk")
    assert {(plan.late_stage, plan.auto_balance) for plan in plans[:1]} == {(True, False)}


def test_a_format_that_the_rulebook_lacks_is_refused(template: EventTemplate, director: Actor) -> None:
    whole = exported(template.document, "Main Event")
    whole["stages"] = {**whole["stages"], "mode": "unheard"}
    assert refusal(import_template, by=director, name="X", text=json.dumps(whole)).code == "unknown_preset"


FAULTS: list[tuple[str, tuple[Any, ...], Any]] = [
    ("", (), []),
    ("", ("seq",), 1),
    (".mode", ("mode",), 7),
    (".entries_most", ("entries_most",), 0),
    (".stages", ("stages",), []),
    (".stages", ("stages",), [{"events": [{}] * 21}] * 2),
    (".stages[1]", ("stages", 1, "number"), 2),
    (".stages[1].name", ("stages", 1, "name"), " "),
    (".stages[0].rule", ("stages", 0, "rule"), {"who": {"kind": "everybody"}}),
    (".stages[1].rule", ("stages", 1, "rule"), {"who": {"kind": "the_rich"}}),
    (".stages[1].rule", ("stages", 1, "rule"), {"goes_on": True, "level": 3}),
    (".stages[1].rule", ("stages", 1, "rule"), {"who": {"kind": []}}),
    (".stages[1].rule", ("stages", 1, "rule"), None),
    (".stages[1].events", ("stages", 1, "events"), []),
    (".stages[0].events[1].label", ("stages", 0, "events", 1, "label"), "1A"),
    (".stages[0].events[1].label", ("stages", 0, "events", 1, "label"), "1\n"),
    (".stages[0].events[1].after", ("stages", 0, "events", 1, "after"), -1),
    (".stages[0].events[1].after", ("stages", 0, "events", 1, "after"), 10**15),
    (".stages[0].events[1].tables_apart", ("stages", 0, "events", 1, "tables_apart"), 1),
    (".stages[0].events[0].settings", ("stages", 0, "events", 0, "settings"), {"advance": "auto"}),
    (".stages[0].events[1]", ("stages", 0, "events", 1), None),
    (".stages[1].events[0].settings.advance", ("stages", 1, "events", 0, "settings", "advance"), "x"),
    (".stages[1].events[0].settings.seq", ("stages", 1, "events", 0, "settings", "seq"), 1),
    (".stages[1].events[0].settings.currency", ("stages", 1, "events", 0, "settings", "currency"), "JPY"),
]  # fmt: skip


def test_a_fault_of_stages_is_named_with_its_place(template: EventTemplate) -> None:
    text = json.dumps(exported(template.document, template.name))
    for place, path, value in FAULTS:
        whole = row = json.loads(text)
        for step in ("stages", *path)[:-1]:
            row = row[step]
        row[("stages", *path)[-1]] = value
        with pytest.raises(ImportFault) as caught:
            read_file(json.dumps(whole).encode())
        assert caught.value.faults[0].column == f"stages{place}", (path, value)
