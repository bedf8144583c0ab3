"""Who has hunted how many heads in an event, as rows have it. Reads only."""

from collections import Counter
from dataclasses import dataclass

from prizes.heads import bounties_of, knockouts_of
from prizes.models import NameList
from prizes.rules.bounties import Hunter, hunters
from prizes.standing import entered_in
from tourney.models import Tournament
from tourney.moment import once_a_moment
from tourney.rulebooks.shelf import book_of


@dataclass(frozen=True, slots=True)
class Hunted:
    """What one player has hunted.

    Attributes:
        hunter: heads, drawn names and points, by player.
        entry: the player's newest, by which names are told.
        won: with all entries, in minor units.
    """

    hunter: Hunter
    entry: int
    won: int


@once_a_moment
def hunted_in(event: Tournament) -> list[Hunted]:
    """All who have hunted a head: most points, heads, money first."""
    players = {one.entry: one.player for one in entered_in(event)}
    knockouts = [
        type(one)(
            players.get(one.prey, 0),
            tuple(players.get(hunter, 0) for hunter in one.hunters),
            one.final,
            one.removed,
        )
        for one in knockouts_of(event)
    ]
    won: Counter[int] = Counter()
    for entry, amount in bounties_of(event).won.items():
        won[players.get(entry, 0)] += amount
    lists: dict[int, list[int]] = {}
    for owner, name in NameList.objects.filter(tournament=event).values_list("owner", "name"):
        lists.setdefault(owner, []).append(name)
    newest = {player: entry for entry, player in sorted(players.items())}
    counted = hunters(knockouts, book_of(event.book), lists=lists)
    counted.sort(key=lambda one: (-one.points, -one.heads, -won[one.hunter], one.hunter))
    return [Hunted(one, newest.get(one.hunter, 0), won[one.hunter]) for one in counted]
