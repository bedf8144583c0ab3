"""Labels of players: journal kinds, rows and columns. Pure."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

KINDS: dict[str, Promise] = {
    "player.give_name": _("Named"),
    "player.add": _("Player added"),
    "player.change": _("Player edited"),
    "player.photo": _("Photo changed"),
    "player.contact": _("Contact details saved"),
    "player.withdraw_contact": _("Contact details deleted"),
    "player.anonymise": _("Anonymised"),
    "player.export_data": _("Personal data exported"),
    "player.set_retention": _("Data retention changed"),
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
    "players.retention": _("Data retention"),
}

COLUMNS: dict[str, Promise] = {
    "anonymised_at": _("Anonymised at"),
    "applied_at": _("Applied at"),
    "ban": _("Ban"),
    "birth_date": _("Date of birth"),
    "confirmed_by": _("Confirmed by"),
    "consent": _("Consent"),
    "contact": _("Contact"),
    "contact_consent": _("Contact consent"),
    "email_consent_at": _("E-mail consent recorded at"),
    "email_consent_by": _("E-mail consent recorded by"),
    "file": _("File"),
    "into": _("Record kept"),
    "languages": _("Languages"),
    "memberships": _("Memberships"),
    "merged_into": _("Merged into"),
    "named_at": _("Named"),
    "needs": _("Special needs"),
    "needs_access": _("Needs an accessible seat"),
    "nickname": _("Nickname"),
    "phone": _("Phone"),
    "phone_consent_at": _("Phone consent recorded at"),
    "phone_consent_by": _("Phone consent recorded by"),
    "played_at": _("First played"),
    "plays": _("Plays now"),
    "privacy": _("Name in public"),
    "rows": _("Rows"),
    "staff_notes": _("Notes to staff"),
    "starts_on": _("First day"),
    "under_age": _("Saved despite being under age"),
}
