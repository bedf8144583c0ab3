"""What is wrong with a plan of envelopes, in sentences."""

from collections.abc import Callable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from prizes.rules.bounties import Filling


def lacking(fits: Filling, priced: Callable[[int], str]) -> list[str]:
    """Return what of the bounties and of the money a plan of envelopes leaves out or has too much; [] where
    it fits.

    Args:
        fits: the plan held against money and bounties.
        priced: how an amount in minor units is written.
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
