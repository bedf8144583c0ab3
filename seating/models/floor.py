"""Events on the floor: busts, moves, proposals, calls."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class Bust(models.Model):
    """A player's bust, and what is known of the hand."""

    PENALTIES = ("eliminated", "disqualified")

    entry = models.OneToOneField("tourney.Entry", on_delete=models.PROTECT, related_name="bust")
    # Former table; null: the player had no seat.
    tournament_table = models.ForeignKey(
        "seating.TournamentTable", on_delete=models.PROTECT, null=True, blank=True, related_name="busts"
    )
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    # Number of the hand in progress at the table, if hands are counted. Equal numbers do not prove a shared
    # hand: where hands are not recorded, the number stays the same.
    hand = models.PositiveIntegerField(null=True, blank=True)
    # Chips at the start of that hand, if counted.
    stack = models.PositiveBigIntegerField(null=True, blank=True)
    # The stack as far as it was known then: as counted earlier, with chips won since. Null: unknown.
    last_stack = models.PositiveBigIntegerField(null=True, blank=True)
    # Removed or disqualified with chips, not beaten.
    removed = models.BooleanField(default=False)
    # The penalty that removed the player; "" for none.
    penalty = models.CharField(max_length=12, blank=True, choices=[(one, one) for one in PENALTIES])
    # Removed without having played a hand: not ranked, and the buy-in is kept apart (WSOP 16).
    no_hand = models.BooleanField(default=False)
    # Busts with the same number happened in one hand: a hand of hand-for-hand, the same at all tables, or,
    # from `NOTED_HANDS` on, one recorded by staff. Null: alone, as far as known.
    together = models.PositiveIntegerField(null=True, blank=True)
    # Rank by stack within one hand, if recorded: 1 had the most chips at its start, equal numbers equal
    # stacks.
    stack_order = models.PositiveSmallIntegerField(null=True, blank=True)
    # The floor has confirmed who busted in the same hand; until then no place is public and no prize is
    # payable.
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
    """A winner of an eliminated player's chips; there are several if they shared them."""

    bust = models.ForeignKey(Bust, on_delete=models.CASCADE, related_name="knockouts")
    winner = models.ForeignKey("tourney.Entry", on_delete=models.PROTECT, related_name="knockouts")

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["bust", "winner"], name="a_winner_once_per_bust"),
        ]

    def __str__(self) -> str:
        return f"{self.winner_id} → {self.bust_id}"


class Move(models.Model):
    """A player's move to another seat, open until the arrival. The seat is assigned from the start."""

    KINDS = ("break", "balance", "redraw", "floor", "swap", "put_right")

    tournament = models.ForeignKey("tourney.Tournament", on_delete=models.PROTECT, related_name="moves")
    entry = models.ForeignKey("tourney.Entry", on_delete=models.PROTECT, related_name="moves")
    kind = models.CharField(max_length=10, choices=[(one, one) for one in KINDS])
    # Sequence number of the move's journal entry; all moves of one break share it.
    batch = models.PositiveBigIntegerField()
    # Null: the player had no seat before.
    from_table = models.ForeignKey(
        "seating.TournamentTable", on_delete=models.PROTECT, null=True, blank=True, related_name="moves_away"
    )
    from_seat = models.PositiveSmallIntegerField(null=True, blank=True)
    to_table = models.ForeignKey(
        "seating.TournamentTable", on_delete=models.PROTECT, related_name="moves_here"
    )
    to_seat = models.PositiveSmallIntegerField()
    made_at = models.DateTimeField()
    # When the arrival was confirmed; or when the move lapsed, because the player busted or was moved again.
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
                name="one_move_in_progress_per_entry",
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
    """A change that the rulebook proposes, open until it is decided or the floor changes."""

    KINDS = ("break", "balance", "halt", "resume", "redraw", "advance", "no_hand")
    STATES = ("open", "accepted", "dismissed", "withdrawn")

    tournament = models.ForeignKey("tourney.Tournament", on_delete=models.PROTECT, related_name="proposals")
    kind = models.CharField(max_length=10, choices=[(one, one) for one in KINDS])
    # Identifies the proposal, so that it is not made twice: "balance 7→3 e41".
    key = models.CharField(max_length=120)
    state = models.CharField(max_length=10, choices=[(one, one) for one in STATES], default="open")
    # Plain data from seating.rules.review; docs/floor.md describes it.
    detail = models.JSONField(default=dict)
    rule = models.CharField(max_length=120, blank=True)
    made_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    # Dismissed, and no longer required since then: if required again, it is proposed again.
    lapsed = models.BooleanField(default=False)
    # Reason for the dismissal or the deviation.
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
    """A table's call to the floor, open until it is answered."""

    KINDS = ("floor", "time", "all_in", "count")
    OUTCOMES = ("acted", "hand_dead", "check", "cancelled")

    tournament_table = models.ForeignKey(
        "seating.TournamentTable", on_delete=models.PROTECT, related_name="calls"
    )
    kind = models.CharField(max_length=8, choices=[(one, one) for one in KINDS])
    # Seat concerned, if any.
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    # For a call for time: seconds to decide, seconds counted down after that, and the result.
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
