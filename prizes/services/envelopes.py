"""Sentences that describe mistakes in a plan of envelopes."""

from collections.abc import Callable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from prizes.rules.bounties import Filling


def lacking(fits: Filling, priced: Callable[[int], str]) -> list[str]:
    """Return which bounties and money a plan of envelopes leaves out or exceeds; [] if
    it matches.

    Args:
        fits: the comparison of the plan with money and bounties.
        priced: formats an amount in minor units.
    """
    sentences = []
    bounties, money = abs(fits.bounties_left), {"amount": priced(abs(fits.money_left))}
    count = {"count": bounties}
    if fits.bounties_left > 0:
        sentences.append(
            ngettext("%(count)s envelope is missing.", "%(count)s envelopes are missing.", bounties) % count
        )
    if fits.bounties_left < 0:
        sentences.append(
            ngettext(
                "There is %(count)s envelope too many.", "There are %(count)s envelopes too many.", bounties
            )
            % count
        )
    if fits.money_left > 0:
        sentences.append(_("%(amount)s is not in an envelope yet.") % money)
    if fits.money_left < 0:
        sentences.append(_("They hold %(amount)s too much.") % money)
    return sentences
