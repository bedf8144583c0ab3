"""Command to create an event with its price, tables and prizes, and to open its registration."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from pydantic import BaseModel, ConfigDict, Field

from clock.commands.events import CLOSE_INSTEAD, make_event
from clock.models import LevelRow, Structure
from clock.services.event_clock import levels_of
from desk.commands.registration import Many, Money, Row, check_late
from desk.models import Registration
from prizes.models import Payout
from procedures.commands.event_copy import copy_extras, copy_prizes, copy_shot_clock
from procedures.commands.event_mode import apply_mode
from procedures.services.event_settings import settings_of
from seating.commands.tables import assign_first_tables, make_tables
from seating.models import Plan
from seating.services.seats import NINE
from seating.services.table_choice import choose_tables
from tourney.access.roles import Actor, Permission
from tourney.commands import Name
from tourney.journal.arguments import Id, Timestamp
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import JournalEntry, Tournament
from tourney.now import from_ms
from tourney.rules.modes import Mode

MOST_TABLES = 100
_PERMISSIONS = (
    Permission.MANAGE_EVENTS,
    Permission.MANAGE_TABLES,
    Permission.SET_REGISTRATION,
    Permission.SET_PRIZES,
)


class TablesInput(BaseModel):
    """The tables of an event by number, or how many, whether missing ones are added to the room, and the players at
    each.
    """

    model_config = ConfigDict(extra="forbid", strict=True)
    count: Annotated[int, Field(ge=0, le=MOST_TABLES)] = 0
    numbers: list[int] = Field(
        default_factory=list,
        max_length=MOST_TABLES,
        description="of free tables; empty: as many as `count`, the lowest first",
    )
    add_missing: bool = False
    seats_per_table: Annotated[int, Field(ge=2, le=12)] = NINE


class EntryInput(BaseModel):
    """Price of an entry by parts, late registration as in `registration.set`, and re-entries per player."""

    model_config = ConfigDict(extra="forbid", strict=True)
    pool: Money = 0
    fee: Money = 0
    staff: Money = 0
    bounty: Money = 0
    late_ends: Literal["none", "row", "time"] = "none"
    late_row: Row | None = None
    late_at: Timestamp | None = None
    re_entries_most: Many | None = 0
    opens: Annotated[bool, Field(description="open registration at once")] = True


class PrizesInput(BaseModel):
    """The payouts: by a table, by the formula, or as in the event `like`; with guarantee and rounding."""

    model_config = ConfigDict(extra="forbid", strict=True)
    method: Literal["table", "formula", "like"] = "table"
    table: Literal["club", "flat_15", "steep_10"] = "club"
    guarantee: Money = 0
    note: Annotated[int, Field(ge=1, le=10**12, description="minor units")] = 1


def _check_permissions(actor: Actor, _event: int | None, _arguments: Mapping[str, Any]) -> None:
    """Refuse an actor who may not do everything that this command does."""
    if not all(actor.may(permission) for permission in _PERMISSIONS):
        raise Refused("not_allowed", _("Your role does not allow this."))


def _summarise(journal_entry: JournalEntry) -> str:
    opened = (journal_entry.arguments.get("entry") or {}).get("opens", False)
    text = (
        _("Created the event “%(name)s” and opened its registration")
        if opened
        else _("Created the event “%(name)s”")
    )
    return text % {"name": journal_entry.arguments.get("name", "–")}


@command(
    "event.set_up",
    permission=Permission.MANAGE_EVENTS,
    scope="room",
    boards=("lobby",),
    summary=_summarise,
    undo_hint=CLOSE_INSTEAD,
    check=_check_permissions,
)
def set_up_event(
    tx: Tx,
    name: Name,
    structure: Id,
    starting_stack: Annotated[int, Field(ge=1, le=10**12)],
    book: str | None = None,
    chip_set: Id | None = None,
    planned_start: Timestamp | None = None,
    like: Id | None = None,
    tables: TablesInput | None = None,
    entry: EntryInput | None = None,
    prizes: PrizesInput | None = None,
    mode: Mode | None = None,
) -> dict[str, Any]:
    """Create an event with tables, price and prizes in one step. Everything can be changed later.

    Args:
        name: shown on displays.
        structure: library structure to copy.
        starting_stack: chips per entry.
        book: key of its rulebook; null: the venue's.
        chip_set: the chip set in use.
        planned_start: when the clock starts automatically, in ms; null: manual start.
        like: an event whose other settings it takes over: rebuy and add-on, seating options, shot clock, what
            players may do on their phones.
        tables: its tables: those named, or free ones with the lowest numbers first; null: none yet.
        entry: price and registration; null: entries are counted by hand.
        prizes: payouts; null: not set up yet.
        mode: one of the book's modes for single events, which fixes re-entries, rebuy and add-on; null: none.

    Raises:
        Refused: as `event.create`, `registration.set` and `payout.set`; too few tables are free
            (`too_few_tables`), or one that was named is not (`table_not_free`); the event to be like has no prizes
            (`no_payout`), or is a demo (`is_demo`); the mode as in `event.set_mode`.
    """
    source = None if like is None else tx.get(Tournament, pk=like)
    if source is not None and source.demo_speed is not None:
        raise Refused("is_demo", _("A demo can’t be copied."))
    event = make_event(tx, name, structure, starting_stack, book, chip_set, planned_start)
    if source is not None:
        tx.save(event, logo=source.logo)
        copy_shot_clock(tx, source, event)
    numbers, new = _set_tables(tx, event, source, tables or TablesInput())
    if entry is not None:
        _set_entry(tx, event, source, entry)
    if prizes is not None:
        _set_prizes(tx, event, source, prizes, has_bounty=entry is not None and entry.bounty > 0)
    if mode is not None:
        apply_mode(tx, event, mode, levels_of(Structure.objects.get(tournament=event)))
    return {"tournament": event.pk, "tables": list(numbers), "new_tables": list(new)}


def _set_tables(
    tx: Tx, event: Tournament, source: Tournament | None, given: TablesInput
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Assign tables and write the seating plan.

    Returns:
        The numbers of all tables, and of those added to the room.
    """
    found = choose_tables(given.count, add=given.add_missing, numbers=given.numbers)
    if found.taken:
        text = _("Table %(number)s is not free. Choose other tables.") % {"number": found.taken[0]}
        raise Refused("table_not_free", text, fields={"tables.numbers": text})
    if found.missing and not found.new:
        text = ngettext(
            "Only %(free)s table is free. Choose fewer, or add the missing ones to the room.",
            "Only %(free)s tables are free. Choose fewer, or add the missing ones to the room.",
            len(found.free),
        )
        text = text % {"free": len(found.free)}
        raise Refused("too_few_tables", text, fields={"tables.count": text})
    make_tables(tx, found.new, max(NINE, given.seats_per_table))
    assign_first_tables(tx, event, found.numbers)
    plan = None if source is None else Plan.objects.filter(tournament=source).first()
    settings = {} if plan is None else settings_of(plan)
    # Ghosts and the cup's final table belong to the book of the copied event.
    if source is None or source.book != event.book:
        settings |= {"ghosts": False, "cup_final": False}
    settings["seats_per_table"] = given.seats_per_table
    tx.create(Plan, tournament=event, next_digest=tx.seal_seed(), **settings)
    return found.numbers, found.new


