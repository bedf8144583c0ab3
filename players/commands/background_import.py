"""Import a large file of players in the background: store it, read it, then import it in batches.

Each batch holds the room's lock only briefly, so the desk can keep working. A batch and its result are
written in one transaction: a killed process neither repeats nor skips rows.
"""

import logging
import uuid
from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Annotated, Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import translation
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from pydantic import Field

from players.commands.player_import import Importer
from players.models import ImportBatch, Player, PlayerImport
from players.rules.duplicates import Match, key_of
from players.rules.import_choices import Known, Likeness, OnFile, background_choice
from players.rules.people_csv import ReadRow, Slashes, born_of, read_rows
from players.rules.people_sheet import (
    MOST_ROWS_IN_BATCHES,
    FileRefused,
    Grid,
    read_grid,
    read_sheet,
    sheet_of,
)
from players.services.duplicates import matches_each
from tourney.access import language
from tourney.access.roles import Permission
from tourney.access.viewers import actor_of_user
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import JournalEntry, User
from tourney.now import room_now
from tourney.rules.text_files import CsvRow

log = logging.getLogger(__name__)
# The header and the first rows.
_PREVIEW_ROWS = 9
ROWS_TO_A_BATCH = 100
KEPT_FOR = timedelta(days=1)
# An import is abandoned after this many unexpected errors in a row.
_MOST_FAILURES = 5


def keep_file(user: User, name: str, text: str, encoding: str, grid: Grid) -> PlayerImport:
    """Store an uploaded file as a draft. It replaces the user's previous draft.

    Args:
        user: the login that uploaded it.
        name: of the file.
        text: of the file.
        encoding: in which it came.
        grid: its rows.

    Raises:
        FileRefused: it has no rows below its header, or too many.
    """
    now = room_now()
    sheet = sheet_of(grid, None, MOST_ROWS_IN_BATCHES)
    PlayerImport.objects.filter(user=user, state="draft").delete()
    return PlayerImport.objects.create(
        user=user,
        file_name=name[:120],
        text=text,
        preview={
            "rows": [[row.line, row.cells] for row in grid.rows[:_PREVIEW_ROWS]],
            "wide": grid.wide,
            "delimiter": grid.delimiter,
        },
        encoding=encoding,
        has_head=sheet.has_head,
        rows=len(sheet.rows),
        created_at=now,
        touched_at=now,
    )


def preview_of(file: PlayerImport) -> Grid:
    """Return the first rows of a draft as a grid, without reading the rest of the file.

    Raises:
        FileRefused: it can't be read.
    """
    kept = file.preview
    if kept is None:
        # Drafts from before previews were stored have none.
        return read_grid(file.text, MOST_ROWS_IN_BATCHES)
    rows = tuple(CsvRow(line, tuple(cells)) for line, cells in kept["rows"])
    return Grid(rows, kept["wide"], kept["delimiter"])


def start_import(
    file: PlayerImport, user: int, columns: Collection[str], slashes: Slashes, known: Known, *, has_head: bool
) -> bool:
    """Start importing a stored file in the background.

    Args:
        file: stored by `keep_file`.
        user: key of the login that starts it: the records are added and corrected in their name.
        columns: the field of each column, "" for one that is left out.
        slashes: what comes first in a date with slashes.
        known: what to do with players already on file.
        has_head: whether the first row names the columns.

    Returns:
        Whether this call started it; False if it was started before.
    """
    drafts = PlayerImport.objects.filter(pk=file.pk, state="draft")
    started = drafts.update(
        state="running",
        user_id=user,
        columns=list(columns),
        slashes=slashes,
        known=known,
        has_head=has_head,
        touched_at=room_now(),
    )
    return bool(started)


def cancel_import(file: PlayerImport) -> None:
    """Cancel an import that has not ended. Imported rows stay."""
    _end(file.pk, "cancelled")


