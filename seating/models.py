"""Tables of the room, which event has them, and who sits where."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Table(models.Model):
    """A physical table. It belongs to the room and is lent to one event at a time."""

    number = models.PositiveIntegerField(unique=True)
    seats = models.PositiveSmallIntegerField(default=9)
    # Seats here can be reached by everybody: they are drawn for special needs first.
    accessible = models.BooleanField(default=False)
    # Where it stands on the map of the room, in hundredths of its width and height; null: not placed yet.
    across = models.PositiveSmallIntegerField(null=True, blank=True)
    down = models.PositiveSmallIntegerField(null=True, blank=True)
    # Taken out of the room; kept because the journal speaks of it.
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


class Loan(models.Model):
    """A table lent to an event, until it is given back."""

    STATES = ("open", "reserve", "paused")

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="loans")
    tournament = models.ForeignKey("tourney.Tournament", on_delete=models.PROTECT, related_name="loans")
    lent_at = models.DateTimeField()
    returned_at = models.DateTimeField(null=True, blank=True)
    # Open: seats are drawn here. Reserve: opened when the open tables are full, in the floor's order.
    state = models.CharField(max_length=8, choices=[(one, one) for one in STATES], default="open")
    order = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("table")
        ordering = ["order", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["table"], condition=Q(returned_at__isnull=True), name="a_table_is_lent_to_one_event"
            ),
            models.CheckConstraint(
                condition=Q(state__in=("open", "reserve", "paused")), name="a_loan_is_in_a_known_state"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table} → {self.tournament}"


class Seat(models.Model):
    """An occupied chair. A chair without a row is free."""

    KINDS = ("player", "ghost", "unclaimed", "closed")

    loan = models.ForeignKey(Loan, on_delete=models.PROTECT, related_name="seats")
    # Counted from 1, to the left of the dealer.
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=[(one, one) for one in KINDS], default="player")
    entry = models.OneToOneField(
        "tourney.Entry", on_delete=models.PROTECT, null=True, blank=True, related_name="seat"
    )
    taken_at = models.DateTimeField()

    class Meta:
        verbose_name = _("seat")
        ordering = ["loan", "number"]
        constraints = [
            models.UniqueConstraint(fields=["loan", "number"], name="one_player_per_seat"),
            models.CheckConstraint(condition=Q(number__gte=1, number__lte=12), name="seats_count_from_one"),
            models.CheckConstraint(
                condition=Q(kind="player", entry__isnull=False)
                | (Q(kind__in=("ghost", "unclaimed", "closed")) & Q(entry__isnull=True)),
                name="a_players_seat_has_an_entry",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.loan.table} / {self.number}"


class Plan(models.Model):
    """How an event's seats are given out."""

    tournament = models.OneToOneField(
        "tourney.Tournament", on_delete=models.PROTECT, primary_key=True, related_name="plan"
    )
    seats_per_table = models.PositiveSmallIntegerField(default=9)
    # Whether people on the list of those who must not sit together are kept apart.
    keep_apart = models.BooleanField(default=False)
    # Places missing at a full table are ghosts at the start (Five Spades 9.5).
    ghosts = models.BooleanField(default=False)
    # SHA-256 of the seed of the next draw: public before anybody knows who is drawn. "" before the first.
    next_digest = models.CharField(max_length=64, blank=True)
    # Seat of the first button: one for all tables, or null while it is not drawn.
    button_seat = models.PositiveSmallIntegerField(null=True, blank=True)
    # When the field was drawn; null before, and again once that is undone.
    drawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(seats_per_table__gte=2, seats_per_table__lte=12),
                name="a_plan_seats_two_to_twelve",
            )
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}"


class Draw(models.Model):
    """A draw that was held, with all that is needed to do it again.

    It stands outside of the journal, like the seeds: what was given out by it may be undone, that it was held may not.
    """

    KINDS = ("field", "seat", "button")

    tournament = models.ForeignKey("tourney.Tournament", on_delete=models.PROTECT, related_name="draws")
    kind = models.CharField(max_length=10, choices=[(one, one) for one in KINDS])
    at = models.DateTimeField()
    # The line of the event's journal that it was held for.
    seq = models.PositiveBigIntegerField()
    digest = models.CharField(max_length=64, unique=True)
    seed = models.CharField(max_length=64)
    # Announced with this draw: the digest of the next one.
    next_digest = models.CharField(max_length=64)
    # Version of the procedure, so that an old draw is checked by the procedure it was held with.
    method = models.CharField(max_length=20)
    # What the procedure was given, in its order, and what came of it; seating/rules/draw.py says the shape.
    inputs = models.JSONField()
    outcome = models.JSONField()

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.kind} {self.digest[:8]}"


class Apart(models.Model):
    """Two people who must not be drawn to the same table; known to staff alone."""

    one = models.ForeignKey("tourney.Player", on_delete=models.PROTECT, related_name="apart_from")
    other = models.ForeignKey("tourney.Player", on_delete=models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["one", "other"], name="a_pair_is_kept_apart_once"),
            # Written in one way only, so that a pair stands there once.
            models.CheckConstraint(condition=Q(one__lt=models.F("other")), name="a_pair_in_the_order_of_ids"),
        ]

    def __str__(self) -> str:
        return f"{self.one_id} | {self.other_id}"
