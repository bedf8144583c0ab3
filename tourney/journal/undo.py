"""Undo for all commands: restore rows to their state before a journal entry."""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import groupby
from typing import Any

from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, models, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tourney.access.login_lock import lock_change
from tourney.access.roles import Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import COMMANDS, Command, command
from tourney.journal.login_entries import visible_entries
from tourney.journal.readable import readable
from tourney.journal.refused import Refused
from tourney.journal.row_images import image, model_of, values
from tourney.journal.tx import Tx
from tourney.live.boards import boards_of_row
from tourney.models import Entry, JournalEntry, PasswordLink, Tournament, User
from tourney.signals import Undone, final_undone, undone

Place = tuple[str, Any, str]


@command("undo", permission=Permission.UNDO, summary=gettext_lazy("Undid #%(seq)s: %(text)s"))
def undo(tx: Tx, seq: Id, although_paid: bool = False) -> dict[str, Any]:
    """Undo an entry of this tournament's journal where no later entry has changed the same data.

    Args:
        seq: the entry's number.
        although_paid: undo it although prizes were paid for places that it changes, its bags are being played,
            or players have busted since the start that it undoes.

    Raises:
        Refused: prizes were paid that are then no longer won, or not yet (`prizes_paid`); the message names them. Play
            has begun with the chips of its bags (`chips_in_play`). Players have busted since the start of the clock
            (`played_since`).
    """
    return put_back(tx, tx.tournament.pk, seq, although_paid=although_paid)


@command(
    "room.undo", permission=Permission.UNDO, scope="room", summary=gettext_lazy("Undid #%(seq)s: %(text)s")
)
def undo_in_room(tx: Tx, seq: Id) -> dict[str, Any]:
    """Undo an entry of the room's journal where no later entry has changed the same data.

    Args:
        seq: the entry's number.
    """
    return put_back(tx, None, seq)


def own_line(tx: Tx, seq: int) -> JournalEntry:
    """Return a journal entry that the actor wrote, for commands by which people undo their own entries.

    Raises:
        Refused: there is no such entry (`no_such_journal_entry`), or another person wrote it (`not_yours`).
    """
    journal = JournalEntry.journal(tx.tournament.pk if tx.is_of_tournament else None)
    journal_entry = journal.filter(seq=seq).first()
    if journal_entry is None:
        raise Refused("no_such_journal_entry", _("The journal has no #%(seq)s.") % {"seq": seq})
    if journal_entry.actor != tx.actor.key:
        raise Refused("not_yours", _("This was done by another person. Ask the floor to undo it."))
    return journal_entry


def put_back(tx: Tx, tournament_id: int | None, seq: int, *, although_paid: bool = False) -> dict[str, Any]:
    """Undo an entry within the current command, which decides who may undo what.

    Args:
        tournament_id: of the journal; None for the room's.
        seq: the entry's number.
        although_paid: as `undo`.

    Returns:
        The entry's kind and text, for the answer.

    Raises:
        Refused: the entry can't be undone, or no longer.
    """
    from tourney.journal.boards import text_of

    lines = JournalEntry.journal(tournament_id)
    line = lines.filter(seq=seq).first()
    if line is None or (
        tournament_id is None and not visible_entries(lines, tx.actor).filter(seq=seq).exists()
    ):
        raise Refused("no_such_journal_entry", _("The journal has no #%(seq)s.") % {"seq": seq})
    undone_by = line.standing_undo()
    if undone_by is not None:
        raise Refused(
            "already_undone", _("This has already been undone by #%(seq)s.") % {"seq": undone_by.seq}
        )
    # An entry that was undone and restored depends on the entry that restored it: undo that one.
    line = line.put_back_by() or line
    made = COMMANDS.get(line.kind)
    if made is None or not made.undoable:
        message = _("“%(text)s” can’t be undone.") % {"text": text_of(readable(line, tx.actor))}
        instead = str(made.undo_hint) if made is not None else ""
        raise Refused("not_undoable", f"{message} {instead}".rstrip())
    root = _original(line)
    original = COMMANDS.get(root.kind)
    if not tx.actor.may(made.permission) or (original is not None and not tx.actor.may(original.permission)):
        raise Refused("not_allowed", _("Your role does not allow this."))
    if any(change["model"] == "tourney.user" for change in line.changes):
        lock_change()
    with _with_hint(made):
        _put_back_rows(tx, line, list(lines.filter(seq__gt=seq).order_by("-seq")))
    restored = Undone(tx, root, although_paid)
    final_undone.send(restored)
    undone.send(restored)
    tx.touch_players(*_players_of(line.changes))
    tx.undoes = line.pk
    tx.cite(line.rule)
    tx.touch(*made.boards)
    if original is not None:
        tx.touch(*original.boards)
    return {"kind": line.kind, "text": text_of(readable(line, tx.actor)), **restored.answer}


