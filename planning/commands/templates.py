"""Commands for templates: save an event as one, read one from a file, make an event of one, remove one."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Annotated, Any

from django.utils.timezone import get_current_timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from clock.commands.events import CLOSE_INSTEAD
from clock.rules.filefaults import ImportFault
from desk.models import Registration
from planning.models import EventTemplate
from planning.services.template_document import Document, settings_of_document
from planning.services.template_file import read_file
from planning.services.template_stages import document_of, first_of, part_name, with_each_event
from procedures.commands.event_copy import write_event
from seating.models import Plan
from stages.commands.multi_stage_events import event_name
from stages.models import MultiStageEvent, Stage, StageEvent
from stages.rules.presets import presets_of
from tourney.access.roles import Permission
from tourney.commands import Name
from tourney.journal.arguments import Id, Timestamp
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import Chip, ChipSet, Tournament
from tourney.now import from_ms
from tourney.rulebooks.shelf import book_of
from tourney.rules.wall_time import later_on_wall

FileText = Annotated[str, Field(min_length=2, max_length=1_000_000)]


@command(
    "template.save",
    permission=Permission.MANAGE_EVENTS,
    scope="room",
    summary=lazy("Saved the template “%(name)s”"),
)
def save_template(tx: Tx, source: Id, name: Name, replaces: Id | None = None) -> Any:
    """Save the settings of an event as a template: structure, chips, prices, registration, seating, prizes and mode.

    Of an event of several stages, all its flights and days are saved with their rules, labels, and starts after the
    first one.

    Args:
        source: the event.
        name: of the template.
        replaces: the template that gets these settings; weekly plans of it use them from then on. Null for a new one.

    Raises:
        Refused: no name, or another template has it (`name_taken`); the event is a demo (`is_demo`).
    """
    event = tx.get(Tournament, pk=source)
    if event.demo_speed is not None:
        raise Refused("is_demo", _("A demo can’t be copied."))
    row = None if replaces is None else tx.lock(EventTemplate, pk=replaces)
    name = _free_name(name, row)
    document = document_of(event)
    if row is None:
        row = tx.create(EventTemplate, name=name, document=document, saved_at=tx.now)
    else:
        tx.save(row, name=name, document=document, saved_at=tx.now)
    return {"template": row.pk}


def _free_name(name: str, row: EventTemplate | None) -> str:
    """Return a name without spaces around it.

    Raises:
        Refused: it is empty (`bad_argument`) or taken (`name_taken`).
    """
    if not name.strip():
        raise Refused("bad_argument", _("A template needs a name."), fields={"name": _("must not be empty.")})
    others = EventTemplate.objects.filter(name=name.strip())
    if (others if row is None else others.exclude(pk=row.pk)).exists():
        text = _("A template with this name already exists.")
        raise Refused("name_taken", text, fields={"name": text})
    return name.strip()


@command(
    "template.import",
    permission=Permission.MANAGE_EVENTS,
    scope="room",
    summary=lazy("Imported the template “%(name)s”"),
)
def import_template(tx: Tx, name: Name, text: FileText) -> Any:
    """Add a template from the text of a file of another room. A chip set that this room lacks is added as well.

    Args:
        name: of the template here.
        text: the file, as it was exported.

    Raises:
        Refused: the file has faults (`bad_file`), which the message names with their places; the name is taken
            (`name_taken`); its prices are in another currency than the room's (`other_currency`), or the room lacks its
            rulebook (`unknown_book`) or the format of its stages (`unknown_preset`).
    """
    try:
        read = read_file(text.encode("utf-8", "replace"))
    except ImportFault as fault:
        lines = [f"{one.column}: {_(one.message) % one.params}".lstrip(": ") for one in fault.faults]
        raise Refused("bad_file", " ".join(lines[:5]), fields={"text": " ".join(lines)}) from None
    _check_currency(tx, read.document)
    book_of(read.document["event"]["book"])
    _check_format(read.document)

    def with_own_chips(one: Document) -> Document:
        return {**one, "chip_set": _own_chip_set(tx, one["chip_set"])}

    document = with_each_event(read.document, with_own_chips)
    row = tx.create(EventTemplate, name=_free_name(name, None), document=document, saved_at=tx.now)
    return {"template": row.pk}


def _check_currency(tx: Tx, document: Mapping[str, Any]) -> None:
    """Check that prices and prizes of a template are in the room's currency: amounts are not converted."""
    if document["currency"] != tx.room.currency:
        message = _("This template has prices in %(theirs)s; this room uses %(ours)s.")
        figures = {"theirs": document["currency"], "ours": tx.room.currency}
        raise Refused("other_currency", message % figures)


def _check_format(document: Mapping[str, Any]) -> None:
    """Check that the rulebook knows the format of the stages of a template."""
    mode = document["stages"]["mode"] if document.get("stages") else ""
    if mode and mode not in presets_of(book_of(document["event"]["book"])):
        raise Refused("unknown_preset", _("This format is not played by the event’s rulebook."))


def _own_chip_set(tx: Tx, given: dict[str, Any] | None) -> dict[str, Any] | None:
    """Return a chip set under the name that it has in this room, adding it if the room lacks it."""
    if given is None:
        return None
    wanted = sorted((chip["value"], chip["face"], chip["edge"]) for chip in given["chips"])
    name, number = given["name"].strip(), 1
    while (row := ChipSet.objects.filter(name=name).first()) is not None:
        if sorted(row.chips.values_list("value", "face", "edge")) == wanted:
            return {**given, "name": name}
        number += 1
        name = f"{given['name'].strip()[:54]} ({number})"
    row = tx.create(ChipSet, name=name)
    for value, face, edge in wanted:
        tx.create(Chip, chip_set=row, value=value, face=face, edge=edge)
    return {**given, "name": name}


