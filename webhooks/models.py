"""Webhooks, their messages, and how far the journals have been read for them."""

import uuid
from typing import ClassVar

from django.db import models
from django.db.models import Q, Value
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from tourney.access.field_permissions import SECRET, WEBHOOK_ADDRESS

MOST_ADDRESS = 500


class Webhook(models.Model):
    """An address that gets messages of chosen kinds.

    No secret is stored: it is derived from the server's key and from `salt` (`webhooks/services/secrets.py`).
    """

    # Why it is paused: by hand, because messages could not be delivered, because its receiver refused them or said that
    # it is gone.
    PAUSES = ("by_hand", "failures", "refused", "gone")

    name = models.CharField(max_length=80)
    url = models.CharField(max_length=MOST_ADDRESS)
    # Kinds of messages (`webhooks/boards/messages.py`).
    kinds = models.JSONField()
    salt = models.CharField(max_length=64)
    # The secret before the present one still signs for a day.
    former_salt = models.CharField(max_length=64, blank=True)
    renewed_at = models.DateTimeField()
    # "" while it gets messages.
    paused = models.CharField(max_length=8, blank=True, choices=[(one, one) for one in PAUSES])
    # What happened before is not reported: when it was added, or last resumed.
    listens_from = models.DateTimeField()

    # Addresses of chat services contain a secret.
    journal_permissions: ClassVar = {"url": WEBHOOK_ADDRESS, "salt": SECRET, "former_salt": SECRET}

    class Meta:
        verbose_name = _("webhook")
        ordering = ["id"]
        constraints = [models.CheckConstraint(condition=~Q(name=""), name="a_webhook_has_a_name")]

    def __str__(self) -> str:
        return self.name


class Delivery(models.Model):
    """A message to a webhook, and what became of it. Not in the journal: the log of its page, for two weeks.

    Names are not stored: the body is written when it is sent, with the names as shown in public then.
    """

    STATES = ("waiting", "delivered", "refused", "given_up")

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    # Of the message; a repetition has the same one.
    message = models.UUIDField(default=uuid.uuid4)
    kind = models.CharField(max_length=40)
    # Null: a test, or an event that was undone since.
    tournament = models.ForeignKey(
        "tourney.Tournament", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    # Of the journal entry.
    seq = models.PositiveBigIntegerField(default=0)
    at = models.DateTimeField()
    # What the message says, with the keys of entries in the place of names.
    facts = models.JSONField()
    state = models.CharField(max_length=9, default="waiting", choices=[(one, one) for one in STATES])
    attempts = models.PositiveSmallIntegerField(default=0)
    # Of the next attempt while it waits.
    next_at = models.DateTimeField()
    tried_at = models.DateTimeField(null=True, blank=True)
    # Of the last attempt: status of the answer (null: none), its beginning or why there was none, and how long it took.
    status = models.PositiveSmallIntegerField(null=True, blank=True)
    answer = models.CharField(max_length=500, blank=True)
    took_ms = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        verbose_name = _("message to a webhook")
        ordering = ["id"]
        indexes = [models.Index(fields=["webhook", "state"]), models.Index(fields=["tried_at"])]

    def __str__(self) -> str:
        return f"{self.kind} → {self.webhook_id}"


class JournalPosition(models.Model):
    """How far a journal has been read for webhooks. Not in the journal itself."""

    # Null: the room's.
    tournament = models.OneToOneField(
        "tourney.Tournament", on_delete=models.CASCADE, null=True, related_name="webhook_position"
    )
    seq = models.PositiveBigIntegerField(default=0)

    class Meta:
        constraints = [
            # Two workers that begin at the same time would create the room's twice: null differs from null.
            models.UniqueConstraint(Coalesce("tournament", Value(0)), name="one_position_per_journal")
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.seq}"
