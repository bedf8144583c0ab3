"""Hand-for-hand, chip races, shot clocks, and counts of all stacks."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class HandForHand(models.Model):
    """Hand-for-hand of an event, from its announcement to its end (`procedures.rules.hand_for_hand`)."""

    REASONS = ("money", "final_table", "pay_jump")
    WAYS = ("per_hand", "stopped", "running")

    tournament = models.ForeignKey("tourney.Tournament", on_delete=models.PROTECT, related_name="rounds")
    # What is at stake.
    reason = models.CharField(max_length=11, choices=[(one, one) for one in REASONS])
    # The clock meanwhile; with "per_hand" each hand takes a fixed number of minutes, whatever its duration.
    way = models.CharField(max_length=8, choices=[(one, one) for one in WAYS])
    minutes_per_hand = models.PositiveSmallIntegerField(null=True, blank=True)
    # Number of the hand in progress at the announcement (`Bust.together`), counted on through the event; the
    # first hand dealt together gets the next one.
    first = models.PositiveIntegerField()
    # Hands dealt together: 0 is the one in progress at the announcement.
    hand = models.PositiveIntegerField(default=0)
    # Whether hand-for-hand stopped the clock.
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


class HandForHandTable(models.Model):
    """A table in hand-for-hand: whether it still plays the shared hand."""

    STATES = ("playing", "all_in", "resolving", "done")

    round = models.ForeignKey(HandForHand, on_delete=models.PROTECT, related_name="tables")
    tournament_table = models.ForeignKey(
        "seating.TournamentTable", on_delete=models.PROTECT, related_name="rounds"
    )
    state = models.CharField(max_length=9, choices=[(one, one) for one in STATES], default="playing")
    # When it reported; tables with a called all-in are turned up in this order.
    at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "tournament_table"], name="a_table_once_in_hand_for_hand"
            ),
            models.UniqueConstraint(
                fields=["round"],
                condition=Q(state="resolving"),
                name="cards_turned_up_at_one_table_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_table_id} {self.state}"


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


class ShotClock(models.Model):
    """An event's shot clock: the time for every decision. Without a row there is none."""

    tournament = models.OneToOneField(
        "tourney.Tournament", on_delete=models.PROTECT, related_name="shot_clock"
    )
    seconds = models.PositiveSmallIntegerField()
    # Seconds that a time bank adds, and how many banks each entry has been given.
    bank_seconds = models.PositiveSmallIntegerField()
    banks = models.PositiveSmallIntegerField()

    class Meta:
        verbose_name = _("shot clock")
        constraints = [
            models.CheckConstraint(
                condition=Q(seconds__gte=5, seconds__lte=300, bank_seconds__gte=5, bank_seconds__lte=300),
                name="a_shot_takes_5_to_300_seconds",
            )
        ]

    def __str__(self) -> str:
        return f"{self.seconds} s"


class BankMove(models.Model):
    """Time banks that an entry has used (negative) or received in addition to the regular ones."""

    entry = models.ForeignKey("tourney.Entry", on_delete=models.PROTECT, related_name="bank_moves")
    # Table where one was used.
    tournament_table = models.ForeignKey(
        "seating.TournamentTable", on_delete=models.PROTECT, null=True, blank=True, related_name="bank_moves"
    )
    count = models.SmallIntegerField()
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("time bank")
        ordering = ["id"]
        constraints = [models.CheckConstraint(condition=~Q(count=0), name="a_time_bank_is_used_or_given")]

    def __str__(self) -> str:
        return f"{self.entry_id}: {self.count:+}"


class StackCount(models.Model):
    """A count of all stacks of an event: at a break, at the end of a day, for a deal.

    While it is open, a stack counts as counted if its seat has a count from after `opened_at`.
    """

    OCCASIONS = ("break", "day_end", "deal", "check")

    tournament = models.ForeignKey(
        "tourney.Tournament", on_delete=models.PROTECT, related_name="stack_counts"
    )
    occasion = models.CharField(max_length=7, choices=[(one, one) for one in OCCASIONS])
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    # Chips counted and chips in play when it was closed; null in play: unknown.
    chips = models.PositiveBigIntegerField(null=True, blank=True)
    in_play = models.PositiveBigIntegerField(null=True, blank=True)

    class Meta:
        verbose_name = _("chip count")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament"],
                condition=Q(closed_at__isnull=True),
                name="stacks_counted_once_at_a_time",
            ),
            models.CheckConstraint(
                condition=Q(closed_at__isnull=True, chips__isnull=True, in_play__isnull=True)
                | Q(closed_at__isnull=False, chips__isnull=False),
                name="a_closed_count_has_its_chips",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.occasion} {self.opened_at:%Y-%m-%d %H:%M}"


class TableCount(models.Model):
    """Who last counted a table in a count, and when."""

    stack_count = models.ForeignKey(StackCount, on_delete=models.PROTECT, related_name="tables")
    tournament_table = models.ForeignKey(
        "seating.TournamentTable", on_delete=models.PROTECT, related_name="stack_counts"
    )
    counted_at = models.DateTimeField()
    # Name of the login, as in the journal.
    counted_by = models.CharField(max_length=150)

    class Meta:
        verbose_name = _("counted table")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["stack_count", "tournament_table"], name="a_table_is_listed_once_in_a_count"
            )
        ]

    def __str__(self) -> str:
        return f"{self.tournament_table_id}: {self.counted_by}"


class CountedStack(models.Model):
    """A stack in a closed count; without an entry, the stack of a ghost or one that nobody has claimed."""

    stack_count = models.ForeignKey(StackCount, on_delete=models.PROTECT, related_name="stacks")
    entry = models.ForeignKey(
        "tourney.Entry", on_delete=models.PROTECT, null=True, blank=True, related_name="counted_stacks"
    )
    # Number of the table, as it was then.
    table = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    chips = models.PositiveBigIntegerField()

    class Meta:
        verbose_name = _("counted stack")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["stack_count", "entry"],
                condition=Q(entry__isnull=False),
                name="a_stack_is_counted_once",
            ),
            models.UniqueConstraint(fields=["stack_count", "table", "seat"], name="a_seat_is_counted_once"),
            models.CheckConstraint(condition=Q(chips__gt=0), name="a_counted_stack_has_chips"),
        ]

    def __str__(self) -> str:
        return f"{self.table} / {self.seat}: {self.chips}"
