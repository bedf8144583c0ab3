"""Every sentence the script of “Watch a tournament” says, by key; only the staff's first page carries them."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

WATCH_WORDS: dict[str, Promise] = {
    "watch.start": _("Start"),
    "watch.stop": _("Stop"),
    "watch.stop_named": _("Stop: {name}"),
    "watch.floor": _("Floor"),
    "watch.remote": _("Remote"),
    "watch.about": _("{speed} times faster than life"),
    # States of what plays itself.
    "watch.waits": _("Begins in a moment"),
    "watch.furnishes": _("Tables and people are made ready"),
    "watch.plays": _("Plays itself"),
    "watch.stops": _("Is being stopped"),
    "watch.over": _("Played to its end"),
    "watch.stopped": _("Stopped"),
    "watch.failed": _("Broken off by a fault"),
    "watch.shut": _("Stopped with the server"),
    "watch.lost": _("Broken off: nobody was there to play it"),
}
