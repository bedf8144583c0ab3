"""Seasons: settings, events that differ from the usual ones, corrections, cup seats, titles.

Points, rankings, qualification and winners are not stored: they are derived from the results of the events, so a
corrected result changes them.
"""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class Season(models.Model):
    """A season: the events that begin within its dates count, unless a row says otherwise."""

    # By the book's table, or by a formula of `seasons/rules/formulas.py`.
    POINTS = (
        "book", "linear", "percentile", "root", "root_buy_in", "inverse", "prize", "pool_share", "return",
        "per_entry", "per_fee", "per_hour",
    )  # fmt: skip
    TIES = ("shared", "countback")

    name = models.CharField(max_length=60)
    first_day = models.DateField()
    last_day = models.DateField()
    # Events by this book count.
    book = models.CharField(max_length=40)
    points = models.CharField(max_length=12, choices=[(one, one) for one in POINTS], default="book")
    # Parameters of the formula that differ from the usual ones, by name.
    parameters = models.JSONField(default=dict, blank=True)
    # How many results count, the best ones; null: all.
    best_of = models.PositiveSmallIntegerField(null=True, blank=True)
    # [last day, number of worst results dropped], by day.
    drops = models.JSONField(default=list, blank=True)
    ties = models.CharField(max_length=9, choices=[(one, one) for one in TIES], default="shared")
    # Whether results of guests are left out.
    members_only = models.BooleanField(default=False)
    # Whether both players of a team score, or only the one who registered.
    partners_score = models.BooleanField(default=True)
    # The cup, where it differs from the book; null: by the book.
    cup_played_from = models.PositiveSmallIntegerField(null=True, blank=True)
    cup_scored_from = models.PositiveSmallIntegerField(null=True, blank=True)
    cup_seats = models.PositiveSmallIntegerField(null=True, blank=True)
    cup_fixed = models.PositiveSmallIntegerField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("season")
        ordering = ["first_day", "id"]
        constraints = [
            models.UniqueConstraint(fields=["name"], name="a_season_has_a_name_of_its_own"),
            models.CheckConstraint(condition=~Q(name=""), name="a_season_has_a_name"),
            models.CheckConstraint(
                condition=Q(last_day__gte=F("first_day")), name="a_season_ends_after_its_start"
            ),
            models.CheckConstraint(
                condition=Q(best_of__isnull=True) | Q(best_of__gt=0), name="a_season_counts_a_result"
            ),
            models.CheckConstraint(
                condition=Q(cup_seats__isnull=True) | Q(cup_seats__gt=1), name="a_cup_final_has_seats"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class SeasonEvent(models.Model):
    """An event with a part of its own in a season; all others that begin within its dates count."""

    ROLES = ("counts", "left_out", "cup_preliminary", "cup_final")

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="events")
    tournament = models.ForeignKey("tourney.Tournament", on_delete=models.PROTECT, related_name="seasons")
    # Counts although it began on another day or is played by another book; does not count; is part of the cup.
    role = models.CharField(max_length=15, choices=[(one, one) for one in ROLES])

    class Meta:
        verbose_name = _("event of a season")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["season", "tournament"], name="an_event_has_one_part_in_a_season"
            ),
            models.UniqueConstraint(
                fields=["season"], condition=Q(role="cup_final"), name="a_season_has_one_cup_final"
            ),
            models.UniqueConstraint(
                fields=["tournament"], condition=Q(role="cup_final"), name="a_cup_final_ends_one_season"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.season_id} {self.tournament_id}: {self.role}"


class PointsCorrection(models.Model):
    """Points that the director has added or taken."""

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="corrections")
    player = models.ForeignKey("players.Player", on_delete=models.PROTECT, related_name="point_corrections")
    points = models.IntegerField()
    reason = models.CharField(max_length=200)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("correction of points")
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=~Q(points=0), name="a_correction_changes_points"),
            models.CheckConstraint(condition=~Q(reason=""), name="a_correction_has_a_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.points:+}"


class CupSeat(models.Model):
    """A decision on a seat in the cup final: of a player's decisions the last one holds."""

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="cup_decisions")
    player = models.ForeignKey("players.Player", on_delete=models.PROTECT, related_name="cup_decisions")
    # Whether the player has the seat; null: as the ranking says.
    has_seat = models.BooleanField(null=True, blank=True)
    reason = models.CharField(max_length=200)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("seat in the cup final")
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.has_seat}"


class Title(models.Model):
    """A title that was awarded."""

    KINDS = ("champion", "player_of_the_year", "cup_winner")

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="titles")
    kind = models.CharField(max_length=18, choices=[(one, one) for one in KINDS])
    player = models.ForeignKey("players.Player", on_delete=models.PROTECT, related_name="titles")
    awarded_at = models.DateTimeField()

    class Meta:
        verbose_name = _("title")
        ordering = ["season__first_day", "id"]
        constraints = [
            models.UniqueConstraint(fields=["season", "kind"], name="a_title_is_awarded_once_a_season"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.season_id}: {self.player_id}"
