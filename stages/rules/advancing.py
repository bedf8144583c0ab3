"""Who comes into a stage, and with which stack. Pure."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from stages.rules.stage_rule import Best, Carried, Equal, Everybody, InMoney, Percent, StageRule


@dataclass(frozen=True, slots=True)
class Played:
    """How an entry ended in an event of an earlier stage.

    Attributes:
        entry, player, event: ids.
        stage: number of the stage.
        chips: at the end; 0 for players who are out, or if the stacks are not known.
        is_in: whether the player had chips at the end.
        place: in the event, 1 for the best; equal places are shared. Players with chips rank by these, above all
            others.
        table: number of the table at which the entry ended; 0 without one.
        is_disqualified: the player does not come into any later stage.
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
class Bag:
    """A stack of a player, and whether it goes on; otherwise it is forfeited."""

    entry: int
    chips: int
    goes_on: bool


@dataclass(frozen=True, slots=True)
class Coming:
    """A player who comes into a stage.

    Attributes:
        stack: the stack there.
        points: of all events that the rule looks at.
        bags: all their stacks.
        entry: the entry that counts: the one whose stack goes on, or the newest.
    """

    player: int
    entry: int
    stack: int
    points: int
    bags: tuple[Bag, ...]

    @property
    def forfeited(self) -> int:
        """Return the chips that are forfeited."""
        return sum(bag.chips for bag in self.bags if not bag.goes_on)


@dataclass(frozen=True, slots=True)
class StageField:
    """The field of a stage, before it is written.

    Attributes:
        coming: the best first: by points if the rule has any, else by stack, else by place.
        carried: chips that go on; `forfeited`: other stacks of those who come; `left`: stacks of those who do not
            come. Together the chips of all events.
        undecided: players with several stacks of whom exactly one goes on, who have not chosen.
        doubled: players with several stacks, where a player may have only one.
    """

    coming: tuple[Coming, ...]
    carried: int = 0
    forfeited: int = 0
    left: int = 0
    undecided: tuple[int, ...] = ()
    doubled: tuple[int, ...] = ()


def advance(
    rule: StageRule,
    played: Sequence[Played],
    *,
    starting_stack: int,
    paid: Mapping[int, int] | None = None,
    chosen: Collection[int] = (),
) -> StageField:
    """Return who comes into a stage.

    Args:
        rule: of the stage.
        played: all entries in the events that the rule looks at.
        starting_stack: of the event they come to.
        paid: number of places that each event pays itself, by event.
        chosen: entries whose stack goes on, where players choose.
    """
    points = points_of(rule, played)
    by_player: dict[int, list[Played]] = defaultdict(list)
    for one in played:
        by_player[one.player].append(one)
    disqualified = {one.player for one in played if one.is_disqualified}
    comes = [one for one in _who(rule, played, points, paid or {}) if one not in disqualified]
    coming, undecided, doubled = [], [], []
    for player in comes:
        own = by_player[player]
        bags = [one for one in own if one.is_in]
        kept = _kept(rule, bags, chosen)
        if isinstance(rule.stack, Carried) and len(bags) > 1:
            if rule.stack.take == "only":
                doubled.append(player)
            elif rule.stack.take == "one" and len({one.entry for one in bags} & set(chosen)) != 1:
                undecided.append(player)
        if isinstance(rule.stack, Carried):
            stack = sum(one.chips for one in kept)
        elif isinstance(rule.stack, Equal):
            stack = rule.stack.chips or starting_stack
        else:
            stack = rule.stack.stack_for(points.get(player, 0))
        keys = {one.entry for one in kept}
        coming.append(
            Coming(
                player,
                (kept or own)[-1].entry,
                stack,
                points.get(player, 0),
                tuple(Bag(one.entry, one.chips, one.entry in keys) for one in bags),
            )
        )
    best = _best_place(played)
    coming.sort(key=lambda one: (-one.points, -one.stack, best[one.player], one.player))
    carried = sum(one.stack for one in coming) if isinstance(rule.stack, Carried) else 0
    forfeited = sum(bag.chips for one in coming for bag in one.bags if not bag.goes_on)
    going = {bag.entry for one in coming for bag in one.bags}
    left = sum(one.chips for one in played if one.entry not in going)
    return StageField(tuple(coming), carried, forfeited, left, tuple(undecided), tuple(doubled))


