"""Counts of all stacks, by table, and the end of a day: its bags, its close, and the next day."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods
from msgspec.structs import asdict

from clock.services.progress import progress_of
from clock.signals import winners
from players.services.public_names import public_names
from procedures.boards.bags import BagsBoard, bags
from procedures.boards.stack_counts import StackCountBoard, chip_leaders, stack_count
from procedures.models import CountedStack, StackCount
from procedures.services.bags import unopened_seats
from procedures.services.chip_races import chips_left
from procedures.services.chips_by_table import chips_by_table
from procedures.signals import plays_on_in
from tourney.access.roles import Permission
from tourney.models import Tournament
from tourney.rules.numbers import whole_number
from tourney.rules.text_files import write_text
from tourney.signals import for_teams
from web.floor.bags import clock_waits, names_at, plan_values, run_bag_command
from web.floor.table_stacks import table_form, typed_stacks
from web.floor.texts_bags import BAG_WORDS
from web.floor.texts_stack_counts import OCCASIONS, STACK_COUNT_WORDS
from web.office.csv_files import csv_file, headings
from web.office.details import event_of
from web.office.hub import staff_config
from web.shared.access import actor_of, staff_page
from web.shared.forms import Form

_LEADERS = 10
_COLUMNS: dict[str, Promise] = {
    "name": lazy("Player"),
    "table": lazy("Table"),
    "seat": lazy("Seat"),
    "chips": lazy("Chips"),
}


@never_cache
@require_http_methods(["GET", "POST"])
@staff_page(Permission.SEAT_PLAYERS)
def stack_counts(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Show the count of all stacks, with the form of one table (`table`), and the bags of a day that ends."""
    event = event_of(tournament_id)
    form = Form()
    if request.method == "POST":
        form = Form.sent(request)
        if _run_command(request, form, event):
            return redirect(_next_page(event, form))
    board, kept = stack_count(event.pk), bags(event.pk)
    assert board is not None
    assert kept is not None
    number = whole_number(request.GET.get("table", "") or form.text("table"))
    by_value = "by_value" in request.GET or form.text("by_value") == "1"
    table = table_form(event, board, number, form, by_value=by_value)
    shared = {
        "goes_on_to": plays_on_in.ask(event),
        "for_teams": for_teams.ask(event),
        "may_close": actor_of(request).may(Permission.RUN_CLOCK),
    }
    live = {"table": number, "at": None if table is None else table["at"], "names": names_at(event, number)}
    context = {
        "event": event,
        "form": form,
        "what": form.text("what"),
        "clock_accepted": form.is_wrong and form.text("running") == "1",
        "table": table,
        **shared,
        **_count_values(event, board),
        **_bag_values(request, event, kept, form, number),
        "config": _config(request, event, board, kept, {**shared, **live}),
    }
    return render(request, "floor/stack_counts.html", context, status=422 if form.is_wrong else 200)


def _count_values(event: Tournament, board: StackCountBoard) -> dict[str, Any]:
    """Return what the page shows of the count in progress and of the last one."""
    last, leaders = board.last, chip_leaders(event.pk)
    return {
        "count": board,
        "by_value": _by_value(board),
        "by_table": _by_table(event, board),
        "has_values": bool(chips_left(event)),
        "occasions": [(key, OCCASIONS[key]) for key in StackCount.OCCASIONS],
        "last": None if last is None else {**asdict(last), "says": OCCASIONS[last.occasion]},
        "leaders": [] if leaders is None else leaders.rows[:_LEADERS],
    }


def _by_value(board: StackCountBoard) -> list[tuple[int, int, int, int]]:
    """Return by value how many chips are counted, how many are in play, and the difference; [] if one is unknown."""
    counted = {one.value: one.count for one in board.pieces}
    expected = {one.value: one.count for one in board.expected}
    if not counted or not expected:
        return []
    both = [
        (value, counted.get(value, 0), expected.get(value, 0))
        for value in sorted(counted.keys() | expected, reverse=True)
    ]
    return [(value, here, there, here - there) for value, here, there in both]


