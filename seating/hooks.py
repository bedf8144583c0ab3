"""Who above has to hear of free chairs: seating looks up to nobody, so those who care say so themselves."""

from collections.abc import Callable
from dataclasses import dataclass

from tourney.journal.tx import Tx
from tourney.models import Tournament

Hook = Callable[[Tx], None]
_hooks: list[Hook] = []


def on_chair_free(hook: Hook) -> Hook:
    """Have a function called within every action of an event after which more people can be seated there.

    It is given the action's `tx`, and usually asks with `tx.after` for what is to follow the commit.
    """
    if hook not in _hooks:
        _hooks.append(hook)
    return hook


def chair_freed(tx: Tx) -> None:
    """Tell those who want to know that there may be room now."""
    for hook in _hooks:
        hook(tx)


@dataclass(frozen=True, slots=True)
class Entrance:
    """Whether people still come into an event.

    Attributes:
        open: whether somebody may still enter, or has a claim to.
        promised: how many are called from the waiting list and will need a chair.
    """

    open: bool
    promised: int = 0


_tells_entrance: list[Callable[[Tournament], Entrance]] = []


def tells_entrance(work: Callable[[Tournament], Entrance]) -> Callable[[Tournament], Entrance]:
    """Name the one function that knows (the desk's)."""
    _tells_entrance[:] = [work]
    return work


def entrance_of(event: Tournament) -> Entrance:
    """Whether people still come into an event. Where nobody sells entries, entry is over once it is drawn."""
    return _tells_entrance[0](event) if _tells_entrance else Entrance(open=False)
