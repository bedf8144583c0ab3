"""Bounty leaderboard of an event. Reads only."""

from collections import Counter
from dataclasses import dataclass, replace

from prizes.models import NameList
from prizes.rules.bounties import BountyScore, bounty_points
from prizes.services.bounties import bounties_of, knockouts_of
from prizes.services.championship import bounty_points_in
from prizes.services.places import entered_in
from prizes.services.results import events_paid_by
from tourney.models import Tournament
from tourney.rulebooks.shelf import book_of
from tourney.snapshot import cached_in_snapshot


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """The bounties a player has won.

    Attributes:
        score: bounties, drawn names and points, by player. Bounties count for all players, championship points
            for members only (Five Spades 6.2), and points for drawn names if members drew them (6.3).
        entry: the player's newest, which provides the name.
        won: over all entries, in minor units.
    """

    score: BountyScore
    entry: int
    won: int


@cached_in_snapshot
def leaderboard_of(event: Tournament) -> list[LeaderboardRow]:
    """Return players with at least one bounty, by points, bounties and money: in the last of several stages over
    all of them.
    """
    events = events_paid_by(event)
    players = {one.entry: one.player for part in events for one in entered_in(part)}
    newest = {player: entry for entry, player in sorted(players.items())}
    # A re-entered player was not out for good; if bounties are worth money, each entry's bounty counts.
    knockouts = [
        replace(
            one,
            eliminated=players.get(one.eliminated, 0),
            knocked_out_by=tuple(players.get(winner, 0) for winner in one.knocked_out_by),
            final=one.final and newest.get(players.get(one.eliminated, 0)) == one.eliminated,
        )
        for part in events
        for one in knockouts_of(part)
    ]
    won: Counter[int] = Counter()
    for entry, amount in bounties_of(event).won.items():
        won[players.get(entry, 0)] += amount
    lists: dict[int, list[int]] = {}
    for owner, name in NameList.objects.filter(tournament__in=events).values_list("owner", "name"):
        lists.setdefault(owner, []).append(name)
    points: Counter[int] = Counter()
    for scores in bounty_points_in(events).values():
        points.update({one.player: one.points for one in scores})
    counted = [
        replace(one, points=points[one.player])
        for one in bounty_points(knockouts, book_of(event.book), lists=lists)
    ]
    counted.sort(key=lambda one: (-one.points, -one.knockouts, -won[one.player], one.player))
    return [LeaderboardRow(one, newest.get(one.player, 0), won[one.player]) for one in counted]
