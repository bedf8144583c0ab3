"""Blind structures, the clock that follows one, and hand-for-hand."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from clock.rules.structure import ANTE_KINDS, KINDS, LONGEST, MOST_CHIPS, SHORTEST

# Bounds of the elapsed time: an entry may have been given up to a day more, and hang for long after its end.
_MOST_ADDED = 2 * LONGEST


class Structure(models.Model):
    """A blind structure: one of the room's library, or the copy that an event plays by."""

    name = models.CharField(max_length=80)
    # Null: in the library.
    tournament = models.OneToOneField(
        "tourney.Tournament", on_delete=models.PROTECT, null=True, blank=True, related_name="structure"
    )

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(
                fields=["name"], condition=Q(tournament__isnull=True), name="a_name_once_in_the_library"
            ),
            models.CheckConstraint(condition=~Q(name=""), name="a_structure_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


class LevelRow(models.Model):
    """One row of a structure: a level or a break. `clock.rules.structure.Level` says what each column means."""

    structure = models.ForeignKey(Structure, on_delete=models.PROTECT, related_name="rows")
    position = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=5, choices=[(kind, kind) for kind in KINDS])
    small_blind = models.PositiveBigIntegerField(default=0)
    big_blind = models.PositiveBigIntegerField(default=0)
    ante = models.PositiveBigIntegerField(default=0)
    ante_kind = models.CharField(max_length=11, choices=[(kind, kind) for kind in ANTE_KINDS], default="none")
    duration_ms = models.PositiveBigIntegerField()
    game = models.CharField(max_length=80, blank=True)
    note = models.CharField(max_length=80, blank=True)
    # Denominations that leave play when this row is over.
    colour_up = models.JSONField(default=list, blank=True)
    ends_day = models.BooleanField(default=False)

    class Meta:
        ordering = ["position"]
        verbose_name = "level"
        constraints = [
            models.UniqueConstraint(fields=["structure", "position"], name="one_row_per_position"),
            models.CheckConstraint(condition=Q(kind__in=KINDS), name="a_row_is_a_level_or_a_break"),
            models.CheckConstraint(condition=Q(ante_kind__in=ANTE_KINDS), name="a_known_kind_of_ante"),
            models.CheckConstraint(
                condition=Q(duration_ms__gte=SHORTEST, duration_ms__lte=LONGEST), name="a_second_to_a_day"
            ),
            models.CheckConstraint(
                condition=Q(small_blind__lte=F("big_blind")), name="small_blind_up_to_big_blind"
            ),
            models.CheckConstraint(
                condition=Q(kind="break", big_blind=0, ante=0) | Q(kind="level", big_blind__gt=0),
                name="a_level_has_blinds_and_a_break_none",
            ),
            models.CheckConstraint(
                condition=Q(ante_kind="none", ante=0) | (~Q(ante_kind="none") & Q(ante__gt=0)),
                name="an_ante_where_there_is_a_kind",
            ),
            models.CheckConstraint(
                condition=Q(big_blind__lte=MOST_CHIPS, ante__lte=MOST_CHIPS), name="blinds_of_this_world"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.position + 1}"


class Clock(models.Model):
    """An event's clock: the few moments at which somebody pressed something. All else is read from these.

    `clock.rules.reading.ClockState` says what the first five columns mean.
    """

    tournament = models.OneToOneField("tourney.Tournament", on_delete=models.PROTECT, related_name="clock")
    started = models.BooleanField(default=False)
    running = models.BooleanField(default=False)
    position = models.PositiveSmallIntegerField(default=0)
    elapsed_ms = models.BigIntegerField(default=0)
    anchor_at = models.DateTimeField(null=True, blank=True)
    planned_start = models.DateTimeField(null=True, blank=True)
    # "book": as the event's rulebook says.
    advance = models.CharField(
        max_length=9, choices=[(way, way) for way in ("book", "auto", "announced")], default="book"
    )
    # The position for which the last hand was announced.
    last_hand_position = models.PositiveSmallIntegerField(null=True, blank=True)
    announcement = models.CharField(max_length=200, blank=True)
    announced_at = models.DateTimeField(null=True, blank=True)
    # End of day: the published hash of the seed, and what came of the draw.
    draw_digest = models.CharField(max_length=64, blank=True)
    last_hands = models.PositiveSmallIntegerField(null=True, blank=True)
    last_hands_rule = models.CharField(max_length=60, blank=True)
    # While the director has not decided about a time the server was away: when, and how the clock stood then.
    outage_from = models.DateTimeField(null=True, blank=True)
    outage_until = models.DateTimeField(null=True, blank=True)
    outage_position = models.PositiveSmallIntegerField(null=True, blank=True)
    outage_elapsed_ms = models.BigIntegerField(null=True, blank=True)

    # Each of these sets is one value in several columns: a line that touched one of them touched them all.
    # Otherwise an undo could put the elapsed time of one level onto another.
    belong_together = (
        frozenset({"started", "running", "position", "elapsed_ms", "anchor_at", "advance"}),
        frozenset({"outage_from", "outage_until", "outage_position", "outage_elapsed_ms"}),
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(running=True, anchor_at__isnull=False) | Q(running=False, anchor_at__isnull=True),
                name="a_running_clock_has_an_anchor",
            ),
            models.CheckConstraint(
                condition=Q(started=True) | Q(running=False), name="only_a_started_clock_runs"
            ),
            models.CheckConstraint(
                condition=Q(elapsed_ms__gte=-_MOST_ADDED, elapsed_ms__lte=366 * LONGEST),
                name="elapsed_time_of_this_world",
            ),
            models.CheckConstraint(
                condition=Q(outage_from__isnull=True, outage_until__isnull=True)
                | Q(outage_from__isnull=False, outage_until__gte=F("outage_from")),
                name="an_outage_begins_before_it_ends",
            ),
        ]

    def __str__(self) -> str:
        return f"clock of {self.tournament_id}"


