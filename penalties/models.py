"""Penalties: player, kind, reason, and what is left to serve."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from penalties.rules.kinds import KINDS, OUT, SAID

COUNTED = ("hands", "orbits")


class Penalty(models.Model):
    """A penalty of an entry, which follows the entry to other tables."""

    OUTCOMES = ("served", "lifted", "out")

    tournament = models.ForeignKey("tourney.Tournament", on_delete=models.PROTECT, related_name="penalties")
    entry = models.ForeignKey("tourney.Entry", on_delete=models.PROTECT, related_name="penalties")
    kind = models.CharField(max_length=16, choices=[(one, one) for one in KINDS])
    # "" once the player was anonymised.
    reason = models.CharField(max_length=300, blank=True)
    # The cited rule ("Munot 71").
    rule = models.CharField(max_length=120, blank=True)
    # Hands, orbits or minutes imposed; number of players dealt in at the table at that time.
    count = models.PositiveSmallIntegerField(null=True, blank=True)
    players = models.PositiveSmallIntegerField(null=True, blank=True)
    # Remaining length (`penalties.rules.serving.Sentence`).
    hands_left = models.PositiveIntegerField(null=True, blank=True)
    rounds_left = models.PositiveSmallIntegerField(null=True, blank=True)
    button_mark = models.PositiveSmallIntegerField(null=True, blank=True)
    # Hands served so far, and how many of them were estimated.
    served = models.PositiveIntegerField(default=0)
    estimated = models.PositiveIntegerField(default=0)
    # Table whose hands count, and its last hand that does not count any more: it was counted, or the player
    # did not have to sit it out (the hand in progress when the penalty was imposed, or at the new table).
    # Null: the next recorded hand is such a one.
    tournament_table = models.ForeignKey(
        "seating.TournamentTable", on_delete=models.PROTECT, null=True, blank=True, related_name="penalties"
    )
    hand = models.PositiveIntegerField(null=True, blank=True)
    # Start of the estimate if no hands are recorded: time played in the event (ms of the clock), and the
    # wall-clock time.
    played_mark = models.PositiveBigIntegerField(default=0)
    marked_at = models.DateTimeField()
    imposed_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    outcome = models.CharField(max_length=6, blank=True, choices=[(one, one) for one in OUTCOMES])
    # Reason for lifting it.
    lifted_because = models.CharField(max_length=300, blank=True)

    # Remaining length and start of the count are one value.
    belong_together = (
        frozenset(
            {"hands_left", "rounds_left", "button_mark", "served", "estimated", "tournament_table_id", "hand"}
        ),
    )

    class Meta:
        verbose_name = _("penalty")
        ordering = ["id"]
        indexes = [
            models.Index(fields=["tournament"], condition=Q(ended_at__isnull=True), name="penalties_that_run")
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind="hands", count__gte=1, hands_left__isnull=False, rounds_left__isnull=True)
                | Q(kind="orbits", count__gte=1, hands_left__isnull=False, rounds_left__isnull=True)
                | Q(kind="orbits", count__gte=1, hands_left__isnull=True, rounds_left__isnull=False)
                | Q(kind="time_out", count__gte=1, hands_left__isnull=True, rounds_left__isnull=True)
                | (
                    ~Q(kind__in=(*COUNTED, "time_out"))
                    & Q(count__isnull=True, hands_left__isnull=True, rounds_left__isnull=True)
                ),
                name="a_penalty_counts_hands_rounds_or_minutes",
            ),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True, outcome="") | (Q(ended_at__isnull=False) & ~Q(outcome="")),
                name="a_penalty_that_is_over_has_an_outcome",
            ),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True) | Q(ended_at__gte=F("imposed_at")),
                name="a_penalty_ends_after_it_was_imposed",
            ),
            # It is over exactly when nothing is left, unless it was lifted or the player busted before.
            models.CheckConstraint(
                condition=~Q(outcome="served")
                | Q(hands_left=0)
                | Q(rounds_left=0)
                | Q(hands_left__isnull=True, rounds_left__isnull=True),
                name="a_served_penalty_has_nothing_left",
            ),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=False)
                | Q(hands_left__gte=1)
                | Q(rounds_left__gte=1)
                | Q(kind="time_out"),
                name="a_running_penalty_has_something_left",
            ),
            models.CheckConstraint(
                condition=~Q(kind__in=SAID) | Q(outcome="served"), name="what_is_only_said_is_over_at_once"
            ),
            models.CheckConstraint(
                condition=~Q(kind__in=OUT) | Q(outcome="out"), name="who_is_penalised_out_of_play_is_out"
            ),
            models.CheckConstraint(
                condition=Q(estimated__lte=F("served")), name="no_more_reckoned_than_served"
            ),
            models.CheckConstraint(
                condition=Q(tournament_table__isnull=True, hand__isnull=True)
                | Q(tournament_table__isnull=False, hand__isnull=False),
                name="hands_are_counted_at_a_table",
            ),
            models.CheckConstraint(
                condition=Q(lifted_because="") | Q(outcome="lifted"), name="only_what_was_lifted_says_why"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id} {self.kind}"


class Keeping(models.Model):
    """How long the venue keeps penalties; a single row."""

    # Null: permanently.
    months = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(id=1), name="penalties_are_kept_in_one_way"),
            models.CheckConstraint(
                condition=Q(months__isnull=True) | Q(months__gte=1, months__lte=240),
                name="penalties_are_kept_for_a_while",
            ),
        ]

    def __str__(self) -> str:
        return "penalties"
