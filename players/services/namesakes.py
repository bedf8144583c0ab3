"""People of an event who may be shown in public by the same name, cached between reads (`journal_cache`)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import QuerySet

from players.models import Partner, Player
from players.rules.names import public_forms
from tourney.models import Entry, Tournament
from tourney.services.journal_cache import Changes, JournalCache
from tourney.services.prepared_query import PreparedQuery


class Named(NamedTuple):
    """A person, as far as public names depend on it."""

    pk: int
    name: str
    nickname: str
    privacy: str


# From this part of the people on (1 in 4), finding namesakes takes longer than comparing all names.
_LARGE_PART = 4
# Rows that say who takes part, besides players themselves.
_PARTS = frozenset({"tourney.entry", "players.partner"})


@dataclass(frozen=True, slots=True)
class _Names:
    """The people of an event.

    Attributes:
        rows: what names depend on, by player.
        people: all who may be shown by a name, by that name.
    """

    rows: Mapping[int, Named]
    people: Mapping[str, frozenset[int]]


def _named(rows: QuerySet[Any]) -> QuerySet[Any, tuple[int, str, str, str]]:
    return rows.order_by().values_list("player", "player__name", "player__nickname", "player__privacy")


def _entered(event: int) -> QuerySet[Any, tuple[int, str, str, str]]:
    return _named(Entry.objects.filter(tournament=event, voided_at__isnull=True))


def _shared(event: int) -> QuerySet[Any, tuple[int, str, str, str]]:
    return _named(Partner.objects.filter(tournament=event, entry__voided_at__isnull=True))


_ALL_ENTERED, _ALL_SHARED = PreparedQuery(_entered), PreparedQuery(_shared)
_SOME_ENTERED = PreparedQuery(lambda event, players: _entered(event).filter(player__in=players))
_SOME_SHARED = PreparedQuery(lambda event, players: _shared(event).filter(player__in=players))
_OF_ENTRIES = PreparedQuery(
    lambda keys: Entry.objects.filter(pk__in=keys).order_by().values_list("player", flat=True)
)
_OF_PARTNERS = PreparedQuery(
    lambda keys: Partner.objects.filter(pk__in=keys).order_by().values_list("player", flat=True)
)
# A partner counts as long as the entry does.
_PARTNERS_OF = PreparedQuery(
    lambda keys: Partner.objects.filter(entry__in=keys).order_by().values_list("player", flat=True)
)


def _by_player(rows: Iterable[tuple[int, str, str, str]]) -> dict[int, Named]:
    return {row[0]: Named(*row) for row in rows}


def _forms(one: Named | Player) -> frozenset[str]:
    return public_forms(one.name, one.nickname, one.privacy)


def _read(event: Tournament) -> _Names:
    rows = _by_player([*_ALL_ENTERED.all(event.pk), *_ALL_SHARED.all(event.pk)])
    people: dict[str, set[int]] = defaultdict(set)
    for player, one in rows.items():
        for name in _forms(one):
            people[name].add(player)
    return _Names(rows, {name: frozenset(some) for name, some in people.items()})


def _update(event: Tournament, reading: _Names, players: set[int]) -> _Names:
    keys = sorted(players)
    new = _by_player([*_SOME_ENTERED.all(event.pk, keys), *_SOME_SHARED.all(event.pk, keys)])
    old = {player: reading.rows[player] for player in players if player in reading.rows}
    if new == old:
        return reading
    rows, people = dict(reading.rows), dict(reading.people)
    for player, one in old.items():
        del rows[player]
        for name in _forms(one):
            people[name] -= {player}
    for player, one in new.items():
        rows[player] = one
        for name in _forms(one):
            people[name] = people.get(name, frozenset()) | {player}
    return _Names(rows, people)


def _touched(changes: Changes) -> set[int]:
    """Return the players whom changes concern: their names, or whether they take part."""
    players: set[int] = set()
    entries: set[int] = set()
    partners: set[int] = set()
    for change in changes:
        if change["model"] == "players.player":
            players.add(change["pk"])
        elif change["model"] in _PARTS:
            (entries if change["model"] == "tourney.entry" else partners).add(change["pk"])
            images = filter(None, (change["before"], change["after"]))
            players.update(image["player_id"] for image in images if image.get("player_id") is not None)
    if entries:
        players.update(_OF_ENTRIES.all(sorted(entries)), _PARTNERS_OF.all(sorted(entries)))
    if partners:
        players.update(_OF_PARTNERS.all(sorted(partners)))
    return players


_NAMES = JournalCache(_read, _touched, _update, in_room=_touched)


def namesakes_of(event: Tournament, players: Iterable[Named | Player]) -> list[Named]:
    """Return the other people of an event who may be shown by the same name as one of these; all other people of the
    event if these are a large part of it.
    """
    reading, players = _NAMES.of(event), list(players)
    if _LARGE_PART * len(players) > len(reading.rows):
        known = {one.pk for one in players}
        return [one for key, one in reading.rows.items() if key not in known]
    found: set[int] = set()
    keys: set[int] = set()
    for one in players:
        keys.add(one.pk)
        for name in _forms(one):
            found |= reading.people.get(name, frozenset())
    return [reading.rows[key] for key in found - keys]
