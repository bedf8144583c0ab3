"""Who above has to hear of sales: the desk looks up to nobody, so those who care say so themselves."""

from collections.abc import Callable

from tourney.journal.tx import Tx

Hook = Callable[[Tx], None]
_hooks: list[Hook] = []


def on_money_change(hook: Hook) -> Hook:
    """Have a function called within every action of an event that sells something or takes it back, once it is written.

    It is given the action's `tx`.
    """
    if hook not in _hooks:
        _hooks.append(hook)
    return hook


def money_changed(tx: Tx) -> None:
    """Tell those who want to know that an event has taken more money, or less."""
    for hook in _hooks:
        hook(tx)
