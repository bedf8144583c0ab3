"""Players who share an entry: whose it is, and what the pair is called. Reads only."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from babel.lists import format_list
from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils.translation import get_language, ngettext, to_locale

from players.models import Partner, Player
from tourney.models import Entry, Tournament
from tourney.services.journal_cache import Changes, JournalCache
from tourney.services.prepared_query import PreparedQuery
from tourney.snapshot import cached_until_changed

# Between the names of the two players of an entry.
JOINED = " / "


def held_by(player: Player | int) -> Q:
    """Return the condition that an entry is a player's: registered by them, or shared with them."""
    # Two conditions joined by "or" would read all entries of the room.
    return Q(pk__in=keys_held_by(player))


def keys_held_by(player: Player | int) -> QuerySet[Any, Any]:
    """Return the keys of a player's entries."""
    shared = Partner.objects.filter(player=player).order_by().values("entry")
    return Entry.objects.filter(player=player).order_by().values("pk").union(shared)


def held_by_any(players: Iterable[Player | int], path: str = "") -> Q:
    """Return the condition that an entry is registered by, or shared with, one of several players.

    Args:
        players: the players.
        path: how the entry is found from the rows that are filtered ("entry__"); "" for entries.
    """
    found = list(players)
    return Q(**{f"{path}player__in": found}) | Q(**{f"{path}partner__player__in": found})


_ANY = PreparedQuery(
    lambda tournament: (
        Partner.objects.filter(tournament=tournament).order_by().values_list("pk", flat=True)[:1]
    )
)


@cached_until_changed("players.partner")
def has_partners(tournament: int) -> bool:
    """Return whether any entry of an event is or was shared. Most events have none, and read no partners."""
    return bool(_ANY.all(tournament))


def alone_in(tournament: int) -> list[tuple[int, str]]:
    """Return the entries in play that are not shared, with the name of the player, by name."""
    found = Entry.objects.filter(tournament=tournament, out_at=None, voided_at=None, partner=None)
    return list(found.order_by("player__name", "pk").values_list("pk", "player__name"))


_PAIRS = PreparedQuery(
    lambda entries: Partner.objects.filter(entry__in=entries).select_related("player").order_by()
)


def partners_of(entries: Iterable[int]) -> dict[int, Partner]:
    """Return the partner of each entry that has one."""
    return {row.entry_id: row for row in _PAIRS.all(list(entries))}


def teams_of(tournament: int, players: Iterable[int]) -> dict[int, Partner]:
    """Return the team in play of each of these players, of either of the two, in an event."""
    keys = set(players)
    rows = Partner.objects.filter(
        Q(player__in=keys) | Q(entry__player__in=keys),
        tournament=tournament,
        entry__voided_at__isnull=True,
        entry__out_at__isnull=True,
    )
    found = list(rows.select_related("player", "entry__player"))
    return {key: row for row in found for key in (row.entry.player_id, row.player_id) if key in keys}


def with_partners(names: Mapping[int, str]) -> dict[int, str]:
    """Return the names of entries as staff see them, with that of the partner: "Anna Meyer / Bert Rossi".

    Args:
        names: of the players who registered, by entry.
    """
    found = dict(names)
    for entry, row in partners_of(names).items():
        found[entry] = f"{names[entry]}{JOINED}{row.player.name}"
    return found


def entry_name(entry: Entry) -> str:
    """Return the name of an entry as staff see it, with that of the partner.

    Lists read "partner__player" with the entries, or use `entry_names`.
    """
    pair = _partner_of(entry)
    return entry.player.name if pair is None else f"{entry.player.name}{JOINED}{pair.player.name}"


def is_team(entry: Entry) -> bool:
    """Return whether an entry is shared by two players."""
    return _partner_of(entry) is not None


def already_out(entry: Entry) -> str:
    """Say that an entry is out already: "A is", or for a team "A / B are"."""
    text = ngettext("%(name)s is already out.", "%(name)s are already out.", 2 if is_team(entry) else 1)
    return text % {"name": entry_name(entry)}


def _partner_of(entry: Entry) -> Partner | None:
    """Return the partner of an entry, which keeps it as Django does."""
    kept = entry._state.fields_cache
    if "partner" not in kept:
        kept["partner"] = _PAIRS.first([entry.pk]) if has_partners(entry.tournament_id) else None
    found: Partner | None = kept["partner"]
    return found


def entry_names(entries: Iterable[Entry]) -> list[str]:
    """Return the names of entries as staff see them, in their order, with one query for all partners."""
    rows = list(entries)
    names = {row.pk: row.player.name for row in rows}
    events = {row.tournament_id for row in rows}
    if len(events) > 1 or any(map(has_partners, events)):
        names = with_partners(names)
    return [names[row.pk] for row in rows]


def listed(names: Sequence[str]) -> str:
    """Return names for a sentence; with teams, "and" separates the last team from the others."""
    if not any(JOINED in name for name in names):
        return ", ".join(names)
    return format_list(names, locale=to_locale(get_language() or settings.LANGUAGE_CODE))


def players_of(entry: Entry) -> tuple[int, ...]:
    """Return the players of an entry, the one who registered first."""
    pair = _PAIRS.first([entry.pk]) if has_partners(entry.tournament_id) else None
    return (entry.player_id,) if pair is None else (entry.player_id, pair.player_id)


_PARTNERS = PreparedQuery(
    lambda tournament: (
        Partner.objects.filter(tournament=tournament, entry__voided_at__isnull=True)
        .order_by("entry")
        .values_list("entry__player", "player")
    )
)


def _read_partners(event: Tournament) -> Mapping[int, int]:
    return dict(_PARTNERS.all(event.pk))


def _touch_partners(changes: Changes) -> set[int]:
    """Return a key if changes affect who shares an entry."""
    return {0} if any(map(_is_about_partners, changes)) else set()


def _is_about_partners(change: Mapping[str, Any]) -> bool:
    if change["model"] != "tourney.entry":
        return bool(change["model"] == "players.partner")
    before, after = change["before"] or {}, change["after"] or {}
    return any(before.get(name) != after.get(name) for name in ("voided_at", "player_id") if before)


# Nearly every command of an event for teams needs the partners, and few change them.
_READINGS: JournalCache[Mapping[int, int]] = JournalCache(
    _read_partners,
    _touch_partners,
    lambda event, _partners, _touched: _read_partners(event),
    in_room=lambda changes: None if _touch_partners(changes) else set(),
)


def partners_at(tournament: int) -> Mapping[int, int]:
    """Return the partner of each player who registered an entry of an event with one; of several, of the newest."""
    return _READINGS.of(Tournament(pk=tournament)) if has_partners(tournament) else {}