@contextmanager
def _with_hint(made: Command) -> Iterator[None]:
    """Add what to do instead to a refusal of a command's undo."""
    try:
        yield
    except Refused as error:
        if not made.undo_hint:
            raise
        raise Refused(error.code, f"{error.message} {made.undo_hint}", error.rule, error.fields) from error


def _put_back_rows(tx: Tx, line: JournalEntry, since: list[JournalEntry]) -> None:
    """Restore the rows of an entry.

    Args:
        line: the entry.
        since: later entries of its journal, newest first.

    Raises:
        Refused: later entries or rows depend on them (`changed_since`, `in_use`), or the entry created an event
            that has been used since (`in_use`).
    """
    from tourney.journal.boards import text_of

    used = _used_event(line)
    if used is not None:
        raise Refused("in_use", _("“%(event)s” has been used since.") % {"event": used.name})
    later = _later_entry_on_the_same_rows(line, since)
    if later is not None:
        raise Refused("changed_since", _changed_by(later, text_of(readable(later, tx.actor))))
    try:
        with transaction.atomic():
            _restore_all(tx, _as_they_stand(line, since))
            for change in line.changes:
                tx.touch(*boards_of_row(change["model"], change["pk"]))
    except IntegrityError:
        # Another row has taken its place: for instance, a level was removed, added again by hand, and now by undo.
        message = _("A later change conflicts with this one. Undo the later change first.")
        raise Refused("changed_since", message) from None


def _changed_by(later: JournalEntry, text: str) -> str:
    """Say which later entry changed the same data, and what to do first."""
    words = {"seq": later.seq, "text": text}
    made = COMMANDS.get(later.kind)
    if made is not None and made.undoable:
        return _("#%(seq)s (“%(text)s”) changed the same data later. Undo it first.") % words
    message = _("#%(seq)s (“%(text)s”) changed the same data later and can’t be undone.") % words
    return f"{message} {made.undo_hint if made is not None else ''}".rstrip()


def _used_event(journal_entry: JournalEntry) -> Tournament | None:
    """Return an event that a journal entry created and that has a journal of its own by now."""
    made = [pk for model, pk in _made_by(journal_entry) if model == "tourney.tournament"]
    return Tournament.objects.filter(pk__in=made, seq__gt=0).first()


def _players_of(changes: list[dict[str, Any]]) -> set[int]:
    """Return players whose rows, or whose entries' rows, a journal entry touched: their own boards change."""
    touched: dict[str, set[Any]] = defaultdict(set)
    entries: set[int] = set()
    players: set[int | None] = set()
    for change in changes:
        touched[change["model"]].add(change["pk"])
        for picture in (change["before"] or {}, change["after"] or {}):
            players.add(picture.get("player_id"))
            if picture.get("entry_id"):
                entries.add(picture["entry_id"])
    for name, keys in touched.items():
        columns = {field.name for field in model_of(name)._meta.concrete_fields}
        way = "player" if "player" in columns else "entry__player" if "entry" in columns else None
        if way:
            players.update(model_of(name)._default_manager.filter(pk__in=keys).values_list(way, flat=True))
    players.update(Entry.objects.filter(pk__in=entries).values_list("player", flat=True))
    return {player for player in players if player is not None}


def _original(journal_entry: JournalEntry) -> JournalEntry:
    """Return the entry at the root of a chain of undone undos."""
    while journal_entry.undoes is not None:
        journal_entry = journal_entry.undoes
    return journal_entry


def _places(journal_entry: JournalEntry) -> set[Place]:
    """Return what an entry touched: (model, row, column); a created or deleted row is touched in every
    column.

    A model lists columns that form one value together in `belong_together`.
    """
    places: set[Place] = set()
    for change in journal_entry.changes:
        columns = (
            change["after"] if change["before"] is not None and change["after"] is not None else {"*": None}
        )
        touched = set(columns)
        for together in getattr(model_of(change["model"]), "belong_together", ()):
            if touched & together:
                touched |= together
        places.update((change["model"], change["pk"], column) for column in touched)
    return places


