"""A new event in one page: the form with suggestions and a preview, and its live part."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from clock.models import Structure
from clock.rules.shipped import shipped_structures
from prizes.rules.tables import SHIPPED, shipped_table
from procedures.services.event_defaults import EventDefaults, defaults_for, former_names
from seating.services.table_choice import free_tables
from tourney.access.roles import Permission
from tourney.models import ChipSet, Room
from tourney.rulebooks.books.schema import Book
from tourney.rulebooks.shelf import books
from tourney.rules.numbers import whole_number
from tourney.snapshot import consistent_read
from web.office.hub import staff_config
from web.office.new_event_form import (
    SUGGESTED,
    chosen_tables,
    hints_of,
    late_choices,
    mode_choices,
    mode_hint,
    place_errors,
    prize_choices,
    read,
    table_field,
    values_of,
)
from web.office.new_event_preview import EventPreview, preview_of
from web.office.room import book_choices
from web.shared.access import staff_page
from web.shared.forms import Form
from web.shared.languages import in_language
from web.shared.structure_names import chip_set_name, structure_name

_LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class _State:
    """The form with its suggestions.

    Attributes:
        form: with suggested values in the fields that were not edited.
        touched: fields that were edited.
    """

    form: Form
    defaults: EventDefaults
    touched: frozenset[str]
    currency: str

    def choices(self) -> dict[str, list[tuple[str, str]]]:
        """Return the choices that depend on other fields."""
        return {
            "late": late_choices(list(self.defaults.levels)),
            "mode": mode_choices(self.book()),
            "prizes": prize_choices(self.defaults, _payout_tables()),
        }

    def hints(self) -> dict[str, str]:
        """Return the hint of each field. The number of tables does not come from elsewhere once they are chosen."""
        touched = self.touched | ({"tables"} if chosen_tables(self.form) else set())
        found = hints_of(self.defaults, frozenset(touched))
        return {**found, "mode": mode_hint(self.book(), self.form.text("mode")) or found["mode"]}

    def book(self) -> Book | None:
        """Return the chosen rulebook."""
        return books().get(self.form.text("book"))

    def preview(self, what: str) -> tuple[EventPreview | None, dict[str, str]]:
        """Return the preview, None if a field is wrong, and the errors by field."""
        typed = Form(self.form.values)
        given = read(typed, self.currency, what)
        book = books().get(given["book"] or "")
        if typed.errors or book is None:
            return None, typed.errors
        return preview_of(given, self.defaults, book, self.currency), {}


def _state_of(form: Form) -> _State:
    """Fill in the suggestions for the fields that were not edited."""
    touched = frozenset(form.text("touched").split(",")) & frozenset(SUGGESTED)
    defaults = defaults_for(
        form.text("name")[:_LONGEST_NAME],
        book=form.text("book") if "book" in touched else None,
        structure=whole_number(form.text("structure")) if "structure" in touched else None,
    )
    currency = Room.objects.get_or_create(id=1)[0].currency
    suggested = values_of(defaults, currency)
    chosen = len(chosen_tables(form))
    if chosen and "tables" not in touched:
        suggested["tables"] = str(chosen)
    for name in SUGGESTED:
        if name not in touched:
            form.values[name] = suggested.get(name, "")
    return _State(form, defaults, touched, currency)


@never_cache
@require_http_methods(["GET", "POST"])
@staff_page(Permission.MANAGE_EVENTS)
def new_event(request: HttpRequest) -> HttpResponse:
    """Show the form for a new event, and create the event. `?name=` suggests the settings of that event."""
    if request.method == "POST":
        form = Form.sent(request)
        # What was sent counts, as the fields showed it; without scripts nothing is marked as edited.
        touched, form.values["touched"] = form.text("touched"), ",".join(SUGGESTED)
        state = _state_of(form)
        form.values["touched"] = touched
        what = form.text("what") if form.text("what") in {"later", "clock"} else "open"
        done = form.act(request, "event.set_up", **read(form, state.currency, what))
        if done is not None and done.answer is not None:
            several = form.flag("several")
            return redirect("event_stages" if several else "remote", done.answer["tournament"])
        place_errors(form)
    else:
        state = _state_of(Form({"name": request.GET.get("name", "")[:_LONGEST_NAME], "touched": ""}))
    with consistent_read():
        context = _context(request, state)
    return render(request, "office/new_event.html", context, status=422 if state.form.is_wrong else 200)


def _context(request: HttpRequest, state: _State) -> dict[str, Any]:
    preview, _faults = state.preview("open")
    free = free_tables()
    chip_sets = ChipSet.objects.order_by("name").values_list("pk", "name")
    rows = Structure.objects.filter(tournament__isnull=True).values_list("pk", "name")
    structures = [(pk, structure_name(name)) for pk, name in rows]
    return {
        "config": staff_config(request),
        "form": state.form,
        "names": former_names(),
        "books": book_choices(),
        "structures": sorted(structures, key=lambda one: one[1].casefold()),
        "descriptions": _descriptions(),
        "chip_sets": [("", ""), *((pk, chip_set_name(name)) for pk, name in chip_sets)],
        "choices": state.choices(),
        "hints": state.hints(),
        "currency": state.currency,
        "free": len(free),
        "free_tables": [(table_field(number), number) for number in free],
        "chosen": chosen_tables(state.form),
        "preview": preview,
    }


@never_cache
@require_POST
@staff_page(Permission.MANAGE_EVENTS)
def preview(request: HttpRequest) -> JsonResponse:
    """Return suggestions and preview of the form while it is being typed; nothing is stored.

    Returns:
        `values` of the fields that were not edited, `hints` and `choices` by field, `html` of the preview (a
        message if a field is wrong), and `faults` by field.
    """
    with consistent_read():
        state = _state_of(Form.sent(request))
        found, faults = state.preview("open")
        context = {"preview": found, "currency": state.currency}
        html = render_to_string("office/part_new_event_preview.html", context, request=request)
        return JsonResponse(
            {
                "values": {name: state.form.values[name] for name in SUGGESTED if name not in state.touched},
                "hints": state.hints(),
                "choices": state.choices(),
                "html": html,
                "faults": {name: faults[name] for name in faults if name in state.touched},
            }
        )


def _payout_tables() -> dict[str, str]:
    """Return the titles of the payout tables in the page's language."""
    tables = {key: shipped_table(key) for key in SHIPPED}
    return {key: in_language(table.titles, table.title) for key, table in tables.items()}


def _descriptions() -> list[tuple[str, str]]:
    """Return name and description of the structures that come with the server."""
    return [
        (structure_name(one.name["en"]), in_language(one.description, one.description["en"]))
        for one in shipped_structures().values()
    ]
