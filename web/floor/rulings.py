"""The log of rulings: search, correction and photos, for staff only."""

from urllib.parse import urlencode

from django.http import FileResponse, Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from rulings.boards.rulings import RulingsFound, ruling, rulings_found
from rulings.services.photos import keep_photo, photo_of
from tourney.access import reads
from tourney.access.roles import Permission
from tourney.journal.refused import Refused
from tourney.models import Tournament
from tourney.rules.numbers import whole_number
from tourney.services.picture_store import MOST_BYTES
from web.office.details import event_of
from web.public.media_files import is_name, served
from web.shared.access import staff_page
from web.shared.commands import refusal
from web.shared.forms import Form, upload_of

_LONGEST = 80
_NUMBERS = ("event", "table", "before")
_WORDS = ("person", "rule", "q")


@never_cache
@require_GET
@staff_page(reads.JOURNAL)
def rulings(request: HttpRequest, tournament_id: int | None = None) -> HttpResponse:
    """List rulings by event, table, person, rule and word, newest first; or those of one event."""
    event = None if tournament_id is None else event_of(tournament_id)
    typed = {
        name: request.GET.get(name, "").replace("\x00", "").strip()[:_LONGEST]
        for name in (*_NUMBERS, *_WORDS)
    }
    form = Form(typed)
    numbers = {name: _number(form, name) for name in _NUMBERS}
    found = RulingsFound([], None)
    if not form.errors:
        found = rulings_found(
            event=numbers["event"] if event is None else event.pk,
            table=numbers["table"],
            person=typed["person"],
            rule=typed["rule"],
            words=typed["q"],
            before=numbers["before"],
        )
    narrowed = {name: value for name, value in typed.items() if value and name != "before"}
    context = {
        "event": event,
        "form": form,
        "found": found.rulings,
        "narrowed": bool(narrowed),
        "closer": bool(narrowed.keys() - {"q", "event"}),
        "events": Tournament.objects.filter(rulings__isnull=False, demo_speed__isnull=True)
        .distinct()
        .order_by("-pk")[:200],
        "event_id": numbers["event"],
        "older": urlencode({**narrowed, "before": found.before}) if found.before else "",
    }
    return render(request, "floor/rulings.html", context, status=422 if form.errors else 200)


def _number(form: Form, name: str) -> int | None:
    text = form.text(name)
    if not text:
        return None
    number = whole_number(text)
    if number is None:
        form.fail(name, _("Enter a number."))
    return number


@never_cache
@require_http_methods(["GET", "POST"])
@staff_page(Permission.SEAT_PLAYERS)
def correct(request: HttpRequest, ruling_id: int) -> HttpResponse:
    """Show the form to correct a ruling. Table and people stay unchanged."""
    found = ruling(ruling_id) if ruling_id < 2**62 else None
    if found is None:
        raise Http404
    form = Form({"text": found.text, "rule": found.rule})
    if request.method == "POST":
        form = Form.sent(request)
        done = form.act(
            request,
            "ruling.correct",
            tournament_id=found.event,
            ruling=ruling_id,
            text=form.text("text"),
            rule=form.text("rule"),
            table=found.table,
            entries=[one.entry for one in found.people],
        )
        if done is not None:
            return redirect("rulings")
    context = {"form": form, "ruling": found}
    return render(request, "floor/ruling_correct.html", context, status=422 if form.is_wrong else 200)


@never_cache
@require_POST
@staff_page(Permission.SEAT_PLAYERS)
def keep(request: HttpRequest) -> JsonResponse:
    """Store an uploaded photo of a ruling (`photo`) and return its name."""
    file = upload_of(request, "photo")
    try:
        # One byte over the limit is enough to detect a file that is too large.
        name = keep_photo(b"" if file is None else file.read(MOST_BYTES + 1))
    except Refused as error:
        return refusal(error)
    return JsonResponse({"ok": True, "photo": name})


@require_GET
@staff_page(reads.JOURNAL)
def photo(request: HttpRequest, name: str) -> FileResponse:
    """Serve a photo of a ruling."""
    path = photo_of(name) if is_name(name) else None
    if path is None:
        raise Http404
    return served(path, "private, no-store")
