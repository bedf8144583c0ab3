"""Signed exports of journals: of an event, the room, or everything in a period."""

import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models import QuerySet

from operations.rules.audit_file import lines_of
from operations.services import audit_key
from tourney.access.roles import Actor
from tourney.journal.readable import readable
from tourney.journal.row_images import Image
from tourney.models import JournalEntry, Redaction, Room, Tournament
from tourney.now import room_now

# Entries that are read at once.
_AT_ONCE = 200


@dataclass(frozen=True, slots=True)
class Extent:
    """What is exported.

    Attributes:
        journal: "room", "all", or "event".
        event: of which the journal is.
        since: from this time on; None: from the first entry.
        until: before this time; None: to the last entry.
    """

    journal: str
    event: Tournament | None = None
    since: datetime | None = None
    until: datetime | None = None

    def entries(self) -> QuerySet[JournalEntry]:
        """Return the entries, oldest first."""
        found = JournalEntry.objects.all()
        if self.journal == "room":
            found = found.filter(tournament__isnull=True)
        elif self.journal == "event":
            found = found.filter(tournament=self.event)
        if self.since is not None:
            found = found.filter(at__gte=self.since)
        if self.until is not None:
            found = found.filter(at__lt=self.until)
        return found.order_by("pk")


def signed_lines(extent: Extent, reader: Actor) -> Iterator[str]:
    """Yield the lines of the file.

    Args:
        extent: what is exported.
        reader: who exports it; what they may not read in a journal is left out.
    """
    key = audit_key.private_key()
    room = Room.objects.get_or_create(id=1)[0]
    about = {
        "room": room.name,
        "journal": extent.journal,
        "event": extent.event.pk if extent.event else None,
        "event_name": extent.event.name if extent.event else None,
        "since": extent.since.isoformat() if extent.since else None,
        "until": extent.until.isoformat() if extent.until else None,
        "made_at": room_now().isoformat(),
        "made_by": reader.name,
        "version": settings.VERSION,
        "key": audit_key.fingerprint(key.public_key()),
    }
    yield from lines_of(str(uuid.uuid4()), about, _entries(extent, reader), key.sign)


def _entries(extent: Extent, reader: Actor) -> Iterator[dict[str, Any]]:
    """Yield entries as plain data. Each part is a query of its own: no reader blocks the database for long."""
    last = 0
    # An entry that is written meanwhile may get a smaller key than one that was read. Up to here, only the end of a
    # journal can be missing, and the last line says where each ends.
    top = extent.entries().order_by("-pk").values_list("pk", flat=True).first() or 0
    while True:
        rows = list(extent.entries().filter(pk__gt=last, pk__lte=top).select_related("undoes")[:_AT_ONCE])
        redacted: dict[int, list[str]] = {}
        for line, at in Redaction.objects.filter(line__in=rows).values_list("line_id", "at"):
            redacted.setdefault(line, []).append(at.isoformat())
        for row in rows:
            yield _plain(row, reader, redacted.get(row.pk, []))
        if len(rows) < _AT_ONCE:
            return
        last = rows[-1].pk


def _plain(row: JournalEntry, reader: Actor, redacted: list[str]) -> Image:
    shown = readable(row, reader)
    return {
        "event": row.tournament_id,
        "seq": row.seq,
        "at": row.at.isoformat(),
        "due_at": row.due_at.isoformat() if row.due_at else None,
        "actor": row.actor,
        "who": row.who,
        "kind": row.kind,
        "command": str(row.command),
        "arguments": shown.arguments,
        "answer": shown.answer,
        "rule": row.rule,
        "undoes": row.undoes.seq if row.undoes else None,
        "changes": shown.changes,
        # When personal data was erased from it.
        "redacted_at": redacted,
    }
