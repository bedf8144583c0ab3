"""The chips of an event by value: stacks, colour-ups, what the room lacks, and the list for the chip runner."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from clock.rules.leaving_chips import with_proposals
from clock.rules.structure import Level, numbered, to_wire
from clock.services.event_clock import event_clock_of
from procedures.boards.chip_plan import chip_plan
from procedures.models import StackMakeUp
from procedures.rules.chip_plan import MOST_PLAYERS
from procedures.services.chips_by_value import returned_stacks
from tourney.access.roles import Permission
from tourney.journal.refused import Refused
from tourney.models import Tournament
from tourney.now import room_now, to_ms
from tourney.rules.numbers import whole_number
from tourney.snapshot import consistent_read
from web.office.details import event_of
from web.shared.access import actor_of, staff_page
from web.shared.forms import Form

_NUMBERS = ("players", "late", "rebuys", "add_ons")
USES = {"entry": lazy("Starting stack"), "rebuy": lazy("Rebuy"), "add_on": lazy("Add-on")}
_LATE = {"entry": lazy("Late entry"), "rebuy": lazy("Later rebuy"), "add_on": lazy("Later add-on")}


@never_cache
@require_http_methods(["GET", "POST"])
@staff_page(Permission.SEAT_PLAYERS)
def event_chips(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Show the plan of an event's chips; write the proposed colour-ups into its structure."""
    event = event_of(tournament_id)
    form = Form()
    if request.method == "POST":
        form = Form.sent(request)
        acts = {"make_up": _make_up, "own": _make_up_own, "exchange": _exchange, "returned": _count_returned}
        act = acts.get(form.text("what"), _remove_as_proposed)
        if act(request, form, event):
            return redirect(request.get_full_path())
    with consistent_read():
        context = _values(request, event)
        returned = returned_stacks(event)
    may_change = actor_of(request).may(Permission.EDIT_STRUCTURE) and event.closed_at is None
    may_record = actor_of(request).may(Permission.RUN_CLOCK) and event.closed_at is None
    made = [(USES[one.use], one.chips, one.pieces) for one in StackMakeUp.objects.filter(tournament=event)]
    uses = list(dict.fromkeys(row["one"].use for row in context["stacks"]))
    context |= {
        "uses": [(use, USES[use]) for use in uses],
        "event": event,
        "form": form,
        "may_change": may_change,
        "may_record": may_record,
        "made": made,
        "may_count": event.closed_at is None,
        "returned": [
            {**asdict(one), "who": one.name or _("Ghosts"), "at": to_ms(one.at)} for one in reversed(returned)
        ],
    }
    return render(request, "office/event_chips.html", context, status=422 if form.is_wrong else 200)


