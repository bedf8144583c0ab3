"""The payout form of an event: its initial values, and parsing."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _

from desk.models import Registration
from desk.rules.amounts import AmountFault, places_of, read_amount, write_amount
from desk.services.prices import decimal_mark, money_text, typed_decimals
from prizes.models import Payout, PrizeItem
from prizes.rules.payouts import Item
from prizes.rules.tables import SHIPPED
from prizes.services.money import prize_amounts
from tourney.models import Room, Tournament
from tourney.rules.numbers import whole_number
from web.shared.forms import Form
from web.shared.money import amount_in, plain_money_text, sentence_of

# Empty rows for prizes in kind, so that some can be added without scripts.
_EMPTY_LINES = 2
_MOST_LINES = 200
MOST_PLACES = 5_000
_FORMULA = {"percent": (1, 10_000), "ratio": (100, 1_000), "minimum": (0, 100_000)}
_MONEY = ("added", "guarantee", "tax_above")
_PERCENTS = ("staff_percent", "tax_percent")
_SWITCHES = ("added_counts", "locks_itself")
# Share of a progressive bounty usually paid at once, in hundredths of a percent.
_HALF = 5_000
_CHOICES: Mapping[str, Sequence[str]] = {
    "method": Payout.METHODS,
    "counting": Payout.COUNTING,
    "bounties": Payout.BOUNTIES,
    "early_bounties": Payout.EARLY_BOUNTIES,
    "rounded": ("up", "down"),
}


def currency_of(event: Tournament, payout: Payout | None) -> str:
    """Return the currency of an event's prizes: as set up, as sold, or the room's; "" for points only."""
    if payout is not None:
        return payout.currency
    sold = Registration.objects.filter(tournament=event).values_list("currency", flat=True).first()
    return sold or Room.objects.get_or_create(id=1)[0].currency


def currencies(event: Tournament, payout: Payout | None) -> list[tuple[str, str]]:
    """Return the choices: the currency the event is sold in, or points."""
    money = currency_of(event, None)
    own = [payout.currency] if payout is not None and payout.currency not in {"", money} else []
    return [*((code, code) for code in (money, *own)), ("", _("points only, no money"))]


def hundredths_text(value: int) -> str:
    """Format hundredths: 1500 → "15", 1250 → "12.5"."""
    text = write_amount(value, 2, decimal=decimal_mark(), group="")
    return text.rstrip("0").rstrip(decimal_mark())


def hundredths_in(form: Form, name: str, least: int, most: int) -> int:
    """Parse up to two decimals as hundredths; a missing or out-of-range value is an error of the field."""
    typed = form.text(name)
    bounds = {"least": hundredths_text(least), "most": hundredths_text(most)}
    try:
        value = read_amount(typed, 2, decimal=typed_decimals()) if typed else least
    except AmountFault:
        value = -1
    if not least <= value <= most:
        form.fail(name, _("Enter a number from %(least)s to %(most)s with at most two decimals.") % bounds)
        return least
    return value


def initial_values(event: Tournament, payout: Payout | None) -> dict[str, object]:
    """Return the initial values of the form."""
    row = payout or Payout(tournament=event, currency=currency_of(event, None))
    shown: dict[str, object] = {name: getattr(row, name) for name in ("currency", "table", *_CHOICES)}
    shown |= {name: _money(getattr(row, name), row.currency) for name in (*_MONEY, "ticket_value")}
    shown |= {name: hundredths_text(getattr(row, name)) for name in (*_FORMULA, *_PERCENTS, "bounty_cash")}
    shown |= {name: "on" if getattr(row, name) else "" for name in (*_SWITCHES, "tiered")}
    if row.bounties != "progressive":
        # Shown once chosen; a share of 100% at once would equal a fixed bounty.
        shown["bounty_cash"] = hundredths_text(_HALF)
    shown["note"] = plain_money_text(row.note, row.currency)
    shown["ticket_for"] = "" if row.ticket_for_id is None else row.ticket_for_id
    amounts = [] if payout is None else prize_amounts(payout)
    shown["amounts"] = "\n".join(money_text(one, row.currency) for one in amounts)
    return shown | _prize_values(payout)


def _money(amount: int, currency: str) -> str:
    return plain_money_text(amount, currency) if amount else ""


def _prize_values(payout: Payout | None) -> dict[str, object]:
    """Merge consecutive places with the same item into one row."""
    shown: dict[str, object] = {}
    rows = [] if payout is None else list(PrizeItem.objects.filter(payout=payout))
    rows.sort(key=lambda row: (row.name, row.value, row.from_pool, row.ticket_for_id or 0, row.place))
    alike = groupby(
        enumerate(rows),
        key=lambda one: (
            one[1].name,
            one[1].value,
            one[1].from_pool,
            one[1].ticket_for_id,
            one[1].place - one[0],
        ),
    )
    runs = sorted(([row for _number, row in group] for _key, group in alike), key=lambda run: run[0].place)
    for line, run in enumerate(runs):
        first = run[0]
        shown[f"thing_{line}_from"] = first.place
        shown[f"thing_{line}_to"] = run[-1].place if len(run) > 1 else ""
        shown[f"thing_{line}_name"] = first.name
        shown[f"thing_{line}_value"] = _money(first.value, "" if payout is None else payout.currency)
        shown[f"thing_{line}_on_top"] = "" if first.from_pool else "on"
        shown[f"thing_{line}_ticket"] = first.ticket_for_id or ""
    return shown


def thing_lines(form: Form) -> list[int]:
    """Return the form rows for prizes in kind: filled ones, then empty ones."""
    used = _used(form)
    after = max(used, default=-1) + 1
    return [*used, *range(after, min(after + _EMPTY_LINES, _MOST_LINES))]


def _used(form: Form) -> list[int]:
    names = ("from", "to", "name", "value", "ticket")
    return [line for line in range(_MOST_LINES) if any(form.text(f"thing_{line}_{name}") for name in names)]


def read(form: Form, event: Tournament, payout: Payout | None) -> dict[str, Any]:
    """Parse the arguments of `payout.set`; errors are added to the form's fields.

    Settings of the methods not chosen stay unchanged: their fields are hidden and cannot be corrected.
    """
    row = payout or Payout(tournament=event)
    currency = form.text("currency")
    given: dict[str, Any] = {"currency": currency}
    for name, allowed in _CHOICES.items():
        given[name] = form.text(name) or getattr(row, name)
        if given[name] not in allowed:
            form.fail(name, _("Choose one of these."))
    given |= {name: amount_in(form, name, currency, empty=0) for name in _MONEY}
    given["note"] = amount_in(form, "note", currency, empty=1)
    if given["note"] < 1:
        form.fail("note", _("Enter a rounding unit greater than zero."))
    given |= {name: hundredths_in(form, name, 0, 10_000) for name in _PERCENTS}
    given |= {name: form.flag(name) for name in _SWITCHES}
    given["bounty_cash"] = (
        hundredths_in(form, "bounty_cash", 0, 10_000)
        if given["bounties"] == "progressive"
        else row.bounty_cash
    )
    given["table"] = form.text("table") or row.table
    if given["table"] not in SHIPPED:
        form.fail("table", _("Choose one of these."))
    for name, (least, most) in _FORMULA.items():
        formula = given["method"] == "formula"
        given[name] = hundredths_in(form, name, least, most) if formula else getattr(row, name)
    given["tiered"] = form.flag("tiered") if given["method"] == "formula" else row.tiered
    if given["method"] == "satellite":
        given["ticket_for"] = form.chosen("ticket_for")
        given["ticket_value"] = amount_in(
            form, "ticket_value", currency, empty=_price_of(given["ticket_for"], currency)
        )
        if given["ticket_for"] is None:
            form.fail("ticket_for", _("Choose the event for the tickets."))
    things = _things(form, currency) if given["method"] != "satellite" else []
    given["things"] = things
    if not currency:
        # Without money there is nothing to divide: places have only their items.
        given["method"], given["things"] = "hand", [{**one, "from_pool": False} for one in things]
        given["amounts"] = [0] * max((one["place"] for one in things), default=0)
    elif given["method"] == "hand":
        given["amounts"] = [one or 0 for one in amounts_in(form, currency)]
    return given


def _price_of(event: int | None, currency: str) -> int | None:
    """Return the price of an event that is sold in this currency, in minor units; None if there is none."""
    row = Registration.objects.filter(tournament=event, currency=currency).first()
    return (row.price or None) if row is not None else None


def amounts_in(form: Form, currency: str, *, gaps: bool = False) -> list[int | None]:
    """Parse the amount of each place, one per row, in minor units; None if all are empty.

    Empty rows at the end are no places.

    Args:
        form: as submitted; an invalid amount is an error of the field.
        currency: the currency of the amounts.
        gaps: a place without an amount is no error.
    """
    found: list[int | None] = []
    typed = form.values.get("amounts", "").split("\n")
    while typed and not typed[-1].strip():
        typed.pop()
    if len(typed) > MOST_PLACES:
        form.fail("amounts", _("At most %(most)s places.") % {"most": MOST_PLACES})
        typed = typed[:MOST_PLACES]
    for place, text in enumerate(typed, start=1):
        try:
            found.append(read_amount(text.strip(), places_of(currency), decimal=typed_decimals()))
        except AmountFault as fault:
            found.append(None)
            if gaps and not text.strip():
                continue
            why = sentence_of(fault, text.strip(), currency) if text.strip() else _("This field is required.")
            form.fail("amounts", _("Place %(place)s: %(why)s") % {"place": place, "why": why})
    return found


def _things(form: Form, currency: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for line in _used(form):
        name = f"thing_{line}"
        first = form.whole(f"{name}_from")
        last = form.whole(f"{name}_to") if form.text(f"{name}_to") else first
        if not form.text(f"{name}_name"):
            form.fail(f"{name}_name", _("This field is required."))
        value = amount_in(form, f"{name}_value", currency, empty=0)
        if not 1 <= first <= 20_000:
            form.fail(f"{name}_from", _("This is not a place."))
        elif not first <= last <= first + _MOST_LINES:
            form.fail(f"{name}_to", _("The last place must come after the first."))
        else:
            found += [
                {
                    "place": place,
                    "name": form.text(f"{name}_name"),
                    "value": value,
                    "from_pool": not form.flag(f"{name}_on_top"),
                    "ticket_for": form.chosen(f"{name}_ticket"),
                }
                for place in range(first, last + 1)
            ]
    return found


def line_of_thing(form: Form, number: int) -> int | None:
    """Return the form row of an item argument, for the command's errors; None if there is none."""
    passed = 0
    for line in _used(form):
        first = whole_number(form.text(f"thing_{line}_from"))
        last = whole_number(form.text(f"thing_{line}_to")) if form.text(f"thing_{line}_to") else first
        count = 1 if first is None or last is None else last - first + 1
        passed += count
        if number < passed:
            return line
    return None


