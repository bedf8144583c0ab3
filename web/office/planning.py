"""Weekly plans with their next dates, closed days, and templates with their files."""

import json
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.dates import WEEKDAYS
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from clock.rules.filefaults import ImportFault
from desk.services.prices import price_text
from planning.models import MOST_DAYS_AHEAD, MOST_WEEKS, ClosedDays, EventTemplate, WeeklyPlan
from planning.services.schedule import PlannedDate, planned_dates
from planning.services.template_document import MOST_BYTES, price_of
from planning.services.template_file import exported, read_file
from planning.services.template_stages import events_of
from tourney.access.roles import Permission
from tourney.journal.commands import CommandResult
from tourney.models import Room
from tourney.now import room_now, to_ms
from tourney.services.dates import time_text, weekday_text
from tourney.snapshot import consistent_read
from web.shared.access import staff_page
from web.shared.date_fields import timestamp_in
from web.shared.forms import Form, upload_of
from web.shared.structure_names import structure_name

_WEEKS = 8


@never_cache
@require_http_methods(["GET", "POST"])
@staff_page(Permission.MANAGE_EVENTS)
def planning(request: HttpRequest) -> HttpResponse:
    """Show plans, their next dates, closed days and templates; each form names what it changes in `what`."""
    plan = WeeklyPlan.objects.filter(pk=_number(request.GET.get("plan", ""))).first()
    forms = {"plan": Form(_plan_values(plan)), "closed": Form(), "other": Form()}
    wrong = False
    if request.method == "POST":
        form = Form.sent(request)
        act = _ACTS.get(form.text("what"))
        if act is None:
            form.message = _("This form is incomplete. Reload the page.")
        else:
            done = act(request, form)
            if done is not None:
                made = (done.answer or {}).get("tournament")
                return redirect("details", made) if made else redirect("planning")
        forms[form.text("what") if form.text("what") in forms else "other"], wrong = form, True
    with consistent_read():
        context = _context(plan)
    return render(request, "office/planning.html", {**context, "forms": forms}, status=422 if wrong else 200)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


def _context(plan: WeeklyPlan | None) -> dict[str, Any]:
    today = localdate(room_now())
    currency = Room.objects.get_or_create(id=1)[0].currency
    templates = list(EventTemplate.objects.all())
    return {
        "edited": plan,
        "plans": WeeklyPlan.objects.select_related("template"),
        "weekdays": [(number, str(name)) for number, name in WEEKDAYS.items()],
        "weeks": [(number, _weeks_text(number)) for number in range(1, MOST_WEEKS + 1)],
        "most_days": MOST_DAYS_AHEAD,
        "dates": [_date(one) for one in planned_dates(today, today + timedelta(weeks=_WEEKS))],
        "closed_days": ClosedDays.objects.filter(last_day__gte=today),
        "templates": [
            (
                one,
                structure_name(one.document["structure"]["name"]),
                price_text(price_of(one.document), currency),
                events_of(one.document),
            )
            for one in templates
        ],
        "template_choices": [(one.pk, one.name) for one in templates],
    }


def _weeks_text(number: int) -> str:
    return ngettext("every week", "every %(number)s weeks", number) % {"number": number}


def _date(one: PlannedDate) -> dict[str, Any]:
    """Return a date as the page shows it: its start, its state in words, and what to know about the wall clock."""
    notes = {
        "skipped": _("Clocks go forward: the event starts at %(time)s."),
        "repeated": _("Clocks go back: the event starts when it is %(time)s for the first time."),
    }
    states = {"held": "", "skipped": _("no event"), "closed": _("closed: %(reason)s")}
    note = notes.get(one.date.change, "") % {"time": time_text(one.date.at)}
    return {
        "plan": one.plan,
        "day": one.date.day,
        "is_held": one.date.state == "held",
        "event": one.event,
        "weekday": weekday_text(one.date.at),
        "time": time_text(one.date.at),
        "state": states[one.date.state] % {"reason": one.date.reason},
        "moved": one.date.moved,
        "is_usual": one.date.state != "skipped" and not one.date.moved,
        "note": note,
    }


