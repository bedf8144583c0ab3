"""Tournaments, entries, and their chips."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

# Modes of a single event (Five Spades 4.2 to 4.20); the names of the policies in `Modes`.
MODES = ("freeze_out", "rebuy_add_on", "cannonball", "bounty", "mystery_bounty", "win_the_button")


class Tournament(models.Model):
    """One event. Its row is the lock for everything that happens in it."""

    name = models.CharField(max_length=80)
    book = models.CharField(max_length=40)
    starting_stack = models.PositiveBigIntegerField()
    chip_set = models.ForeignKey("tourney.ChipSet", on_delete=models.PROTECT, null=True, blank=True)
    logo = models.CharField(max_length=80, blank=True)
    # Whether the field is counted by hand (+ and − on the remote) or from the entries registered at the desk.
    counted_by_hand = models.BooleanField(default=True)
    counted_entries = models.PositiveIntegerField(default=0)
    counted_left = models.PositiveIntegerField(default=0)
    # Chips beyond entries × starting stack: rebuys and add-ons, or less after chips were taken out.
    extra_chips = models.BigIntegerField(default=0)
    created_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    # The mode of the rulebook in which it is played, "" for none in particular.
    mode = models.CharField(max_length=16, blank=True, default="", choices=[(one, one) for one in MODES])
    # Speed factor of a simulated event; null: a real event. A demo is not listed with other events and is left out of
    # all statistics.
    demo_speed = models.PositiveSmallIntegerField(null=True, blank=True)
    # The seq of the last journal entry of this tournament.
    seq = models.PositiveBigIntegerField(default=0)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="a_tournament_has_a_name"),
            models.CheckConstraint(condition=Q(starting_stack__gt=0), name="a_starting_stack_has_chips"),
            models.CheckConstraint(
                condition=Q(counted_left__lte=F("counted_entries")), name="no_more_players_left_than_entries"
            ),
            models.CheckConstraint(
                condition=Q(extra_chips__gte=-F("starting_stack") * F("counted_entries")),
                name="chips_in_play_are_not_negative",
            ),
            models.CheckConstraint(
                condition=Q(demo_speed__isnull=True) | Q(demo_speed__gt=0), name="a_demo_has_a_speed"
            ),
            models.CheckConstraint(condition=Q(mode__in=("", *MODES)), name="an_event_has_a_known_mode"),
        ]

    def __str__(self) -> str:
        return self.name


class Entry(models.Model):
    """A player's paid entry into an event; a re-entry is another one."""

    KINDS = ("entry", "re_entry", "surrender")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="entries")
    player = models.ForeignKey("players.Player", on_delete=models.PROTECT, related_name="entries")
    # 1 for the first, 2 for the first re-entry, …
    number = models.PositiveSmallIntegerField(default=1)
    # How it came about: a first entry, one after busting, or one after surrendering a stack.
    kind = models.CharField(max_length=10, choices=[(one, one) for one in KINDS], default="entry")
    created_at = models.DateTimeField()
    # Out of the event: busted, surrendered, removed.
    out_at = models.DateTimeField(null=True, blank=True)
    # Withdrawn at the desk: it does not count.
    voided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("entry")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "player", "number"], name="each_entry_of_a_player_once"
            ),
            models.CheckConstraint(condition=Q(number__gt=0), name="entries_count_from_one"),
            models.CheckConstraint(
                condition=Q(kind__in=("entry", "re_entry", "surrender")), name="an_entry_has_a_kind"
            ),
            # A player has only one entry in play: a re-entry requires the previous entry to be out.
            models.UniqueConstraint(
                fields=["tournament", "player"],
                condition=Q(out_at__isnull=True, voided_at__isnull=True),
                name="a_player_is_in_play_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} ({self.number})"

    @property
    def in_play(self) -> bool:
        """Return whether this entry has chips or is about to get them."""
        return self.out_at is None and self.voided_at is None


class ChipMove(models.Model):
    """Chips that came into play or left it. The sum of an event's moves is the number in play."""

    KINDS = (
        "starting_stack", "carried", "rebuy", "add_on", "bonus", "surrender", "ghost", "unclaimed", "removed",
        "race", "correction",
    )  # fmt: skip

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="chip_moves")
    entry = models.ForeignKey(
        Entry, on_delete=models.PROTECT, null=True, blank=True, related_name="chip_moves"
    )
    kind = models.CharField(max_length=16, choices=[(one, one) for one in KINDS])
    # Chips; negative if they left play.
    chips = models.BigIntegerField()
    at = models.DateTimeField()

    class Meta:
        ordering = ["id"]
        constraints = [models.CheckConstraint(condition=~Q(chips=0), name="a_chip_move_moves_chips")]

    def __str__(self) -> str:
        return f"{self.kind} {self.chips:+}"
