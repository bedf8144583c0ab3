"""Event details: name, rulebook, chips, picture, closing."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from desk.models import Registration
from planning.models import EventTemplate
from procedures.models import ShotClock
from procedures.services.event_defaults import next_week
from procedures.services.shot_clock import shot_clock_of
from tourney.access.roles import Permission
from tourney.journal.commands import CommandResult
from tourney.models import ChipSet, Tournament
from tourney.now import to_ms
from tourney.rulebooks.shelf import book_of
from web.office.new_event_form import mode_choices, mode_hint
from web.office.pictures import kept_picture
from web.office.room import book_choices
from web.shared.access import staff_page
from web.shared.date_fields import local_input, timestamp_in
from web.shared.forms import Form
from web.shared.structure_names import chip_set_name

# The form of the page each button belongs to; other buttons belong to the form that closes the event.
_FORMS = {
    "change": "change",
    "logo": "logo",
    "no_logo": "logo",
    "shot": "shot",
    "no_shot": "shot",
    "banks": "banks",
    "mode": "mode",
    "copy": "copy",
    "template": "template",
}


def event_of(tournament_id: int) -> Tournament:
    """Return an event, or raise the 404 page."""
    event = Tournament.objects.select_related("chip_set").filter(pk=tournament_id).first()
    if event is None:
        raise Http404
    return event


@require_http_methods(["GET", "POST"])
@staff_page(Permission.MANAGE_EVENTS)
def details(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Change an event; each form of the page names its command in `what`."""
    event = event_of(tournament_id)
    forms = {
        "change": Form(
            {
                "name": event.name,
                "book": event.book,
                "starting_stack": event.starting_stack,
                "chip_set": event.chip_set_id or "",
            }
        ),
        "logo": Form(),
        "end": Form(),
        "shot": Form(_initial_shot_clock(event)),
        "banks": Form({"count": "1"}),
        "mode": Form({"mode": event.mode}),
        "copy": Form({"name": _free_name(event.name), "planned_start": _next_start(request, event)}),
        "template": Form({"template_name": event.name}),
    }
    if request.method == "POST":
        form = Form.sent(request)
        what = _FORMS.get(form.text("what"), "end")
        forms[what] = form
        done = _carried_out(request, form, tournament_id)
        if done is not None:
            if what == "template":
                return redirect("planning")
            if form.text("what") == "close":
                return redirect("event_results", tournament_id)
            made = (done.answer or {}).get("tournament") if what == "copy" else None
            return redirect("details", made or tournament_id)
    chip_sets = ChipSet.objects.order_by("name").values_list("pk", "name")
    context = {
        "event": event,
        "forms": forms,
        "books": book_choices(),
        "shot_clock": shot_clock_of(event),
        "modes": mode_choices(book_of(event.book)),
        "mode_hint": mode_hint(book_of(event.book), event.mode),
        "templates": [("", _("A new template")), *EventTemplate.objects.values_list("pk", "name")],
        "chip_sets": [("", _("None")), *((pk, chip_set_name(name)) for pk, name in chip_sets)],
    }
    wrong = any(form.is_wrong for form in forms.values())
    return render(request, "office/details.html", context, status=422 if wrong else 200)


def _free_name(wanted: str) -> str:
    """Return a name that no open event has: the wanted one, else one with a number."""
    taken = set(Tournament.objects.filter(closed_at=None).values_list("name", flat=True))
    names = (wanted[:76] + f" {number}" for number in range(2, len(taken) + 3))
    return wanted if wanted not in taken else next(name for name in names if name not in taken)


def _next_start(request: HttpRequest, event: Tournament) -> str:
    """Return the start of a copy a week later, for the link "Copy to next week"; "" otherwise."""
    if "next" not in request.GET:
        return ""
    registration = Registration.objects.filter(tournament=event).first()
    started = None if registration is None else registration.started_at
    return local_input(next_week(started or event.clock.planned_start or event.created_at))


def _initial_shot_clock(event: Tournament) -> dict[str, object]:
    """Return the shot clock settings, or common defaults."""
    row = shot_clock_of(event)
    settings = row or ShotClock(seconds=30, bank_seconds=30, banks=4)
    return {
        "seconds": settings.seconds,
        "bank_seconds": settings.bank_seconds,
        "banks": settings.banks,
        "banks_was": "" if row is None else row.banks,
    }


def _carried_out(request: HttpRequest, form: Form, tournament_id: int) -> CommandResult | None:
    match form.text("what"):
        case "change":
            stack, chip_set = form.chips("starting_stack"), form.chosen("chip_set")
            return form.act(
                request,
                "event.change",
                tournament_id=tournament_id,
                name=form.text("name"),
                book=form.text("book"),
                starting_stack=stack,
                chip_set=chip_set,
            )
        case "logo":
            logo = kept_picture(request, form)
            return form.act(request, "event.logo", tournament_id=tournament_id, logo=logo)
        case "no_logo":
            return form.act(request, "event.logo", tournament_id=tournament_id, logo="")
        case "shot":
            given: dict[str, int | None] = {
                name: form.whole(name) for name in ("seconds", "bank_seconds", "banks")
            }
            # If unchanged, use the present value: players may have received some meanwhile.
            if form.text("banks_was") and form.text("banks") == form.text("banks_was"):
                given["banks"] = None
            return form.act(request, "shot.set", tournament_id=tournament_id, **given)
        case "no_shot":
            return form.act(request, "shot.off", tournament_id=tournament_id)
        case "banks":
            return form.act(request, "shot.give", tournament_id=tournament_id, count=form.whole("count"))
        case "mode":
            mode = form.text("mode") or None
            return form.act(request, "event.set_mode", tournament_id=tournament_id, mode=mode)
        case "copy":
            start = to_ms(timestamp_in(form, "planned_start"))
            return form.act(
                request, "event.copy", copied=tournament_id, name=form.text("name"), planned_start=start
            )
        case "template":
            replaces = form.chosen("replaces")
            name = form.text("template_name")
            saved = form.act(request, "template.save", source=tournament_id, name=name, replaces=replaces)
            if "name" in form.errors:
                form.fail("template_name", form.errors["name"])
            return saved
        case "close":
            sure = form.flag("although_unfinished")
            return form.act(request, "event.close", tournament_id=tournament_id, although_unfinished=sure)
        case "reopen":
            return form.act(request, "event.reopen", tournament_id=tournament_id)
    form.message = _("This form is incomplete. Reload the page.")
    return None
