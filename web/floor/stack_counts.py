"""The count of all stacks: start it, enter the stacks of a table, close it, and take the stacks along as a file."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods
from msgspec.structs import asdict

from players.services.public_names import public_names
from procedures.boards.stack_counts import StackCountBoard, chip_leaders, stack_count
from procedures.models import CountedStack, StackCount
from procedures.services.stack_counts import is_counted, open_count_of, seats_with_chips
from seating.models import Seat
from tourney.access.roles import Permission
from tourney.models import Tournament
from tourney.rules.numbers import whole_number
from tourney.rules.text_files import write_text
from web.floor.texts_stack_counts import OCCASIONS, STACK_COUNT_WORDS
from web.office.csv_files import csv_file
from web.office.details import event_of
from web.office.hub import staff_config
from web.shared.access import staff_page
from web.shared.forms import Form

_LEADERS = 10
_MOST_SEATS = 12
_COLUMNS = ("name", "table", "seat", "chips")


@never_cache
@require_http_methods(["GET", "POST"])
@staff_page(Permission.SEAT_PLAYERS)
def stack_counts(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Show the count of all stacks, with the form of one table (`table`)."""
    event = event_of(tournament_id)
    form = Form()
    if request.method == "POST":
        form = Form.sent(request)
        if _run_command(request, form, event):
            return redirect(_next_page(event, whole_number(form.text("table"))))
    board = stack_count(event.pk)
    assert board is not None
    number = whole_number(request.GET.get("table", "") or form.text("table"))
    table = _table(event, board, number, form)
    leaders = chip_leaders(event.pk)
    context = {
        "event": event,
        "count": board,
        "form": form,
        "table": table,
        "occasions": [(key, OCCASIONS[key]) for key in StackCount.OCCASIONS],
        "last": None
        if board.last is None
        else {**asdict(board.last), "says": OCCASIONS[board.last.occasion]},
        "leaders": [] if leaders is None else leaders.rows[:_LEADERS],
        "config": staff_config(
            request,
            tournament=event.pk,
            table=number,
            count=board.count,
            at=None if table is None else table["at"],
            address=reverse("stack_counts", args=[event.pk]),
            texts={key: str(text) for key, text in STACK_COUNT_WORDS.items()},
        ),
    }
    return render(request, "floor/stack_counts.html", context, status=422 if form.is_wrong else 200)


def _run_command(request: HttpRequest, form: Form, event: Tournament) -> bool:
    what = form.text("what")
    if what == "open":
        done = form.act(request, "stacks.open_count", tournament_id=event.pk, occasion=form.text("occasion"))
    elif what == "close":
        difference = form.whole("difference") if form.text("difference") else 0
        done = form.act(request, "stacks.close_count", tournament_id=event.pk, difference=difference)
    elif what == "table":
        number = form.whole("table")
        typed = [seat for seat in range(1, _MOST_SEATS + 1) if form.text(f"seat-{seat}")]
        stacks = [{"seat": seat, "chips": form.chips(f"seat-{seat}")} for seat in typed]
        if not stacks and not form.errors:
            form.message = _("Enter at least one stack.")
            return False
        done = form.act(
            request,
            "stacks.count_table",
            tournament_id=event.pk,
            number=number,
            stacks=stacks,
            seen=form.chosen("seen"),
        )
    else:
        form.message = _("This form is incomplete. Reload the page.")
        return False
    return done is not None


def _next_page(event: Tournament, number: int | None) -> str:
    """Return the address of the next table to be counted, after the given one."""
    address = reverse("stack_counts", args=[event.pk])
    board = stack_count(event.pk)
    open_ = [] if board is None else [one.number for one in board.tables if one.counted < one.stacks]
    if not open_ or number is None:
        return address
    return f"{address}?table={next((one for one in open_ if one > number), open_[0])}"


def _table(
    event: Tournament, board: StackCountBoard, number: int | None, form: Form
) -> dict[str, Any] | None:
    """Return the chosen table with its stacks; None if none is chosen, or no count is in progress."""
    count = open_count_of(event)
    row = next((one for one in board.tables if one.number == number), None)
    if count is None or row is None or number is None:
        return None
    seats = seats_with_chips(event.pk).filter(tournament_table__table__number=number)
    stacks = []
    for seat in seats.select_related("entry__player"):
        name = f"seat-{seat.number}"
        counted = str(seat.stack) if is_counted(count, seat.counted_at) else ""
        stacks.append(
            {
                "field": name,
                "seat": seat.number,
                "name": _stack_name(seat),
                "value": form.text(name) if form.is_wrong else counted,
                "error": form.errors.get(name, ""),
            }
        )
    return {"number": number, "stacks": stacks, "complete": row.counted == row.stacks, "at": row.at}


def _stack_name(seat: Seat) -> str:
    if seat.entry is not None:
        return str(seat.entry.player.name)
    return _("Ghost") if seat.kind == "ghost" else _("Unclaimed stack")


@never_cache
@require_GET
@staff_page(Permission.SEAT_PLAYERS)
def stacks_file(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Export the stacks of the latest closed count, the biggest first, by the names that displays show."""
    event = event_of(tournament_id)
    count = StackCount.objects.filter(tournament=event, closed_at__isnull=False).last()
    stacks = CountedStack.objects.filter(stack_count=count).order_by("-chips", "table", "seat")
    found = list(stacks.select_related("entry__player"))
    names = public_names(event, [one.entry.player for one in found if one.entry is not None])
    rows = [_COLUMNS]
    for one in found:
        name = "" if one.entry is None else names[one.entry.player_id]
        rows.append((write_text(name), str(one.table), str(one.seat), str(one.chips)))
    return csv_file(rows, f"stacks-{slugify(event.name) or event.pk}.csv")
