"""The results of finished events for a club's website, by the names shown in public."""

from collections.abc import Callable

from django.conf import settings
from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce
from msgspec import Struct
from msgspec.structs import replace

from prizes.boards.event import result_rows
from prizes.services.event_end import winners_in_each
from prizes.services.money import payout_of, stages_of_pool
from prizes.services.results import public_places, whole_field_of
from tourney.models import Room, Tournament
from tourney.now import to_ms

MOST_EVENTS = 50
MOST_PLACES = 200
# Started events that are looked through for one that is won and not closed yet, and flights that are left out.
_SPARE = 50


class FeedPlace(Struct, frozen=True):
    """A finishing place.

    Attributes:
        place, to: the place; players who share one have the same two numbers.
        name: as shown in public.
        prize: in minor units, with the share of a deal; null without prizes, and while it is undecided.
        things: what is won besides money, such as a ticket.
    """

    place: int
    to: int
    name: str
    prize: int | None
    things: list[str]


class FeedEvent(Struct, frozen=True):
    """A finished event.

    Attributes:
        url: its page with all results; "" if the server does not know its address (`PUBLIC_URL`).
        start: when it started, or else was planned or set up, in ms.
        closed: whether staff have closed it; before, results may still be corrected.
        currency: of the prizes; "" without prizes.
        places: the best first.
        more: how many places there are besides.
    """

    id: int
    name: str
    url: str
    start: int | None
    closed: bool
    entries: int
    currency: str
    places: list[FeedPlace]
    more: int


class ResultsFeed(Struct, frozen=True):
    """Finished events, the latest first.

    Attributes:
        next: `before` of the next page; null on the last one.
    """

    room: str
    events: list[FeedEvent]
    next: int | None


def latest_event(before: int | None = None) -> int | None:
    """Return the event with which a page begins, finished or not; None if there is none.

    Args:
        before: only events with a smaller id.
    """
    rows = _events() if before is None else _events().filter(pk__lt=before)
    return rows.order_by("-pk").values_list("pk", flat=True).first()


def finished_event(event: int) -> FeedEvent | None:
    """Return an event with at most `MOST_PLACES` places; None if it is not finished, or its players go on."""
    at = Coalesce("registration__started_at", "clock__planned_start", "closed_at", "created_at")
    row = _events().filter(pk=event).annotate(at=at).first()
    if row is None or (row.closed_at is None and not winners_in_each([row]).get(event)):
        return None
    if stages_of_pool(row).goes_on:
        return None
    found = _event(row)
    return found if found.places else None


def results_feed(
    limit: int,
    places: int,
    latest: int | None,
    read: Callable[[int], FeedEvent | None] = finished_event,
) -> ResultsFeed:
    """Return finished events, in the order in which they were created, the latest first.

    Left out are demos, home games without names, and events whose players go on in another one.

    Args:
        limit: how many events.
        places: how many places of each.
        latest: from `latest_event`.
        read: returns a finished event; it may keep it for some time.
    """
    looked_at: list[int] = []
    if latest is not None:
        rows = _events().filter(pk__lte=latest).order_by("-pk")
        looked_at = list(rows.values_list("pk", flat=True)[: limit + _SPARE + 1])
    found: list[FeedEvent] = []
    last: int | None = None
    for event in looked_at[: limit + _SPARE]:
        if len(found) == limit:
            break
        last = event
        one = read(event)
        if one is not None:
            cut = max(0, len(one.places) - places)
            found.append(replace(one, places=one.places[:places], more=one.more + cut))
    is_all = not looked_at or last == looked_at[-1]
    room = Room.objects.filter(id=1).values_list("name", flat=True).first() or ""
    return ResultsFeed(room, found, None if is_all else last)


def _events() -> "QuerySet[Tournament]":
    rows = Tournament.objects.filter(demo_speed__isnull=True).exclude(registration__without_names=True)
    return rows.filter(Q(closed_at__isnull=False) | Q(clock__started=True))


def _event(event: Tournament) -> FeedEvent:
    base, payout = str(settings.PUBLIC_URL).rstrip("/"), payout_of(event)
    ranked = public_places(event)
    pays = payout is not None and bool(payout.currency)
    rows = [
        FeedPlace(
            place=row.best,
            to=row.worst,
            name=row.name,
            prize=row.prize if pays and not row.undecided else None,
            things=row.things,
        )
        for row in result_rows(event, ranked[:MOST_PLACES])
    ]
    return FeedEvent(
        id=event.pk,
        name=event.name,
        url=f"{base}/results/{event.pk}/" if base else "",
        start=to_ms(event.at),  # type: ignore[attr-defined]
        closed=event.closed_at is not None,
        entries=whole_field_of(event),
        currency=payout.currency if payout is not None else "",
        places=rows,
        more=max(0, len(ranked) - MOST_PLACES),
    )
