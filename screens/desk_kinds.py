"""What the desk's codes are called on screen and on paper. Pure words."""

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
}
METHODS: dict[str, Promise] = {
    "cash": _("Cash"),
    "card": _("Card"),
    "voucher": _("Voucher"),
    "ticket": _("Ticket"),
}
PARTS: dict[str, Promise] = {
    "pool": _("Prize pool"),
    "fee": _("House fee"),
    "staff": _("Staff"),
    "bounty": _("Bounty"),
    "dues": _("Membership"),
}
WANTS: dict[str, Promise] = {"entry": _("Entry"), "re_entry": _("Re-entry"), "surrender": _("Surrender")}
