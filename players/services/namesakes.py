"""People of an event who may be shown in public by the same name, cached between reads (`journal_cache`)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from players.models import Partner, Player
from players.rules.names import public_forms
from tourney.models import Entry, Tournament
from tourney.services.journal_cache import Changes, JournalCache
from tourney.services.prepared_query import PreparedQuery

Named = tuple[int, str, str, str]
# Rows that say who takes part, besides players themselves.
_PARTS = frozenset({"tourney.entry", "players.partner"})


@dataclass(frozen=True, slots=True)
class _Names:
    """The people of an event.

    Attributes:
        forms: the names by which each of them may be shown, by player.
        people: all who may be shown by a name, by that name.
    """

    forms: Mapping[int, frozenset[str]]
    people: Mapping[str, frozenset[int]]


def _named(rows: QuerySet[Any]) -> QuerySet[Any, Named]:
    return rows.order_by().values_list("player", "player__name", "player__nickname", "player__privacy")


def _entered(event: int) -> QuerySet[Any, Named]:
    return _named(Entry.objects.filter(tournament=event, voided_at__isnull=True))


def _shared(event: int) -> QuerySet[Any, Named]:
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


def _forms(rows: Iterable[Named]) -> dict[int, frozenset[str]]:
    return {player: public_forms(name, nickname, privacy) for player, name, nickname, privacy in rows}


def _read(event: Tournament) -> _Names:
    forms = _forms([*_ALL_ENTERED.all(event.pk), *_ALL_SHARED.all(event.pk)])
    people: dict[str, set[int]] = defaultdict(set)
    for player, names in forms.items():
        for name in names:
            people[name].add(player)
    return _Names(forms, {name: frozenset(some) for name, some in people.items()})


def _update(event: Tournament, reading: _Names, players: set[int]) -> _Names:
    keys = sorted(players)
    new = _forms([*_SOME_ENTERED.all(event.pk, keys), *_SOME_SHARED.all(event.pk, keys)])
    old = {player: reading.forms[player] for player in players if player in reading.forms}
    if new == old:
        return reading
    forms, people = dict(reading.forms), dict(reading.people)
    for player, names in old.items():
        del forms[player]
        for name in names:
            people[name] -= {player}
    for player, names in new.items():
        forms[player] = names
        for name in names:
            people[name] = people.get(name, frozenset()) | {player}
    return _Names(forms, people)


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


def namesakes_of(event: Tournament, players: Iterable[Player]) -> set[int]:
    """Return the other people of an event who may be shown by the same name as one of these."""
    people = _NAMES.of(event).people
    found: set[int] = set()
    keys: set[int] = set()
    for one in players:
        keys.add(one.pk)
        for name in public_forms(one.name, one.nickname, one.privacy):
            found |= people.get(name, frozenset())
    return found - keys
