"""Blind structures and clocks."""

from django.db import models
from django.db.models import F, Q

from clock.rules.games import FAMILIES
from clock.rules.structure import ANTE_KINDS, KINDS, LONGEST, MOST_CHIPS, SHORTEST

# Bounds of the elapsed time: a row may be extended by up to a day, and stay held long after its end.
_MOST_ADDED = 2 * LONGEST


class Structure(models.Model):
    """A blind structure: in the venue's library, or an event's own copy."""

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
    """A row of a structure: a level or a break. `clock.rules.structure.Level` documents the columns."""

    structure = models.ForeignKey(Structure, on_delete=models.PROTECT, related_name="rows")
    position = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=5, choices=[(kind, kind) for kind in KINDS])
    small_blind = models.PositiveBigIntegerField(default=0)
    big_blind = models.PositiveBigIntegerField(default=0)
    ante = models.PositiveBigIntegerField(default=0)
    ante_kind = models.CharField(max_length=11, choices=[(kind, kind) for kind in ANTE_KINDS], default="none")
    duration_ms = models.PositiveBigIntegerField()
    game = models.CharField(max_length=80, blank=True)
    # Family of the game (`clock.rules.games`); a break has none. Older rows derive it from the game's name.
    family = models.CharField(max_length=5, blank=True, choices=[(one, one) for one in FAMILIES])
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
                condition=Q(family="") | Q(kind="level", family__in=FAMILIES),
                name="a_family_of_games_in_a_level",
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
    """An event's clock: the times of a few button presses, from which every reading is computed.

    `clock.rules.reading.ClockState` documents the first five columns.
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
    # End of day: the published hash of the seed, and the result of the draw.
    draw_digest = models.CharField(max_length=64, blank=True)
    last_hands = models.PositiveSmallIntegerField(null=True, blank=True)
    last_hands_rule = models.CharField(max_length=60, blank=True)
    # An outage that the director has not decided about: when, and the clock's reading then.
    outage_from = models.DateTimeField(null=True, blank=True)
    outage_until = models.DateTimeField(null=True, blank=True)
    outage_position = models.PositiveSmallIntegerField(null=True, blank=True)
    outage_elapsed_ms = models.BigIntegerField(null=True, blank=True)

    # Each of these sets is one value in several columns: a journal entry that touches one of them touches
    # them all. Otherwise an undo could combine the elapsed time of one level with another.
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
