"""Erase a person's data from the journal; entries keep their structure."""

import functools
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from typing import Any

from django.apps import apps
from django.db import OperationalError, connection
from django.db.models import Q

from tourney.access.field_permissions import PERSONAL
from tourney.journal.boards import text_of
from tourney.journal.commands import COMMANDS
from tourney.journal.personal_traces import ARGUMENTS, RECORD, Traces, player_model
from tourney.journal.readable import argument_permissions, readable
from tourney.journal.row_images import model_of
from tourney.journal.tx import Tx
from tourney.models import Job, JournalEntry, Redaction, Token, Tournament
from tourney.models.job import OPEN_STATES

_TOLD = ("arguments", "answer")


def erase(tx: Tx, records: Sequence[int], names_shared: bool) -> set[str]:
    """Erase people's data from all journal entries, within the command that erases their rows.

    Args:
        tx: of the command.
        records: keys of one person's records; the remaining one comes first.
        names_shared: whether another person has one of their names, which is then replaced only in entries
            that concern them.

    Returns:
        Names of the stored files of their photos.
    """
    traces = Traces(records[0], frozenset(records), names_shared=names_shared)
    lines = lines_about(records)
    tokens = Token.objects.filter(player__in=traces.people).values_list("pk", flat=True)
    traces.rows |= {("tourney.token", token) for token in tokens}
    keys = {f"token:{token}" for token in tokens}
    # Two passes: an entry about a row may come after the row itself.
    for _round in range(2):
        for change in tx.changes:
            traces.learn(change)
        for line in lines.iterator(chunk_size=200):
            for change in line.changes:
                traces.learn(change)
    concerned: set[int] = set()
    for line in lines.iterator(chunk_size=200):
        if concerns(line, traces, keys) or line.undoes_id in concerned:
            concerned.add(line.pk)
            _rewrite(tx, line, traces, {**_theirs(line, traces), "who": _who(line, traces, keys)})
        else:
            _rewrite(tx, line, traces, {name: traces.elsewhere(getattr(line, name)) for name in _TOLD})
    # Journal and rows must agree.
    for model, key, column in sorted(traces.written_in, key=str):
        row = model_of(model)._default_manager.filter(pk=key).first()
        if row is not None:
            replaced = traces.replaced_in(model, key)
            tx.save(row, **{column: traces.in_words(getattr(row, column), replaced)})
    tx.changes[:] = traces.redacted_changes(tx.changes)
    # A refusal may contain a name.
    Job.objects.exclude(state__in=OPEN_STATES).delete()
    return traces.photos


def lines_about(records: Collection[int]) -> Any:
    """Return entries of the room's journal and of all events that concern the person."""
    mine, player = Q(pk__in=[]), player_model()
    for model in apps.get_models():
        columns = {column.name: column for column in model._meta.concrete_fields}
        for name, column in columns.items():
            if column.related_model is player and "tournament" in columns:
                rows = model._default_manager.filter(**{f"{name}__in": records})
                mine |= Q(pk__in=rows.values("tournament"))
    events = list(Tournament.objects.filter(mine).values_list("pk", flat=True))
    return JournalEntry.objects.filter(Q(tournament__isnull=True) | Q(tournament__in=events)).order_by("pk")


def concerns(journal_entry: JournalEntry, traces: Traces, tokens: Collection[str]) -> bool:
    return (
        journal_entry.actor in tokens
        or traces.named_by(journal_entry.arguments, journal_entry.kind) is True
        or any((change["model"], change["pk"]) in traces.rows for change in journal_entry.changes)
    )


def _theirs(journal_entry: JournalEntry, traces: Traces) -> dict[str, Any]:
    """Return arguments and answer of an entry that concerns the person, without their data."""
    personal = _personal(journal_entry.kind)
    # Several people may be concerned: keep the data of the others.
    if traces.named_by(journal_entry.arguments, journal_entry.kind) is False:
        return {name: traces.elsewhere(getattr(journal_entry, name)) for name in _TOLD}
    redacted = {name: traces.of_theirs(getattr(journal_entry, name), personal) for name in _TOLD}
    left = ARGUMENTS.get(journal_entry.kind, {})
    redacted["arguments"] |= {
        name: instead for name, instead in left.items() if redacted["arguments"].get(name)
    }
    if journal_entry.undoes_id is not None and redacted["answer"]:
        # It quotes the entry it undid, which was redacted before.
        redacted["answer"]["text"] = text_of(
            readable(JournalEntry.objects.get(pk=journal_entry.undoes_id), None)
        )
    return redacted


