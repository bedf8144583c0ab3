"""Registration for an event: prices, capacity, late registration."""

from django.db import models
from django.db.models import Q


class Registration(models.Model):
    """Registration settings of an event. Money is in minor units of `currency`."""

    LATE = ("none", "row", "time")
    PARTNER_UNTIL = ("", "entry", "close")

    tournament = models.OneToOneField(
        "tourney.Tournament", on_delete=models.PROTECT, primary_key=True, related_name="registration"
    )
    currency = models.CharField(max_length=3)
    # Parts of the buy-in.
    pool = models.PositiveBigIntegerField(default=0)
    fee = models.PositiveBigIntegerField(default=0)
    staff = models.PositiveBigIntegerField(default=0)
    bounty = models.PositiveBigIntegerField(default=0)
    # Maximum number of players in play; null: limited by seats only.
    capacity = models.PositiveIntegerField(null=True, blank=True)
    # When late entry closes: with the start, when a row of the structure ends, or at a time.
    late_ends = models.CharField(max_length=4, choices=[(one, one) for one in LATE], default="none")
    late_row = models.PositiveSmallIntegerField(null=True, blank=True)
    late_at = models.DateTimeField(null=True, blank=True)
    # When entry was closed, automatically or by hand; null while it is open.
    closed_at = models.DateTimeField(null=True, blank=True)
    # When reservations lapsed and the waiting list opened; null before.
    started_at = models.DateTimeField(null=True, blank=True)
    # Re-entries a player may buy; null: any number, 0: none.
    re_entries_most = models.PositiveSmallIntegerField(null=True, blank=True, default=0)
    surrender_allowed = models.BooleanField(default=False)
    members_only = models.BooleanField(default=False)
    # A home game: entries are counted with + and −, and get names later or never.
    without_names = models.BooleanField(default=False)
    # Teams of two share an entry. Until when the partner is named: with the entry, or until registration
    # closes; "": one player per entry.
    partner_until = models.CharField(
        max_length=5, blank=True, default="", choices=[(one, one) for one in PARTNER_UNTIL]
    )
    # Events that share this name are flights of one tournament; "" for a separate event.
    flights = models.CharField(max_length=80, blank=True, default="")
    # What players may do themselves on their phones.
    self_reserve = models.BooleanField(default=False)
    self_wait = models.BooleanField(default=False)
    self_re_enter = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(late_ends="none", late_row__isnull=True, late_at__isnull=True)
                | Q(late_ends="row", late_row__isnull=False, late_at__isnull=True)
                | Q(late_ends="time", late_row__isnull=True, late_at__isnull=False),
                name="late_entry_ends_in_one_way",
            ),
            models.CheckConstraint(
                condition=Q(pool__lte=10**12, fee__lte=10**12, staff__lte=10**12, bounty__lte=10**12),
                name="a_buy_in_is_payable",
            ),
            models.CheckConstraint(
                condition=Q(partner_until__in=("", "entry", "close")), name="a_partner_is_named_in_time"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}"

    @property
    def price(self) -> int:
        """Return the whole buy-in, in minor units."""
        return self.pool + self.fee + self.staff + self.bounty


class Extra(models.Model):
    """A rebuy or an add-on that an event offers. Money in minor units of the registration's currency."""

    KINDS = ("rebuy", "add_on")

    registration = models.ForeignKey(Registration, on_delete=models.PROTECT, related_name="extras")
    kind = models.CharField(max_length=8, choices=[(one, one) for one in KINDS])
    pool = models.PositiveBigIntegerField(default=0)
    fee = models.PositiveBigIntegerField(default=0)
    staff = models.PositiveBigIntegerField(default=0)
    chips = models.PositiveBigIntegerField()
    # Rows of the structure, counted from 0, within which it is sold; both are the same for an add-on in one break.
    from_row = models.PositiveSmallIntegerField(default=0)
    until_row = models.PositiveSmallIntegerField()
    # Maximum number per player; null: no limit.
    most = models.PositiveSmallIntegerField(null=True, blank=True)
    # Maximum stack that may buy it, in chips; null: no limit.
    stack_most = models.PositiveBigIntegerField(null=True, blank=True)
    # Whether two may be bought at once.
    double = models.BooleanField(default=False)
    # Multiplier of an add-on's chips for players without a rebuy (Five Spades 4.5: 2).
    without_rebuy_times = models.PositiveSmallIntegerField(default=1)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["registration", "kind"], name="one_rebuy_and_one_add_on"),
            models.CheckConstraint(condition=Q(chips__gt=0), name="an_extra_gives_chips"),
            models.CheckConstraint(
                condition=Q(until_row__gte=models.F("from_row")), name="an_extra_ends_after_its_start"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.registration_id} {self.kind}"

    @property
    def price(self) -> int:
        """Return the price, in minor units."""
        return self.pool + self.fee + self.staff
