"""The room's chip sets: their denominations, colours, and how many chips the cases hold."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clock.models import Structure
from clock.services.event_clock import levels_of
from procedures.rules.chip_plan import MOST_PLAYERS
from procedures.services.chip_plan import plan_of_set
from tourney.access.roles import Permission
from tourney.boards import room as boards
from tourney.models import ChipSet
from web.office.event_chips import row_text
from web.shared.access import staff_page
from web.shared.forms import Form
from web.shared.structure_names import structure_name

_MOST_CHIPS = 20
_FIRST_ROWS = 6
# Initial chips of a new set; all of them can be changed.
_USUAL = ((25, "#1f7a3f", "#ffffff"), (100, "#1b1b1b", "#ffffff"), (500, "#6b3fa0", "#ffffff"),
          (1000, "#f2c230", "#1b1b1b"), (5000, "#c8452b", "#ffffff"), (25000, "#2f6feb", "#ffffff"))  # fmt: skip
_COLUMNS = ("value", "owned", "face", "edge")
_ASKED = {"structure": "", "stack": "10000", "players": "30"}
_MOST_STACK = 10**9
Row = dict[str, object]


@require_http_methods(["GET", "POST"])
@staff_page(Permission.MANAGE_EVENTS)
def chips(request: HttpRequest) -> HttpResponse:
    """List the room's chip sets and create new ones."""
    form = Form()
    rows = [chip_row(value, "", face, edge) for value, face, edge in _USUAL]
    if request.method == "POST":
        form = Form.sent(request)
        rows, looks = chips_of(request, form)
        if form.act(request, "chips.add_set", name=form.text("name"), chips=looks) is not None:
            return redirect("chips")
        place_errors(form, rows)
    context = {"sets": boards.chip_sets(), **form_values(form, rows)}
    return render(request, "office/chipsets.html", context, status=422 if form.is_wrong else 200)


@require_http_methods(["GET", "POST"])
@staff_page(Permission.MANAGE_EVENTS)
def chip_set(request: HttpRequest, chip_set_id: int) -> HttpResponse:
    """Change a chip set."""
    found = ChipSet.objects.filter(pk=chip_set_id).first()
    if found is None:
        raise Http404
    form = Form({"name": found.name})
    rows = [
        chip_row(chip.value, "" if chip.owned is None else chip.owned, chip.face, chip.edge)
        for chip in found.chips.all()
    ]
    if request.method == "POST":
        form = Form.sent(request)
        rows, looks = chips_of(request, form)
        given: dict[str, Any] = {"chip_set": found.pk, "name": form.text("name"), "chips": looks}
        if form.act(request, "chips.change_set", **given) is not None:
            return redirect("chips")
        place_errors(form, rows)
    context = {"set": found, **form_values(form, rows), **_plan(request, found)}
    return render(request, "office/chipset.html", context, status=422 if form.is_wrong else 200)


def _plan(request: HttpRequest, found: ChipSet) -> dict[str, Any]:
    """Return the stacks of a structure of the library that are made of a chip set, as the query asks for it."""
    library = Structure.objects.filter(tournament__isnull=True).order_by("name")
    asked = Form({name: request.GET.get(name, usual) for name, usual in _ASKED.items()})
    context: dict[str, Any] = {
        "library": [(row.pk, structure_name(row.name)) for row in library],
        "asked": asked,
    }
    if request.method == "POST" or "structure" not in request.GET:
        return context
    stack, players = asked.chips("stack"), asked.chips("players")
    structure = library.filter(pk=asked.whole("structure")).prefetch_related("rows").first()
    if not 1 <= players <= MOST_PLAYERS:
        asked.fail("players", _("Enter a number from 1 to %(most)s.") % {"most": MOST_PLAYERS})
    if not 1 <= stack <= _MOST_STACK:
        asked.fail("stack", _("This field is required."))
    if asked.errors or structure is None:
        return context
    levels = levels_of(structure)
    plan = plan_of_set(found, levels, stack, players)
    looks = {chip.value: chip for chip in found.chips.all()}
    values = [one.value for one in plan.supply][::-1]
    return context | {
        "plan": plan,
        "values": [looks[value] for value in values],
        "stacks": [
            {
                "since": row_text(levels, one.row) if one.row else "",
                "pieces": None
                if one.pieces is None
                else [dict(one.pieces).get(value, 0) for value in values],
                "sum": sum(count for _value, count in one.pieces or ()),
            }
            for one in plan.stacks
        ],
        "missing": [one for one in plan.supply if one.missing],
        "colour_ups": [
            {"one": one, "when": row_text(levels, one.at), "big": one.lots + one.spare}
            for one in plan.colour_ups
            if one.out
        ],
    }


def chip_row(value: object, owned: object, face: str, edge: str) -> Row:
    """Return a row of the form."""
    return {"value": value, "owned": owned, "face": face, "edge": edge, "error": ""}


def form_values(form: Form, rows: list[Row]) -> dict[str, Any]:
    """Return what the form shows; there is always an empty row."""
    empty = max(_FIRST_ROWS, min(len(rows) + 1, _MOST_CHIPS)) - len(rows)
    more = [chip_row("", "", "#888888", "#ffffff") for _n in range(empty)]
    return {"form": form, "rows": [*rows, *more], "config": {"most": _MOST_CHIPS}}


def chips_of(request: HttpRequest, form: Form) -> tuple[list[Row], list[Row]]:
    """Return the submitted rows, and those with a value as the commands take them."""
    columns = [request.POST.getlist(name)[:_MOST_CHIPS] for name in _COLUMNS]
    # Forms from before the chips were counted have no such column.
    columns[1] += [""] * (len(columns[0]) - len(columns[1]))
    rows: list[Row] = []
    looks: list[Row] = []
    for number, (value, owned, face, edge) in enumerate(zip(*columns, strict=False)):
        rows.append(chip_row(value, owned, face, edge))
        if not value.strip():
            continue
        one = Form({"value": value, "owned": owned})
        look: Row = {"value": one.chips("value"), "face": face, "edge": edge}
        look["owned"] = one.chips("owned") if owned.strip() else None
        looks.append(look)
        rows[-1]["place"] = f"chips.{len(looks) - 1}."
        if one.errors:
            form.fail(f"row.{number}", " ".join(one.errors.values()))
    if not looks and not form.errors:
        form.fail("chips", _("A chip set needs at least one chip. Enter a value."))
    return rows, looks


def place_errors(form: Form, rows: list[Row]) -> None:
    """Attach each error to its chip."""
    for number, row in enumerate(rows):
        place = row.get("place")
        found = [form.errors.get(f"row.{number}", "")]
        found += [text for name, text in form.errors.items() if place and name.startswith(str(place))]
        row["error"] = " ".join(filter(None, found))
