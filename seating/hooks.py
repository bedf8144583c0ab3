"""What those above want to hear, and know: seating looks up to nobody, so those who care say so themselves."""

from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from seating.models import Loan
from tourney.journal.tx import Tx
from tourney.models import Entry, Tournament

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


# Asked within an action that puts an entry back into play which was out; raises Refused where that can't be.
Returning = Callable[[Tx, Entry], None]
_on_return: list[Returning] = []


def on_return(work: Returning) -> Returning:
    """Have a function asked before somebody who was out is put back into play."""
    if work not in _on_return:
        _on_return.append(work)
    return work


def may_return(tx: Tx, entry: Entry) -> None:
    """Ask those above whether an entry may be put back into play."""
    for work in _on_return:
        work(tx, entry)


@dataclass(frozen=True, slots=True)
class Entrance:
    """Whether people still come into an event.

    Attributes:
        open: whether somebody may still enter, or has a claim to.
        promised: how many are called from the waiting list and will need a chair.
        reserved: how many others hold a reservation or have checked in.
        returning: how many players are out and may still re-enter.
    """

    open: bool
    promised: int = 0
    reserved: int = 0
    returning: int = 0


_tells_entrance: list[Callable[[Tournament], Entrance]] = []


def tells_entrance(work: Callable[[Tournament], Entrance]) -> Callable[[Tournament], Entrance]:
    """Name the one function that knows (the desk's)."""
    _tells_entrance[:] = [work]
    return work


def entrance_of(event: Tournament) -> Entrance:
    """Whether people still come into an event. Where nobody sells entries, entry is over once it is drawn."""
    return _tells_entrance[0](event) if _tells_entrance else Entrance(open=False)


_tells_over: list[Callable[[Tournament], bool]] = []


def tells_over(work: Callable[[Tournament], bool]) -> Callable[[Tournament], bool]:
    """Name the one function that knows whether somebody has won an event (the prizes')."""
    _tells_over[:] = [work]
    return work


def play_is_over(event: Tournament) -> bool:
    """Whether play is over, because somebody has won the event, or everybody left in a satellite has a ticket."""
    return bool(_tells_over) and _tells_over[0](event)


_tells_rebuy: list[Callable[[Tx, Entry], datetime | None]] = []


def tells_rebuy(work: Callable[[Tx, Entry], datetime | None]) -> Callable[[Tx, Entry], datetime | None]:
    """Name the one function that knows whether an entry that busts may rebuy (the desk's)."""
    _tells_rebuy[:] = [work]
    return work


def rebuy_until(tx: Tx, entry: Entry) -> datetime | None:
    """Until when the chair of an entry that busts now is held for a rebuy; None where it may not rebuy."""
    return _tells_rebuy[0](tx, entry) if _tells_rebuy else None


@dataclass(frozen=True, slots=True)
class OneHand:
    """The hand that all tables play together.

    Attributes:
        together: its number (`Bust.together`); None for the hand that ran when hand-for-hand was announced where the
            book has nobody share in it.
    """

    together: int | None


# Rows of rooms above that belong to a table, by the journal's word for their model.
AtTable = Callable[[Loan], Mapping[str, Set[Any]]]
_at_table: list[AtTable] = []


def at_table(work: AtTable) -> AtTable:
    """Have a function name rows of a table that a line of the journal may name by their key alone."""
    if work not in _at_table:
        _at_table.append(work)
    return work


def rows_at_table(loan: Loan) -> dict[str, Set[Any]]:
    """What the rooms above have of a table."""
    return {model: keys for work in _at_table for model, keys in work(loan).items()}


# Whether hand-for-hand or the bubble had been announced when the hand was dealt that a table played at a moment.
Claim = Callable[[Tournament, Loan, datetime], bool]
_tells_claim: list[Claim] = []


def tells_claim(work: Claim) -> Claim:
    """Name the one function that knows (the clock's)."""
    _tells_claim[:] = [work]
    return work


def claim_at(event: Tournament, loan: Loan, at: datetime) -> bool:
    """Whether whoever goes out at a table at a moment goes out after the announcement (Munot 79)."""
    return bool(_tells_claim) and _tells_claim[0](event, loan, at)


_tells_one_hand: list[Callable[[Tournament], OneHand | None]] = []


def tells_one_hand(work: Callable[[Tournament], OneHand | None]) -> Callable[[Tournament], OneHand | None]:
    """Name the one function that knows (the clock's)."""
    _tells_one_hand[:] = [work]
    return work


def one_hand_of(event: Tournament) -> OneHand | None:
    """The hand that an event's tables play together; None outside of hand-for-hand."""
    return _tells_one_hand[0](event) if _tells_one_hand else None


# Told within an action that a hand of a table is over; raises Refused where it can't be, because the table waits.
HandOver = Callable[[Tx, Loan], None]
_on_hand_over: list[HandOver] = []


def on_hand_over(work: HandOver) -> HandOver:
    """Have a function told of every hand that is over, before it is counted."""
    if work not in _on_hand_over:
        _on_hand_over.append(work)
    return work


def hand_is_over(tx: Tx, loan: Loan) -> None:
    """Tell those above that a hand of a table is over."""
    for work in _on_hand_over:
        work(tx, loan)


# Told within an action that a hand of a table was a misdeal, and is dealt again exactly as it was.
_on_misdeal: list[HandOver] = []


def on_misdeal(work: HandOver) -> HandOver:
    """Have a function told of every misdeal, before its hand is counted."""
    if work not in _on_misdeal:
        _on_misdeal.append(work)
    return work


def hand_was_misdealt(tx: Tx, loan: Loan) -> None:
    """Tell those above that a hand of a table is dealt again."""
    for work in _on_misdeal:
        work(tx, loan)


# Told within an action that an entry is out: the entry, and by which penalty it was removed (`Bust.PENALTIES`, "").
Leaving = Callable[[Tx, Entry, str], None]
_on_out: list[Leaving] = []


def on_out(work: Leaving) -> Leaving:
    """Have a function told of everybody who goes out, once that is written."""
    if work not in _on_out:
        _on_out.append(work)
    return work


def went_out(tx: Tx, entry: Entry, penalty: str) -> None:
    """Tell those above that an entry is out."""
    for work in _on_out:
        work(tx, entry, penalty)


# Told within an action that these entries sit at another table now.
TableChanged = Callable[[Tx, Set[int]], None]
_on_table_change: list[TableChanged] = []


def on_table_change(work: TableChanged) -> TableChanged:
    """Register a function to call with the entries that have moved to another table."""
    if work not in _on_table_change:
        _on_table_change.append(work)
    return work


def changed_tables(tx: Tx, entries: Set[int]) -> None:
    """Notify subscribers which entries have moved to another table."""
    for work in _on_table_change:
        work(tx, entries)
