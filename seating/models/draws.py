"""How an event gives out its seats, the draws that were held, and who must not be drawn together."""

from django.db import models
from django.db.models import Q


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
    # The final of a club's cup: its final table may have another size (Five Spades 4.3).
    cup_final = models.BooleanField(default=False)
    # SHA-256 of the seed of the next draw: public before anybody knows who is drawn. "" before the first.
    next_digest = models.CharField(max_length=64, blank=True)
    # What is done as soon as it is proposed, without anybody's accepting it.
    auto_balance = models.BooleanField(default=False)
    auto_break = models.BooleanField(default=False)
    # Late stage: tables are balanced at the director's discretion alone.
    late_stage = models.BooleanField(default=False)
    # Up to which line of the event's journal the floor has been looked at. Derived: no part of the journal.
    reviewed_seq = models.PositiveBigIntegerField(default=0, editable=False)
    # Numbers of tables in the order in which they give a player away, where the book has that drawn in advance.
    giving_order = models.JSONField(default=list, blank=True)
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

    KINDS = ("field", "seat", "button", "break", "redraw", "order", "envelope", "names", "race")

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
