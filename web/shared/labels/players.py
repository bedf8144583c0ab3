"""Labels of players: journal kinds and rows. Pure."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

KINDS: dict[str, Promise] = {
    "player.give_name": _("Named"),
    "player.add": _("Player added"),
    "player.change": _("Player edited"),
    "player.photo": _("Photo changed"),
    "player.contact": _("Contact details noted"),
    "player.withdraw_contact": _("Contact details deleted"),
    "player.anonymise": _("Anonymised"),
    "player.import": _("Imported"),
    "player.import_batch": _("Imported"),
    "player.merge": _("Records merged"),
    "player.ban": _("Banned"),
    "player.lift_ban": _("Ban lifted"),
    "membership.confirm": _("Confirmed"),
    "memberships.confirm": _("Memberships confirmed"),
}

MODELS: dict[str, Promise] = {
    "players.ban": _("Ban"),
    "players.partner": _("Partner"),
    "players.membership": _("Membership"),
    "players.player": _("Player"),
}
