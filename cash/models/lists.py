"""Lists of players who want a seat in a cash game."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

OPEN = ("waiting", "called")


class ListEntry(models.Model):
    """A player's place on a list: interested before a game opens, waiting for a seat, or for another table.

    A player may be on several lists at once, once on each.
    """

    KINDS = ("seat", "change")
    STATES = (*OPEN, "seated", "left", "passed", "expired")
    # "dinner": on a dinner break when their table broke; away as long as the place has an end.
    ORIGINS = ("desk", "phone", "call_in", "dinner")

    kind = models.CharField(max_length=6, choices=[(one, one) for one in KINDS], default="seat")
    game = models.ForeignKey("cash.CashGame", on_delete=models.PROTECT, related_name="list_entries")
    # For a change: the table that the player wants to go to; null: any other of the game.
    table = models.ForeignKey(
        "cash.CashTable", on_delete=models.PROTECT, null=True, blank=True, related_name="list_entries"
    )
    player = models.ForeignKey("players.Player", on_delete=models.PROTECT, related_name="cash_list_entries")
    state = models.CharField(max_length=8, choices=[(one, one) for one in STATES], default="waiting")
    origin = models.CharField(max_length=8, choices=[(one, one) for one in ORIGINS], default="desk")
    added_at = models.DateTimeField()
    # Since when they wait; orders the list.
    waiting_since = models.DateTimeField()
    # For a player who is not in the room: the place is kept until then.
    expires_at = models.DateTimeField(null=True, blank=True)
    # While called: the time until which the seat is kept, and how often they have been called.
    called_at = models.DateTimeField(null=True, blank=True)
    answer_until = models.DateTimeField(null=True, blank=True)
    calls = models.PositiveSmallIntegerField(default=0)
    # The player said on the phone that they are coming.
    coming = models.BooleanField(default=False)
    # The table with the seat that they are called to.
    called_to = models.ForeignKey(
        "cash.CashTable", on_delete=models.PROTECT, null=True, blank=True, related_name="called_entries"
    )
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("place on a cash list")
        ordering = ["waiting_since", "id"]
        indexes = [models.Index(fields=["game", "state"], name="cash_list_by_game")]
        constraints = [
            models.UniqueConstraint(
                fields=["player", "game", "kind"],
                condition=Q(state__in=OPEN),
                name="a_player_is_on_a_cash_list_once",
            ),
            models.CheckConstraint(
                condition=Q(
                    state="called",
                    called_at__isnull=False,
                    answer_until__isnull=False,
                    called_to__isnull=False,
                )
                | (
                    ~Q(state="called")
                    & Q(called_at__isnull=True, answer_until__isnull=True, called_to__isnull=True)
                ),
                name="a_cash_call_has_a_table_and_an_end",
            ),
            models.CheckConstraint(
                condition=Q(state__in=OPEN, ended_at__isnull=True)
                | (~Q(state__in=OPEN) & Q(ended_at__isnull=False)),
                name="a_cash_list_entry_that_is_not_open_has_ended",
            ),
            models.CheckConstraint(
                condition=Q(table__isnull=True) | Q(kind="change"), name="only_a_change_names_a_cash_table"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.kind} {self.state}"
