"""Currency codes."""

from babel.numbers import is_currency
from django.utils.translation import gettext as _

from tourney.journal.refused import Refused


def check_currency(code: str) -> None:
    """Check that a code is in ISO 4217, former currencies included.

    Args:
        code: three capital letters.

    Raises:
        Refused: there is no such currency (`unknown_currency`).
    """
    if not is_currency(code):
        raise Refused("unknown_currency", _("There is no currency “%(code)s”.") % {"code": code})
