"""Words for the prizes: the journal’s kinds and the rows they touch. Pure words."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

KINDS: dict[str, Promise] = {
    "payout.set": _("Set up"),
    "payout.lock": pgettext_lazy("prizes", "Locked"),
    "payout.close": _("Locked by itself"),
    "payout.unlock": _("Opened again"),
    "payout.bubble": _("Bubble prize"),
    "deal.open": _("Opened"),
    "deal.work_out": _("Worked out anew"),
    "deal.change": _("Changed by hand"),
    "deal.agree": _("Consent"),
    "deal.close": _("Stands"),
    "deal.void": _("Given up"),
    "prize.pay": _("Paid out"),
    "prize.hand": _("Handed over"),
    "prize.take_back": _("Taken back"),
    "envelopes.fill": _("Filled"),
    "envelopes.empty": _("Emptied"),
    "envelopes.add": pgettext_lazy("envelopes", "Added"),
    "envelope.draw": _("Drawn"),
    "names.draw": _("Drawn"),
}

MODELS: dict[str, Promise] = {
    "prizes.deal": _("Deal"),
    "prizes.dealshare": _("Share of a deal"),
    "prizes.envelope": _("Envelope"),
    "prizes.namelist": _("Name to hunt"),
    "prizes.payout": _("Prizes"),
    "prizes.prizeitem": _("Prize in kind"),
    "prizes.prizeline": _("Prize of a place"),
    "prizes.prizepayment": _("Payment of a prize"),
}
