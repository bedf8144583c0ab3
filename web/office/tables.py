"""The room's tables and their assignment to events."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST
from msgspec.structs import asdict

from cash.services.names import game_name
from cash.services.tables import open_tables
from clock.services.progress import progress_of
from seating.boards.seating import tables as all_tables
from tourney.access.roles import Permission
from tourney.journal.refused import Refused
from tourney.models import Tournament
from web.shared.access import staff_page
from web.shared.forms import Form, say_refused, way_back


@require_http_methods(["GET", "POST"])
@staff_page(Permission.MANAGE_TABLES)
def tables(request: HttpRequest) -> HttpResponse:
    """List all tables and create new ones."""
    found = all_tables()
    events_with_tables = Tournament.objects.filter(pk__in={table.tournament for table in found} - {None})
    started = {event.pk for event in events_with_tables if progress_of(event).started}
    following = max((table.number for table in found), default=0) + 1
    form = Form({"first": following, "last": following, "seats": 9})
    if request.method == "POST":
        form = Form.sent(request)
        first, last, seats = form.whole("first"), form.whole("last"), form.whole("seats")
        if form.act(request, "table.add", first=first, last=last, seats=seats) is not None:
            return redirect("tables")
    games = {one.table.number: game_name(one.game) for one in open_tables()}
    events = Tournament.objects.filter(closed_at__isnull=True, demo_speed__isnull=True).order_by("name")
    context = {
        "tables": [
            {**asdict(table), "plays": table.tournament in started, "game": games.get(table.number, "")}
            for table in found
        ],
        "assigned": sum(1 for table in found if table.tournament is not None),
        "cash": len(games),
        "chairs": sum(table.seats for table in found),
        "events": events,
        "form": form,
    }
    return render(request, "office/tables.html", context, status=422 if form.is_wrong else 200)


@require_POST
@staff_page(Permission.MANAGE_TABLES)
def table(request: HttpRequest, number: int) -> HttpResponse:
    """Assign a table, release it, or remove it from the room, depending on the pressed button."""
    form = Form.sent(request)
    what = form.text("what")
    if what == "retire":
        done = form.act(request, "table.retire", number=number)
    elif what in {"assign", "release"}:
        event = form.whole("event")
        done = form.act(request, f"table.{what}", tournament_id=event, number=number)
    else:
        done = None
        form.message = _("This form is incomplete. Reload the page.")
    if done is None:
        text = form.message or _("Choose an event for the table.")
        say_refused(request, Refused("refused", text, form.rule))
    return way_back(request, "tables")
