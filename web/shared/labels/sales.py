"""Labels of the desk's codes on screen and on paper. Pure."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

ITEMS: dict[str, Promise] = {
    "entry": _("Entry"),
    "re_entry": _("Re-entry"),
    "surrender": _("Entry after a surrender"),
    "rebuy": _("Rebuy"),
    "add_on": _("Add-on"),
    "membership_season": _("Membership for the season"),
    "membership_day": _("Membership for the day"),
    "prize": _("Prize"),
}
METHODS: dict[str, Promise] = {
    "cash": _("Cash"),
    "card": _("Card"),
    "voucher": _("Voucher"),
    "ticket": _("Ticket"),
    "transfer": _("Bank transfer"),
}
PARTS: dict[str, Promise] = {
    "pool": _("Prize pool"),
    "fee": _("House fee"),
    "staff": _("Staff"),
    "bounty": _("Bounty"),
    "dues": _("Membership"),
    "won": _("Prizes paid out"),
}
# Reason a player has won it.
WON: dict[str, Promise] = {
    "prize": _("Place prize"),
    "deal": _("Deal"),
    "bounty": _("Bounties"),
    "thing": _("Non-cash prize"),
}
WANTS: dict[str, Promise] = {"entry": _("Entry"), "re_entry": _("Re-entry"), "surrender": _("Surrender")}
