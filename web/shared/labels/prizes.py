"""Labels of prizes: journal kinds and rows. Pure."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

KINDS: dict[str, Promise] = {
    "payout.set": _("Set up"),
    "payout.lock": pgettext_lazy("prizes", "Locked"),
    "payout.close": _("Locked automatically"),
    "payout.unlock": _("Reopened"),
    "payout.bubble": _("Bubble prize"),
    "deal.open": _("Opened"),
    "deal.work_out": _("Recalculated"),
    "deal.change": _("Changed by hand"),
    "deal.agree": _("Consent"),
    "deal.close": _("Confirmed"),
    "deal.void": _("Called off"),
    "prize.pay": _("Paid out"),
    "prize.hand": _("Handed over"),
    "prize.share": _("Agreed share"),
    "prize.withdraw": _("Reversed"),
    "envelopes.fill": _("Filled"),
    "envelopes.empty": _("Emptied"),
    "envelopes.add": pgettext_lazy("envelopes", "Added"),
    "envelope.draw": _("Drawn"),
    "bounty_targets.draw": _("Drawn"),
}

MODELS: dict[str, Promise] = {
    "prizes.deal": _("Deal"),
    "prizes.dealshare": _("Share of a deal"),
    "prizes.envelope": _("Envelope"),
    "prizes.namelist": _("Bounty target"),
    "prizes.payout": _("Prizes"),
    "prizes.prizeitem": _("Non-cash prize"),
    "prizes.placeprize": _("Place prize"),
    "prizes.prizepayment": _("Prize payment"),
}
