"""What happens on the floor: busts, moves, proposals, calls."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class Bust(models.Model):
    """An entry went out, and what is known of the hand it went out in."""

    PENALTIES = ("eliminated", "disqualified")

    entry = models.OneToOneField("tourney.Entry", on_delete=models.PROTECT, related_name="bust")
    # Where it sat; null: it had no seat.
    tournament_table = models.ForeignKey(
        "seating.TournamentTable", on_delete=models.PROTECT, null=True, blank=True, related_name="busts"
    )
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    # Number of the hand at that table that was being played, where hands are counted. It ties nobody: where the next
    # hand is not told of, it stays the same.
    hand = models.PositiveIntegerField(null=True, blank=True)
    # Chips at the start of that hand, where somebody counted them.
    stack = models.PositiveBigIntegerField(null=True, blank=True)
    # Took its chips along: removed or disqualified, not beaten.
    removed = models.BooleanField(default=False)
    # By which penalty it was removed; "" by none.
    penalty = models.CharField(max_length=12, blank=True, choices=[(one, one) for one in PENALTIES])
    # Removed because it has played no hand: not ranked, and its buy-in is kept apart (WSOP 16).
    no_hand = models.BooleanField(default=False)
    # Those that have the same number went out in one hand: the hand of hand-for-hand, the same at all tables, or, from
    # `NOTED_HANDS` on, one that somebody named. Null: alone, as far as anybody has said.
    together = models.PositiveIntegerField(null=True, blank=True)
    # Of those of one hand, where somebody said who had more: 1 had the most chips at its start, equal numbers as many.
    stack_order = models.PositiveSmallIntegerField(null=True, blank=True)
    # The floor has confirmed with whom it went out in one hand: until then no place is public and no prize is due.
    confirmed = models.BooleanField(default=False)
    # Hand-for-hand or the bubble had been announced when the hand was dealt (Munot 79).
    claimed = models.BooleanField(default=False)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("bust")
        ordering = ["at", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(tournament_table__isnull=True, seat__isnull=True)
                | Q(tournament_table__isnull=False, seat__isnull=False),
                name="a_bust_at_a_table_has_a_seat",
            ),
            models.CheckConstraint(
                condition=Q(penalty="") | Q(removed=True), name="who_is_out_by_penalty_was_not_beaten"
            ),
            models.CheckConstraint(
                condition=Q(no_hand=False) | Q(removed=True, penalty=""),
                name="who_has_played_no_hand_was_not_beaten",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id} out"


class Knockout(models.Model):
    """Who won the chips of somebody who went out; several where they shared them."""

    bust = models.ForeignKey(Bust, on_delete=models.CASCADE, related_name="knockouts")
    hunter = models.ForeignKey("tourney.Entry", on_delete=models.PROTECT, related_name="knockouts")

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["bust", "hunter"], name="a_hunter_once_for_each_head"),
        ]

    def __str__(self) -> str:
        return f"{self.hunter_id} → {self.bust_id}"


class Move(models.Model):
    """Somebody was sent to another chair. Open until they sit there; the chair is theirs from the start."""

    KINDS = ("break", "balance", "redraw", "floor", "swap", "put_right")

    tournament = models.ForeignKey("tourney.Tournament", on_delete=models.PROTECT, related_name="moves")
    entry = models.ForeignKey("tourney.Entry", on_delete=models.PROTECT, related_name="moves")
    kind = models.CharField(max_length=10, choices=[(one, one) for one in KINDS])
    # Line of the journal that it was made by: all of one break have the same.
    batch = models.PositiveBigIntegerField()
    # Null: had no seat before.
    from_table = models.ForeignKey(
        "seating.TournamentTable", on_delete=models.PROTECT, null=True, blank=True, related_name="moves_away"
    )
    from_seat = models.PositiveSmallIntegerField(null=True, blank=True)
    to_table = models.ForeignKey(
        "seating.TournamentTable", on_delete=models.PROTECT, related_name="moves_here"
    )
    to_seat = models.PositiveSmallIntegerField()
    made_at = models.DateTimeField()
    # When somebody ticked them off at the new table; or when it came to nothing, because they went out or were
    # moved again.
    arrived_at = models.DateTimeField(null=True, blank=True)
    dropped_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("move")
        ordering = ["id"]
        indexes = [
            models.Index(
                fields=["tournament", "id"],
                condition=Q(arrived_at__isnull=True, dropped_at__isnull=True),
                name="moves_under_way",
            )
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["entry"],
                condition=Q(arrived_at__isnull=True, dropped_at__isnull=True),
                name="nobody_is_under_way_twice",
            ),
            models.CheckConstraint(
                condition=Q(arrived_at__isnull=True) | Q(dropped_at__isnull=True),
                name="a_move_ends_in_one_way",
            ),
            models.CheckConstraint(
                condition=Q(from_table__isnull=True, from_seat__isnull=True)
                | Q(from_table__isnull=False, from_seat__isnull=False),
                name="a_move_comes_from_a_seat_or_none",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id} → {self.to_table_id}/{self.to_seat}"


class Proposal(models.Model):
    """What the house's rulebook wants next, until somebody decides or the room has changed."""

    KINDS = ("break", "balance", "halt", "resume", "redraw", "advance", "no_hand")
    STATES = ("open", "accepted", "dismissed", "withdrawn")

    tournament = models.ForeignKey("tourney.Tournament", on_delete=models.PROTECT, related_name="proposals")
    kind = models.CharField(max_length=10, choices=[(one, one) for one in KINDS])
    # What it says in one word, so that the same is not proposed twice: "balance 7→3 e41".
    key = models.CharField(max_length=120)
    state = models.CharField(max_length=10, choices=[(one, one) for one in STATES], default="open")
    # As seating.rules.review gives it, plain; docs/floor.md has its shape.
    detail = models.JSONField(default=dict)
    rule = models.CharField(max_length=120, blank=True)
    made_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    # Dismissed, and since then not wanted any more: wanted anew, it is proposed anew.
    lapsed = models.BooleanField(default=False)
    # Why it was dismissed, or decided otherwise.
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        verbose_name = _("proposal")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "key"], condition=Q(state="open"), name="a_proposal_is_open_once"
            ),
            models.CheckConstraint(
                condition=Q(state="open", ended_at__isnull=True)
                | (~Q(state="open") & Q(ended_at__isnull=False)),
                name="a_proposal_that_is_not_open_has_ended",
            ),
        ]

    def __str__(self) -> str:
        return self.key


