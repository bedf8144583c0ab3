"""Values in a journal entry as text: codes by their labels, times of the room, amounts with their currency."""

import functools
import typing
from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from desk.services.prices import price_text
from tourney.journal.boards import clock_face
from tourney.journal.commands import COMMANDS
from tourney.journal.row_images import model_of
from tourney.now import from_ms
from tourney.services.dates import day_text, timestamp_text
from tourney.services.figures import grouped
from web.shared.labels import COLUMNS
from web.shared.labels.codes import code_word
from web.shared.languages import LANGUAGES
from web.shared.punctuation import labelled

_LONGEST = 120
# Arguments that are timestamps in ms, and suffixes of columns that are timestamps or dates.
_TIMESTAMPS = frozenset({"at", "planned_start", "next_start", "since", "until"})
_TIMESTAMP_ENDS = ("_at", "_start", "_from", "_until", "_since", "date_joined")
_DAY_ENDS = ("_on", "_until", "_date", "_day")
_DAY_LENGTH = len("2027-01-31")
# No time of the room in ms is as small as this, and no other number as large.
_FIRST_TIMESTAMP = 10**12
# Columns with amounts of money in every row that has them, and those of some rows only.
_MONEY = frozenset(
    [
        "amount",
        "bounty_cash",
        "buy_in_max",
        "buy_in_min",
        "cashed_out",
        "comp_per_hour",
        "dues",
        "fee",
        "guarantee",
        "locked_pool",
        "opening_float",
        "pool",
        "proposed",
        "stake",
        "tax_above",
        "tendered",
        "ticket_value",
        "time_charge",
        "withheld",
    ]
)
_MONEY_OF = {
    "cash.cashgame": {"ante", "big_blind", "small_blind"},
    "desk.drawer": {"counted"},
    "desk.drawercount": {"value"},
    "desk.item": {"bounty", "staff", "won"},
    "desk.extra": {"staff"},
    "desk.registration": {"bounty", "staff"},
    "desk.ticket": {"value"},
    "desk.voucher": {"value"},
    "prizes.envelope": {"value"},
    "prizes.payout": {"added", "note"},
    "prizes.prizeitem": {"value"},
}
_MONEY_IN = {
    "cash_game.add": {"ante", "big_blind", "small_blind"},
    "cash_game.change": {"ante", "big_blind", "small_blind"},
    "cash_seat.take": {"buy_in"},
    "drawer.close": {"counted"},
    "payout.set": {"added", "note"},
    "registration.set": {"bounty", "staff"},
    "voucher.issue": {"value"},
}


def column_word(name: str) -> str:
    """Return the label of a column or an argument; its own name if there is none."""
    word = COLUMNS.get(name.removesuffix("_ms").removesuffix("_id"))
    return name if word is None else str(word)


def cell_text(model: str, row: Mapping[str, Any], name: str, currency: str | None) -> str:
    """Return a value of a row as text.

    Args:
        row: its columns as far as they changed.
        currency: of the event or the room, for rows that have none of their own; None if unknown.
    """
    value: Any = row.get(name)
    own = row.get("currency")
    if isinstance(value, str) and value and name in coded_columns(model):
        return code_word(name, value)
    if isinstance(value, int) and _is_amount(name, value, _MONEY_OF.get(model)):
        return _amount(value, own if isinstance(own, str) else currency)
    return value_text(name, value)


def argument_text(kind: str, arguments: Mapping[str, Any], name: str, currency: str | None) -> str:
    """Return the value of an argument as text.

    Args:
        currency: of the event or the room, for commands that take none; None if unknown.
    """
    value, own = arguments[name], arguments.get("currency")
    if name in coded_arguments(kind):
        if isinstance(value, str) and value:
            return code_word(name, value)
        if isinstance(value, list) and value:
            return _short(", ".join(code_word(name, str(one)) for one in value))
    if _is_amount(name, value, _MONEY_IN.get(kind)):
        return _amount(value, own if isinstance(own, str) and own else currency)
    return value_text(name, value)


@functools.cache
def coded_columns(model: str) -> frozenset[str]:
    """Return the columns of a row that hold one of a few codes."""
    try:
        fields = model_of(model)._meta.concrete_fields
    except (LookupError, ValueError):
        return frozenset()
    return frozenset(field.attname for field in fields if field.choices) - {"language"}


@functools.cache
def coded_arguments(kind: str) -> frozenset[str]:
    """Return the arguments of a command that are one of a few codes, or a list of such."""
    made = COMMANDS.get(kind)
    fields = {} if made is None else made.arguments.model_fields
    return frozenset(name for name, field in fields.items() if codes_in(field.annotation)) - {"language"}


def codes_in(hint: Any) -> frozenset[str]:
    """Return the codes that an annotation allows."""
    if typing.get_origin(hint) is typing.Literal:
        return frozenset(one for one in typing.get_args(hint) if isinstance(one, str) and one)
    return frozenset().union(*map(codes_in, typing.get_args(hint)))


def _is_amount(name: str, value: Any, more: set[str] | None) -> bool:
    return type(value) is int and (name in _MONEY or name in (more or ()))


def _amount(value: int, currency: str | None) -> str:
    return grouped(value) if currency is None else price_text(value, currency)


def value_text(name: str, value: Any) -> str:
    """Return a value as text, short enough for a table."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, int):
        return _figures(name, value)
    if isinstance(value, str):
        return _words(name, value)
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return ngettext("%(count)s row", "%(count)s rows", len(value)) % {"count": len(value)}
    if isinstance(value, list):
        return _short(", ".join(value_text(name, one) for one in value)) or _("none")
    if isinstance(value, dict):
        return _short(
            "; ".join(labelled(column_word(key), value_text(key, one)) for key, one in value.items())
        )
    return grouped(value)


def _figures(name: str, value: int) -> str:
    if name == "ms" or name.endswith("_ms"):
        return clock_face(value)
    if value >= _FIRST_TIMESTAMP and (name in _TIMESTAMPS or name.endswith(_TIMESTAMP_ENDS)):
        return timestamp_text(from_ms(value))
    return str(value) if name == "id" or name.endswith("_id") else grouped(value)


def _words(name: str, value: str) -> str:
    is_day = name == "day" or name.endswith(_DAY_ENDS)
    if is_day and len(value) == _DAY_LENGTH:
        return day_text(date.fromisoformat(value))
    if value and (name in _TIMESTAMPS or name.endswith(_TIMESTAMP_ENDS)):
        return timestamp_text(datetime.fromisoformat(value))
    if name == "language":
        return dict(LANGUAGES).get(value, value) or _("empty")
    return _short(value) or _("empty")


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
