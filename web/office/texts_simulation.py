"""Texts of the script of “Watch a tournament” by key; only the staff's start page carries them."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

WATCH_WORDS: dict[str, Promise] = {
    "watch.start": pgettext_lazy("button", "Start"),
    "watch.stop": _("Stop"),
    "watch.stop_named": _("Stop: {name}"),
    "watch.floor": _("Floor"),
    "watch.remote": _("Clock control"),
    "watch.about": _("{speed}× real time"),
    # States of a simulated event.
    "watch.waits": _("Starting in a moment"),
    "watch.prepares": _("Setting up…"),
    "watch.plays": _("Running"),
    "watch.stops": _("Stopping"),
    "watch.over": _("Finished"),
    "watch.stopped": _("Halted"),
    "watch.failed": _("Stopped by an error"),
    "watch.shut": _("Stopped with the server"),
    "watch.lost": _("Stopped: its process was lost"),
}
