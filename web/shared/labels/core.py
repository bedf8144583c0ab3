"""Labels of the core: journal kinds and rows. Pure."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

KINDS: dict[str, Promise] = {
    "field.count": _("Counted"),
    "field.set": _("Counts set"),
    "event.change": _("Details changed"),
    "event.close": _("Closed"),
    "event.copy": _("Copied"),
    "event.create": _("Created"),
    "event.logo": _("Logo changed"),
    "event.reopen": _("Reopened"),
    "event.set_up": _("Created with price, tables and prizes"),
    "event.set_mode": _("Mode set"),
    "factor.add_app": _("Authenticator app set up"),
    "factor.note_wrong": _("Wrong code at a login"),
    "factor.recovery_codes": _("New recovery codes"),
    "factor.remove": _("Second factor removed"),
    "factor.use_recovery_code": _("Recovery code used"),
    "login.add": _("Login added"),
    "login.change": _("Role or access changed"),
    "login.end_sessions": _("Sessions ended"),
    "login.language": _("Language chosen"),
    "login.password": _("New password"),
    "login.policy": _("Login policy changed"),
    "login.reset_factors": _("Second factor reset"),
    "token.issue": _("Token issued"),
    "token.revoke": _("Token revoked"),
    "book.save": _("Rulebook saved"),
    "book.remove": _("Rulebook removed"),
    "chips.add_set": _("Chip set added"),
    "chips.change_set": _("Chip set changed"),
    "room.settings": _("Settings"),
    "room.undo": _("Undone"),
    "undo": _("Undone"),
}

MODELS: dict[str, Promise] = {
    "tourney.authenticator": _("Second factor"),
    "tourney.bookcopy": _("Rulebook"),
    "tourney.chip": _("Chip"),
    "tourney.chipmove": _("Chips added or removed"),
    "tourney.chipset": _("Chip set"),
    "tourney.entry": _("Entry"),
    "tourney.loginpolicy": _("Login policy"),
    "tourney.notice": _("Message to a player"),
    "tourney.recoverycode": _("Recovery code"),
    "tourney.room": _("Room"),
    "tourney.token": _("Token"),
    "tourney.tournament": _("Event"),
    "tourney.user": _("Login"),
}
