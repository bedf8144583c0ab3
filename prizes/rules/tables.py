"""Payout tables by field size: TOML files, read once and checked. Pure, except for reading these files."""

import tomllib
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from prizes.rules.curves import places_paid
from prizes.rules.refusals import CannotPay
from prizes.rules.refusals import gettext_noop as _

SHIPPED = ("club", "flat_15", "steep_10")
_SHELF = Path(__file__).parent.parent / "tables"

Place = Annotated[int, Meta(ge=1, le=100_000)]
Weight = Annotated[int, Meta(ge=1, le=1_000_000_000)]


class Row(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A row of a table: payouts for fields from one size on, until the next row.

    Attributes:
        entries: smallest field size.
        tiers: pairs of place and weight: from that place on, until the next tier, each place has this weight. Only
            the weights' ratios count.
        paid: number of places paid; without it, the table's part of the field.
    """

    entries: Place
    tiers: Annotated[tuple[tuple[Place, Weight], ...], Meta(min_length=1, max_length=200)]
    paid: Place | None = None


class Table(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A payout table.

    Attributes:
        title: name of the table in English. `note`: description.
        titles, notes: the same by language: "de", "fr", "it".
        percent: part of the field that is paid, in hundredths of a percent, rounded up.
        until: largest field size.
        rows: smallest field first; the first row is for one entry.
    """

    title: Annotated[str, Meta(min_length=1, max_length=60)]
    note: Annotated[str, Meta(max_length=300)] = ""
    titles: dict[str, Annotated[str, Meta(max_length=60)]] = {}
    notes: dict[str, Annotated[str, Meta(max_length=300)]] = {}
    percent: Annotated[int, Meta(ge=1, le=10_000)]
    until: Place
    rows: Annotated[tuple[Row, ...], Meta(min_length=1, max_length=300)]

    def __post_init__(self) -> None:
        if self.rows[0].entries != 1:
            raise ValueError("the first row is for one entry")
        if any(row.entries >= after.entries for row, after in pairwise(self.rows)):
            raise ValueError("rows stand in the order of their entries")
        if self.until < self.rows[-1].entries:
            raise ValueError("the last row begins after the largest field")
        for row in self.rows:
            if row.tiers[0][0] != 1:
                raise ValueError(f"row {row.entries}: the first tier begins with place 1")
            for (place, weight), (next_place, next_weight) in pairwise(row.tiers):
                if next_place <= place or next_weight > weight:
                    raise ValueError(f"row {row.entries}: tier {next_place} is out of order or rises")
            paid = _paid(self, row, row.entries)
            if not row.tiers[-1][0] <= paid <= row.entries:
                raise ValueError(f"row {row.entries}: {paid} places paid do not fit its tiers or its field")


def _paid(table: Table, row: Row, entries: int) -> int:
    return row.paid if row.paid is not None else places_paid(entries, table.percent)


def weights_of(table: Table, entries: int) -> list[int]:
    """Return the weight of each paid place, the first place first, for a number of entries.

    Raises:
        CannotPay: the table does not cover so many entries (`field_too_large`).
    """
    if entries > table.until:
        message = _("This payout table goes up to %(until)s entries.")
        raise CannotPay("field_too_large", message, {"until": table.until})
    row = next(row for row in reversed(table.rows) if row.entries <= entries)
    paid = _paid(table, row, entries)
    ends = [*[place for place, _weight in row.tiers[1:]], paid + 1]
    weights: list[int] = []
    for (place, weight), end in zip(row.tiers, ends, strict=True):
        weights += [weight] * (end - place)
    return weights


def parse_table(text: str) -> Table:
    """Read a table from TOML.

    Raises:
        ValueError: the text is no valid table (`tomllib.TOMLDecodeError` and `msgspec.ValidationError` are subclasses).
    """
    return msgspec.convert(tomllib.loads(text), Table)


@cache
def shipped_table(key: str) -> Table:
    """Return a table that comes with the server.

    Raises:
        CannotPay: there is no table with this name (`no_such_table`).
    """
    if key not in SHIPPED:
        message = _("There is no payout table “%(key)s”. Choose one of: %(all)s.")
        raise CannotPay("no_such_table", message, {"key": key, "all": ", ".join(SHIPPED)})
    return parse_table((_SHELF / f"{key}.toml").read_text(encoding="utf-8"))
