"""Refusals of the clock's rules.

The rules are written in English only. Every message is a template with named parameters and a code, so that
Django code can translate the template and then fill it in.
"""

from collections.abc import Mapping


def gettext_noop(message: str) -> str:
    """Mark a message for the translation catalogue; imported as ``_``, it changes nothing."""
    return message


class NotNow(Exception):
    """The request is not possible in the clock's current state; nothing has changed.

    Args:
        code: short and stable, for code and tests.
        message: the English template, with ``%(name)s`` where a parameter goes.
        params: the parameters of the template; durations are formatted ("4:10").
    """

    def __init__(self, code: str, message: str, params: Mapping[str, object] | None = None) -> None:
        self.code = code
        self.message = message
        self.params: Mapping[str, object] = dict(params or {})
        super().__init__(message % self.params)


def clock_text(ms: int) -> str:
    """Format a duration as a clock shows it: ``4:10``, from one hour on ``1:02:03``; seconds are rounded up.

    Args:
        ms: the duration in milliseconds; negative values get a minus sign.
    """
    if ms < 0:
        return "-" + clock_text(-ms)
    minutes, seconds = divmod(-(-ms // 1000), 60)
    hours, rest = divmod(minutes, 60)
    return f"{hours}:{rest:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
