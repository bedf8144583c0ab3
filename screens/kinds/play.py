"""Words for events that play themselves: the journal’s kinds and the rows they touch. Pure words."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

KINDS: dict[str, Promise] = {
    "play.watch": _("Asked for"),
    "play.begin": _("Taken up"),
    "play.furnish": _("Furnished"),
    "play.stop": _("Asked to stop"),
    "play.end": _("Ended"),
    "play.clear": _("Tables given back"),
}

MODELS: dict[str, Promise] = {
    "play.played": _("Event that plays itself"),
}
