"""Which currencies there are."""

from babel.numbers import is_currency
from django.utils.translation import gettext as _

from tourney.journal.refused import Refused


def check_currency(code: str) -> None:
    """See that a code is one of ISO 4217's, those of former currencies included.

    Args:
        code: three capital letters.

    Raises:
        Refused: nobody pays with it (`unknown_currency`).
    """
    if not is_currency(code):
        raise Refused("unknown_currency", _("There is no currency “%(code)s”.") % {"code": code})