def continue_import(pk: int) -> bool:
    """Run the next step of an import: read the file, or import one batch.

    Returns:
        Whether there is more to do.
    """
    file = PlayerImport.objects.select_related("user").filter(pk=pk, state="running").first()
    if file is None:
        return False
    actor = actor_of_user(file.user)
    if not (file.user.is_active and actor.may(Permission.EDIT_PLAYERS)):
        _end(pk, "cancelled")
        return False
    with translation.override(language.known(file.user.language) or language.room_language()):
        try:
            if file.batches is None:
                _read(file)
            else:
                # Update the index of all records before taking the lock.
                matches_each([])
                command = uuid.uuid5(file.command, str(file.next_batch))
                import_batch(actor=actor, command_id=command, file=pk, part=file.next_batch)
        except Refused as refused:
            # Otherwise another process was faster, or the import was cancelled.
            if refused.code != "batch_done":
                log.warning("A step of import %s was refused: %s", pk, refused.code)
                _failed(pk)
        except Exception:
            log.exception("A step of import %s failed.", pk)
            _failed(pk)
    return PlayerImport.objects.filter(pk=pk, state="running", failures=0).exists()


def _failed(pk: int) -> None:
    with transaction.atomic():
        file = PlayerImport.objects.select_for_update(of=("self",)).get(pk=pk)
        file.failures += 1
        file.touched_at = room_now()
        file.save(update_fields=["failures", "touched_at"])
    if file.failures >= _MOST_FAILURES:
        _end(pk, "failed")


def _end(pk: int, state: str) -> None:
    with transaction.atomic():
        file = PlayerImport.objects.select_for_update(of=("self",)).get(pk=pk)
        if file.is_over:
            return
        if file.state == "draft":
            file.delete()
            return
        file.state, file.text, file.preview, file.touched_at = state, "", None, room_now()
        file.save(update_fields=["state", "text", "preview", "touched_at"])
        file.parts.exclude(rows=[]).update(rows=[])


def forget_old_imports() -> None:
    """Delete imports that ended a day ago, and drafts that are a day old."""
    old_imports(room_now()).delete()


def old_imports(now: datetime) -> QuerySet[PlayerImport]:
    """Return the imports that are deleted at a time."""
    return PlayerImport.objects.filter(touched_at__lt=now - KEPT_FOR).exclude(state="running")


def delete_import_files() -> None:
    """Delete all stored import files, as they may contain personal data that is being deleted.

    Raises:
        Refused: a file is being imported (`import_running`).
    """
    if PlayerImport.objects.filter(state="running").exists():
        raise Refused("import_running", _("A player import is running. Wait until it has finished."))
    PlayerImport.objects.all().delete()


# --- reading --------------------------------------------------------------------------------------------
def _read(file: PlayerImport) -> None:
    """Read the rows of the file into batches, and drop its text."""
    slashes: Slashes = "day" if file.slashes == "day" else "month" if file.slashes == "month" else ""
    try:
        sheet = read_sheet(file.text, file.has_head, MOST_ROWS_IN_BATCHES)
        rows = read_rows(sheet, file.columns or [], localdate(room_now()), slashes)
    except FileRefused:
        # The preview page has read it in the same way before.
        _end(file.pk, "failed")
        return
    parts = _parts(rows)
    rejected = sum(len(part["rejected"]) for part in parts)
    with transaction.atomic():
        row = PlayerImport.objects.select_for_update(of=("self",)).get(pk=file.pk)
        if row.state != "running" or row.batches is not None:
            return
        ImportBatch.objects.bulk_create(
            [ImportBatch(file=row, number=number, **part) for number, part in enumerate(parts)],
            batch_size=50,
        )
        row.batches, row.rows, row.rejected = len(parts), len(rows), rejected
        row.text, row.preview = "", None
        row.failures, row.touched_at = 0, room_now()
        row.save()


def _parts(rows: list[ReadRow]) -> list[dict[str, Any]]:
    parts = []
    seen: set[tuple[str, str]] = set()
    for first in range(0, len(rows), ROWS_TO_A_BATCH):
        todo, rejected = [], []
        for row in rows[first : first + ROWS_TO_A_BATCH]:
            name = str(row.values.get("name", ""))
            if row.faults:
                # The list shows one error per row: the first.
                fault = row.faults[0]
                text = _(fault.message) % fault.params
                rejected.append({"line": row.line, "column": fault.column, "text": text, "name": name})
                continue
            who = (key_of(name), str(row.values.get("birth_date", "")))
            todo.append({"line": row.line, "values": dict(row.values), "twin": who in seen})
            seen.add(who)
        parts.append({"rows": todo, "rejected": rejected})
    return parts


