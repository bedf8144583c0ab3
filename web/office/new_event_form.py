"""The form of a new event: suggested values with their sources, and parsing."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clock.rules.structure import Level, numbered
from desk.rules.amounts import places_of
from prizes.models import Payout
from prizes.rules.tables import SHIPPED
from procedures.services.event_defaults import Default, EventDefaults
from procedures.services.event_mode import mode_name
from tourney.now import to_ms
from tourney.rulebooks.books.schema import Book, cite
from tourney.rulebooks.books.words import note
from tourney.rules.modes import mode_policy, modes_of
from tourney.rules.numbers import whole_number
from tourney.services.dates import day_text
from tourney.services.figures import grouped
from web.shared.date_fields import local_input, timestamp_in
from web.shared.forms import Form
from web.shared.money import amount_in, plain_money_text

PARTS = ("pool", "fee", "staff", "bounty")
_MONEY = (*PARTS, "guarantee", "note")
# Fields with a suggestion; a name never has one. `like`, the last event of that name, is not shown, but sent: a
# repeated form must name the same event.
SUGGESTED = (
    *("planned_start", "book", "structure", "starting_stack", "chip_set", "mode"),
    *(*PARTS, "late", "re_entries_most", "tables", "seats_per_table", "add_tables"),
    *("prizes", "guarantee", "note", "like"),
)
# The fields of the form that hold arguments of other names.
_FIELDS = {
    "count": "tables",
    "numbers": "table_choice",
    "add_missing": "add_tables",
    "method": "prizes",
    "late_row": "late",
    "late_ends": "late",
}


# A box of the form for each free table of the room: "table-7".
_TABLE = "table-"


def table_field(number: int) -> str:
    """Return the name of the box of a table."""
    return f"{_TABLE}{number}"


def chosen_tables(form: Form) -> list[int]:
    """Return the numbers of the ticked tables; empty for the free ones with the lowest numbers."""
    ticked = (
        name.removeprefix(_TABLE) for name in form.values if name.startswith(_TABLE) and form.flag(name)
    )
    return sorted(number for text in ticked if (number := whole_number(text, 6)) is not None)


def event_with_day(defaults: EventDefaults) -> str:
    """Name the last event and its day: "Friday Turbo of 20 Nov 2026"."""
    assert defaults.like is not None
    assert defaults.held_at is not None
    text = _("%(event)s of %(day)s")
    return text % {"event": defaults.like.name, "day": day_text(defaults.held_at)}


def values_of(defaults: EventDefaults, currency: str) -> dict[str, str]:
    """Return the suggested values as the form shows them."""
    found = {name: default.value for name, default in defaults.fields.items()}
    late = found.pop("late_row", None)
    values = {name: "" if value is None else str(value) for name, value in found.items()}
    values["like"] = "" if defaults.like is None else str(defaults.like.pk)
    values["late"] = "none" if late is None else f"row-{late}"
    values["planned_start"] = local_input(found.get("planned_start"))
    values["starting_stack"] = grouped(found["starting_stack"])
    values["add_tables"] = "on" if found["add_tables"] else ""
    for name in _MONEY:
        amount = found.get(name)
        values[name] = "" if amount is None else plain_money_text(amount, currency)
    return values


def hints_of(defaults: EventDefaults, touched: frozenset[str]) -> dict[str, str]:
    """Return the hint of each field: what it is for, and where its suggested value comes from."""
    hints = {
        "planned_start": _("Leave blank to start by hand."),
        "re_entries_most": _("0 for none. Leave blank for no limit."),
        "guarantee": _("House covers shortfall."),
        "note": _("Prizes are rounded to this; the remainder goes to first place."),
    }
    found = {}
    for name in SUGGESTED:
        default = defaults.fields.get("late_row" if name == "late" else name)
        source = "" if default is None or name in touched else _source(default, defaults)
        found[name] = " ".join(part for part in (hints.get(name, ""), source) if part)
    return found


def _source(default: Default, defaults: EventDefaults) -> str:
    match default.source:
        case "like" if default.value is not None:
            return _("As in %(event)s.") % {"event": event_with_day(defaults)}
        case "book" if default.rule:
            return _("From %(rule)s.") % {"rule": default.rule}
        case "structure":
            return _("From the structure.")
        case "first_break":
            return _("Until the first break.")
        case "room":
            return _("The room’s rulebook.")
    return ""


def late_choices(levels: list[Level]) -> list[tuple[str, str]]:
    """Return when registration can close: at the start, or after a row of the structure."""
    found, last = [("none", _("at the start"))], 0
    for position, (number, _level) in enumerate(numbered(levels)):
        last = number or last
        words = _("after level %(number)s") if number else _("after the break that follows level %(number)s")
        found.append((f"row-{position}", words % {"number": last}))
    return found


def mode_choices(book: Book | None) -> list[tuple[str, str]]:
    """Return the modes of single events that a rulebook has, and none in particular."""
    modes = () if book is None else modes_of(book)
    return [("", mode_name("")), *((mode, mode_name(mode)) for mode in modes)]


def mode_hint(book: Book | None, mode: str) -> str:
    """Return what the rulebook says of a mode, with its rule; "" without one."""
    policy = None if book is None else mode_policy(book, mode)
    if book is None or policy is None:
        return ""
    return f"{note(policy, get_language() or 'en')} ({cite(book, policy)})"


def prize_choices(defaults: EventDefaults, tables: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return how prizes can be calculated. `tables`: the payout tables' titles by key."""
    like: list[tuple[str, str]] = []
    if defaults.like is not None and Payout.objects.filter(tournament=defaults.like).exists():
        like = [("like", _("as in %(event)s") % {"event": event_with_day(defaults)})]
    shipped = [(key, _("Table: %(title)s") % {"title": title}) for key, title in tables.items()]
    return [*like, *shipped, ("formula", _("by formula")), ("none", _("set up later"))]