def _made_by(journal_entry: JournalEntry) -> set[tuple[str, Any]]:
    """Return the rows that an entry created."""
    return {
        (change["model"], change["pk"])
        for change in journal_entry.changes
        if change["before"] is None and change["after"] is not None
    }


def _yields_to_undo(journal_entry: JournalEntry) -> bool:
    made = COMMANDS.get(journal_entry.kind)
    return made is not None and made.yields_to_undo


def _as_they_stand(journal_entry: JournalEntry, since: list[JournalEntry]) -> list[dict[str, Any]]:
    """Return an entry's changes, with later yielding changes to the rows it created; newest first.

    A row that one of them deleted is left out.
    """
    made = _made_by(journal_entry)
    grown: dict[tuple[str, Any], dict[str, Any]] = defaultdict(dict)
    deleted: set[tuple[str, Any]] = set()
    for later in reversed(since):
        for change in later.changes if _yields_to_undo(later) else ():
            if (change["model"], change["pk"]) in made:
                grown[change["model"], change["pk"]].update(change["after"] or {})
                if change["after"] is None:
                    deleted.add((change["model"], change["pk"]))
    return [
        {**change, "after": change["after"] | grown[change["model"], change["pk"]]}
        if (change["model"], change["pk"]) in grown
        else change
        for change in journal_entry.changes
        if (change["model"], change["pk"]) not in deleted
    ]


def _overlap(one: set[Place], other: set[Place]) -> bool:
    columns: dict[tuple[str, Any], set[str]] = defaultdict(set)
    for model, pk, column in other:
        columns[model, pk].add(column)
    return any(
        column in columns[model, pk] or "*" in columns[model, pk] or column == "*"
        for model, pk, column in one
        if (model, pk) in columns
    )


def _later_entry_on_the_same_rows(
    journal_entry: JournalEntry, later: list[JournalEntry]
) -> JournalEntry | None:
    """Return the newest effective entry after a journal entry that touched the same rows. An entry and its
    undo cancel out.

    Automatic changes to a row that the journal entry created do not count: they are removed with the row.
    """
    cancelled: set[int] = set()
    touched = _places(journal_entry)
    made = _made_by(journal_entry)
    held = {place for place in touched if place[:2] not in made}
    for candidate in later:
        if candidate.pk in cancelled:
            continue
        if candidate.undoes_id is not None and candidate.undoes_id != journal_entry.pk:
            undone = next((item for item in later if item.pk == candidate.undoes_id), None)
            if undone is not None:
                cancelled.add(undone.pk)
                continue
        if _overlap(held if _yields_to_undo(candidate) else touched, _places(candidate)):
            return candidate
    return None


def _restore_all(tx: Tx, changes: list[dict[str, Any]]) -> None:
    """Restore rows, last first. Rows that a draw created for thousands are deleted at once."""
    for (name, was_made), run in groupby(
        reversed(changes), lambda one: (one["model"], one["before"] is None and one["after"] is not None)
    ):
        if was_made:
            _take_away(tx, model_of(name), {one["pk"]: one["after"] for one in run})
        else:
            for change in run:
                _restore(tx, change)


def _take_away(tx: Tx, model: type[models.Model], made: dict[Any, dict[str, Any]]) -> None:
    rows = model._default_manager.in_bulk(list(made))
    if len(rows) != len(made):
        raise Refused("changed_since", _("The data that this entry created no longer exists."))
    for key, after in made.items():
        _expect(rows[key], after)
    tx.delete_many([rows[key] for key in made])


def _restore(tx: Tx, change: dict[str, Any]) -> None:
    model = model_of(change["model"])
    before, after = change["before"], change["after"]
    if model is PasswordLink:
        # Its secret is not journalled, and its login had other rights when it was made.
        return
    if after is None:
        columns = values(model, before)
        if model is User:
            # Passwords are not journalled: a restored login needs a new one.
            columns["password"] = make_password(None)
        tx.create(model, **columns)
        return
    row = model._default_manager.filter(pk=change["pk"]).first()
    if row is None:
        raise Refused("changed_since", _("The data that this entry created no longer exists."))
    _expect(row, after)
    tx.save(row, **values(model, before))


def _expect(row: models.Model, picture: dict[str, Any]) -> None:
    """Refuse to overwrite a row that was changed outside the journal."""
    current = image(row)
    if any(current.get(column) != value for column, value in picture.items()):
        raise Refused("changed_since", _("This has been changed elsewhere since. Check it again."))
