"""Qualification for the cup final, by the ranking of a season (Five Spades 7.2). Pure."""

from collections.abc import Collection, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import Literal

from seasons.rules.ranking import Ranked

# Seat in the final; has to play the preliminary; shares the last fixed place, which the director decides; was out in
# the preliminary or gave the seat up; has not qualified.
Way = Literal["final", "preliminary", "tied", "out", "not_qualified"]


@dataclass(frozen=True, slots=True)
class CupTerms:
    """What a cup asks for.

    Attributes:
        played_from: events played.
        scored_from: events with points.
        seats: of the final.
        fixed: how many of the ranking's best are in the final without the preliminary.
    """

    played_from: int
    scored_from: int
    seats: int
    fixed: int


@dataclass(frozen=True, slots=True)
class Candidate:
    """A member who may play for the cup.

    Attributes:
        rank: in the ranking, 1 for the first; those with equal points share it.
        played, scored: events played, and events with points.
        way: how they stand.
        by_decision: whether the director has decided.
    """

    player: int
    rank: int
    points: int
    played: int
    scored: int
    way: Way
    by_decision: bool = False


def qualify(
    ranking: Sequence[Ranked],
    members: Set[int],
    terms: CupTerms,
    *,
    decided: Mapping[int, bool] | None = None,
    preliminary: Sequence[int] | None = None,
) -> tuple[Candidate, ...]:
    """Return the members of the ranking with their way to the final, best first.

    The fixed places go to the best members who qualify. Where the last of them is shared, none of the players
    who share it has it: the director decides. If no more qualify than the final has seats, all are in the final.

    Args:
        ranking: of the season's events before the cup, best first.
        members: players who are members of the club.
        terms: of the cup.
        decided: by player, whether the director has given (True) or taken (False) a seat in the final.
        preliminary: players in the order of their places in the preliminary, the best first, as far as it is decided;
            None before it.
    """
    own = [one for one in ranking if one.player in members]
    given_or_taken = decided or {}
    decisions = {one.player: given_or_taken[one.player] for one in own if one.player in given_or_taken}
    able = [
        one
        for one in own
        if decisions.get(one.player) is not False
        and one.played >= terms.played_from
        and one.scored >= terms.scored_from
    ]
    ways: dict[int, Way] = {}
    given = {player for player, has in decisions.items() if has}
    if len({one.player for one in able} | given) <= terms.seats:
        ways = {one.player: "final" for one in able}
    else:
        ways = _by_ranking(able, min(terms.fixed, terms.seats))
    with_fixed_place = {player for player, way in ways.items() if way in ("final", "tied")}
    for player, has in decisions.items():
        ways[player] = "final" if has else "out"
    if sum(ways[player] == "final" for player in with_fixed_place) >= terms.fixed:
        # The director has decided who has the shared place.
        ways = {player: "preliminary" if way == "tied" else way for player, way in ways.items()}
    if preliminary is not None:
        left = terms.seats - sum(way == "final" for way in ways.values())
        for player in preliminary:
            if ways.get(player) in ("preliminary", "tied"):
                ways[player] = "final" if left > 0 else "out"
                left -= 1
    return tuple(
        Candidate(
            one.player,
            one.best,
            one.points,
            one.played,
            one.scored,
            ways.get(one.player, "not_qualified"),
            by_decision=one.player in decisions,
        )
        for one in own
    )


def as_played(candidates: Sequence[Candidate], finalists: Collection[int]) -> tuple[Candidate, ...]:
    """Return the candidates once the final has begun: those who play it are in it, whatever is corrected later.

    Args:
        finalists: players with an entry in the final.
    """
    return tuple(
        replace(
            one, way="final" if one.player in finalists else "out" if one.way != "not_qualified" else one.way
        )
        for one in candidates
    )


def _by_ranking(able: Sequence[Ranked], fixed: int) -> dict[int, Way]:
    """Return the way of each qualified member by the ranking alone.

    Args:
        able: best first.
        fixed: how many are in the final without the preliminary.
    """
    inside = able[:fixed]
    shared = {one.best for one in inside[-1:]} & {one.best for one in able[fixed : fixed + 1]}
    return {
        one.player: "tied" if one.best in shared else "final" if one in inside else "preliminary"
        for one in able
    }