def _kept_chip_set(given: dict[str, Any] | None) -> dict[str, Any] | None:
    """Return a template's chip set as long as the room has one of its name with all its denominations: colours and
    further chips may have been changed since.
    """
    if given is None:
        return None
    row = ChipSet.objects.filter(name=given["name"]).first()
    has = set() if row is None else set(row.chips.values_list("value", flat=True))
    return given if row is not None and {chip["value"] for chip in given["chips"]} <= has else None


@command(
    "template.create_event",
    permission=Permission.MANAGE_EVENTS,
    scope="room",
    boards=("lobby",),
    summary=lazy("Created the event “%(name)s” from a template"),
    undo_hint=CLOSE_INSTEAD,
)
def create_from_template(tx: Tx, template: Id, name: Name, planned_start: Timestamp | None = None) -> Any:
    """Create an event from a template.

    Args:
        template: the template.
        name: of the event, shown on displays.
        planned_start: when its clock starts automatically, in ms; null: manual start.

    Raises:
        Refused: no name; the start is not in the future (`in_the_past`).
    """
    if not name.strip():
        raise Refused("bad_argument", _("An event needs a name."), fields={"name": _("must not be empty.")})
    start = None if planned_start is None else from_ms(planned_start)
    if start is not None and start <= tx.now:
        text = _("The planned start must be in the future.")
        raise Refused("in_the_past", text, fields={"planned_start": text})
    row = tx.get(EventTemplate, pk=template)
    return {"tournament": make_from(tx, row, name, start).pk}


def make_from(
    tx: Tx, template: EventTemplate, name: str, start: datetime | None, *, opens: bool = True
) -> Tournament:
    """Write an event from a template, for commands of the room, or all events of a multi-stage event.

    Args:
        template: the template.
        name: of the event.
        start: of the first event, in the future; None: manual start. Tickets of an event that is over are left out.
        opens: whether registration is open at once.

    Returns:
        The first event.
    """
    whole = template.document.get("stages")
    first = first_of(template.document)
    _check_currency(tx, first)
    if whole is None:
        return _write(tx, first, name, start, opens=opens)
    _check_format(template.document)
    made = tx.create(MultiStageEvent, name=name.strip(), mode=whole["mode"], created_at=tx.now)
    events: list[Tournament] = []
    for number, given in enumerate(whole["stages"], start=1):
        entries_most = whole["entries_most"] if number == 1 else None
        stage = tx.create(
            Stage,
            multi_stage_event=made,
            number=number,
            name=given["name"],
            rule=given["rule"],
            entries_most=entries_most,
        )
        for one in given["events"]:
            called = event_name(made, part_name(given, number, one["label"]))
            settings = {**first, **one["settings"]}
            begins = _later_start(start, one["after"])
            event = _write(tx, settings, called, begins, opens=opens and number == 1)
            _set_tables_apart(tx, event, one)
            tx.create(StageEvent, stage=stage, tournament=event, label=one["label"].strip())
            events.append(event)
    return events[0]


def _later_start(start: datetime | None, after: int | None) -> datetime | None:
    """Return when an event starts that is planned so many ms after the first one, as the wall shows it."""
    if start is None or after is None:
        return None
    return later_on_wall(start, timedelta(milliseconds=after), get_current_timezone())


def _set_tables_apart(tx: Tx, event: Tournament, given: Mapping[str, Any]) -> None:
    """Let each table play for itself where the template’s event did."""
    plan = Plan.objects.filter(tournament=event).first()
    if plan is not None and given["tables_apart"]:
        tx.save(plan, late_stage=True)


def _write(
    tx: Tx, settings: Mapping[str, Any], name: str, start: datetime | None, *, opens: bool
) -> Tournament:
    """Write one event."""
    document = _with_open_tickets(dict(settings))
    chips = _kept_chip_set(document["chip_set"]) or _own_chip_set(tx, document["chip_set"])
    chip_set = None if chips is None else ChipSet.objects.get(name=chips["name"]).pk
    event = write_event(tx, settings_of_document(document, chip_set), name, start)
    registration = Registration.objects.filter(tournament=event).first()
    if registration is not None and not opens:
        tx.save(registration, closed_at=tx.now)
    return event


def _with_open_tickets(document: Document) -> Document:
    """Return a template without tickets for events that are closed or gone: a satellite then has no prizes yet, and
    they are set up with the event that its tickets are for.
    """
    rows = [*document["payout"], *document["prize_items"]]
    wanted = {row["ticket_for_id"] for row in rows if row.get("ticket_for_id") is not None}
    there = Tournament.objects.filter(pk__in=wanted, closed_at__isnull=True).values_list("pk", flat=True)
    gone = wanted - set(there)
    if any(row.get("ticket_for_id") in gone for row in document["payout"]):
        return {**document, "payout": [], "place_prizes": [], "prize_items": []}
    items = [row for row in document["prize_items"] if row.get("ticket_for_id") not in gone]
    return {**document, "prize_items": items}


@command(
    "template.remove",
    permission=Permission.MANAGE_EVENTS,
    scope="room",
    summary=lazy("Removed the template “%(name)s”"),
)
def remove_template(tx: Tx, template: Id) -> Any:
    """Remove a template. Events that were made of it stay.

    Args:
        template: the template.

    Raises:
        Refused: a weekly plan uses it (`in_use`).
    """
    row = tx.lock(EventTemplate, pk=template)
    plan = row.plans.first()
    if plan is not None:
        text = _("The weekly plan “%(plan)s” uses this template. Remove the plan first.") % {
            "plan": plan.name
        }
        raise Refused("in_use", text)
    tx.delete(row)
    return {"name": row.name}
