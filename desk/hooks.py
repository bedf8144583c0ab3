"""Who above has to hear of sales: the desk looks up to nobody, so those who care say so themselves."""

from collections.abc import Callable, Sequence

from tourney.journal.tx import Tx
from tourney.models import Player, Tournament

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


_on_entry_closed: list[Hook] = []


def on_entry_closed(hook: Hook) -> Hook:
    """Register a function to call in an action after which nobody may be able to enter any more.

    That is one that closes registration, or ends a booking.
    """
    if hook not in _on_entry_closed:
        _on_entry_closed.append(hook)
    return hook


def entry_is_closed(tx: Tx) -> None:
    """Notify subscribers that registration is closed, or a booking has ended that may have been the last way in."""
    for hook in _on_entry_closed:
        hook(tx)


# Asked whether somebody may enter an event; raises Refused where they may not.
Admission = Callable[[Tournament, Player], None]
_on_admission: list[Admission] = []


def on_admission(work: Admission) -> Admission:
    """Have a function asked before somebody reserves a place in an event, or enters it."""
    if work not in _on_admission:
        _on_admission.append(work)
    return work


def may_enter(event: Tournament, player: Player) -> None:
    """Ask those above whether somebody may enter an event."""
    for work in _on_admission:
        work(event, player)


# Told within the action that forgets somebody: the records that tell of them.
Forgetting = Callable[[Tx, Sequence[Player]], None]
_on_forgotten: list[Forgetting] = []


def on_forgotten(work: Forgetting) -> Forgetting:
    """Have a function called within the action that forgets who somebody is."""
    if work not in _on_forgotten:
        _on_forgotten.append(work)
    return work


def is_forgotten(tx: Tx, records: Sequence[Player]) -> None:
    """Tell those above that somebody asked to be forgotten."""
    for work in _on_forgotten:
        work(tx, records)
