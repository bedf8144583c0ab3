"""Errors of the prizes' rules.

The rules are in English only: a message is a template with named parameters and carries a code, so that
the Django side can translate the template first and fill it in afterwards.
"""

from collections.abc import Mapping


def gettext_noop(message: str) -> str:
    """Mark a sentence for the catalogue of translations; imported as ``_``, it changes nothing."""
    return message


class CannotPay(Exception):
    """Prizes that cannot be given like this; nothing was computed.

    Args:
        code: short and stable, for programs and tests.
        message: the English template, with ``%(name)s`` where a parameter goes.
        params: the template's parameters. Those named ``money…`` are amounts in minor units, for the screen to write.
    """

    def __init__(self, code: str, message: str, params: Mapping[str, object] | None = None) -> None:
        self.code = code
        self.message = message
        self.params: Mapping[str, object] = dict(params or {})
        super().__init__(message % self.params)
