"""Rows of players for their own boards, each with one query that is composed once in a process."""

from collections.abc import Callable, Collection
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet

from desk.models import Booking
from desk.models.booking import OPEN
from players.models import Partner
from procedures.models import StackCount
from seating.models import Move
from tourney.models import Entry, Notice, Tournament
from tourney.services.prepared_query import PreparedQuery

# Above this number of players, rows are read for all players instead of being filtered by a long list.
LISTED = 500
Rows = QuerySet[Any, Any]


class OfPlayers:
    """A query for rows of some players.

    Few players are sought by each path alone: a database finds neither of two alternatives by an index.

    Args:
        rows: returns the rows of all players for given values.
        paths: how the players are found from a row: each names one of its players.
        arranged: adds order and columns.
        key: the column by which rows that several paths found are kept once, in its order; "" for a single path.
    """

    def __init__(
        self,
        rows: Callable[..., Rows],
        paths: tuple[str, ...],
        arranged: Callable[[Rows], Rows] = lambda rows: rows,
        key: str | int = "",
    ) -> None:
        def few(path: str) -> PreparedQuery[Any]:
            return PreparedQuery(
                lambda players, *given: arranged(rows(*given).filter(**{f"{path}__in": players}))
            )

        self._all: Callable[..., Rows] = lambda *given: arranged(rows(*given))
        self._few = tuple(map(few, paths))
        self._key = key

    def of(self, players: Collection[int], *given: Any, shared: bool = True) -> list[Any]:
        """Return the rows of these players, or of all if there are more than `LISTED`.

        Args:
            shared: whether to follow the paths after the first, which lead to partners.
        """
        if len(players) > LISTED:
            return list(self._all(*given))
        paths = self._few if shared else self._few[:1]
        found = [row for query in paths for row in query.all(sorted(players), *given)]
        if len(paths) == 1:
            return found
        return [row for _key, row in sorted({row[self._key]: row for row in found}.items())]


EVENTS = PreparedQuery(lambda event: Tournament.objects.filter(pk=event))
LAST_COUNT = PreparedQuery(
    lambda event: StackCount.objects.filter(tournament=event, occasion="day_end").order_by("-pk")[:1]
)
ENTRIES = OfPlayers(
    lambda event: Entry.objects.filter(tournament=event, voided_at__isnull=True),
    ("player", "partner__player"),
    lambda rows: rows.order_by("pk").values(
        "player", "partner__player", "player__name", "partner__player__name", "partner__plays",
        "pk", "number", "out_at", "seat__number", "seat__tournament_table__table__number",
        "seat__tournament_table__table__seats", "tournament__plan__seats_per_table",
        "held_seat__number", "held_seat__tournament_table__table__number", "held_seat__held_until",
    ),
    key="pk",
)  # fmt: skip
BOOKINGS = OfPlayers(
    lambda event: Booking.objects.filter(tournament=event, state__in=OPEN).select_related(
        "player", "partner"
    ),
    ("player",),
)
BOOKED_TEAMS = OfPlayers(
    lambda event: Booking.objects.filter(
        tournament=event, partner__isnull=False, state__in=OPEN
    ).select_related("player", "partner"),
    ("partner",),
)
MOVES = OfPlayers(
    lambda event: Move.objects.filter(tournament=event, arrived_at__isnull=True, dropped_at__isnull=True),
    ("entry__player", "entry__partner__player"),
    lambda rows: rows.order_by("pk").values_list(
        "entry__player", "entry__partner__player",
        "pk", "kind", "from_table__table__number", "from_seat", "made_at",
    ),
    key=2,
)  # fmt: skip
NOTICES = OfPlayers(
    lambda event, since: Notice.objects.filter(tournament=event, at__gte=since),
    ("player",),
    lambda rows: rows.order_by("-pk").values("pk", "player", "kind", "values", "at"),
)


def _current(since: datetime) -> Q:
    return Q(tournament__closed_at__isnull=True) | Q(tournament__closed_at__gte=since)


def _events(rows: Rows) -> Rows:
    return rows.order_by().values_list("player", "tournament", "tournament__closed_at")


def _events_of_partners(rows: Rows) -> Rows:
    return rows.order_by().values_list("partner", "tournament", "tournament__closed_at")


# Entries, parts in entries, bookings, and lost places in events that are open or were closed lately.
CURRENT = (
    OfPlayers(
        lambda since: Entry.objects.filter(_current(since), voided_at__isnull=True), ("player",), _events
    ),
    OfPlayers(
        lambda since: Partner.objects.filter(_current(since), entry__voided_at__isnull=True),
        ("player",),
        _events,
    ),
    OfPlayers(lambda since: Booking.objects.filter(_current(since), state__in=OPEN), ("player",), _events),
    OfPlayers(
        lambda since: Booking.objects.filter(_current(since), partner__isnull=False, state__in=OPEN),
        ("partner",),
        _events_of_partners,
    ),
    # Players who lost a place or were replaced as a partner see that under the event.
    OfPlayers(
        lambda since: Notice.objects.filter(
            _current(since), kind__in=("left_team", "cancelled"), at__gte=since
        ),
        ("player",),
        _events,
    ),
)
