"""The room's announcements: announce now or later, saved texts, and what stands."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clock.boards.clock import lobby
from displays.commands.announcements import check_placeholders
from displays.models import AnnouncementTemplate, Screen, ScreenGroup
from displays.rules.announcements import PLACEHOLDERS
from tourney.access.roles import Permission
from tourney.journal.refused import Refused
from tourney.now import to_ms
from tourney.rules.numbers import whole_number
from web.office.hub import staff_config
from web.shared.access import staff_page
from web.shared.date_fields import timestamp_in
from web.shared.forms import Form


@never_cache
@staff_page(Permission.MANAGE_SCREENS)
@require_http_methods(["GET", "POST"])
def announcements(request: HttpRequest) -> HttpResponse:
    """Announce a text on displays; `?template=` fills in a saved one."""
    form = _empty(request)
    if request.method == "POST":
        form = Form.sent(request)
        if _carried_out(request, form):
            return redirect("announcements")
    screens = list(Screen.objects.filter(retired=False))
    context = {
        "config": staff_config(request),
        "form": form,
        "templates": AnnouncementTemplate.objects.all(),
        "priorities": [
            ("normal", _("Normal: above the layout")),
            ("urgent", _("Urgent: fills the display")),
        ],
        "places": _places(),
        "screens": [(one, bool(form.values.get(f"screen_{one.pk}"))) for one in screens],
        "placeholders": [f"{{{name}}}" for name in PLACEHOLDERS],
    }
    return render(request, "office/announcements.html", context, status=422 if form.is_wrong else 200)


def _empty(request: HttpRequest) -> Form:
    number = whole_number(request.GET.get("template", ""))
    saved = None if number is None else AnnouncementTemplate.objects.filter(pk=number).first()
    if saved is None:
        return Form({"priority": "normal", "shown_on": "all"})
    return Form({"text": saved.text, "spoken": saved.spoken, "priority": saved.priority, "shown_on": "all"})


def _places() -> list[tuple[str, str]]:
    events = [(f"event:{one.tournament}", one.name) for one in lobby().events]
    groups = [
        (f"group:{one.pk}", _("Group “%(name)s”") % {"name": one.name}) for one in ScreenGroup.objects.all()
    ]
    return [("all", _("All displays")), *events, *groups, ("screens", _("Displays chosen below"))]


def _carried_out(request: HttpRequest, form: Form) -> bool:
    match form.text("what"):
        case "save":
            done = form.act(request, "announcement.save_template", **_texts(form))
        case "remove_template":
            done = form.act(request, "announcement.remove_template", template=form.whole("template"))
        case _:
            times = _times(form)
            done = form.act(request, "announcement.show", **_texts(form), **times, **_where(form))
    return done is not None


def _texts(form: Form) -> dict[str, Any]:
    if not form.text("text"):
        form.fail("text", _("This field is required."))
    mark_placeholders(form, "text", "spoken")
    return {name: form.text(name) for name in ("text", "spoken", "priority")}


def mark_placeholders(form: Form, *names: str) -> None:
    """Mark the texts with unknown placeholders, beside the other errors of the form."""
    for name in names:
        try:
            check_placeholders(name, form.text(name))
        except Refused as error:
            form.fail(name, error.message)


def _times(form: Form) -> dict[str, Any]:
    numbers = ("minutes", "repeat_minutes", "show_seconds")
    starts, ends = timestamp_in(form, "starts_at"), timestamp_in(form, "ends_at")
    # The command says so too, but only once the other fields are valid.
    if starts is not None and ends is not None and ends <= starts:
        form.fail("ends_at", _("The announcement ends before it is shown."))
    return {
        "starts_at": to_ms(starts),
        "ends_at": to_ms(ends),
        **{name: form.whole(name) if form.text(name) else None for name in numbers},
    }


def _where(form: Form) -> dict[str, Any]:
    kind, _colon, number = form.text("shown_on").partition(":")
    chosen = [name.removeprefix("screen_") for name in form.values if name.startswith("screen_")]
    screens = [found for one in chosen if (found := whole_number(one)) is not None]
    return {
        "shown_on": kind,
        "tournament": whole_number(number) if kind == "event" else None,
        "group": whole_number(number) if kind == "group" else None,
        "screens": screens if kind == "screens" else None,
    }
