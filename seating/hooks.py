"""Who above has to hear of free chairs: seating looks up to nobody, so those who care say so themselves."""

from collections.abc import Callable

from tourney.journal.tx import Tx

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
