"""Seating plans, draws, and pairs of players kept apart."""

from django.db import models
from django.db.models import Q


class Plan(models.Model):
    """How an event's seats are assigned."""

    tournament = models.OneToOneField(
        "tourney.Tournament", on_delete=models.PROTECT, primary_key=True, related_name="plan"
    )
    seats_per_table = models.PositiveSmallIntegerField(default=9)
    # Whether the draw separates players who must not sit together.
    keep_apart = models.BooleanField(default=False)
    # Empty seats at a table are filled with ghosts at the start (Five Spades 9.5).
    ghosts = models.BooleanField(default=False)
    # The final of a club's cup: its final table may have another size (Five Spades 4.3).
    cup_final = models.BooleanField(default=False)
    # SHA-256 of the next draw's seed, published before the draw's inputs are known. "" before the first.
    next_digest = models.CharField(max_length=64, blank=True)
    # Proposals that are applied automatically.
    auto_balance = models.BooleanField(default=False)
    auto_break = models.BooleanField(default=False)
    # Late stage: tables are balanced only at the director's discretion.
    late_stage = models.BooleanField(default=False)
    # Sequence number of the journal entry up to which the floor was reviewed. Derived, so not journalled.
    reviewed_seq = models.PositiveBigIntegerField(default=0, editable=False)
    # Table numbers in the order of giving up players, if the book has it drawn in advance.
    giving_order = models.JSONField(default=list, blank=True)
    # Seat of the first button; null: not drawn, or different at each table.
    button_seat = models.PositiveSmallIntegerField(null=True, blank=True)
    # When the field was drawn; null before, and again after an undo.
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
    """A draw, with everything needed to recompute it.

    It is not part of the journal, like the seeds: its result can be undone, but the record of it stays.
    """

    KINDS = ("field", "seat", "button", "break", "redraw", "order", "envelope", "names", "race")

    tournament = models.ForeignKey("tourney.Tournament", on_delete=models.PROTECT, related_name="draws")
    kind = models.CharField(max_length=10, choices=[(one, one) for one in KINDS])
    at = models.DateTimeField()
    # Sequence number of the draw's journal entry.
    seq = models.PositiveBigIntegerField()
    digest = models.CharField(max_length=64, unique=True)
    seed = models.CharField(max_length=64)
    # Digest of the next draw's seed, announced with this one.
    next_digest = models.CharField(max_length=64)
    # Version of the procedure, so that an old draw is verified with the procedure that produced it.
    method = models.CharField(max_length=20)
    # Inputs in their order, and the outcome; seating/rules/draw.py defines their structure.
    inputs = models.JSONField()
    outcome = models.JSONField()

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.kind} {self.digest[:8]}"


class Apart(models.Model):
    """Two players who must not be drawn to the same table; visible only to staff."""

    one = models.ForeignKey("players.Player", on_delete=models.PROTECT, related_name="apart_from")
    other = models.ForeignKey("players.Player", on_delete=models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["one", "other"], name="a_pair_is_kept_apart_once"),
            # Stored in one order, so that each pair exists once.
            models.CheckConstraint(condition=Q(one__lt=models.F("other")), name="a_pair_in_the_order_of_ids"),
        ]

    def __str__(self) -> str:
        return f"{self.one_id} | {self.other_id}"
