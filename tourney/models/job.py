"""Commands that were handed to workers."""

from django.db import models
from django.db.models import Q

OPEN_STATES = ("queued", "running")


class Job(models.Model):
    """A requested command, from the request until some time after it ended.

    It reports progress and is not part of the journal: the command itself writes its journal entry, in the
    name of the requester and with this row's command ID.
    """

    STATES = (*OPEN_STATES, "done", "refused", "failed")

    # No database constraint: it would make a request wait for the command that holds the event's row.
    tournament = models.ForeignKey(
        "tourney.Tournament", on_delete=models.CASCADE, related_name="+", db_constraint=False
    )
    command = models.UUIDField(unique=True)
    kind = models.CharField(max_length=60)
    arguments = models.JSONField(default=dict)
    # As in `JournalEntry`.
    actor = models.CharField(max_length=60)
    who = models.CharField(max_length=120)
    # The language of a refusal.
    language = models.CharField(max_length=10)
    state = models.CharField(max_length=7, choices=[(one, one) for one in STATES], default="queued")
    attempts = models.PositiveSmallIntegerField(default=0)
    requested_at = models.DateTimeField()
    # The deadline that the page set; null if it set none.
    until = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    # The journal entry of the command, once it is done.
    seq = models.PositiveBigIntegerField(null=True, blank=True)
    # Why it was refused or failed; see `Refused`.
    code = models.CharField(max_length=60, blank=True)
    message = models.TextField(blank=True)
    rule = models.CharField(max_length=120, blank=True)
    fields = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=OPEN_STATES, ended_at__isnull=True)
                | (~Q(state__in=OPEN_STATES) & Q(ended_at__isnull=False)),
                name="a_job_that_ended_says_how",
            ),
            models.CheckConstraint(
                condition=Q(state="done", seq__isnull=False) | (~Q(state="done") & Q(seq__isnull=True)),
                name="a_job_that_is_done_has_its_entry",
            ),
        ]
        indexes = [
            models.Index(
                fields=["requested_at"], condition=Q(state__in=OPEN_STATES), name="jobs_that_are_open"
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.state}"

    @property
    def is_open(self) -> bool:
        """Return whether the job has not ended."""
        return self.state in OPEN_STATES
