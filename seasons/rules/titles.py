"""Titles of a season, and the trophies that move on with them (Five Spades 8). Pure."""

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from typing import Literal

TitleKind = Literal["champion", "player_of_the_year", "cup_winner"]
TITLES: tuple[TitleKind, ...] = ("champion", "player_of_the_year", "cup_winner")
# Holds it until the next award; may keep it for good; has left the club and has to return it; has returned it or
# handed it on.
Held = Literal["holds", "keeps", "must_return", "handed_on"]


def leaders(standings: Iterable[tuple[int, int]], members: Set[int] | None) -> tuple[int, ...]:
    """Return the players with the most points who may have the title; several if they are equal.

    Args:
        standings: (player, points).
        members: only these may have it (Five Spades 8.1); None: everybody.
    """
    able = [(player, points) for player, points in standings if members is None or player in members]
    most = max((points for _player, points in able), default=0)
    return tuple(player for player, points in able if points == most and most > 0)


@dataclass(frozen=True, slots=True)
class Awarded:
    """A title that was awarded; seasons are numbered in their order, 0 for the first."""

    kind: TitleKind
    season: int
    player: int


@dataclass(frozen=True, slots=True)
class Trophy:
    """The trophy of a title, as it is now.

    Attributes:
        kind, season, player: the award.
        in_a_row: awards of this title to the player without interruption, this one included, since a trophy was last
            kept.
        state: where the trophy is.
        why: "in_a_row" or "all_titles" for a trophy that is kept; otherwise "".
    """

    kind: TitleKind
    season: int
    player: int
    in_a_row: int
    state: Held
    why: Literal["", "in_a_row", "all_titles"] = ""


def trophies(
    awards: Iterable[Awarded],
    *,
    in_a_row: int | None,
    all_titles: bool,
    titles: Sequence[TitleKind] = TITLES,
    members: Set[int] | None = None,
) -> tuple[Trophy, ...]:
    """Return the trophies by title and season.

    A player who wins a title three times in a row, or all titles of one season, keeps the trophy (Five Spades 8.5),
    and the count begins again with the next one. A season without an award interrupts a row.

    Args:
        awards: of all seasons.
        in_a_row: how many in a row keep a trophy; None: the book has no such rule.
        all_titles: whether all titles of one season keep the trophies.
        titles: of the book.
        members: players who are members now: others return the trophy (8.6); None: everybody may have it.
    """
    won = sorted(awards, key=lambda one: (titles.index(one.kind) if one.kind in titles else 99, one.season))
    swept = {
        (season, player)
        for season, player in {(one.season, one.player) for one in won}
        if all_titles
        and {one.kind for one in won if (one.season, one.player) == (season, player)} >= set(titles)
    }
    found: list[Trophy] = []
    for position, one in enumerate(won):
        before = found[-1] if found and found[-1].kind == one.kind else None
        goes_on = (
            before is not None
            and (before.season, before.player) == (one.season - 1, one.player)
            and before.state != "keeps"
        )
        row = before.in_a_row + 1 if goes_on and before is not None else 1
        last = position + 1 == len(won) or won[position + 1].kind != one.kind
        if in_a_row is not None and row >= in_a_row:
            found.append(Trophy(one.kind, one.season, one.player, row, "keeps", "in_a_row"))
        elif (one.season, one.player) in swept:
            found.append(Trophy(one.kind, one.season, one.player, row, "keeps", "all_titles"))
        else:
            gone = members is not None and one.player not in members
            state: Held = "handed_on" if not last else "must_return" if gone else "holds"
            found.append(Trophy(one.kind, one.season, one.player, row, state))
    return tuple(found)
