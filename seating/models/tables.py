"""Tables of the venue, their events, and the seated players."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Table(models.Model):
    """A physical table of the venue, assigned to one event at a time."""

    number = models.PositiveIntegerField(unique=True)
    seats = models.PositiveSmallIntegerField(default=9)
    # Everybody can reach the seats here: they are drawn first for special needs.
    accessible = models.BooleanField(default=False)
    # Position on the map, in hundredths of a per cent of its width and height; null: not placed yet.
    across = models.PositiveSmallIntegerField(null=True, blank=True)
    down = models.PositiveSmallIntegerField(null=True, blank=True)
    # Removed from the venue; kept because the journal refers to it.
    retired = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("table")
        ordering = ["number"]
        constraints = [
            models.CheckConstraint(condition=Q(number__gt=0), name="tables_count_from_one"),
            models.CheckConstraint(condition=Q(seats__gte=2, seats__lte=12), name="two_to_twelve_seats"),
            models.CheckConstraint(
                condition=Q(across__isnull=True, down__isnull=True)
                | Q(across__gte=0, across__lte=10000, down__gte=0, down__lte=10000),
                name="a_placed_table_stands_in_the_room",
            ),
        ]

    def __str__(self) -> str:
        return str(self.number)


class TournamentTable(models.Model):
    """A table assigned to an event, until it is released."""

    STATES = ("open", "reserve", "paused")

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="tournament_tables")
    tournament = models.ForeignKey(
        "tourney.Tournament", on_delete=models.PROTECT, related_name="tournament_tables"
    )
    assigned_at = models.DateTimeField()
    released_at = models.DateTimeField(null=True, blank=True)
    # Open: seats are drawn here. Reserve: opened when the open tables are full, in the floor's order.
    state = models.CharField(max_length=8, choices=[(one, one) for one in STATES], default="open")
    order = models.PositiveIntegerField(default=0)
    # Place in the breaking order, ascending; null: after those, the most recently opened table first.
    breaks_at = models.PositiveIntegerField(null=True, blank=True)
    # Seats in the hand in progress, counted from 1; any of them may be empty. Null: unknown.
    button = models.PositiveSmallIntegerField(null=True, blank=True)
    small_blind = models.PositiveSmallIntegerField(null=True, blank=True)
    big_blind = models.PositiveSmallIntegerField(null=True, blank=True)
    # When the positions were last recorded, by setting the button or completing a hand. Null: not recorded.
    button_at = models.DateTimeField(null=True, blank=True)
    # Hands completed at this table in this event, if counted.
    hands = models.PositiveIntegerField(default=0)
    # Whether every hand is recorded here. The floor's tap in hand-for-hand does not imply it, because hands
    # may not be counted here afterwards.
    counts_hands = models.BooleanField(default=True)
    # Halted until it is balanced.
    halted = models.BooleanField(default=False)
    note = models.CharField(max_length=200, blank=True)

    class Meta:
        verbose_name = _("table")
        ordering = ["order", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(button__isnull=True, small_blind__isnull=True, big_blind__isnull=True)
                | Q(
                    button__isnull=False,
                    button__gte=1,
                    small_blind__isnull=False,
                    small_blind__gte=1,
                    big_blind__isnull=False,
                    big_blind__gte=1,
                ),
                name="positions_are_known_together",
            ),
            models.UniqueConstraint(
                fields=["table"],
                condition=Q(released_at__isnull=True),
                name="a_table_is_assigned_to_one_event",
            ),
            models.CheckConstraint(
                condition=Q(state__in=("open", "reserve", "paused")),
                name="a_tournament_table_is_in_a_known_state",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table} → {self.tournament}"

    @property
    def tells_hands(self) -> bool:
        """Return whether every hand is recorded at this table."""
        return self.counts_hands and self.hands > 0


class Seat(models.Model):
    """An occupied seat. A seat without a row is free."""

    # "held" for a player who has busted and may still rebuy.
    KINDS = ("player", "ghost", "unclaimed", "closed", "held")

    tournament_table = models.ForeignKey(TournamentTable, on_delete=models.PROTECT, related_name="seats")
    # Counted from 1 at the dealer's left.
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=[(one, one) for one in KINDS], default="player")
    entry = models.OneToOneField(
        "tourney.Entry", on_delete=models.PROTECT, null=True, blank=True, related_name="seat"
    )
    # Player the seat is held for, and until when; null for every other kind.
    held_for = models.OneToOneField(
        "tourney.Entry", on_delete=models.PROTECT, null=True, blank=True, related_name="held_seat"
    )
    held_until = models.DateTimeField(null=True, blank=True)
    taken_at = models.DateTimeField()
    # Chips at the seat, if counted, and when.
    stack = models.PositiveBigIntegerField(null=True, blank=True)
    counted_at = models.DateTimeField(null=True, blank=True)
    # Absent since; null: present, as far as known.
    absent_since = models.DateTimeField(null=True, blank=True)
    # Event time played until then, in ms of the clock: absence is counted in net playing time.
    absent_from = models.PositiveBigIntegerField(null=True, blank=True)
    # Sat down between small blind and button: dealt in once the button has passed.
    waits = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("seat")
        ordering = ["tournament_table", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament_table", "number"], name="one_player_per_seat"),
            models.CheckConstraint(condition=Q(number__gte=1, number__lte=12), name="seats_count_from_one"),
            models.CheckConstraint(
                condition=Q(kind="player", entry__isnull=False)
                | (Q(kind__in=("ghost", "unclaimed", "closed", "held")) & Q(entry__isnull=True)),
                name="a_players_seat_has_an_entry",
            ),
            models.CheckConstraint(
                condition=Q(kind="held", held_for__isnull=False, held_until__isnull=False)
                | (~Q(kind="held") & Q(held_for__isnull=True, held_until__isnull=True)),
                name="a_held_seat_is_somebodys_for_a_while",
            ),
            models.CheckConstraint(
                condition=Q(stack__isnull=True, counted_at__isnull=True)
                | Q(stack__isnull=False, counted_at__isnull=False),
                name="a_count_has_a_time",
            ),
            models.CheckConstraint(
                condition=Q(absent_since__isnull=True, absent_from__isnull=True)
                | Q(absent_since__isnull=False, absent_from__isnull=False),
                name="an_absence_has_a_beginning",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_table.table} / {self.number}"
