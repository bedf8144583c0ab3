"""Names in public: by the book of the event, and by each player's wish."""

from collections.abc import Iterable, Mapping, Sequence

from django.utils.timezone import localdate

from players.models import Player
from players.rules.names import Shown, public_name, shortens_guests, told_apart
from players.services.memberships import members_among
from players.services.namesakes import Named, namesakes_of
from players.services.partners import JOINED, partners_at
from tourney.models import Entry, Tournament
from tourney.now import room_now
from tourney.rulebooks.shelf import book_of

_SHOWN = ("name", "nickname", "privacy")


def public_names(event: Tournament, players: Sequence[Named | Player]) -> dict[int, str]:
    """Return the names shown in public at an event, by player.

    A player who shares an entry is named with the partner, the one who registered first: "Anna B. / Bert R.".
    No two players of an event are shown by the same name: a shortened surname gets more letters if needed
    (Five Spades 5.8 shortens guests' names).

    Args:
        players: rows with name, nickname and privacy; may contain the same person several times.
    """
    return {key: JOINED.join(names) for key, names in public_names_apart(event, players).items()}


def public_names_apart(event: Tournament, players: Sequence[Named | Player]) -> dict[int, tuple[str, ...]]:
    """Return the names shown in public at an event, by player: one, or two of a player who registered a team."""
    if not players:
        return {}
    wanted = {one.pk for one in players}
    mates = partners_at(event.pk)
    beside = [mates[key] for key in wanted & mates.keys()]
    partners = list(Player.objects.filter(pk__in=beside).only(*_SHOWN)) if beside else []
    names = _single_names(event, [*players, *partners])
    return {key: (names[key], names[mates[key]]) if key in mates else (names[key],) for key in wanted}


def _single_names(event: Tournament, players: Sequence[Named | Player]) -> dict[int, str]:
    """Return the names of players alone, also of those who share an entry."""
    wanted = {one.pk for one in players}
    people: dict[int, Named | Player] = {one.pk: one for one in [*namesakes_of(event, players), *players]}
    shorten = shortens_guests(book_of(event.book))
    members = members_among(list(people), localdate(room_now())) if shorten else set()
    shown = [
        Shown(
            one.pk,
            one.name,
            public_name(
                one.name, one.nickname, one.privacy, guest=one.pk not in members, shorten_guests=shorten
            ),
        )
        for one in people.values()
    ]
    return {key: name for key, name in told_apart(shown).items() if key in wanted}


def entries_in_public(event: Tournament, entries: Iterable[int]) -> dict[int, str]:
    """Return names shown in public at an event, by entry: of this event, or of an earlier one of several stages."""
    return people_in_public(event, people_of(entries))


def people_of(entries: Iterable[int]) -> dict[int, list[int]]:
    """Return the player of each entry, or both who share it."""
    found = Entry.objects.filter(pk__in=entries).values_list("pk", "player_id", "partner__player_id")
    return {entry: [player] if mate is None else [player, mate] for entry, player, mate in found}


def people_in_public(event: Tournament, people: Mapping[int, Sequence[int]]) -> dict[int, str]:
    """Return names shown in public at an event, by entry.

    Args:
        people: players of each entry; of one who does not exist, the name is empty.
    """
    keys = {key for players in people.values() for key in players}
    names = _single_names(event, list(Player.objects.filter(pk__in=keys).only(*_SHOWN))) if keys else {}
    return {entry: JOINED.join(names.get(key, "") for key in players) for entry, players in people.items()}