def read(form: Form, currency: str, what: str) -> dict[str, Any]:
    """Parse the arguments of `event.set_up`; errors are added to the form's fields.

    Args:
        form: as submitted.
        currency: the room's.
        what: "open" opens registration at once, "later" leaves it closed, "clock" counts entries by hand.
    """
    book = form.text("book")
    structure = form.chosen("structure")
    if structure is None:
        form.fail("structure", _("Choose a structure."))
    return {
        "name": form.text("name"),
        "structure": structure,
        "starting_stack": form.chips("starting_stack"),
        "book": book or None,
        "chip_set": form.chosen("chip_set"),
        "planned_start": to_ms(timestamp_in(form, "planned_start")),
        "like": form.chosen("like"),
        "tables": {
            "count": form.whole("tables") if form.text("tables") else 0,
            "numbers": chosen_tables(form),
            "add_missing": form.flag("add_tables"),
            "seats_per_table": form.whole("seats_per_table"),
        },
        "entry": None if what == "clock" else _entry(form, currency, opens=what == "open"),
        "prizes": None if what == "clock" else _prizes(form, currency),
        "mode": form.text("mode") or None,
    }


def _entry(form: Form, currency: str, *, opens: bool) -> dict[str, Any]:
    late, _mark, place = form.text("late").partition("-")
    row = whole_number(place) if late == "row" else None
    if late not in {"none", "row"} or (late == "row") != (row is not None):
        form.fail("late", _("Choose when registration closes."))
    return {
        **{name: amount_in(form, name, currency, empty=0) for name in PARTS},
        "late_ends": late,
        "late_row": row,
        "re_entries_most": form.chosen("re_entries_most"),
        "opens": opens,
    }


def _prizes(form: Form, currency: str) -> dict[str, Any] | None:
    method = form.text("prizes")
    guarantee = amount_in(form, "guarantee", currency, empty=0)
    note = amount_in(form, "note", currency, empty=10 ** places_of(currency))
    if note < 1:
        form.fail("note", _("Enter a rounding unit greater than zero."))
    if method == "none":
        if guarantee:
            form.fail("prizes", _("A guarantee needs prizes. Choose how they are calculated."))
        return None
    terms = {"guarantee": guarantee, "note": note}
    if method in SHIPPED:
        return {"method": "table", "table": method, **terms}
    if method not in {"formula", "like"}:
        form.fail("prizes", _("Choose one of these."))
    return {"method": method, **terms}


def place_errors(form: Form) -> None:
    """Map the command's argument errors to the fields of the form."""
    for name, sentence in list(form.errors.items()):
        column = name.rpartition(".")[2]
        form.fail(_FIELDS.get(column, column), sentence)
