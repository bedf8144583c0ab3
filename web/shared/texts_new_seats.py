"""Texts for new seats of a broken table, on its tablet and on the floor's page."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SENT_WORDS: dict[str, Promise] = {
    "sent.title": _("New seats"),
    "sent.how": _("This table is broken. Each name stays here until the player is seated."),
    "sent.seat": _("Table {table}, seat {seat}"),
    "sent.arrived": _("Arrived: {name}"),
}
