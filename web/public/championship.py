"""The championship of a period: public names for everybody, full names for staff; files and print."""

from datetime import date
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.http import content_disposition_header
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from players.models import Player
from players.rules.names import shortens_guests
from players.services.public_names import public_names
from prizes.services.championship import Championship, championship_of
from tourney.access.roles import Permission
from tourney.models import Tournament
from tourney.now import room_now
from tourney.rulebooks.shelf import books_of
from tourney.rules.text_files import write_text
from tourney.snapshot import consistent_read
from web.office.csv_files import csv_file, headings
from web.shared.access import staff_page
from web.shared.forms import Form
from web.shared.policies import policies_of

COLUMNS: dict[str, Promise] = {
    "place": lazy("Place"),
    "place_to": lazy("Last shared place"),
    "name": lazy("Player"),
    "points": lazy("Points"),
    "knockouts": lazy("Knockouts"),
    "drawn": lazy("Of these, drawn names"),
}


@never_cache
@require_GET
def championship(request: HttpRequest) -> HttpResponse:
    """Show the championship without a login."""
    return _shown(request, "public/championship.html", full=False)


@never_cache
@require_GET
@staff_page()
def staff_championship(request: HttpRequest) -> HttpResponse:
    """Show the championship with full names, files and print."""
    return _shown(request, "public/championship.html", full=True)


@never_cache
@require_GET
@staff_page()
def print_championship(request: HttpRequest) -> HttpResponse:
    """Print the championship on A4, by public names or by full ones for the office (`names=full`)."""
    return _shown(request, "public/print_championship.html", full=request.GET.get("names") == "full")


@never_cache
@require_GET
@staff_page(Permission.READ_JOURNAL)
def championship_file(request: HttpRequest, ending: str) -> HttpResponse:
    """Export the championship by full names."""
    period = _period(_asked(request))
    if period is None or ending not in ("csv", "json"):
        raise Http404
    with consistent_read():
        found = championship_of(*period)
        rows = _rows(found, full=True)
    name = f"championship-{found.first}-{found.last}.{ending}"
    if ending == "csv":
        return csv_file([headings(COLUMNS), *(_cells(row) for row in rows)], name)
    data = {
        "first": found.first.isoformat(),
        "last": found.last.isoformat(),
        "rules": list(found.books.values()),
        "events": [
            {"tournament": event.pk, "event": event.name, "day": day.isoformat()}
            for event, day in found.events
        ],
        "championship": [dict(zip(COLUMNS, _values(row), strict=True)) for row in rows],
    }
    answer = JsonResponse(data, json_dumps_params={"ensure_ascii": False})
    answer["Content-Disposition"] = (
        content_disposition_header(as_attachment=True, filename=name) or "attachment"
    )
    return answer


def _values(row: dict[str, Any]) -> list[Any]:
    return [row["best"], row["worst"], row["name"], row["points"], row["knockouts"], row["drawn"]]


def _cells(row: dict[str, Any]) -> list[str]:
    return [write_text(value) if isinstance(value, str) else str(value) for value in _values(row)]


def _shown(request: HttpRequest, template: str, *, full: bool) -> HttpResponse:
    """Render a period; an invalid one shows only the form with its errors."""
    form = _asked(request)
    period = _period(form)
    context: dict[str, Any] = {"form": form, "full": full, "at": room_now()}
    if period is None:
        return render(request, template, context, status=422)
    with consistent_read():
        found = championship_of(*period)
        context |= {
            "championship": found,
            "rows": _rows(found, full=full),
            "policies": [policies_of(Tournament(book=key), "season")["championship"] for key in found.books],
            "rules": list(found.books.values()),
        }
    form.values |= {"from": found.first.isoformat(), "to": found.last.isoformat()}
    return render(request, template, context)


def _asked(request: HttpRequest) -> Form:
    return Form({name: request.GET.get(name, "")[:40] for name in ("from", "to")})


def _period(form: Form) -> tuple[date, date] | None:
    """Parse the requested period.

    This calendar year by default, a whole year if only one end was given; None if invalid.
    """
    first, last = _day(form, "from"), _day(form, "to")
    if form.is_wrong:
        return None
    year = (first or last or localdate(room_now())).year
    first, last = first or date(year, 1, 1), last or date(year, 12, 31)
    if first > last:
        form.fail("to", _("The last day can’t be before the first."))
        return None
    return first, last


def _day(form: Form, name: str) -> date | None:
    typed = form.text(name)
    if not typed:
        return None
    try:
        day = date.fromisoformat(typed)
    except ValueError:
        day = None
    # At the limits of the calendar no other time zone can be computed.
    if day is None or not 1900 <= day.year < 2200:
        form.fail(name, _("This is not a date; write 2026-03-28."))
        return None
    return day


def _rows(found: Championship, *, full: bool) -> list[dict[str, Any]]:
    """Return places with names: player, name, best, worst, points, bounties, drawn."""
    people = {row.pk: row for row in Player.objects.filter(pk__in=[one.player for one in found.rows])}
    names = {key: row.name for key, row in people.items()}
    if not full and people:
        names = public_names(_strictest(found), list(people.values()))
    return [
        {
            "player": one.player,
            "name": names.get(one.player, ""),
            "best": one.best,
            "worst": one.worst,
            "points": one.points,
            "knockouts": one.knockouts,
            "drawn": one.drawn,
        }
        for one in found.rows
    ]


def _strictest(found: Championship) -> Tournament:
    """Return the event whose book decides on public names: preferably one that shortens guests' names."""
    shelf = books_of(event.book for event, _day in found.events)
    events = [event for event, _day in found.events]
    return next((one for one in events if shortens_guests(shelf[one.book])), events[0])
