"""Labels of simulated events: journal kinds and rows. Pure."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

KINDS: dict[str, Promise] = {
    "play.watch": _("Requested"),
    "play.begin": _("Registered"),
    "play.furnish": _("Set up"),
    "play.stop": _("Stop requested"),
    "play.end": _("Ended"),
    "play.clear": _("Tables released"),
    "play.people": _("Demo players added"),
    "play.sweep": _("Demos cleaned up"),
}

MODELS: dict[str, Promise] = {
    "simulation.simulatedevent": _("Demo"),
}