def points_of(rule: StageRule, played: Iterable[Played]) -> dict[int, int]:
    """Return the points of each player over all events (Five Spades 4.18, 4.19); of several entries in one stage the
    best counts.
    """
    if not rule.points:
        return {}
    best: dict[tuple[int, int], int] = defaultdict(int)
    for group in _grouped(played, rule.points_per).values():
        alone = sum(one.is_in for one in group) == 1 and len(group) > 1
        for one, place in _placed(group):
            earned = rule.points[place - 1] if place <= len(rule.points) else 0
            if alone and one.is_in:
                earned += rule.early_bonus
            best[one.player, one.stage] = max(best[one.player, one.stage], earned)
    total: dict[int, int] = defaultdict(int)
    for (player, _stage), earned in best.items():
        total[player] += earned
    return dict(total)


def _who(
    rule: StageRule, played: Sequence[Played], points: Mapping[int, int], paid: Mapping[int, int]
) -> list[int]:
    """Return the players who come, each once."""
    who = rule.who
    if isinstance(who, Everybody):
        return list(dict.fromkeys(one.player for one in played))
    if isinstance(who, Best | Percent):
        return _best_of(who, played, points)
    inside = [one for one in played if one.is_in]
    if isinstance(who, InMoney):
        inside = [one for one in inside if one.place <= paid.get(one.event, 0)]
    return list(dict.fromkeys(one.player for one in inside))


def _best_of(who: Best | Percent, played: Sequence[Played], points: Mapping[int, int]) -> list[int]:
    """Return the best of each group, with all who are level on the line."""
    found: list[int] = []
    for group in _grouped(played, who.per).values():
        best: dict[int, tuple[int, ...]] = {}
        for one, place in _placed(group):
            key: tuple[int, ...] = (place,)
            if who.per == "field":
                key = (-points.get(one.player, 0),) if points else (-one.chips, place)
            best[one.player] = min(key, best.get(one.player, key))
        ranked = sorted(best.items(), key=lambda pair: (pair[1], pair[0]))
        most = who.count if isinstance(who, Best) else -(-len(group) * who.percent // 100)
        line = ranked[min(most, len(ranked)) - 1][1]
        found += [player for player, key in ranked if key <= line]
    return list(dict.fromkeys(found))


def _kept(rule: StageRule, bags: Sequence[Played], chosen: Collection[int]) -> list[Played]:
    """Return those of a player's stacks that go on."""
    if not isinstance(rule.stack, Carried) or not bags:
        return []
    if rule.stack.take == "sum":
        return list(bags)
    if rule.stack.take == "one":
        picked = [one for one in bags if one.entry in chosen]
        # Until the player has chosen: the newest bag.
        return picked[:1] or [bags[-1]]
    return [max(bags, key=lambda one: (one.chips, -one.entry))]


def _grouped(played: Iterable[Played], per: str) -> dict[tuple[int, ...], list[Played]]:
    groups: dict[tuple[int, ...], list[Played]] = defaultdict(list)
    for one in played:
        key = () if per == "field" else (one.event,) if per == "event" else (one.event, one.table)
        groups[key].append(one)
    return groups


def _placed(group: Iterable[Played]) -> list[tuple[Played, int]]:
    """Return the places within a group: 1, 2, 2, 4 …"""
    ranked = sorted(group, key=lambda one: one.place)
    placed = []
    above = 0
    for _place, level in groupby(ranked, key=lambda one: one.place):
        rows = list(level)
        placed += [(one, above + 1) for one in rows]
        above += len(rows)
    return placed


def _best_place(played: Iterable[Played]) -> dict[int, int]:
    best: dict[int, int] = {}
    for one in played:
        best[one.player] = min(one.place, best.get(one.player, one.place))
    return best
