"""The checks that there are."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check has found.

    Attributes:
        check: its name.
        text: what is wrong and what to do, or what should be known.
        wrong: whether something has to be done; otherwise it is a note.
    """

    check: str
    text: str
    wrong: bool = True


Check = Callable[[], Iterator[str | Finding]]
CHECKS: dict[str, Check] = {}


def check(name: str) -> Callable[[Check], Check]:
    """Register a check under the name that people see. What it yields as text is wrong."""

    def register(body: Check) -> Check:
        CHECKS[name] = body
        return body

    return register


def note(text: str) -> Finding:
    """Return a finding that is no fault."""
    return Finding("", text, wrong=False)