def _by_table(event: Tournament, board: StackCountBoard) -> dict[str, Any] | None:
    """Return the tables counted by value with who counted them, and what differs there; None without such a table."""
    counted = [one for one in board.tables if one.pieces and one.counted == one.stacks]
    if not counted or not board.expected:
        return None
    known = chips_by_table(event)
    rows = []
    for one in counted:
        here, there = {each.value: each.count for each in one.pieces}, known.pieces.get(one.number)
        differs = None
        if there is not None:
            expected = dict(there)
            both = [(value, here.get(value, 0) - expected.get(value, 0)) for value in here.keys() | expected]
            differs = sorted(((value, count) for value, count in both if count), reverse=True)
        rows.append({"number": one.number, "by": one.by, "at": one.at, "differs": differs})
    return {"rows": rows, "since": known.since}


def _bag_values(
    request: HttpRequest, event: Tournament, kept: BagsBoard, form: Form, number: int | None
) -> dict[str, Any]:
    """Return what the page shows of the bags of a day that ends.

    Args:
        number: of the chosen table.
    """
    closed_bags = kept.phase == "resumed" and kept.opened < kept.handed_in
    return {
        "bags": kept,
        "number": number if any(one.number == number for one in kept.tables) else None,
        "closed_bags": closed_bags,
        "next_day": kept.day + 1,
        "clock_waits": (waits := clock_waits(event)),
        # A day ends once it was played: not before its start, nor while its bags are being opened.
        "may_end_day": event.closed_at is None
        and not waits
        and not closed_bags
        and progress_of(event).started
        and not winners.ask(event).entries,
        "unopened": len(unopened_seats(event)) if form.code == "bags_not_open" else 0,
        "plan": plan_values(kept, form),
        "bag": form.text("bag")[:40] if form.is_wrong else request.GET.get("bag", "")[:40],
    }


def _config(
    request: HttpRequest, event: Tournament, board: StackCountBoard, kept: BagsBoard, more: dict[str, Any]
) -> dict[str, Any]:
    """Return what the scripts of the page need to know."""
    return staff_config(
        request,
        tournament=event.pk,
        count=board.count,
        phase=kept.phase,
        day=kept.day,
        address=reverse("stack_counts", args=[event.pk]),
        clock=reverse("remote", args=[event.pk]),
        stages=reverse("event_stages", args=[event.pk]),
        texts={key: str(text) for key, text in (STACK_COUNT_WORDS | BAG_WORDS).items()},
        **more,
    )


def _run_command(request: HttpRequest, form: Form, event: Tournament) -> bool:
    done_with_bags = run_bag_command(request, form, event)
    if done_with_bags is not None:
        return done_with_bags
    what = form.text("what")
    if what == "open":
        done = form.act(request, "stacks.open_count", tournament_id=event.pk, occasion=form.text("occasion"))
    elif what == "close":
        difference = form.whole("difference") if form.text("difference") else 0
        done = form.act(
            request,
            "stacks.close_count",
            tournament_id=event.pk,
            difference=difference,
            running=form.text("running") == "1",
        )
    elif what == "table":
        number = form.whole("table")
        stacks = typed_stacks(form, event)
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


def _next_page(event: Tournament, form: Form) -> str:
    """Return the address of the page that follows: after a table, the next one to be counted; the same table if
    stacks of it are not counted yet, and at the end of a day, when its bags are sealed.
    """
    address = reverse("stack_counts", args=[event.pk])
    number, board = whole_number(form.text("table")), stack_count(event.pk)
    if number is None or board is None or form.text("what") != "table":
        return address
    open_ = [one.number for one in board.tables if one.counted < one.stacks]
    # A table of which a stack was left out is counted to the end first.
    if number in open_:
        return f"{address}?table={number}" + ("&by_value" if form.text("by_value") == "1" else "")
    if board.occasion == "day_end":
        return f"{address}?table={number}"
    following = next((one for one in open_ if one > number), open_[0]) if open_ else None
    more = "&by_value" if form.text("by_value") == "1" else ""
    return address if following is None else f"{address}?table={following}{more}"


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
    rows = [headings(_COLUMNS)]
    for one in found:
        name = "" if one.entry is None else names[one.entry.player_id]
        rows.append([write_text(name), str(one.table), str(one.seat), str(one.chips)])
    return csv_file(rows, f"stacks-{slugify(event.name) or event.pk}.csv")