def _plan_values(plan: WeeklyPlan | None) -> dict[str, object]:
    if plan is None:
        first: date = localdate(room_now())
        return {"weekday": first.weekday(), "start": "19:00", "first_day": first, "every": 1, "days_ahead": 7,
                "opens": "on", "active": "on"}  # fmt: skip
    return {
        "name": plan.name,
        "template": plan.template_id,
        "weekday": plan.weekday,
        "start": plan.start,
        "first_day": plan.first_day,
        "last_day": plan.last_day or "",
        "every": plan.every,
        "days_ahead": plan.days_ahead,
        "opens": "on" if plan.opens else "",
        "active": "on" if plan.active else "",
        "plan": plan.pk,
    }


def _save_plan(request: HttpRequest, form: Form) -> CommandResult | None:
    return form.act(
        request,
        "weekly_plan.save",
        name=form.text("name"),
        template=form.whole("template"),
        weekday=form.whole("weekday"),
        start=form.text("start"),
        first_day=form.text("first_day"),
        last_day=form.text("last_day") or None,
        every=form.whole("every"),
        days_ahead=form.whole("days_ahead"),
        opens=form.flag("opens"),
        active=form.flag("active"),
        plan=form.chosen("plan"),
    )


def _set_date(request: HttpRequest, form: Form) -> CommandResult | None:
    start = form.text("start") or None
    held = form.text("date") != "skip"
    if form.text("date") == "usual":
        start = None
    given: dict[str, Any] = {"plan": form.whole("plan"), "day": form.text("day")}
    if form.text("date") == "now":
        return form.act(request, "weekly_plan.make_event_now", **given)
    return form.act(request, "weekly_plan.set_date", held=held, start=start, **given)


def _close(request: HttpRequest, form: Form) -> CommandResult | None:
    first = form.text("first_day")
    last = form.text("last_day") or first
    name = form.text("name")
    return form.act(request, "closed_days.add", name=name, first_day=first, last_day=last)


def _create(request: HttpRequest, form: Form) -> CommandResult | None:
    start = to_ms(timestamp_in(form, "planned_start"))
    given: dict[str, Any] = {
        "template": form.whole("template"),
        "name": form.text("name"),
        "planned_start": start,
    }
    return form.act(request, "template.create_event", **given)


_ACTS: dict[str, Callable[[HttpRequest, Form], CommandResult | None]] = {
    "plan": _save_plan,
    "date": _set_date,
    "closed": _close,
    "create": _create,
    "remove_plan": lambda request, form: form.act(request, "weekly_plan.remove", plan=form.whole("plan")),
    "remove_template": lambda request, form: form.act(
        request, "template.remove", template=form.whole("template")
    ),
    "open": lambda request, form: form.act(
        request, "closed_days.remove", closed_days=form.whole("closed_days")
    ),
}


@never_cache
@require_GET
@staff_page(Permission.MANAGE_EVENTS)
def export(_request: HttpRequest, template_id: int) -> HttpResponse:
    """Export a template for another room."""
    row = EventTemplate.objects.filter(pk=template_id).first()
    if row is None:
        raise Http404
    text = json.dumps(exported(row.document, row.name), ensure_ascii=False, indent=1)
    filename = f"{slugify(row.name) or 'template'}.json"
    disposition = content_disposition_header(as_attachment=True, filename=filename) or "attachment"
    return HttpResponse(text, content_type="application/json", headers={"Content-Disposition": disposition})


@never_cache
@require_http_methods(["GET", "POST"])
@staff_page(Permission.MANAGE_EVENTS)
def upload(request: HttpRequest) -> HttpResponse:
    """Import a template of another room; a file with faults is refused with their places."""
    form = Form()
    faults: list[tuple[int | None, str, str]] = []
    if request.method == "POST":
        form = Form.sent(request)
        file = upload_of(request, "file")
        if file is None:
            form.fail("file", _("Choose a file first."))
        elif (file.size or 0) > MOST_BYTES:
            form.fail("file", _("The file has %(bytes)s bytes; the limit is %(most)s.") % {
                "bytes": file.size, "most": MOST_BYTES})  # fmt: skip
        else:
            try:
                data = file.read()
                read = read_file(data)
                name = form.text("name") or read.name
                if form.act(request, "template.import", name=name, text=data.decode("utf-8-sig")) is not None:
                    return redirect("planning")
            except ImportFault as refused:
                faults = [(one.line, one.column, _(one.message) % one.params) for one in refused.faults]
    context = {"form": form, "faults": faults}
    status = 422 if faults or form.is_wrong else 200
    return render(request, "office/template_import.html", context, status=status)
