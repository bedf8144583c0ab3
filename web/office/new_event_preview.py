"""Preview of an event that is being set up: first levels, end, pool and prizes for three field sizes. Reads only."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _

from clock.rules.structure import Level, numbered
from clock.rules.suggestion.field_model import Field, expected_end
from desk.models import Extra, Registration
from desk.rules.late_registration import Late, closing_row
from prizes.models import Payout
from prizes.rules.pool import Sale, pools
from prizes.services.money import computed, prize_amounts, terms_of, things_of
from procedures.models import ShotClock
from procedures.services.event_defaults import EventDefaults
from procedures.services.event_settings import settings_of
from seating.services.table_choice import TableChoice, choose_tables
from tourney.models import Tournament
from tourney.now import from_ms
from tourney.rulebooks.books.schema import Book
from web.office.new_event_form import PARTS

# Field sizes without tables, and as parts of the seats: without re-entries all seats are the most that fit.
_SIZES = (30, 60, 90)
_PARTS_OF_SEATS = ((1, 3), (2, 3), (1, 1))
_WITH_RE_ENTRIES = ((1, 2), (1, 1), (3, 2))
_ROWS_SHOWN = 8
_SELF_SERVICE = ("self_reserve", "self_wait", "self_re_enter")


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the structure; `number` is None in a break, `at` None without a planned start."""

    number: int | None
    level: Level
    at: datetime | None


@dataclass(frozen=True, slots=True)
class FieldPreview:
    """The event with so many entries. Money in minor units.

    Attributes:
        entries: how many, with re-entries.
        pool: the prize pool, guarantee included.
        places: number of paid places; `first`: the first prize; None where prizes are not set up.
        length: expected duration in ms.
        ends_at: None without a planned start, or if the event takes several days.
    """

    entries: int
    pool: int
    places: int | None
    first: int | None
    length: int
    ends_at: datetime | None


@dataclass(frozen=True, slots=True)
class EventPreview:
    """The preview.

    Attributes:
        rows: the first rows of the structure. `more`: number of further ones.
        fields: for each field size.
        tables: the tables it gets. `seats`: of all of them.
        re_enters: whether players may re-enter, so that there may be more entries than seats.
        price: of an entry.
        late_at: when late registration ends; None without a planned start.
        taken_over: settings of the last event that the form does not ask for.
    """

    rows: tuple[Row, ...]
    more: int
    fields: tuple[FieldPreview, ...]
    tables: TableChoice
    seats: int
    re_enters: bool
    price: int
    late_at: datetime | None
    taken_over: tuple[str, ...]


def preview_of(given: Mapping[str, Any], defaults: EventDefaults, book: Book, currency: str) -> EventPreview:
    """Preview an event.

    Args:
        given: the arguments of `event.set_up`, parsed without errors.
        defaults: its structure, and the last event of that name.
        book: its rulebook.
        currency: the room's.
    """
    levels = list(defaults.levels)
    start = None if given["planned_start"] is None else from_ms(given["planned_start"])
    wanted = given["tables"]
    tables = choose_tables(wanted["count"], add=wanted["add_missing"], numbers=wanted["numbers"])
    entry = given["entry"] or dict.fromkeys(PARTS, 0)
    re_enters = entry.get("re_entries_most", 0) != 0 and entry.get("late_ends") == "row"
    per_table = wanted["seats_per_table"]
    seats = (len(wanted["numbers"]) or wanted["count"]) * per_table
    payout, source = _payout(given, defaults.like, currency)
    return EventPreview(
        rows=tuple(_rows(levels, start)[:_ROWS_SHOWN]),
        more=max(0, len(levels) - _ROWS_SHOWN),
        fields=tuple(
            _field(entries, entry, (payout, source), levels, given["starting_stack"], start)
            for entries in field_sizes(seats, re_enters=re_enters)
        ),
        tables=tables,
        seats=len(tables.numbers) * per_table,
        re_enters=re_enters,
        price=sum(entry[name] for name in PARTS),
        late_at=_late_at(entry, levels, start, book),
        taken_over=tuple(_taken_over(defaults.like)),
    )