def _set_entry(tx: Tx, event: Tournament, source: Tournament | None, given: EntryInput) -> None:
    rows = LevelRow.objects.filter(structure__tournament=event).count()
    check_late(rows, given.late_ends, given.late_row, given.late_at)
    row = None if source is None else Registration.objects.filter(tournament=source).first()
    columns = {} if row is None else settings_of(row)
    columns |= given.model_dump(exclude={"late_at", "opens"})
    columns |= {
        "currency": tx.room.currency,
        "late_at": None if given.late_at is None else from_ms(given.late_at),
        "closed_at": None if given.opens else tx.now,
    }
    made = tx.create(Registration, tournament=event, **columns)
    if row is not None and row.currency == made.currency:
        # A rebuy or an add-on ends with a row that another structure may not have.
        copy_extras(tx, row, made, rows=rows)
    tx.save(event, counted_by_hand=False)


def _set_prizes(
    tx: Tx, event: Tournament, source: Tournament | None, given: PrizesInput, *, has_bounty: bool
) -> None:
    terms = {"currency": tx.room.currency, "guarantee": given.guarantee, "note": given.note}
    if given.method != "like":
        bounties = "fixed" if has_bounty else "none"
        tx.create(
            Payout, tournament=event, method=given.method, table=given.table, bounties=bounties, **terms
        )
        return
    row = None if source is None else Payout.objects.filter(tournament=source).first()
    if row is None:
        text = _("That event has no prizes. Choose how they are calculated.")
        raise Refused("no_payout", text, fields={"prizes.method": text})
    assert source is not None
    copy_prizes(tx, source, event, **terms)
