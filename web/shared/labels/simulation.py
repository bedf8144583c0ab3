"""Labels of simulated events: journal kinds and rows. Pure."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

KINDS: dict[str, Promise] = {
    "simulation.watch": _("Requested"),
    "simulation.begin": _("Registered"),
    "simulation.set_up": _("Set up"),
    "simulation.stop": _("Stop requested"),
    "simulation.end": _("Ended"),
    "simulation.clear": _("Tables released"),
    "simulation.people": _("Demo players added"),
    "simulation.sweep": _("Demos cleaned up"),
}

MODELS: dict[str, Promise] = {
    "simulation.simulatedevent": _("Demo"),
}
