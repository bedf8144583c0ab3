"""Registration for an event, as everybody sees it."""

from functools import partial
from typing import Literal

from django.db.models import Sum
from msgspec import Struct, field

from desk.models import Extra, Item, Registration
from desk.rules.late_registration import closing_row, rule_of
from desk.services.capacity import free_places, kept_in, rebuy_seats
from desk.services.late_registration import late_of, track_of
from desk.services.registration import registration_of
from tourney.live.boards import Audience, board
from tourney.models import Tournament
from tourney.now import to_ms
from tourney.rulebooks.shelf import book_of
from tourney.services.cached_totals import CachedTotals, keys_of, sums_of
from tourney.services.prepared_query import PreparedQuery


class PriceParts(Struct, frozen=True):
    """The parts of a price."""

    pool: int
    fee: int
    staff: int
    bounty: int


class ExtraParts(Struct, frozen=True):
    """The parts of the price of an extra."""

    pool: int
    fee: int
    staff: int


class LateEntry(Struct, frozen=True):
    """When late registration closes.

    Attributes:
        row: of the structure, counted from 0, if it ends with one.
        at: the time, if it ends at a time.
        closes_row: the row at whose start entry closes, after a following break if the book says so;
            0 is the start; null if it ends at a time.
    """

    ends: Literal["none", "row", "time"]
    row: int | None
    at: int | None
    closes_row: int | None
    rule: str


class SelfService(Struct, frozen=True):
    """What players may do on their own phones."""

    reserve: bool
    wait: bool
    re_enter: bool


class ExtraSold(Struct, frozen=True):
    """A rebuy or add-on.

    Attributes:
        from_row: of the structure, the first in which it is sold.
        until_row: the last one.
        most: maximum number; null: no limit.
        stack_most: maximum stack, in chips.
        double: whether two at once are sold.
        without_rebuy_times: how often the add-on is sold to a player who has bought no rebuy.
    """

    kind: Literal["rebuy", "add_on"]
    price: int
    parts: ExtraParts
    chips: int
    from_row: int
    until_row: int
    most: int | None
    stack_most: int | None
    double: bool
    without_rebuy_times: int | None


class RegistrationBoard(Struct, frozen=True):
    """Prices, places left, late registration and self-service options. Amounts are in minor units.

    Attributes:
        places_left: null for no limit; excludes `kept`.
        kept: places held for reservations and called players.
        waiting: how many are on the waiting list.
        re_entries_most: null for no limit.
        partner_until: teams of two share an entry: the partner is named with the `entry`, or until registration closes
            (`close`); "": one player per entry.
    """

    open: bool
    started: bool
    closed_at: int | None
    late: LateEntry
    price: int
    parts: PriceParts
    currency: str
    capacity: int | None
    places_left: int | None
    kept: int
    waiting: int
    pool_total: int
    re_entries_most: int | None
    own: SelfService = field(name="self")
    extras: list[ExtraSold]
    partner_until: Literal["", "entry", "close"] = ""


_EVENTS = PreparedQuery(lambda pk: Tournament.objects.filter(pk=pk))
_EXTRAS = PreparedQuery(lambda registration: Extra.objects.filter(registration=registration).order_by("kind"))
_POOLS = CachedTotals(
    sums_of(lambda event: Item.objects.filter(tournament=event), pool_sum=Sum("pool")),
    partial(keys_of, model="desk.item"),
)


@board(
    "registration",
    topic="t",
    audience=Audience.PUBLIC,
    # A desk reads a chosen player again when this board changes: also when their partner is named elsewhere.
    rows=("desk.registration", "desk.extra", "desk.booking", "desk.item", "tourney.entry", "players.partner"),
)
def registration(tournament_id: int, _name: str = "") -> RegistrationBoard | None:
    """Return prices, places left, late registration and self-service options; None if nothing is sold yet."""
    event = _EVENTS.first(tournament_id)
    row = None if event is None else registration_of(event)
    if event is None or row is None:
        return None
    free, kept = free_places(event, row), kept_in(event)
    return RegistrationBoard(
        open=row.closed_at is None and event.closed_at is None,
        started=row.started_at is not None,
        closed_at=to_ms(row.closed_at),
        late=_late(event, row),
        price=row.price,
        parts=PriceParts(pool=row.pool, fee=row.fee, staff=row.staff, bounty=row.bounty),
        currency=row.currency,
        capacity=row.capacity,
        places_left=None if free is None else max(0, free),
        # Held for reservations, called players and busted players who may rebuy; not part of places left.
        kept=kept.held + kept.promised + rebuy_seats(event),
        waiting=kept.waiting,
        pool_total=_POOLS.of(event)[0],
        re_entries_most=row.re_entries_most,
        own=SelfService(reserve=row.self_reserve, wait=row.self_wait, re_enter=row.self_re_enter),
        extras=[_extra(extra) for extra in _EXTRAS.all(row.pk)],
        partner_until=row.partner_until,  # type: ignore[arg-type]
    )


def _late(event: Tournament, row: Registration) -> LateEntry:
    book, late = book_of(event.book), late_of(row)
    return LateEntry(
        ends=late.ends,
        row=late.row,
        at=late.at,
        closes_row=None if late.ends == "time" else closing_row(late, book, track_of(event).breaks),
        rule=rule_of(late, book),
    )


def _extra(extra: Extra) -> ExtraSold:
    return ExtraSold(
        kind=extra.kind,  # type: ignore[arg-type]
        price=extra.price,
        parts=ExtraParts(pool=extra.pool, fee=extra.fee, staff=extra.staff),
        chips=extra.chips,
        from_row=extra.from_row,
        until_row=extra.until_row,
        most=extra.most,
        stack_most=extra.stack_most,
        double=extra.double,
        without_rebuy_times=extra.without_rebuy_times,
    )
