"""Suggested settings of a new event: from the last event of that name, the rulebook, and the room. Reads only."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from django.utils.timezone import get_current_timezone, localtime, make_aware

from clock.models import Clock, Structure
from clock.rules.shipped import Shipped, shipped_structures
from clock.rules.structure import Level
from clock.services.event_clock import levels_of
from desk.models import Registration
from desk.rules.amounts import places_of
from prizes.models import Payout
from seating.models import Plan, TournamentTable
from seating.services.seats import usual_seats
from seating.services.table_choice import free_tables
from tourney.models import ChipSet, Room, Tournament
from tourney.now import room_now
from tourney.rulebooks.books.schema import Book, cite
from tourney.rulebooks.shelf import books
from tourney.rules.modes import mode_policy

Source = Literal["like", "book", "structure", "first_break", "room", ""]
# Events searched for one of the same name.
_SEARCHED = 500
_MOST_NAMES = 40
# Without a last event: chips if the structure names none, and tables for thirty players or fewer.
_STACK = 10_000
_TABLES = 3
# Without a break, late registration ends with this row.
_LATE_ROW = 5
# Prizes are paid in whole fives of the currency.
_NOTE = 5
_PARTS = ("pool", "fee", "staff", "bounty")
# Numbers and dates in a name: "Friday Turbo #12" and "Friday Turbo 20.11." are the same event.
_NO_LETTER = re.compile(r"[\W\d_]+")


@dataclass(frozen=True, slots=True)
class Default:
    """A suggested value, where it comes from, and the rule if that is the book."""

    value: Any
    source: Source = ""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class EventDefaults:
    """Suggestions for a new event.

    Attributes:
        like: the last event of that name; None if there is none. `held_at`: its day.
        structure: the library structure; None if the library is empty. `levels`: its rows.
        fields: by field of the form. Money in minor units of the room's currency; None for no value.
    """

    like: Tournament | None
    held_at: datetime | None
    structure: Structure | None
    levels: Sequence[Level]
    fields: dict[str, Default]


def key_of(name: str) -> str:
    """Return a name without numbers and capitals, for finding earlier events of the same name."""
    return _NO_LETTER.sub(" ", name.casefold()).strip()


def last_event_named(name: str) -> Tournament | None:
    """Return the newest event with the same name, regardless of numbers and dates in it."""
    key = key_of(name)
    if not key:
        return None
    rows = Tournament.objects.filter(demo_speed__isnull=True).order_by("-pk")
    for pk, other in rows.values_list("pk", "name")[:_SEARCHED]:
        if key_of(other) == key:
            return Tournament.objects.get(pk=pk)
    return None


def former_names() -> list[str]:
    """Return the names of past events, newest first, each once."""
    rows = Tournament.objects.filter(demo_speed__isnull=True).order_by("-pk")
    found: dict[str, str] = {}
    for name in rows.values_list("name", flat=True)[:_SEARCHED]:
        found.setdefault(key_of(name), name)
    return list(found.values())[:_MOST_NAMES]


def defaults_for(name: str, *, book: str | None = None, structure: int | None = None) -> EventDefaults:
    """Return suggestions for an event.

    Args:
        name: its name, as far as typed.
        book: key of its rulebook if that is chosen already; None: suggest one.
        structure: its structure if that is chosen already; None: suggest one.
    """
    room = Room.objects.get_or_create(id=1)[0]
    shelf = books()
    like = last_event_named(name)
    fields: dict[str, Default] = {}
    if book not in shelf:
        book = like.book if like is not None and like.book in shelf else room.book
        fields["book"] = Default(book, "like" if like is not None and like.book == book else "room")
    rules = shelf[book]
    chosen, source = _structure(structure, like, rules)
    if chosen is not None:
        fields["structure"] = Default(chosen.pk, source)
    levels = [] if chosen is None else levels_of(chosen)
    fields |= _chips(like, chosen)
    has_mode = like is not None and mode_policy(rules, like.mode) is not None
    fields["mode"] = Default(like.mode, "like") if like is not None and has_mode else Default("")
    fields |= _entry(like, levels, room.currency)
    fields |= _seating(like, rules)
    fields |= _prizes(like, rules, room.currency)
    clock = None if like is None else Clock.objects.filter(tournament=like).first()
    held_at = None if like is None else (clock and clock.planned_start) or like.created_at
    if clock is not None and clock.planned_start is not None:
        fields["planned_start"] = Default(next_week(clock.planned_start), "like")
    return EventDefaults(like, held_at, chosen, levels, fields)


def next_week(at: datetime) -> datetime:
    """Return the next time of the same weekday and hour in the room's time zone."""
    local, now = localtime(at), room_now()
    weeks = max(1, (now - at) // timedelta(days=7))
    while True:
        wanted = make_aware(
            datetime.combine(local.date() + timedelta(days=7 * weeks), local.time()), get_current_timezone()
        )
        if wanted > now:
            return wanted
        weeks += 1


def _shipped_by_name() -> dict[str, Shipped]:
    return {name: one for one in shipped_structures().values() for name in one.name.values()}


def _structure(chosen: int | None, like: Tournament | None, book: Book) -> tuple[Structure | None, Source]:
    library = list(Structure.objects.filter(tournament__isnull=True).prefetch_related("rows"))
    for row in library:
        if row.pk == chosen:
            return row, ""
    last = None if like is None else Structure.objects.filter(tournament=like).first()
    for row in library:
        if last is not None and row.name == last.name:
            return row, "like"
    shipped = _shipped_by_name()
    rules = {row.pk: shipped[row.name].rule if row.name in shipped else "" for row in library}
    # The book's usual structure before those of its modes, as they are shipped.
    order = {name: at for at, name in enumerate(shipped)}
    for row in sorted(library, key=lambda row: order.get(row.name, len(order))):
        if rules[row.pk].startswith(f"{book.short} "):
            return row, "book"
    # A structure that another book prescribes comes last.
    return next(iter(sorted(library, key=lambda row: bool(rules[row.pk]))), None), ""


def _chips(like: Tournament | None, structure: Structure | None) -> dict[str, Default]:
    shipped = None if structure is None else _shipped_by_name().get(structure.name)
    if like is not None:
        return {
            "starting_stack": Default(like.starting_stack, "like"),
            "chip_set": Default(like.chip_set_id, "like"),
        }
    if shipped is None:
        return {"starting_stack": Default(_STACK), "chip_set": Default(None)}
    chips = ChipSet.objects.filter(name=f"Chips: {shipped.name['en']}").first()
    return {
        "starting_stack": Default(shipped.starting_stack, "structure"),
        "chip_set": Default(None if chips is None else chips.pk, "structure"),
    }


def _entry(like: Tournament | None, levels: Sequence[Level], currency: str) -> dict[str, Default]:
    row = None if like is None else Registration.objects.filter(tournament=like).first()
    found = {name: Default(None) for name in _PARTS}
    if row is not None and row.currency == currency:
        found = {name: Default(getattr(row, name) or None, "like") for name in _PARTS}
    most = Default(0) if row is None else Default(row.re_entries_most, "like")
    return {**found, "late_row": _late(row, levels), "re_entries_most": most}


def _late(row: Registration | None, levels: Sequence[Level]) -> Default:
    """Return the last row of late registration, None for the start."""
    if row is not None and row.late_ends == "none":
        return Default(None, "like")
    if row is not None and row.late_row is not None and row.late_row < len(levels):
        return Default(row.late_row, "like")
    breaks = [position for position, level in enumerate(levels) if level.kind == "break"]
    if breaks and breaks[0] > 0:
        return Default(breaks[0] - 1, "first_break")
    return Default(min(_LATE_ROW, len(levels) - 1) if levels else None)


def _seating(like: Tournament | None, book: Book) -> dict[str, Default]:
    plan = None if like is None else Plan.objects.filter(tournament=like).first()
    policy = book.seating.seats_per_table
    seats = (
        Default(plan.seats_per_table, "like")
        if plan is not None
        else Default(usual_seats(book), "" if policy is None else "book", cite(book, policy))
    )
    last = 0 if like is None else TournamentTable.objects.filter(tournament=like).count()
    free = len(free_tables())
    tables = Default(last, "like") if last else Default(min(_TABLES, free) or _TABLES)
    return {
        "seats_per_table": seats,
        "tables": tables,
        "add_tables": Default(free < tables.value and not free),
    }


def _prizes(like: Tournament | None, book: Book, currency: str) -> dict[str, Default]:
    row = None if like is None else Payout.objects.filter(tournament=like).first()
    if row is not None and row.currency == currency:
        return {
            "prizes": Default("like", "like"),
            "guarantee": Default(row.guarantee or None, "like"),
            "note": Default(row.note, "like"),
        }
    policy = book.places.places_paid
    method = Default("club") if policy is None else Default("formula", "book", cite(book, policy))
    return {
        "prizes": method,
        "guarantee": Default(None),
        "note": Default(_NOTE * 10 ** places_of(currency)),
    }
