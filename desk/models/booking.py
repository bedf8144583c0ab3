"""A player's booking for an event: reserved, checked in, waiting or called."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

OPEN = ("reserved", "checked_in", "waiting", "called")


class Booking(models.Model):
    """A player's booking for an event, or a team's. A player has at most one open booking per event."""

    STATES = (*OPEN, "entered", "cancelled", "lapsed", "no_show", "passed")
    WANTS = ("entry", "re_entry", "surrender")

    tournament = models.ForeignKey("tourney.Tournament", on_delete=models.PROTECT, related_name="bookings")
    player = models.ForeignKey("players.Player", on_delete=models.PROTECT, related_name="bookings")
    # The second player of a team, who waits, is called and leaves the list with the first.
    partner = models.ForeignKey(
        "players.Player", on_delete=models.PROTECT, null=True, blank=True, related_name="partner_bookings"
    )
    wants = models.CharField(max_length=10, choices=[(one, one) for one in WANTS], default="entry")
    state = models.CharField(max_length=10, choices=[(one, one) for one in STATES])
    # Origin: "desk" or "self" (the player's phone).
    origin = models.CharField(max_length=4, default="desk")
    created_at = models.DateTimeField()
    # Whether they were a member when they reserved (Five Spades 2.3).
    member = models.BooleanField(default=False)
    # ID seen, and by whom (name, as in the journal).
    checked_in_at = models.DateTimeField(null=True, blank=True)
    id_seen_by = models.CharField(max_length=120, blank=True)
    # Since when they wait; orders the waiting list.
    waiting_since = models.DateTimeField(null=True, blank=True)
    # Requested right after busting: ahead of the waiting list if the book says so.
    at_once = models.BooleanField(default=False)
    # On the list when registration closed: may still check in (Munot 73).
    guaranteed = models.BooleanField(default=False)
    # While called: the time until which the seat is kept, and how often they have been called.
    called_at = models.DateTimeField(null=True, blank=True)
    offer_until = models.DateTimeField(null=True, blank=True)
    calls = models.PositiveSmallIntegerField(default=0)
    ended_at = models.DateTimeField(null=True, blank=True)
    entry = models.OneToOneField(
        "tourney.Entry", on_delete=models.PROTECT, null=True, blank=True, related_name="booking"
    )

    class Meta:
        verbose_name = _("booking")
        ordering = ["id"]
        indexes = [models.Index(fields=["tournament", "state"]), models.Index(fields=["offer_until"])]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "player"],
                condition=Q(state__in=OPEN),
                name="one_open_booking_per_player",
            ),
            models.UniqueConstraint(
                fields=["tournament", "partner"],
                condition=Q(state__in=OPEN, partner__isnull=False),
                name="one_open_booking_per_partner",
            ),
            models.CheckConstraint(
                # The records of a team that is off the list may be merged.
                condition=~Q(state__in=OPEN) | Q(partner__isnull=True) | ~Q(partner=models.F("player")),
                name="a_booked_team_is_two_players",
            ),
            models.CheckConstraint(
                condition=~Q(state="called") | Q(called_at__isnull=False, offer_until__isnull=False),
                name="an_offer_has_an_end",
            ),
            models.CheckConstraint(
                condition=~Q(state__in=("waiting", "called")) | Q(waiting_since__isnull=False),
                name="who_waits_waits_since",
            ),
            models.CheckConstraint(
                condition=Q(state="entered", entry__isnull=False)
                | (~Q(state="entered") & Q(entry__isnull=True)),
                name="an_entered_booking_has_an_entry",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.state}"
