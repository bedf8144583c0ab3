"""Texts of overlays by key."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

OVERLAY: dict[str, Promise] = {
    "overlay.starting": _("Delayed picture starting"),
    "overlay.gone": _("This overlay was revoked"),
    "overlay.final_table": _("Final table"),
    "overlay.feature_table": _("Feature table {table}"),
    "overlay.all_in": _("All-in"),
    "overlay.button": _("Button"),
    "overlay.out": _("Out: {name}"),
    "overlay.counted_ago": _("{count} min ago"),
    "overlay.clock": _("Clock"),
    "overlay.level": _("Level {level}"),
    "overlay.break": _("Break"),
    "overlay.paused": _("Paused"),
    "overlay.over": _("Event over"),
    "overlay.winner": _("Winner"),
    "overlay.starts_in": _("Starts in"),
    "overlay.blinds": _("Blinds"),
    "overlay.next": _("Next level"),
    "overlay.players": _("Players"),
    "overlay.teams": _("Teams"),
    "overlay.average": _("Average"),
    "overlay.payouts": _("Prizes"),
    "overlay.dealt": _("Deal"),
    "overlay.certain": _("Every player left gets at least {amount}"),
    "overlay.teams_certain": _("Every team left gets at least {amount}"),
    "overlay.chips": _("Chip counts"),
}