def _who(journal_entry: JournalEntry, traces: Traces, tokens: Collection[str]) -> str:
    return f"#{traces.record}" if journal_entry.actor in tokens else journal_entry.who


@functools.cache
def _personal(kind: str) -> frozenset[str]:
    """Return names of a command's arguments and answer parts that hold personal data."""
    made = COMMANDS.get(kind)
    if made is None:
        return frozenset()
    declared = {**argument_permissions(made.arguments), **made.answer_permissions}
    found = {path.rpartition(".")[2] for path, permission in declared.items() if permission == PERSONAL}
    # A command that writes a player's record holds personal data only.
    return frozenset(found | RECORD.keys() if found else found)


def _rewrite(tx: Tx, journal_entry: JournalEntry, traces: Traces, redacted: Mapping[str, Any]) -> None:
    _replace(
        tx,
        journal_entry,
        traces.record,
        {**redacted, "changes": traces.redacted_changes(journal_entry.changes)},
    )


def _replace(tx: Tx, journal_entry: JournalEntry, player: int, columns: Mapping[str, Any]) -> None:
    """Replace columns of an entry where they differ, and record the redaction."""
    fresh = {name: value for name, value in columns.items() if value != getattr(journal_entry, name)}
    if not fresh:
        return
    redaction = Redaction.objects.create(
        line=journal_entry, player=player, actor=tx.actor.key, at=tx.now, is_open=True
    )
    JournalEntry.objects.filter(pk=journal_entry.pk).update(**fresh)
    Redaction.objects.filter(pk=redaction.pk).update(is_open=False)


def erase_contact(tx: Tx, records: Mapping[int, str], contact: str) -> None:
    """Erase a person's e-mail addresses or phone numbers from all journal entries.

    Args:
        tx: of the command, which has already deleted the contact from the row.
        records: names of one person's records by key; the remaining one comes first.
        contact: "email" or "phone".
    """
    left = {
        name: value for name, value in RECORD.items() if name == contact or name.startswith(f"{contact}_")
    }
    people, names = records.keys(), set(records.values())
    kept = next(iter(records))

    def image_without(image: dict[str, Any] | None) -> dict[str, Any] | None:
        return image and {name: left.get(name, value) for name, value in image.items()}

    def changes_without(changes: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [
            {**change, **{side: image_without(change[side]) for side in ("before", "after")}}
            if is_theirs(change)
            else change
            for change in changes
        ]

    def is_theirs(change: Mapping[str, Any]) -> bool:
        return change["model"] == "players.player" and change["pk"] in people

    def answer_without(translated: Mapping[str, Any]) -> dict[str, Any]:
        return {name: "" if name == contact and value else value for name, value in translated.items()}

    def row_without(row: Mapping[str, Any]) -> Mapping[str, Any]:
        # A row of an import that added a record has no number.
        number = row.get("player")
        theirs = number in people if number else _one_line(row["name"]) in names
        return answer_without(row) if theirs else row

    def arguments_without(arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        if "rows" in arguments:
            return {**arguments, "rows": [row_without(row) for row in arguments["rows"]]}
        # The command that added the record does not contain its key.
        return answer_without(arguments) if arguments.get("player", kept) in people else arguments

    for journal_entry in (
        JournalEntry.objects.filter(tournament__isnull=True).order_by("pk").iterator(chunk_size=200)
    ):
        if any(map(is_theirs, journal_entry.changes)):
            names |= {
                image["name"]
                for change in filter(is_theirs, journal_entry.changes)
                for image in (change["before"], change["after"])
                if image and image.get("name")
            }
            translated = {
                "arguments": arguments_without(journal_entry.arguments),
                "changes": changes_without(journal_entry.changes),
            }
            _replace(tx, journal_entry, kept, translated)
    tx.changes[:] = changes_without(tx.changes)


def _one_line(name: str) -> str:
    """Return a name as its record holds it."""
    return " ".join(name.split())


def forget_freed_pages() -> None:
    """Truncate SQLite's write-ahead log, which still holds the old pages.

    While a reader is active, SQLite reuses the log and overwrites its pages.
    """
    if connection.vendor == "sqlite" and not connection.in_atomic_block:
        with suppress(OperationalError), connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