def field_sizes(seats: int, *, re_enters: bool) -> list[int]:
    """Return numbers of entries to preview: what fits the seats, and more only with re-entries."""
    parts = _WITH_RE_ENTRIES if re_enters else _PARTS_OF_SEATS
    sizes = {max(2, round(seats * part / whole)) for part, whole in parts}
    return sorted(sizes) if seats else list(_SIZES)


def _rows(levels: list[Level], start: datetime | None) -> list[Row]:
    found, at = [], start
    for number, level in numbered(levels):
        found.append(Row(number, level, at))
        at = None if at is None or level.ends_day else at + timedelta(milliseconds=level.duration)
    return found


def _late_at(
    entry: Mapping[str, Any], levels: list[Level], start: datetime | None, book: Book
) -> datetime | None:
    if entry.get("late_ends") != "row":
        return start
    breaks = [level.kind == "break" for level in levels]
    closes = closing_row(Late("row", entry["late_row"]), book, breaks)
    rows = _rows(levels, start)
    if closes < len(rows):
        return rows[closes].at
    return None


def _payout(
    given: Mapping[str, Any], like: Tournament | None, currency: str
) -> tuple[Payout | None, Payout | None]:
    """Return the payout that would be stored, unsaved, and the one it would be copied from."""
    prizes = given["prizes"]
    if prizes is None:
        return None, None
    event = Tournament(book=given["book"])
    terms = {"currency": currency, "guarantee": prizes["guarantee"], "note": prizes["note"]}
    if prizes["method"] != "like":
        made = Payout(tournament=event, method=prizes["method"], table=prizes.get("table", "club"), **terms)
        return made, None
    source = Payout.objects.filter(tournament=like).first() if like is not None else None
    if source is None:
        return None, None
    return Payout(tournament=event, **{**settings_of(source), **terms}), source


def _field(
    entries: int,
    entry: Mapping[str, Any],
    payouts: tuple[Payout | None, Payout | None],
    levels: list[Level],
    stack: int,
    start: datetime | None,
) -> FieldPreview:
    payout, source = payouts
    currency = "" if payout is None else payout.currency
    sale = Sale(currency, **{name: entries * entry[name] for name in PARTS})
    pool = pools([sale], {} if payout is None else {currency: terms_of(payout)})[currency].prizes
    places = first = None
    if payout is not None and pool:
        price = sum(entry[name] for name in PARTS)
        typed = [] if source is None else prize_amounts(source)
        things = [] if source is None else things_of(source)
        ladder = computed(payout, entries, pool, price, typed=typed, things=things)
        if ladder.fault is None and ladder.prizes:
            places, first = len(ladder.prizes), ladder.prizes[0].worth
    length = expected_end(levels, Field(entries, stack)) if levels else 0
    is_one_day = not any(level.ends_day for level in levels)
    ends_at = start + timedelta(milliseconds=length) if start is not None and is_one_day else None
    return FieldPreview(entries, pool, places, first, length, ends_at)


def _taken_over(like: Tournament | None) -> list[str]:
    """Name the settings of the last event that the form does not ask for."""
    row = Registration.objects.filter(tournament=like).first() if like is not None else None
    if row is None:
        return []
    kinds = set(Extra.objects.filter(registration=row).values_list("kind", flat=True))
    named = [
        ("rebuy" in kinds, _("rebuy")),
        ("add_on" in kinds, _("add-on")),
        (row.surrender_allowed, _("surrender for a new entry")),
        (row.members_only, _("season members only")),
        (row.capacity is not None, _("maximum of players in play")),
        (any(getattr(row, name) for name in _SELF_SERVICE), _("actions on players’ phones")),
        (ShotClock.objects.filter(tournament=like).exists(), _("shot clock")),
    ]
    return [text for is_set, text in named if is_set]