class Round(models.Model):
    """Hand-for-hand of an event, from its announcement to its end (`clock.rules.hand_for_hand`)."""

    REASONS = ("money", "final_table", "pay_jump")
    WAYS = ("per_hand", "stopped", "running")

    tournament = models.ForeignKey("tourney.Tournament", on_delete=models.PROTECT, related_name="rounds")
    # What is played for.
    reason = models.CharField(max_length=11, choices=[(one, one) for one in REASONS])
    # What the clock does meanwhile; with "per_hand" each hand takes so many minutes off, whatever it lasts.
    way = models.CharField(max_length=8, choices=[(one, one) for one in WAYS])
    minutes_per_hand = models.PositiveSmallIntegerField(null=True, blank=True)
    # Number that those get who go out in the hand that ran at the announcement (`Bust.together`), counted on through
    # the event; those of the first hand dealt together get the next one.
    first = models.PositiveIntegerField()
    # Hands dealt together: 0 is the one that ran at the announcement.
    hand = models.PositiveIntegerField(default=0)
    # Whether it was this that stopped the clock.
    stopped_clock = models.BooleanField(default=False)
    announced_at = models.DateTimeField()
    dealt_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("hand-for-hand")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament"], condition=Q(ended_at__isnull=True), name="hand_for_hand_once_at_a_time"
            ),
            models.CheckConstraint(
                condition=Q(way="per_hand", minutes_per_hand__gte=1)
                | (~Q(way="per_hand") & Q(minutes_per_hand__isnull=True)),
                name="minutes_where_each_hand_takes_some",
            ),
            models.CheckConstraint(
                condition=Q(hand=0, dealt_at__isnull=True) | Q(hand__gt=0, dealt_at__isnull=False),
                name="a_hand_dealt_together_was_dealt_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"hand {self.hand}"


class RoundTable(models.Model):
    """A table in hand-for-hand: whether it still plays the hand that all play."""

    STATES = ("playing", "all_in", "resolving", "done")

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="tables")
    loan = models.ForeignKey("seating.Loan", on_delete=models.PROTECT, related_name="rounds")
    state = models.CharField(max_length=9, choices=[(one, one) for one in STATES], default="playing")
    # When it said so; tables with a called all-in are turned up in this order.
    at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["round", "loan"], name="a_table_once_in_hand_for_hand"),
            models.UniqueConstraint(
                fields=["round"],
                condition=Q(state="resolving"),
                name="cards_turned_up_at_one_table_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.loan_id} {self.state}"
