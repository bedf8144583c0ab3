"""Chip races, their tables and seats."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class Race(models.Model):
    """The race of a chip that leaves play: planned, running, over (`procedures.rules.colour_up`)."""

    STATES = ("planned", "running", "done", "cancelled")
    POLICIES = ("half", "up", "full_then_half", "round_each")
    STARTS = ("seat_1", "left_of_button")

    tournament = models.ForeignKey("tourney.Tournament", on_delete=models.PROTECT, related_name="races")
    # Values of the chip that leaves play, and of the chip it is raced for.
    small = models.PositiveBigIntegerField()
    big = models.PositiveBigIntegerField()
    # How many big chips are raced, and who is dealt to first (`tourney.rulebooks.books.schema.clock.Race`).
    policy = models.CharField(max_length=14, choices=[(one, one) for one in POLICIES])
    starts = models.CharField(max_length=14, choices=[(one, one) for one in STARTS])
    # The players deal themselves.
    self_dealt = models.BooleanField(default=False)
    # It begins with the break in which the structure removes the chip; otherwise staff start it.
    by_itself = models.BooleanField(default=False)
    state = models.CharField(max_length=9, choices=[(one, one) for one in STATES], default="planned")
    planned_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("chip race")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "small"],
                condition=~Q(state="cancelled"),
                name="a_chip_leaves_play_once",
            ),
            models.UniqueConstraint(
                fields=["tournament"], condition=Q(state="running"), name="one_chip_is_raced_at_a_time"
            ),
            models.CheckConstraint(
                condition=Q(small__gt=0, big__gt=F("small")), name="a_chip_is_raced_for_a_bigger_one"
            ),
            models.CheckConstraint(
                condition=Q(state="planned", started_at__isnull=True, ended_at__isnull=True)
                | Q(state="running", started_at__isnull=False, ended_at__isnull=True)
                | Q(state="done", started_at__isnull=False, ended_at__isnull=False)
                | Q(state="cancelled", ended_at__isnull=False),
                name="a_race_starts_and_ends_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.small} → {self.big}"


class RaceTable(models.Model):
    """A table in a chip race: counted, dealt, and its chips exchanged. Players from a table broken before its
    race are raced in a further turn of their new table.
    """

    STATES = ("open", "counted", "dealt", "done")

    race = models.ForeignKey(Race, on_delete=models.PROTECT, related_name="tables")
    tournament_table = models.ForeignKey(
        "seating.TournamentTable", on_delete=models.PROTECT, related_name="races"
    )
    turn = models.PositiveSmallIntegerField(default=1)
    state = models.CharField(max_length=7, choices=[(one, one) for one in STATES], default="open")
    # SHA-256 of the seed if the cards were drawn (`seating.Draw`); "": the dealer dealt real ones, or none.
    digest = models.CharField(max_length=64, blank=True)
    at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("table in a chip race")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["race", "tournament_table", "turn"], name="a_turn_of_a_table_once_in_a_race"
            ),
            models.UniqueConstraint(
                fields=["race", "tournament_table"],
                condition=~Q(state="done"),
                name="a_table_races_once_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_table_id} {self.state}"


class RaceSeat(models.Model):
    """A player's chips when the table was raced, and the result."""

    # Same as the table's race; repeated so that no player is raced twice.
    race = models.ForeignKey(Race, on_delete=models.PROTECT, related_name="seats")
    table = models.ForeignKey(RaceTable, on_delete=models.PROTECT, related_name="seats")
    number = models.PositiveSmallIntegerField()
    # Null: a ghost's.
    entry = models.ForeignKey(
        "tourney.Entry", on_delete=models.PROTECT, null=True, blank=True, related_name="race_seats"
    )
    # Small chips before the race, and whether the player had any others.
    small = models.PositiveIntegerField(default=0)
    others = models.BooleanField(default=True)
    # [rank, suit] of each card in the order dealt; a big chip won with them, or given to avoid being raced
    # out.
    cards = models.JSONField(default=list, blank=True)
    wins = models.BooleanField(default=False)
    saved = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("seat in a chip race")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="a_seat_once_in_a_race"),
            models.UniqueConstraint(fields=["race", "entry"], name="a_player_is_raced_once"),
            models.CheckConstraint(
                condition=Q(number__gte=1, number__lte=12), name="seats_of_a_race_count_from_one"
            ),
            models.CheckConstraint(
                condition=Q(wins=False) | Q(saved=False),
                name="one_big_chip_at_most_from_a_race",
            ),
            models.CheckConstraint(
                condition=Q(small__gt=0) | Q(wins=False, saved=False), name="no_chip_from_a_race_for_nothing"
            ),
            models.CheckConstraint(
                condition=Q(saved=False) | Q(others=False), name="who_has_other_chips_needs_no_saving"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.small}"
