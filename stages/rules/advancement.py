"""Who advances to a stage, and with which stack. Pure."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from stages.rules.stage_rule import Best, Carried, Equal, Everybody, InMoney, Percent, StageRule


@dataclass(frozen=True, slots=True)
class EntryResult:
    """How an entry ended in an event of an earlier stage.

    Attributes:
        entry, player, event: ids.
        stage: number of the stage.
        chips: at the end; 0 for players who are out, or if the stacks are not known.
        is_in: whether the player had chips at the end.
        place: in the event, 1 for the best; equal places are shared. Players with chips rank by these, above all
            others.
        table: number of the table at which the entry ended; 0 without one.
        is_disqualified: the player advances to no later stage.
    """

    entry: int
    player: int
    event: int
    stage: int
    chips: int
    is_in: bool
    place: int
    table: int = 0
    is_disqualified: bool = False


@dataclass(frozen=True, slots=True)
class BaggedStack:
    """A stack of a player who advances; one that is not carried is forfeited."""

    entry: int
    chips: int
    is_carried: bool


@dataclass(frozen=True, slots=True)
class AdvancingPlayer:
    """A player who advances to a stage.

    Attributes:
        entry: the entry that counts: the one whose stack is carried, or the newest.
        stack: the stack in the new stage.
        points: of all events that the rule looks at.
        bagged: all stacks of the player.
    """

    player: int
    entry: int
    stack: int
    points: int
    bagged: tuple[BaggedStack, ...]

    @property
    def forfeited(self) -> int:
        """Return the chips that are forfeited."""
        return sum(one.chips for one in self.bagged if not one.is_carried)


@dataclass(frozen=True, slots=True)
class StageField:
    """The field of a stage, before it is written.

    Attributes:
        players: the best first: by points if the rule has any, else by stack, else by place.
        carried: chips of carried stacks; `forfeited`: other stacks of players who advance; `left`: stacks of players
            who do not. Together the chips of all events.
        undecided: players who have to choose one of several stacks, and have not.
        several_stacks: players with several stacks, where a player may have only one.
    """

    players: tuple[AdvancingPlayer, ...]
    carried: int = 0
    forfeited: int = 0
    left: int = 0
    undecided: tuple[int, ...] = ()
    several_stacks: tuple[int, ...] = ()


def advance(
    rule: StageRule,
    results: Sequence[EntryResult],
    *,
    starting_stack: int,
    paid: Mapping[int, int] | None = None,
    chosen: Collection[int] = (),
    excluded: Collection[int] = (),
) -> StageField:
    """Return who advances to a stage.

    Args:
        rule: of the stage.
        results: of all entries in the events that the rule looks at.
        starting_stack: of the event that players advance to.
        paid: number of places that each event pays itself, by event.
        chosen: entries whose stack is carried, where players choose.
        excluded: players who do not advance in any case.
    """
    points = points_of(rule, results)
    by_player: dict[int, list[EntryResult]] = defaultdict(list)
    for one in results:
        by_player[one.player].append(one)
    selected = [one for one in _select_players(rule, results, points, paid or {}) if one not in excluded]
    place = _best_places(results)
    players = sorted(
        (
            _advance_player(rule, by_player[one], points.get(one, 0), starting_stack, chosen)
            for one in selected
        ),
        key=lambda one: (-one.points, -one.stack, place[one.player], one.player),
    )
    bagged = {one.entry for player in players for one in player.bagged}
    several = [player for player in selected if sum(one.is_in for one in by_player[player]) > 1]
    take = rule.stack.take if isinstance(rule.stack, Carried) else None
    return StageField(
        tuple(players),
        carried=sum(one.stack for one in players) if take is not None else 0,
        forfeited=sum(one.forfeited for one in players),
        left=sum(one.chips for one in results if one.entry not in bagged),
        undecided=tuple(one for one in several if take == "one" and not _has_chosen(by_player[one], chosen)),
        several_stacks=tuple(several) if take == "only" else (),
    )


def _advance_player(
    rule: StageRule, own: Sequence[EntryResult], points: int, starting_stack: int, chosen: Collection[int]
) -> AdvancingPlayer:
    """Return a player with the stack in the new stage.

    Args:
        own: results of the player's entries.
    """
    with_chips = [one for one in own if one.is_in]
    carried = _carried_of(rule, with_chips, chosen)
    if isinstance(rule.stack, Carried):
        stack = sum(one.chips for one in carried)
    elif isinstance(rule.stack, Equal):
        stack = rule.stack.chips or starting_stack
    else:
        stack = rule.stack.stack_for(points)
    keys = {one.entry for one in carried}
    return AdvancingPlayer(
        own[0].player,
        (carried or own)[-1].entry,
        stack,
        points,
        tuple(BaggedStack(one.entry, one.chips, one.entry in keys) for one in with_chips),
    )


def _has_chosen(own: Iterable[EntryResult], chosen: Collection[int]) -> bool:
    return len({one.entry for one in own if one.is_in} & set(chosen)) == 1


def points_of(rule: StageRule, results: Iterable[EntryResult]) -> dict[int, int]:
    """Return the points of each player over all events (Five Spades 4.18, 4.19); of several entries in one stage the
    best counts.
    """
    if not rule.points:
        return {}
    best: dict[tuple[int, int], int] = defaultdict(int)
    for group in _group(results, rule.points_per).values():
        alone = sum(one.is_in for one in group) == 1 and len(group) > 1
        for one, place in _rank(group):
            earned = rule.points[place - 1] if place <= len(rule.points) else 0
            if alone and one.is_in:
                earned += rule.early_bonus
            best[one.player, one.stage] = max(best[one.player, one.stage], earned)
    total: dict[int, int] = defaultdict(int)
    for (player, _stage), earned in best.items():
        total[player] += earned
    return dict(total)


def _select_players(
    rule: StageRule, results: Sequence[EntryResult], points: Mapping[int, int], paid: Mapping[int, int]
) -> list[int]:
    """Return the players who advance, each once. A rule that carries stacks takes only players with chips, even if
    these are fewer than it has places for.
    """
    who = rule.who
    if isinstance(who, Best | Percent):
        found = _best_of(who, results, points)
    elif isinstance(who, Everybody):
        found = [one.player for one in results]
    elif isinstance(who, InMoney):
        found = [one.player for one in results if one.is_in and one.place <= paid.get(one.event, 0)]
    else:
        found = [one.player for one in results if one.is_in]
    excluded = {one.player for one in results if one.is_disqualified}
    if isinstance(rule.stack, Carried):
        excluded |= {one.player for one in results} - {one.player for one in results if one.is_in}
    return [player for player in dict.fromkeys(found) if player not in excluded]


def _best_of(who: Best | Percent, results: Sequence[EntryResult], points: Mapping[int, int]) -> list[int]:
    """Return the best of each group, with all who are level on the line."""
    found: list[int] = []
    for group in _group(results, who.per).values():
        best: dict[int, tuple[int, ...]] = {}
        for one, place in _rank(group):
            key: tuple[int, ...] = (place,)
            if who.per == "field":
                key = (-points.get(one.player, 0),) if points else (-one.chips, place)
            best[one.player] = min(key, best.get(one.player, key))
        ranked = sorted(best.items(), key=lambda pair: (pair[1], pair[0]))
        most = who.count if isinstance(who, Best) else -(-len(group) * who.percent // 100)
        line = ranked[min(most, len(ranked)) - 1][1]
        found += [player for player, key in ranked if key <= line]
    return found


def _carried_of(
    rule: StageRule, with_chips: Sequence[EntryResult], chosen: Collection[int]
) -> list[EntryResult]:
    """Return those of a player's stacks that are carried.

    Args:
        with_chips: the player's entries with chips, the newest last.
    """
    if not isinstance(rule.stack, Carried) or not with_chips:
        return []
    if rule.stack.take == "sum":
        return list(with_chips)
    if rule.stack.take == "one":
        # Until the player has chosen: the newest one.
        return next(([one] for one in with_chips if one.entry in chosen), [with_chips[-1]])
    return [max(with_chips, key=lambda one: (one.chips, -one.entry))]


def _group(results: Iterable[EntryResult], per: str) -> dict[tuple[int, ...], list[EntryResult]]:
    groups: dict[tuple[int, ...], list[EntryResult]] = defaultdict(list)
    for one in results:
        key = () if per == "field" else (one.event,) if per == "event" else (one.event, one.table)
        groups[key].append(one)
    return groups


def _rank(group: Iterable[EntryResult]) -> list[tuple[EntryResult, int]]:
    """Return the places within a group: 1, 2, 2, 4 …"""
    placed: list[tuple[EntryResult, int]] = []
    for _place, level in groupby(sorted(group, key=lambda one: one.place), key=lambda one: one.place):
        place = len(placed) + 1
        placed += [(one, place) for one in level]
    return placed


def _best_places(results: Iterable[EntryResult]) -> dict[int, int]:
    best: dict[int, int] = {}
    for one in results:
        best[one.player] = min(one.place, best.get(one.player, one.place))
    return best
