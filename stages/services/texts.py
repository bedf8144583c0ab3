"""Names of stages and formats."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from stages.rules.presets import Called, Preset

_CALLED: dict[Called, Promise] = {
    "day": lazy("Day %(number)s"),
    "round": lazy("Round %(number)s"),
    "heat": lazy("Heat %(number)s"),
    "step": lazy("Step %(number)s"),
    "final": lazy("Final"),
}
_PRESETS: dict[str, Promise] = {
    "flights_best": lazy("Flights, the best stack goes on"),
    "flights_sum": lazy("Flights, all stacks are added up"),
    "flights_one": lazy("Flights, the player chooses one stack"),
    "flights_only": lazy("Flights, one stack per player"),
    "re_start": lazy("Re-start"),
    "play_the_clock": lazy("Play the clock"),
    "landesliga": lazy("Landesliga (1+1)"),
    "step_satellite": lazy("Satellite in steps"),
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
