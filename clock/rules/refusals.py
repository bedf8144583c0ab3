"""What the clock's rules say when something cannot be done.

The rules know no language but English. Every sentence is a template with named parameters and carries a
code, so that the Django side can translate the template first and fill it in afterwards.
"""

from collections.abc import Mapping


def gettext_noop(message: str) -> str:
    """Mark a sentence for the catalogue of translations; imported as ``_``, it changes nothing."""
    return message


class NotNow(Exception):
    """What was asked is not possible in the state the clock is in; nothing has changed.

    Args:
        code: short and stable, for programs and tests.
        message: the English template, with ``%(name)s`` where a parameter goes.
        params: the parameters of the template; durations are there as people read them ("4:10").
    """

    def __init__(self, code: str, message: str, params: Mapping[str, object] | None = None) -> None:
        self.code = code
        self.message = message
        self.params: Mapping[str, object] = dict(params or {})
        super().__init__(message % self.params)


def clock_text(ms: int) -> str:
    """A duration as a clock shows it: ``4:10``, from one hour on ``1:02:03``; begun seconds count whole.

    Args:
        ms: the duration in milliseconds; what is below zero gets a minus.
    """
    if ms < 0:
        return "-" + clock_text(-ms)
    minutes, seconds = divmod(-(-ms // 1000), 60)
    hours, rest = divmod(minutes, 60)
    return f"{hours}:{rest:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
