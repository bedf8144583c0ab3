"""Entries of the journal."""

from collections.abc import Collection
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q

from tourney.journal import renamed
from tourney.models.journal_fields import ChangesField, KindField


class JournalEntry(models.Model):
    """A command that was carried out: author, time, arguments, changes, and the rule it is based on.

    Entries are only added. Database triggers refuse to change or delete one.
    """

    # Null: an entry of the room's own journal.
    tournament = models.ForeignKey(
        "tourney.Tournament", on_delete=models.PROTECT, null=True, related_name="lines"
    )
    seq = models.PositiveBigIntegerField()
    kind = KindField(max_length=60)
    at = models.DateTimeField()
    # When a scheduled command was due if it ran late; otherwise null.
    due_at = models.DateTimeField(null=True)
    # "user:3", "token:5" or "system:…", and the name shown to people.
    actor = models.CharField(max_length=60)
    who = models.CharField(max_length=120)
    command = models.UUIDField(unique=True)
    arguments = models.JSONField(encoder=DjangoJSONEncoder)
    answer = models.JSONField(encoder=DjangoJSONEncoder, null=True)
    rule = models.CharField(max_length=120, blank=True)
    # [{"model": "clock.clock", "pk": 7, "before": {…} or null, "after": {…} or null}, …] in the order of the changes.
    changes = ChangesField(encoder=DjangoJSONEncoder)
    undoes = models.OneToOneField("self", on_delete=models.PROTECT, null=True, related_name="undone_by")

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "seq"], name="a_seq_once_per_tournament"),
            models.UniqueConstraint(
                fields=["seq"], condition=Q(tournament__isnull=True), name="a_seq_once_in_the_room"
            ),
            models.CheckConstraint(condition=Q(seq__gt=0), name="seq_counts_from_one"),
        ]
        indexes = [
            models.Index(fields=["tournament", "at"]),
            models.Index(fields=["tournament", "kind"]),
            models.Index(fields=["actor", "at"]),
        ]

    def __str__(self) -> str:
        return f"{self.seq} {self.kind}"

    @classmethod
    def from_db(cls, db: str | None, field_names: Collection[str], values: Collection[Any]) -> "JournalEntry":
        """Read an entry with the present names of its arguments."""
        line = super().from_db(db, field_names, values)
        loaded = line.__dict__
        kind = loaded.get("kind")
        if kind is not None:
            for name, translate in (("arguments", renamed.arguments), ("answer", renamed.answer)):
                if name in loaded:
                    loaded[name] = translate(kind, loaded[name])
        return line

    def undoing(self) -> "JournalEntry | None":
        """Return the entry that undid this one, even if that one was undone itself."""
        try:
            return self.undone_by
        except JournalEntry.DoesNotExist:
            return None

    def standing_undo(self) -> "JournalEntry | None":
        """Return the entry by which this one is undone now; None while it is in effect (never undone, or
        restored).
        """
        undo = self.undoing()
        if undo is None or undo.standing_undo() is not None:
            return None
        return undo

    def put_back_by(self) -> "JournalEntry | None":
        """Return the newest entry that restored this one after it was undone, if it is in effect because of
        that one.
        """
        undo = self.undoing()
        back = undo.undoing() if undo is not None else None
        return (back.put_back_by() or back) if back is not None else None

    @classmethod
    def journal(cls, tournament_id: int | None) -> "models.QuerySet[JournalEntry]":
        """Return the entries of a tournament's journal; None: of the room's."""
        if tournament_id is None:
            return cls.objects.filter(tournament__isnull=True)
        return cls.objects.filter(tournament_id=tournament_id)