# --- importing ------------------------------------------------------------------------------------------
def _summarise_batch(journal_entry: JournalEntry) -> str:
    answer = journal_entry.answer or {}
    text = _(
        "Imported players from a file, part %(part)s of %(parts)s: %(added)s added, %(changed)s corrected"
    )
    return text % {
        "part": answer.get("part", 0),
        "parts": answer.get("parts", 0),
        "added": answer.get("added", 0),
        "changed": answer.get("changed", 0),
    }


@command(
    "player.import_batch",
    permission=Permission.EDIT_PLAYERS,
    scope="room",
    summary=_summarise_batch,
    public=False,
)
def import_batch(tx: Tx, file: Id, part: Annotated[int, Field(ge=0)]) -> Any:
    """Import one batch of a file. A row that fails is kept with the reason and does not block the others.

    Args:
        file: the import.
        part: number of the batch, from 0; it has to be the next one.

    Raises:
        Refused: the import was cancelled, or the batch was imported before (`batch_done`).
    """
    row = PlayerImport.objects.select_for_update(of=("self",)).filter(pk=file).first()
    if row is None or row.state != "running" or row.next_batch != part or row.batches is None:
        raise Refused("batch_done", _("This batch was already imported, or the import was cancelled."))
    batch = ImportBatch.objects.get(file=row, number=part)
    known: Known = "change" if row.known == "change" else "add" if row.known == "add" else "skip"
    on_file = _on_file(batch.rows, _made_by(row))
    importer = Importer(tx)
    skipped = 0
    for one, records in zip(batch.rows, on_file, strict=True):
        choice = background_choice(records, known, is_twin=one["twin"])
        if choice == "skip":
            skipped += 1
            continue
        if choice == "unclear":
            batch.rejected.append(_unclear(one, records[0]))
            row.rejected += 1
            continue
        what = {"do": "add"} if choice == "add" else {"do": "change", "player": choice}
        try:
            importer.put({**what, **one["values"]})
        except Refused as refused:
            batch.rejected.append(
                {
                    "line": one["line"],
                    "column": next(iter(refused.fields), ""),
                    "text": refused.message,
                    "name": one["values"]["name"],
                }
            )
            row.rejected += 1
    made = importer.finish()
    batch.rows, batch.players = [], [player.pk for player in made]
    batch.save()
    row.added += len(made)
    row.changed += importer.changed
    row.skipped += skipped
    row.next_batch += 1
    row.failures, row.touched_at = 0, tx.now
    if row.next_batch == row.batches:
        row.state = "done"
    row.save()
    return {
        "part": row.next_batch,
        "parts": row.batches,
        "added": len(made),
        "changed": importer.changed,
    }


def _unclear(row: Mapping[str, Any], record: OnFile) -> dict[str, Any]:
    """Return a row that may be a player on file, with the record, for manual review."""
    name = Player.objects.values_list("name", flat=True).get(pk=record.player)
    text = _("May be the existing player #%(number)s %(name)s. Add or correct this player by hand.")
    return {
        "line": row["line"],
        "column": "name",
        "text": text % {"number": record.player, "name": name},
        "name": row["values"]["name"],
    }


def _likeness(one: Match) -> Likeness:
    if one.name < 1 or one.born in ("other", "near"):
        return "similar"
    return "same" if one.born == "same" else "name"


def _made_by(file: PlayerImport) -> set[int]:
    """Return records this import has added: rows of one file differ by name and date of birth only."""
    found: set[int] = set()
    for players in file.parts.filter(number__lt=file.next_batch).values_list("players", flat=True):
        found.update(players)
    return found


def _on_file(rows: list[dict[str, Any]], made: set[int]) -> list[list[OnFile]]:
    """Return possible matches for each row, the one with the row's card first."""
    matches = matches_each([(row["values"]["name"], born_of(row["values"])) for row in rows], made)
    cards = {row["values"]["card"] for row in rows if row["values"].get("card")}
    kept = Player.objects.exclude(card="").filter(
        card__in=cards, merged_into__isnull=True, anonymised_at__isnull=True
    )
    holders = {player.card: player.pk for player in kept}
    found = []
    for row, likely in zip(rows, matches, strict=True):
        holder = holders.get(row["values"].get("card", ""))
        records = [OnFile(one.player, False, _likeness(one)) for one in likely if one.player != holder]
        found.append([OnFile(holder, by_card=True), *records] if holder is not None else records)
    return found