@never_cache
@require_GET
@staff_page(Permission.SEAT_PLAYERS)
def print_chips(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Print the list for the chip runner on A4: stacks to make up, and what to have ready for each colour-up."""
    event = event_of(tournament_id)
    with consistent_read():
        context = _values(request, event)
    return render(request, "office/print_chips.html", {**context, "event": event, "now": room_now()})


def _values(request: HttpRequest, event: Tournament) -> dict[str, Any]:
    """Return what both the page and the list show."""
    given = {name: _number(request, name) for name in _NUMBERS}
    plan = chip_plan(event.pk, **given)
    assert plan is not None
    levels = event_clock_of(event).levels
    looks = {} if event.chip_set is None else {chip.value: chip for chip in event.chip_set.chips.all()}
    values = [one.value for one in plan.supply][::-1]
    return {
        "plan": plan,
        "values": [looks[value] for value in values],
        "stacks": [_stack(one, levels, values) for one in plan.stacks],
        "colour_ups": [
            {"one": one, "when": row_text(levels, one.at), "big": one.lots + one.spare}
            for one in plan.colour_ups
        ],
        "leaving": [
            {"one": one, "says": _leaving_text(one, levels), "wrong": one.verdict not in ("right", "stays")}
            for one in plan.leaving
        ],
        "missing": [one for one in plan.supply if one.missing],
        "counted": any(one.owned is not None for one in plan.supply),
        "changes": any(one.verdict not in ("right", "stays") for one in plan.leaving),
        "query": request.GET.urlencode(),
    }


def _number(request: HttpRequest, name: str) -> int | None:
    number = whole_number(request.GET.get(name, ""))
    return None if number is None else min(number, MOST_PLAYERS)


def _stack(one: Any, levels: Sequence[Level], values: Sequence[int]) -> dict[str, Any]:
    """Return a stack as a row of the table: how many chips of each value."""
    pieces = {} if one.pieces is None else {piece.value: piece.count for piece in one.pieces}
    return {
        "one": one,
        "use": _LATE[one.use] if one.late and one.use == "entry" else USES[one.use],
        "since": row_text(levels, one.row) if one.row else "",
        "counts": [pieces.get(value, 0) for value in values],
        "pieces": sum(pieces.values()),
    }


def row_text(levels: Sequence[Level], row: int) -> str:
    """Name a row of the structure: a level by its number, a break by the level before it."""
    number, level = numbered(levels)[row]
    if level.kind == "level":
        return _("Level %(number)s") % {"number": number}
    before = max((count for count, _one in numbered(levels)[:row] if count), default=0)
    return _("Break after level %(number)s") % {"number": before}


def _leaving_text(one: Any, levels: Sequence[Level]) -> str:
    proposed = "" if one.proposed is None else row_text(levels, one.proposed)
    removed = "" if one.removed is None else row_text(levels, one.removed)
    needed = "" if one.last_needed is None else row_text(levels, one.last_needed)
    words = {"proposed": proposed, "removed": removed, "needed": needed}
    if one.verdict == "right":
        return _("Removed after: %(removed)s") % words
    if one.verdict == "too_early":
        return _("Removed after: %(removed)s, but is still needed: %(needed)s") % words
    if one.verdict == "later":
        return _("Removed after: %(removed)s. It could be removed after: %(proposed)s") % words
    if one.verdict == "missing":
        return _("Stays in play. It could be removed after: %(proposed)s") % words
    return _("Stays in play; needed until: %(needed)s") % words if needed else _("Stays in play.")


def _make_up(request: HttpRequest, form: Form, event: Tournament) -> bool:
    """Record the stacks that the page shows as they are handed out."""
    plan = chip_plan(event.pk, **{name: _number(request, name) for name in _NUMBERS})
    assert plan is not None
    stacks = [
        {
            "use": one.use,
            "chips": one.chips,
            "pieces": [{"value": piece.value, "count": piece.count} for piece in one.pieces],
        }
        for one in plan.stacks
        if one.pieces is not None
    ]
    return form.act(request, "chips.make_up", tournament_id=event.pk, stacks=stacks) is not None


def _make_up_own(request: HttpRequest, form: Form, event: Tournament) -> bool:
    """Record a stack as staff make it up. It replaces that of the same use with the same smallest chip: the stacks
    before and after a colour-up are recorded side by side.
    """
    plan = chip_plan(event.pk)
    assert plan is not None
    use = form.text("use")
    chips = next((one.chips for one in plan.stacks if one.use == use), None)
    pieces = _counts(form, event)
    if chips is None or not pieces:
        form.message = _("Enter how many chips of each value the stack has.")
        return False
    smallest = min(piece["value"] for piece in pieces)
    stacks = [
        {
            "use": row.use,
            "chips": row.chips,
            "pieces": [{"value": value, "count": count} for value, count in row.pieces],
        }
        for row in StackMakeUp.objects.filter(tournament=event)
        if row.use != use or min(value for value, _count in row.pieces) != smallest
    ]
    stacks.append({"use": use, "chips": chips, "pieces": pieces})
    return form.act(request, "chips.make_up", tournament_id=event.pk, stacks=stacks) is not None


def _counts(form: Form, event: Tournament) -> list[dict[str, int]]:
    """Return how many chips of each value were entered."""
    values = [] if event.chip_set is None else [chip.value for chip in event.chip_set.chips.all()]
    found = [
        {"value": value, "count": form.chips(f"count_{value}")}
        for value in values
        if form.text(f"count_{value}")
    ]
    return [piece for piece in found if piece["count"]]


def _exchange(request: HttpRequest, form: Form, event: Tournament) -> bool:
    """Record chips changed with the bank."""
    given, taken = (
        [{"value": form.chips(f"{side}_value"), "count": form.chips(f"{side}_count")}]
        for side in ("given", "taken")
    )
    return form.act(request, "chips.exchange", tournament_id=event.pk, given=given, taken=taken) is not None


def _count_returned(request: HttpRequest, form: Form, event: Tournament) -> bool:
    """Record by value chips that came back."""
    pieces = _counts(form, event)
    if not pieces:
        form.message = _("Enter how many chips of each value came back.")
        return False
    move = form.chosen("move")
    return (
        form.act(request, "chips.count_returned", tournament_id=event.pk, move=move, pieces=pieces)
        is not None
    )


def _remove_as_proposed(request: HttpRequest, form: Form, event: Tournament) -> bool:
    """Change the structure so that each chip leaves as proposed; rows that have begun keep their colour-ups."""
    event_clock = event_clock_of(event)
    levels, chips = event_clock.levels, event.chip_set
    if form.text("what") != "propose" or chips is None:
        form.message = _("This form is incomplete. Reload the page.")
        return False
    free = event_clock.row.position + 1 if event_clock.row.started else 0
    proposed = with_proposals(levels, [chip.value for chip in chips.chips.all()], free)
    rows: list[dict[str, Any]] = [
        {**row, "colour_up": list(some)} for row, some in zip(to_wire(levels), proposed, strict=True)
    ]
    for row in rows:
        row.pop("number")
    try:
        return form.act(request, "clock.structure", tournament_id=event.pk, levels=rows) is not None
    except Refused as error:
        form.refuse(error)
        return False
