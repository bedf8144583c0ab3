"""Settings of the cash room, its games and its tables. Money is in minor units."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class CashSettings(models.Model):
    """Settings of the cash room; a single row, because there is one room."""

    NAMES = ("names", "initials")

    # Rulebook of the cash games; "" for the first book that has cash rules.
    book = models.CharField(max_length=40, blank=True)
    # Seconds a called player has to come, and how often they are called again before being skipped.
    answer_seconds = models.PositiveIntegerField(default=180)
    recalls = models.PositiveSmallIntegerField(default=1)
    # Whether open seats are offered to the first in line without staff.
    calls_on = models.BooleanField(default=False)
    # How long a place on a list is kept for a player who is not in the room yet.
    call_in_minutes = models.PositiveSmallIntegerField(default=60)
    # Minutes after midnight at which a playing day begins: a dinner break is once per playing day.
    day_starts = models.PositiveSmallIntegerField(default=360)
    # Minutes before the end of a dinner break at which the player is reminded.
    reminder_minutes = models.PositiveSmallIntegerField(default=10)
    # How the list board on displays shows players.
    shown_as = models.CharField(max_length=8, choices=[(one, one) for one in NAMES], default="initials")
    # Comps that players earn per hour of play, in minor units of the room's currency; 0: none.
    comp_per_hour = models.PositiveIntegerField(default=0)
    # Whether players may put themselves on a list with their phones.
    self_service = models.BooleanField(default=True)

    class Meta:
        verbose_name = _("settings of the cash room")
        constraints = [
            models.CheckConstraint(condition=Q(id=1), name="there_is_one_cash_room"),
            models.CheckConstraint(
                condition=Q(answer_seconds__gte=10, answer_seconds__lte=7200),
                name="a_cash_call_lasts_a_while",
            ),
            models.CheckConstraint(
                condition=Q(day_starts__lt=1440), name="a_playing_day_begins_within_a_day"
            ),
        ]

    def __str__(self) -> str:
        return "cash room"


class CashGame(models.Model):
    """A game and limit that the room offers: "No-Limit Hold’em 5/10"."""

    VARIANTS = ("holdem", "omaha", "omaha_five", "omaha_hi_lo", "seven_stud", "razz", "draw", "mixed")
    BETTING = ("no_limit", "pot_limit", "fixed_limit", "split_limit")
    STRADDLES = ("none", "live", "button")
    COLLECTIONS = ("none", "rake", "time")

    variant = models.CharField(_("game"), max_length=12, choices=[(one, one) for one in VARIANTS])
    betting = models.CharField(_("betting"), max_length=12, choices=[(one, one) for one in BETTING])
    currency = models.CharField(max_length=3)
    small_blind = models.PositiveBigIntegerField()
    big_blind = models.PositiveBigIntegerField()
    ante = models.PositiveBigIntegerField(default=0)
    # What a player must and may bring to a table; null: no maximum.
    buy_in_min = models.PositiveBigIntegerField()
    buy_in_max = models.PositiveBigIntegerField(null=True, blank=True)
    seats = models.PositiveSmallIntegerField(default=9)
    # The straddle that may be posted; the button straddle needs the floor (St. Moritz 17).
    straddle = models.CharField(max_length=6, choices=[(one, one) for one in STRADDLES], default="none")
    run_it_twice = models.BooleanField(default=False)
    # How the house is paid, and the charge of each player per period if by time.
    collection = models.CharField(max_length=4, choices=[(one, one) for one in COLLECTIONS], default="rake")
    time_charge = models.PositiveBigIntegerField(default=0)
    time_minutes = models.PositiveSmallIntegerField(default=30)
    # House rules shown to players beside the game.
    note = models.CharField(max_length=200, blank=True)
    # Position on the list board, ascending.
    order = models.PositiveIntegerField(default=0)
    # No longer offered; kept because the journal refers to it.
    retired = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("game")
        ordering = ["order", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["variant", "betting", "currency", "small_blind", "big_blind", "ante"],
                condition=Q(retired=False),
                name="a_cash_game_is_offered_once",
            ),
            models.CheckConstraint(
                condition=Q(small_blind__gt=0, big_blind__gte=F("small_blind"), big_blind__lte=10**12),
                name="a_cash_game_has_blinds",
            ),
            models.CheckConstraint(
                condition=Q(buy_in_min__gte=F("big_blind"))
                & (Q(buy_in_max__isnull=True) | Q(buy_in_max__gte=F("buy_in_min"))),
                name="a_cash_buy_in_covers_the_big_blind",
            ),
            models.CheckConstraint(
                condition=Q(seats__gte=2, seats__lte=12), name="a_cash_game_seats_two_to_twelve"
            ),
            models.CheckConstraint(
                condition=~Q(collection="time") | Q(time_charge__gt=0, time_minutes__gte=10),
                name="a_time_collection_has_a_charge",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.betting} {self.variant} {self.small_blind}/{self.big_blind}"


class CashTable(models.Model):
    """A table of the room at which a cash game is played, until it is closed."""

    table = models.ForeignKey("seating.Table", on_delete=models.PROTECT, related_name="cash_tables")
    game = models.ForeignKey(CashGame, on_delete=models.PROTECT, related_name="tables")
    seats = models.PositiveSmallIntegerField(default=9)
    # Fixed before play, and changed only with the floor (St. Moritz 15).
    buy_in_min = models.PositiveBigIntegerField()
    buy_in_max = models.PositiveBigIntegerField(null=True, blank=True)
    # The table that this one feeds: its players move there as seats open (must-move).
    feeds = models.ForeignKey("self", on_delete=models.PROTECT, null=True, blank=True, related_name="fed_by")
    # Seat of the button, if known, and hands dealt.
    button = models.PositiveSmallIntegerField(null=True, blank=True)
    # Seat of a player who posts both blinds alone in this hand and has the button in the next (St. Moritz 16).
    next_button = models.PositiveSmallIntegerField(null=True, blank=True)
    hands = models.PositiveIntegerField(default=0)
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    # When the dealer called the floor; null once somebody has come.
    floor_called_at = models.DateTimeField(null=True, blank=True)
    # Why the chips did not add up when it was closed; "" where they did.
    explanation = models.CharField(max_length=200, blank=True)

    class Meta:
        verbose_name = _("cash table")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["table"], condition=Q(closed_at__isnull=True), name="a_table_plays_one_cash_game"
            ),
            models.CheckConstraint(
                condition=Q(buy_in_min__gt=0)
                & (Q(buy_in_max__isnull=True) | Q(buy_in_max__gte=F("buy_in_min"))),
                name="a_cash_table_has_a_minimum",
            ),
            models.CheckConstraint(
                condition=Q(seats__gte=2, seats__lte=12), name="a_cash_table_seats_two_to_twelve"
            ),
            models.CheckConstraint(
                condition=Q(feeds__isnull=True) | ~Q(feeds=F("id")), name="a_cash_table_does_not_feed_itself"
            ),
            models.CheckConstraint(
                condition=Q(button__isnull=True) | Q(button__gte=1, button__lte=12),
                name="a_cash_button_is_at_a_seat",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table} → {self.game}"
