"""Check the lists of a season by Five Spades 5 to 8, stated a second time over plain rows.

It expects what `manage.py play_season` plays: one entry per player, no busts in one hand.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from django.utils.timezone import localdate

from players.models import Membership
from prizes.models import NameList
from seasons.models import CupSeat, PointsCorrection, Season, SeasonEvent, Title
from seasons.services.cup import cup_of
from seasons.services.seasons import state_of
from seasons.services.titles import all_time_of, season_championship, titles_of
from seating.models import Bust, Knockout
from tests.oracle.points_table import printed
from tourney.models import Entry, Tournament

_TABLE = printed()
_FIXED = {**dict.fromkeys(range(11, 16), 3), **dict.fromkeys(range(16, 21), 4)}
_SEATS = 10


def points(players: int, place: int) -> int:
    """Return the points of 5.4."""
    return 0 if players < 6 else _TABLE.get((min(players, 31), place), 0)


@dataclass
class Night:
    """An event: players in the order of their places, and who eliminated whom, by player."""

    event: int
    role: str
    order: list[int]
    knockouts: list[tuple[int, int]]
    lists: dict[int, set[int]] = field(default_factory=dict)


def nights_of(season: Season) -> list[Night]:
    """Return the events of a season, read from rows."""
    cups = SeasonEvent.objects.filter(role__startswith="cup").exclude(season=season)
    others = set(cups.values_list("tournament_id", flat=True))
    roles = dict(SeasonEvent.objects.filter(season=season).values_list("tournament_id", "role"))
    found = []
    for event in Tournament.objects.filter(book=season.book, demo_speed__isnull=True).order_by("pk"):
        if roles.get(event.pk) == "left_out" or (event.pk in others and event.pk not in roles):
            continue
        players = dict(Entry.objects.filter(tournament=event).values_list("pk", "player_id"))
        busts = list(Bust.objects.filter(entry__in=players).order_by("-pk"))
        if not busts or not season.first_day <= localdate(busts[-1].at) <= season.last_day:
            continue
        out = [players[bust.entry_id] for bust in busts]
        lists: dict[int, set[int]] = defaultdict(set)
        for owner, name in NameList.objects.filter(tournament=event).values_list("owner_id", "name_id"):
            lists[owner].add(name)
        knockouts = [
            (players[winner], players[loser])
            for winner, loser in Knockout.objects.filter(bust__in=busts).values_list("winner", "bust__entry")
        ]
        order = [one for one in players.values() if one not in out] + out
        found.append(Night(event.pk, roles.get(event.pk, "counts"), order, knockouts, lists))
    return found


def summed(nights: Iterable[Night], corrections: Counter[int]) -> Counter[int]:
    """Return the points of the year by player; those without any are in it as well."""
    found = Counter(corrections)
    for night in nights:
        for place, player in enumerate(night.order, start=1):
            found[player] += points(len(night.order), place)
    return found


def placed(sums: Counter[int]) -> dict[int, tuple[int, int]]:
    """Return best and worst place by player."""
    return {
        player: (
            1 + sum(other > own for other in sums.values()),
            sum(other >= own for other in sums.values()),
        )
        for player, own in sums.items()
    }


class SeasonCheck:
    """The lists of a season as the rules want them.

    Attributes:
        made: number of checks.
        faults: what differs.
    """

    def __init__(self, season: Season) -> None:
        self.season, self.made = season, 0
        self.faults: list[str] = []
        self.nights = nights_of(season)
        self.members = set(
            Membership.objects.filter(
                kind="season",
                voided_at__isnull=True,
                starts_on__lte=season.last_day,
                ends_on__gte=season.last_day,
            ).values_list("player_id", flat=True)
        )
        self.corrections: Counter[int] = Counter()
        for player, more in PointsCorrection.objects.filter(season=season).values_list("player", "points"):
            self.corrections[player] += more
        self.year = summed(
            (one for one in self.nights if one.role in ("counts", "cup_final")), self.corrections
        )

    def check(self) -> "SeasonCheck":
        """Check all lists."""
        self._ranking()
        self._championship()
        self._cup()
        self._titles()
        self._all_time()
        return self

    def _same(self, what: str, found: object, wanted: object) -> None:
        self.made += 1
        if found != wanted:
            self.faults.append(f"{what}: {found}, not {wanted}")

    def _ranking(self) -> None:
        state = state_of(self.season)
        cells = {(one.event, one.player): one.points for one in state.results}
        for night in self.nights:
            for place, player in enumerate(night.order, start=1):
                if night.role in ("counts", "cup_final"):
                    wanted = points(len(night.order), place)
                    self._same(
                        f"5.4, event {night.event}, place {place}", cells.get((night.event, player)), wanted
                    )
        self._same("5.1, sums", {one.player: one.points for one in state.ranking}, dict(self.year))
        self._same("places", {one.player: (one.best, one.worst) for one in state.ranking}, placed(self.year))

    def _scores(self) -> Counter[int]:
        found: Counter[int] = Counter()
        for night in self.nights:
            for winner, loser in night.knockouts:
                if winner in self.members:
                    found[winner] += 3 if loser in night.lists.get(winner, ()) else 1
        return found

    def _championship(self) -> None:
        found = season_championship(self.season)
        rows = {} if found is None else {one.player: one.points for one in found.rows}
        self._same("6.1-6.3, championship", rows, dict(self._scores()))

    def _before_cup(self) -> tuple[Counter[int], set[int]]:
        first = next((at for at, one in enumerate(self.nights) if one.role != "counts"), len(self.nights))
        nights = self.nights[:first]
        before = summed(nights, self.corrections)
        played = Counter(player for night in nights for player in night.order)
        scored = Counter(
            player
            for night in nights
            for place, player in enumerate(night.order, start=1)
            if points(len(night.order), place)
        )
        able = {
            player for player in before if player in self.members and played[player] >= 5 and scored[player]
        }
        return before, able

    def _cup(self) -> None:
        cup = cup_of(self.season)
        if cup is None:
            self._same("7.1, cup", None, "a cup")
            return
        before, able = self._before_cup()
        ways: dict[str, set[int]] = defaultdict(set)
        for one in cup.candidates:
            ways[one.way].add(one.player)
        self._same("7.2, not qualified", ways["not_qualified"], (before.keys() & self.members) - able)
        given = dict(CupSeat.objects.filter(season=self.season).values_list("player", "has_seat"))
        final = next((one for one in self.nights if one.role == "cup_final"), None)
        if final is not None:
            self._same("7.2, seats", len(final.order), min(_SEATS, len(able)))
            self._same("7.2, finalists", ways["final"], set(final.order))
            self._same("7.2, finalists qualified", set(final.order) - able, set())
        if len(able) > _SEATS:
            fixed = _FIXED.get(len(self.members), 5 if len(self.members) > 20 else 0)
            best = sorted(able, key=lambda player: -before[player])
            edge = before[best[fixed - 1]] if fixed else max(before.values()) + 1
            certain = {one for one in best if before[one] > edge}
            sharing = {one for one in best if before[one] == edge}
            if len(certain | sharing) == fixed:
                certain |= sharing
            self._same("7.2, fixed", certain - (ways["final"] | ways["tied"]), set())
            preliminary = next((one for one in self.nights if one.role == "cup_preliminary"), None)
            if preliminary is not None:
                inside = certain | {player for player, has in given.items() if has}
                rest = [one for one in preliminary.order if one not in inside]
                self._same("7.2, preliminary", ways["final"], inside | set(rest[: _SEATS - len(inside)]))

    def _titles(self) -> None:
        final = next((one for one in self.nights if one.role == "cup_final"), None)
        leaders: dict[str, set[int]] = {one.kind: set(one.leaders) for one in titles_of(self.season)}
        year = {player: own for player, own in self.year.items() if player in self.members}
        scores = self._scores()
        self._same("8.2, champion", leaders["champion"], _most(scores))
        self._same("8.3, player of the year", leaders["player_of_the_year"], _most(year))
        winner = set() if final is None else {final.order[0]}
        self._same("8.4, cup winner", leaders["cup_winner"], winner)
        for kind, player in Title.objects.filter(season=self.season).values_list("kind", "player"):
            self._same(f"8, {kind}", player in leaders[kind] and player in self.members, True)

    def _all_time(self) -> None:
        wanted: Counter[int] = Counter()
        wins: Counter[int] = Counter()
        years = Season.objects.filter(book=self.season.book, points="book")
        nights = {night.event: night for year in years for night in nights_of(year)}
        for night in nights.values():
            for winner, _loser in night.knockouts:
                wanted[winner] += 1
            if night.role != "cup_preliminary":
                wins[night.order[0]] += 1
                for place, player in enumerate(night.order, start=1):
                    wanted[player] += points(len(night.order), place)
        found = all_time_of(self.season)
        self._same("5.3, all years", {one.player: one.points for one in found if one.points}, dict(+wanted))
        self._same("5.3, wins", {one.player: one.wins for one in found if one.wins}, dict(wins))


def _most(scores: dict[int, int]) -> set[int]:
    most = max(scores.values(), default=0)
    return {player for player, own in scores.items() if own == most and most > 0}


def check_season(season: Season) -> tuple[int, list[str]]:
    """Return the number of checks of a season, and the faults."""
    done = SeasonCheck(season).check()
    return done.made, done.faults
