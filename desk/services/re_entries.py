"""Players who have busted and may still re-enter, cached between reads (`journal_cache`)."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from desk.models import Booking
from desk.services.capacity import KEPT
from seating.models import Bust
from tourney.models import Entry, Tournament
from tourney.services.cached_totals import keys_of
from tourney.services.journal_cache import Changes, JournalCache
from tourney.services.prepared_query import PreparedQuery

Row = tuple[int, datetime | None, str | None]


@dataclass(frozen=True, slots=True)
class _Out:
    """Players whose entries have all busted, none of them by disqualification.

    Attributes:
        entered: how often each of them has entered, by player.
        players: how many of them have entered that often, by number of entries.
    """

    entered: Mapping[int, int]
    players: Mapping[int, int]


def _entries(event: int) -> QuerySet[Entry, Any]:
    rows = Entry.objects.filter(tournament=event, voided_at__isnull=True).order_by()
    return rows.values_list("player", "out_at", "bust__penalty")


_ALL: PreparedQuery[Row] = PreparedQuery(_entries)
_SOME: PreparedQuery[Row] = PreparedQuery(lambda event, players: _entries(event).filter(player__in=players))
_PLAYERS = PreparedQuery(
    lambda entries: Entry.objects.filter(pk__in=entries).order_by().values_list("player", flat=True)
)
_BUSTED = PreparedQuery(
    lambda busts: Bust.objects.filter(pk__in=busts).order_by().values_list("entry", flat=True)
)
_BOOKED = PreparedQuery(
    lambda event, states: (
        Booking.objects.filter(tournament=event, state__in=states).order_by().values_list("player", flat=True)
    )
)


def _out(rows: Iterable[Row]) -> dict[int, int]:
    entered: Counter[int] = Counter()
    gone = set()
    for player, out, penalty in rows:
        entered[player] += 1
        # Without a bust the entry was withdrawn or surrendered.
        if out is None or penalty != "":
            gone.add(player)
    return {player: count for player, count in entered.items() if player not in gone}


def _reading(entered: Mapping[int, int]) -> _Out:
    return _Out(entered, Counter(entered.values()))


def _update(event: Tournament, reading: _Out, players: set[int]) -> _Out:
    rest = {player: count for player, count in reading.entered.items() if player not in players}
    return _reading(rest | _out(_SOME.all(event.pk, sorted(players))))


def _touched(changes: Changes) -> set[int]:
    """Return the players whose entries or busts changes concern."""
    found: dict[str, set[int]] = defaultdict(set)
    for change in changes:
        if change["model"] in {"tourney.entry", "seating.bust"}:
            for image in filter(None, (change["before"], change["after"])):
                for column in ("player_id", "entry_id"):
                    if image.get(column) is not None:
                        found[column].add(image[column])
    entries = found["entry_id"] | keys_of(changes, "tourney.entry")
    busts = keys_of(changes, "seating.bust")
    if busts:
        entries.update(_BUSTED.all(sorted(busts)))
    return found["player_id"].union(_PLAYERS.all(sorted(entries))) if entries else found["player_id"]


# A merge moves entries to another player, in the room's journal.
_OUT = JournalCache(lambda event: _reading(_out(_ALL.all(event.pk))), _touched, _update, in_room=_touched)


def count_returning(event: Tournament, most: int | None) -> int:
    """Count busted players with a re-entry left and no booking; disqualified players do not count.

    Args:
        most: how often a player may re-enter; None: no limit.
    """
    out = _OUT.of(event)

    def may_re_enter(entered: int) -> bool:
        return most is None or entered <= most

    booked = (out.entered.get(player, 0) for player in set(_BOOKED.all(event.pk, KEPT)))
    return sum(count for entered, count in out.players.items() if may_re_enter(entered)) - sum(
        1 for entered in booked if entered and may_re_enter(entered)
    )
