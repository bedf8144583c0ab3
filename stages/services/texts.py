"""Names of stages and formats."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from stages.rules.presets import Called, Preset
from stages.rules.stage_rule import (
    Best,
    ByPoints,
    Equal,
    Everybody,
    InMoney,
    Percent,
    StageRule,
    Take,
    WithChips,
)
from tourney.services.figures import grouped

_CALLED: dict[Called, Promise] = {
    "day": lazy("Day %(number)s"),
    "round": lazy("Round %(number)s"),
    "heat": lazy("Heat %(number)s"),
    "step": lazy("Step %(number)s"),
    "final": lazy("Final"),
}
_PRESETS: dict[str, Promise] = {
    "flights_best": lazy("Flights, best stack forward"),
    "flights_sum": lazy("Flights, all stacks are added up"),
    "flights_one": lazy("Flights, the player chooses one stack"),
    "flights_only": lazy("Flights, one stack per player"),
    "flights_tag_team": lazy("Tag team: flights for teams of two, the best stack"),
    "re_start": lazy("Re-start"),
    "play_the_clock": lazy("Play the clock"),
    "landesliga": lazy("Landesliga (1+1)"),
    "step_satellite": lazy("Step satellite"),
}
_TAKES: dict[Take, Promise] = {
    "best": lazy("the best stack; others are forfeited"),
    "sum": lazy("all stacks added up"),
    "one": lazy("one stack that the player chooses; others are forfeited"),
    "only": lazy("their stack"),
}


def stage_name(called: Called, number: int) -> str:
    """Return the name of a stage in the active language: “Day 2”."""
    return str(_CALLED[called]) % {"number": number}


def preset_name(preset: Preset) -> str:
    """Return the name of a format in the active language."""
    if preset.key in _PRESETS:
        return str(_PRESETS[preset.key])
    stages = len(preset.stages)
    if preset.key.startswith("multi_round"):
        return _("Multi-round (%(heats)s+1)") % {"heats": stages - 1}
    if preset.key.startswith("heads_up"):
        players = 2**stages
        return ngettext(
            "Heads-up bracket, %(count)s player", "Heads-up bracket, %(count)s players", players
        ) % {"count": players}
    return ngettext("Shootout, %(count)s round", "Shootout, %(count)s rounds", stages) % {"count": stages}


def who_text(rule: StageRule, *, teams: bool = False) -> str:
    """Return who advances to a stage, in words.

    Args:
        rule: of the stage.
        teams: whether two players share each entry.
    """
    who = rule.who
    if teams and isinstance(who, InMoney):
        return _("Teams in the paid places of their event")
    if teams and isinstance(who, WithChips):
        return _("All teams with chips")
    if isinstance(who, Everybody):
        return _("All players who took part")
    if isinstance(who, InMoney):
        return _("Players in the paid places of their event")
    if isinstance(who, Percent):
        return _("The best %(percent)s%% of each event, rounded up") % {"percent": who.percent}
    if isinstance(who, Best):
        if who.count == 1:
            return _("The winner of each table") if who.per == "table" else _("The winner of each event")
        return _("The best %(count)s of each event") % {"count": who.count}
    return _("All players with chips")


def stack_text(rule: StageRule) -> str:
    """Return with which stack players advance to a stage, in words."""
    stack = rule.stack
    if isinstance(stack, Equal):
        return _("a new stack for all players")
    if isinstance(stack, ByPoints):
        values = {"chips": grouped(stack.chips_per_point)}
        return _("%(chips)s chips per point") % values
    return str(_TAKES[stack.take])
