"""Commands for the layouts of the house."""

import hashlib
import json
from typing import Annotated, Any

from django.utils.translation import gettext as _
from pydantic import Field

from clock.rules.refusals import gettext_noop
from displays.commands.displays import Label
from displays.models import HouseLayout
from displays.rules.layouts import LayoutDocument, LayoutFault, LayoutFaults, read_document
from displays.rules.layouts.contents import events_of, lists_seats, pictures_of, plain
from displays.services.layout_faults import refusal_of
from displays.services.layout_names import refuse_shown
from displays.services.layout_pictures import MOST_PICTURE_BYTES, picture_size
from displays.services.shipped_layouts import SHIPPED, shipped_in_room
from tourney.access.roles import Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import JournalEntry

MOST_LAYOUTS = 100


def _saved(journal_entry: JournalEntry) -> str:
    name = (journal_entry.answer or {}).get("name", "")
    if journal_entry.kind == "layout.save" and journal_entry.arguments.get("layout") is not None:
        return _("Saved the layout “%(name)s”") % {"name": name}
    return _("Added the layout “%(name)s”") % {"name": name}


@command(
    "layout.save",
    permission=Permission.MANAGE_SCREENS,
    scope="room",
    boards=("house_layouts",),
    summary=_saved,
)
def save_layout(
    tx: Tx,
    document: dict[str, Any],
    layout: Id | None = None,
    based_on: Annotated[str, Field(max_length=12)] | None = None,
) -> Any:
    """Save a layout of the house. Displays that show it follow at once.

    Args:
        document: as `docs/displays.md` describes it; its name is the layout's. Its pictures must be stored.
        layout: the one to change; null for a new one.
        based_on: its version that was edited; null to replace any version.

    Raises:
        Refused: the document has faults, each named with its place (`bad_layout`); another layout has the name
            (`name_taken`); the house has too many layouts (`too_many`); the layout was changed since (`changed`) or
            removed (`not_found`).
    """
    row = None if layout is None else HouseLayout.objects.filter(pk=layout).first()
    if row is None and layout is not None:
        raise Refused("not_found", _("This layout has been removed. Save your version as a new layout."))
    if row is not None and based_on not in (None, row.version):
        raise Refused(
            "changed",
            _(
                "This layout has been changed since you opened it. "
                "Save your version as a new layout, or reload the page."
            ),
        )
    return _keep(tx, document, row)


@command(
    "layout.copy",
    permission=Permission.MANAGE_SCREENS,
    scope="room",
    boards=("house_layouts",),
    summary=_saved,
)
def copy_layout(tx: Tx, layout: Id, name: Label) -> Any:
    """Copy a layout of the house.

    Args:
        layout: the one to copy.
        name: of the copy.

    Raises:
        Refused: another layout has the name (`name_taken`); the name has markup, or the layout no longer follows the
            schema (`bad_layout`).
    """
    return _keep(tx, {**tx.get(HouseLayout, pk=layout).document, "name": name}, None, is_copy=True)


@command(
    "layout.add_shipped",
    permission=Permission.MANAGE_SCREENS,
    scope="room",
    boards=("house_layouts",),
    summary=_saved,
)
def add_shipped_layout(tx: Tx, key: Annotated[str, Field(max_length=20)], name: Label) -> Any:
    """Add a layout that comes with the product to those of the house, in the room's language; it can be changed.

    Args:
        key: classic, clock_prizes, clock_seats, four_events, lobby, break, final_table or results.
        name: of the layout.

    Raises:
        Refused: there is none with this key (`not_found`); another layout has the name (`name_taken`); the name has
            markup (`bad_layout`).
    """
    if key not in SHIPPED:
        raise Refused("not_found", _("Layout not found."))
    return _keep(tx, {**shipped_in_room(key), "name": name}, None)


def _keep(tx: Tx, given: dict[str, Any], row: HouseLayout | None, *, is_copy: bool = False) -> dict[str, Any]:
    """Check a document and save it; every layout of the house passes here."""
    try:
        read = read_document(given, is_stored=is_copy)
        _check_pictures(read)
    except LayoutFaults as error:
        raise refusal_of(error) from None
    name = read.name.strip()
    if not name:
        sentence = _("Enter a name for the layout.")
        raise Refused("no_name", sentence, fields={"name": sentence})
    if HouseLayout.objects.filter(name=name).exclude(pk=row.pk if row else 0).exists():
        sentence = _("Another layout has this name.")
        raise Refused("name_taken", sentence, fields={"name": sentence})
    read = read.model_copy(update={"name": name})
    document = plain(read)
    version = hashlib.sha256(json.dumps(document, sort_keys=True).encode()).hexdigest()[:12]
    columns = {
        "name": name,
        "document": document,
        "version": version,
        "events": events_of(read),
        "seats": lists_seats(read),
    }
    if row is None:
        if HouseLayout.objects.count() >= MOST_LAYOUTS:
            text = _("The limit of %(most)s layouts is reached. Remove one first.") % {"most": MOST_LAYOUTS}
            raise Refused("too_many", text)
        row = tx.create(HouseLayout, **columns)
    else:
        tx.save(row, **columns)
    return {"layout": row.pk, "name": name, "version": version}


def _check_pictures(read: LayoutDocument) -> None:
    sizes = {name: picture_size(name) for name in pictures_of(read)}
    missing = [name for name, size in sizes.items() if size is None]
    if missing:
        message = gettext_noop("The picture %(name)s is not stored in this room.")
        raise LayoutFaults([LayoutFault(message, {"name": missing[0][:12]})])
    if sum(size or 0 for size in sizes.values()) > MOST_PICTURE_BYTES:
        message = gettext_noop("The pictures of a layout can have at most %(most)s MB in total.")
        raise LayoutFaults([LayoutFault(message, {"most": MOST_PICTURE_BYTES // 2**20})])


def _removed(journal_entry: JournalEntry) -> str:
    name = (journal_entry.answer or {}).get("name", "")
    return _("Removed the layout “%(name)s”") % {"name": name}


@command(
    "layout.remove",
    permission=Permission.MANAGE_SCREENS,
    scope="room",
    boards=("house_layouts",),
    summary=_removed,
)
def remove_layout(tx: Tx, layout: Id) -> Any:
    """Remove a layout of the house.

    Args:
        layout: its id.

    Raises:
        Refused: a display, group or rotation shows it (`in_use`).
    """
    row = tx.get(HouseLayout, pk=layout)
    refuse_shown(layout)
    tx.delete(row)
    return {"name": row.name}