class Call(models.Model):
    """A table asks for somebody of the floor, until somebody has been there."""

    KINDS = ("floor", "time", "all_in", "count")
    OUTCOMES = ("acted", "hand_dead", "check", "cancelled")

    tournament_table = models.ForeignKey(
        "seating.TournamentTable", on_delete=models.PROTECT, related_name="calls"
    )
    kind = models.CharField(max_length=8, choices=[(one, one) for one in KINDS])
    # Chair that it is about, where one is.
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    # Of a player whose time was called: seconds to think in, those counted down after that, and what came of it.
    seconds = models.PositiveSmallIntegerField(null=True, blank=True)
    countdown = models.PositiveSmallIntegerField(null=True, blank=True)
    outcome = models.CharField(max_length=9, blank=True, choices=[(one, one) for one in OUTCOMES])
    made_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("call")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament_table", "kind"],
                condition=Q(answered_at__isnull=True),
                name="a_table_calls_once_for_the_same",
            ),
            models.CheckConstraint(
                condition=Q(answered_at__isnull=True) | Q(answered_at__gte=F("made_at")),
                name="a_call_is_answered_after_it_was_made",
            ),
            models.CheckConstraint(
                condition=Q(seconds__isnull=True, countdown__isnull=True)
                | Q(kind="time", seconds__gte=1, countdown__gte=0),
                name="seconds_are_counted_of_a_player_s_time",
            ),
            models.CheckConstraint(
                condition=Q(outcome="") | Q(kind="time", answered_at__isnull=False),
                name="a_time_that_was_called_has_an_outcome_once_it_is_over",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_table} {self.kind}"
