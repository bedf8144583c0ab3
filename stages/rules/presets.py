"""Common formats of several stages, as data. Figures of a club's modes come from the rulebook. Pure."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

import msgspec

from stages.rules.stage_rule import (
    Best,
    ByPoints,
    Carried,
    Equal,
    Everybody,
    InMoney,
    Percent,
    StageRule,
    Take,
    WithChips,
)
from tourney.rulebooks.books.schema import Book, cite

Called = Literal["day", "round", "heat", "step", "final"]


@dataclass(frozen=True, slots=True)
class PresetStage:
    """A stage of a preset.

    Attributes:
        called: what it is called, with its number among the stages so called ("Day 2").
        rule: how players advance to it; None for the first one.
        tables_apart: each table plays for itself; none is balanced or broken.
    """

    called: Called
    number: int
    rule: StageRule | None = None
    tables_apart: bool = False


@dataclass(frozen=True, slots=True)
class Preset:
    """A format.

    Attributes:
        key: of its name in texts.
        stages: in order.
        has_flights: several events of the first stage are usual.
        teams: two players share each entry.
    """

    key: str
    stages: tuple[PresetStage, ...]
    has_flights: bool = False
    teams: bool = False


def _flights(key: str, take: Take) -> Preset:
    rule = StageRule(who=WithChips(), stack=Carried(take=take), others="place", goes_on=True)
    return Preset(key, (PresetStage("day", 1), PresetStage("day", 2, rule)), has_flights=True)


def _shootout(key: str, called: Called, rounds: int) -> Preset:
    """Return a shootout: the winner of each table advances with a new stack."""
    rule = StageRule(who=Best(count=1, per="table"), stack=Equal())
    stages = [PresetStage(called, 1, tables_apart=True)]
    stages += [PresetStage(called, number, rule, tables_apart=True) for number in range(2, rounds)]
    return Preset(key, (*stages, PresetStage("final", 1, rule)))


def _re_start(book: Book) -> Iterator[Preset]:
    mode = book.modes.re_start
    if mode is None:
        return
    rule = cite(book, mode)
    again = StageRule(who=Everybody(), stack=Equal(), rule=rule)
    final = StageRule(
        who=WithChips(),
        stack=Carried(take="best" if mode.carried_on == "best_stack" else "sum"),
        sources="all",
        level=mode.resumes_at_level,
        others="place",
        rule=rule,
    )
    rounds = [PresetStage("round", number, again) for number in range(2, mode.rounds + 1)]
    yield Preset("re_start", (PresetStage("round", 1), *rounds, PresetStage("final", 1, final)))


def _play_the_clock(book: Book) -> Iterator[Preset]:
    mode = book.modes.play_the_clock
    if mode is None:
        return
    along = StageRule(who=WithChips(), stack=Carried(take="only"), rule=cite(book, mode))
    rounds = [PresetStage("round", number, along) for number in range(2, mode.rounds + 1)]
    yield Preset("play_the_clock", (PresetStage("round", 1), *rounds))


def _landesliga(book: Book) -> Iterator[Preset]:
    mode = book.modes.landesliga
    if mode is None:
        return
    final = StageRule(
        who=Everybody(),
        stack=ByPoints(
            chips_per_point=mode.chips_per_point, smallest=mode.smallest_stack, largest=mode.largest_stack
        ),
        points=mode.points,
        points_per="table",
        others="points",
        rule=cite(book, mode),
    )
    yield Preset("landesliga", (PresetStage("heat", 1, tables_apart=True), PresetStage("final", 1, final)))


def _multi_round(book: Book) -> Iterator[Preset]:
    mode = book.modes.multi_round
    if mode is None:
        return
    rule = cite(book, mode)
    heat = StageRule(who=Everybody(), stack=Equal(), rule=rule)
    final = StageRule(
        who=Everybody(),
        stack=Equal(),
        sources="all",
        points=mode.points,
        points_per="table",
        early_bonus=mode.early_win_bonus,
        final_seats=mode.final_seats,
        others="points",
        rule=rule,
    )
    for heats in mode.heats:
        later = [PresetStage("heat", number, heat, tables_apart=True) for number in range(2, heats + 1)]
        first = PresetStage("heat", 1, tables_apart=True)
        yield Preset(f"multi_round_{heats}", (first, *later, PresetStage("final", 1, final)))


_OF_BOOKS: tuple[Callable[[Book], Iterator[Preset]], ...] = (
    _re_start,
    _play_the_clock,
    _landesliga,
    _multi_round,
)


def presets_of(book: Book) -> dict[str, Preset]:
    """Return the formats that are played by a rulebook, by key: the common ones, and its own modes."""
    step = StageRule(who=Percent(percent=10), stack=Equal())
    common = [
        _flights("flights_best", "best"),
        _flights("flights_sum", "sum"),
        _flights("flights_one", "one"),
        _flights("flights_only", "only"),
        replace(_flights("flights_tag_team", "best"), teams=True),
        _shootout("shootout", "round", 2),
        _shootout("shootout_3", "round", 3),
        *(_shootout(f"heads_up_{rounds}", "round", rounds) for rounds in (3, 4, 5, 6)),
        Preset("step_satellite", (PresetStage("step", 1), PresetStage("step", 2, step))),
    ]
    modes = [preset for mode in _OF_BOOKS for preset in mode(book)]
    return {preset.key: preset for preset in (*common, *modes)}


def with_field(preset: Preset, *, percent: int | None = None, in_money: bool = False) -> Preset:
    """Return a preset of flights from which not all players with chips advance.

    Args:
        percent: of the entries of each flight.
        in_money: those in the places that each flight pays.
    """
    if percent is None and not in_money:
        return preset
    who = InMoney() if in_money else Percent(percent=percent or 100)
    stages = [
        one if one.rule is None else replace(one, rule=msgspec.structs.replace(one.rule, who=who))
        for one in preset.stages
    ]
    return replace(preset, stages=tuple(stages))


def with_days(preset: Preset, days: int) -> Preset:
    """Return a preset of flights with more days: day 2 may have several groups that meet again on day 3.

    Args:
        days: at least 2.
    """
    last = preset.stages[-1]
    if last.rule is None or days <= len(preset.stages):
        return preset
    rule = msgspec.structs.replace(last.rule, who=WithChips())
    more = [PresetStage("day", number, rule) for number in range(len(preset.stages) + 1, days + 1)]
    return replace(preset, stages=(*preset.stages, *more))