def as_row(event: Tournament, given: Mapping[str, Any]) -> tuple[Payout, list[int], list[Item]]:
    """Return an unsaved payout with its typed places and items."""
    columns = {
        name: value for name, value in given.items() if name not in {"amounts", "things", "ticket_for"}
    }
    wanted = given.get("ticket_for")
    ticket = None if wanted is None else Tournament.objects.filter(pk=int(wanted)).first()
    row = Payout(tournament=event, ticket_for=ticket, **columns)
    things = [Item(one["place"], one["name"], one["value"], one["from_pool"]) for one in given["things"]]
    return row, list(given.get("amounts", [])), things


def envelopes_in(form: Form, currency: str) -> list[tuple[int, int]]:
    """Return values and counts of the filled envelope rows; a missing one of the two is an error of the
    field.
    """
    found = []
    for line in envelope_lines(form):
        value, count = f"envelope_{line}_value", f"envelope_{line}_count"
        found.append((amount_in(form, value, currency), form.whole(count)))
        if found[-1][0] < 1:
            form.fail(value, _("Every envelope must have a value."))
        if found[-1][1] < 1:
            form.fail(count, _("Enter at least one envelope."))
    return found


def envelope_lines(form: Form) -> list[int]:
    """Return the rows with a value."""
    names = ("value", "count")
    return [
        line for line in range(_MOST_LINES) if any(form.text(f"envelope_{line}_{name}") for name in names)
    ]
