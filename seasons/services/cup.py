"""The cup of a season: who has qualified, who is in the final, who has won. Reads only."""

from dataclasses import dataclass
from datetime import date
from itertools import takewhile

from players.services.memberships import members_among
from seasons.models import CupSeat, Season
from seasons.rules.cup import Candidate, CupTerms, as_played, qualify
from seasons.services.seasons import PlayedEvent, SeasonState, ranking_of_results, state_of
from tourney.rulebooks.books.schema import Book, cite
from tourney.snapshot import cached_in_snapshot

# Seats of a final by a book without a cup, if the season sets nothing.
_SEATS = 10


@dataclass(frozen=True, slots=True)
class Cup:
    """The cup of a season.

    Attributes:
        candidates: members in the ranking before the cup, best first.
        preliminary, final: its events, once they have begun.
        rule: of the book; "" if the season alone has a cup.
    """

    terms: CupTerms
    candidates: tuple[Candidate, ...]
    preliminary: PlayedEvent | None
    final: PlayedEvent | None
    rule: str

    @property
    def finalists(self) -> tuple[Candidate, ...]:
        """Return the players who have a seat in the final."""
        return tuple(one for one in self.candidates if one.way == "final")


def cup_terms(season: Season, book: Book, members: int) -> CupTerms | None:
    """Return what the cup asks for, by the book (Five Spades 7.2) where the season sets nothing; None without a
    cup.

    Args:
        members: of the club; they decide how many seats are fixed.
    """
    policy = book.season.cup
    own = (season.cup_played_from, season.cup_scored_from, season.cup_seats, season.cup_fixed)
    if policy is None and all(one is None for one in own):
        return None

    def chosen(value: int | None, usual: int) -> int:
        return usual if value is None else value

    return CupTerms(
        chosen(season.cup_played_from, policy.events_played_from if policy is not None else 0),
        chosen(season.cup_scored_from, policy.times_in_points_from if policy is not None else 0),
        chosen(season.cup_seats, policy.final_seats if policy is not None else _SEATS),
        chosen(season.cup_fixed, policy.fixed_for(members) if policy is not None else 0),
    )


@cached_in_snapshot
def cup_of(season: Season) -> Cup | None:
    """Return the cup of a season; None without one. The ranking before the cup decides: neither points of the final nor
    of an event that began later change who had qualified for it. Once the final has begun, its players are in it, also
    after a correction.
    """
    state = state_of(season)
    terms = cup_terms(season, state.book, state.member_count)
    if terms is None:
        return None
    events = list(takewhile(lambda one: one.is_open, state.events))
    ranking = ranking_of_results(season, state.results, events)
    decided = dict(CupSeat.objects.filter(season=season).order_by("pk").values_list("player", "has_seat"))
    preliminary, final = state.part("cup_preliminary"), state.part("cup_final")
    people = {one.player for one in ranking}
    members = members_among(list(people), _day(state, preliminary or final))
    candidates = qualify(
        ranking,
        members,
        terms,
        decided={player: has for player, has in decided.items() if has is not None},
        preliminary=_order(preliminary),
    )
    return Cup(
        terms,
        candidates if final is None else as_played(candidates, set(final.result.players)),
        preliminary,
        final,
        cite(state.book, state.book.season.cup),
    )


def _day(state: SeasonState, begun: PlayedEvent | None) -> date:
    return state.day if begun is None else begun.day


def _order(event: PlayedEvent | None) -> list[int] | None:
    """Return the players of the preliminary, the best first; None before it is over. It may end with as many
    players left as there are seats.
    """
    if event is None or not event.result.over:
        return None
    found = event.result.players
    able = [player for player, own in found.items() if own.left or own.place is not None]
    return sorted(able, key=lambda player: (found[player].place or 0, player))
