"""Availability of rebuys, add-ons and surrenders for a player. Reads only."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from clock.services.progress import progress_of
from desk.models import Extra, Item, Registration
from desk.rules.extras import Had, NotSold, Offer, chips_bought, may_surrender
from desk.services.bookings import cancelling_rule
from desk.services.check_context import CheckContext
from tourney.journal.refused import Refused
from tourney.models import Entry, JournalEntry
from tourney.rulebooks.books.schema import cite
from tourney.services.prepared_query import PreparedQuery

_EXTRAS = PreparedQuery(lambda registration, kind: Extra.objects.filter(registration=registration, kind=kind))


def extra_of(tx: CheckContext, registration: Registration, kind: str) -> Extra:
    """Return an extra of an event.

    Args:
        registration: of the event.
        kind: "rebuy" or "add_on".

    Raises:
        Refused: the event does not sell it (`not_offered`).
    """
    extra = _EXTRAS.first(registration.pk, kind)
    if extra is None:
        message = _("This event has no rebuys.") if kind == "rebuy" else _("This event has no add-on.")
        raise Refused("not_offered", message, cite(tx.book, tx.book.entering.rebuy))
    return extra


def check_extra(
    tx: CheckContext, extra: Extra, entry: Entry, *, times: int = 1, stack: int | None = None
) -> int:
    """Check that a rebuy or an add-on is sold to an entry now.

    Args:
        extra: which of the two.
        entry: the buyer's entry; in play.
        times: how many at once.
        stack: chips of the buyer as counted; None if not counted.

    Returns:
        The chips it brings.

    Raises:
        Refused: not now, not so many, or not to this player (the codes of `NotSold`).
    """
    progress = progress_of(tx.tournament)
    try:
        return chips_bought(
            _offer(tx, extra),
            had(entry),
            times=times,
            stack=stack,
            row=progress.row,
            started=progress.started,
        )
    except NotSold as fault:
        raise Refused(fault.code, _why(fault, extra.kind), _rule(tx, fault)) from None


def check_surrender(tx: CheckContext, registration: Registration) -> None:
    """Check that stacks can be surrendered in an event now.

    Raises:
        Refused: never here (`no_surrender`), before play (`not_started`: an entry is refunded then), or not
            now (`no_surrender_now`).
    """
    policy = tx.book.entering.surrender
    rule = cite(tx.book, policy)
    if not registration.surrender_allowed:
        raise Refused("no_surrender", _("This event does not allow surrender."), rule)
    progress = progress_of(tx.tournament)
    if not progress.started:
        message = _(
            "Play has not started, so there are no chips to surrender. Cancel the entry with a refund "
            "instead."
        )
        raise Refused("not_started", message, cancelling_rule(tx))
    if not may_surrender(
        None if policy is None else policy.when,
        closed=registration.closed_at is not None,
        row=progress.row,
        late_row=registration.late_row,
    ):
        raise Refused("no_surrender_now", _("Surrender is not possible now."), rule)


def announced_among(tx: CheckContext, receipts: Iterable[int]) -> set[int]:
    """Return receipts with a rebuy announced before a hand, if that is binding (PokerStars Live 2.3).


    They are not refunded.
    """
    policy = tx.book.entering.rebuy
    if policy is None or not policy.announced_binds:
        return set()
    lines = JournalEntry.objects.filter(
        tournament=tx.tournament, kind="desk.rebuy", answer__receipt__in=[*receipts]
    )
    return {int((line.answer or {})["receipt"]) for line in lines if line.arguments.get("announced")}


def had(entry: Entry) -> Had:
    """Return the extras an entry has bought so far, without refunded ones."""
    sold = Item.objects.filter(entry=entry, corrects__isnull=True, corrected_by__isnull=True)
    times = dict.fromkeys(("rebuy", "add_on"), 0)
    for kind in sold.filter(kind__in=times).values_list("kind", flat=True):
        times[kind] += 1
    return Had(rebuys=times["rebuy"], add_ons=times["add_on"])


def _offer(tx: CheckContext, extra: Extra) -> Offer:
    rebuys, mode = tx.book.entering.rebuy, tx.book.modes.rebuy_add_on
    # If the book ties rebuys to a mode, an event that sells them is played in it (Five Spades 4.5, 4.13).
    by_mode = rebuys is not None and rebuys.offered == "by_mode" and mode is not None
    return Offer(
        kind=extra.kind,  # type: ignore[arg-type]
        chips=extra.chips,
        from_row=extra.from_row,
        until_row=extra.until_row,
        most=extra.most,
        stack_most=extra.stack_most,
        double=extra.double,
        without_rebuy_times=extra.without_rebuy_times,
        not_after_rebuy=by_mode and mode is not None and mode.add_on_only_without_rebuy,
    )


def _rule(tx: CheckContext, fault: NotSold) -> str:
    policy = tx.book.modes.rebuy_add_on if fault.code == "had_a_rebuy" else tx.book.entering.rebuy
    return cite(tx.book, policy)


def _why(fault: NotSold, kind: str) -> str:
    rebuys = kind == "rebuy"
    match fault.code:
        case "not_yet":
            return _("Rebuys are not available yet.") if rebuys else _("The add-on is not available yet.")
        case "no_longer":
            return _("The rebuy period is over.") if rebuys else _("The add-on period is over.")
        case "one_at_a_time":
            return _("Only one can be bought at a time.")
        case "no_more_of_them":
            return _("The limit is %(most)s per player.") % {"most": fault.bound}
        case "stack_unknown":
            return _("Count the stack: the limit for this is %(most)s chips.") % {"most": fault.bound}
        case "stack_too_big":
            return _("The stack is too big: the limit for this is %(most)s chips.") % {"most": fault.bound}
    return _("A player who took a rebuy can’t take the add-on.")
