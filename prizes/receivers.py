"""Signal receivers of the prizes."""

from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from clock.models import Clock
from clock.services.clock_changes import clock_row
from clock.services.progress import stop_clock
from clock.signals import (
    ClockPress,
    EventClose,
    Winners,
    before_clock_press,
    before_event_close,
    deal_pending,
    winners,
)
from desk.signals import RegistrationClosed, TakingsChanged, registration_closed, takings_changed
from players.services.partners import entry_name
from players.signals import PersonalDataDeleted, personal_data_deleted
from prizes.commands.deals import refuse_if_paid
from prizes.models import PrizePayment
from prizes.rules.draws import PROCEDURES
from prizes.services.deals import prizes_divided
from prizes.services.event_end import ticket_in, winners_in
from prizes.services.money import payout_of
from prizes.services.paid_prizes import overpaid_in, paid_prizes_text
from prizes.services.payout_lock import reopen_if_changed
from prizes.services.places import is_complete
from prizes.services.prize_notices import tell_prize_of, tell_prizes
from prizes.services.results import deal_of
from prizes.services.unfinished import unfinished_in
from seating import signals as seating
from tourney.journal.refused import Refused
from tourney.journal.row_images import label
from tourney.journal.tx import Tx
from tourney.models import Entry, Tournament
from tourney.services.field_counts import entries_and_left
from tourney.signals import Undone, undone

# Places depend on these models only, so undoing changes of other models does not affect them.
_DECIDES_PLACES = {"seating.bust", "tourney.entry", "desk.registration"}
# Columns of a clock that say at which time of which level it stands.
_STANDS_AT = ("position", "elapsed_ms")


@winners.provide
def answer_winners(event: Tournament) -> Winners | None:
    """Return the winners of the event; None while play goes on."""
    won = winners_in(event)
    return Winners(won, ticket_in(event)) if won else None


@deal_pending.provide
def answer_deal_pending(event: Tournament) -> bool | None:
    """Return whether the players left negotiate a deal."""
    return _is_deal_pending(event) or None


@seating.draw_outcome.provide
def draw_outcome(draw: seating.KeptDraw) -> dict[str, Any] | None:
    """Recompute the draw of an envelope or of the names on bounties."""
    procedure = PROCEDURES.get((draw.method, draw.kind))
    return None if procedure is None else procedure(draw.seed, draw.inputs)


@takings_changed.connect
def reopen_prizes_after_sale(event: TakingsChanged) -> None:
    """Reopen locked prizes when the pool has changed."""
    reopen_if_changed(event.tx)


@seating.player_eliminated.connect
def reopen_prizes_without_buy_in(event: seating.PlayerEliminated) -> None:
    """Reopen locked prizes when the buy-in of a player who has played no hand leaves the pool (WSOP 16)."""
    if event.entry.bust.no_hand:
        reopen_if_changed(event.tx)


@seating.player_eliminated.connect
def refuse_bust_during_deal(event: seating.PlayerEliminated) -> None:
    """Refuse a bust while a deal is pending.

    A disqualification cannot wait: it stops the deal until its shares are calculated again. After the one that decides
    the event there is nothing to divide.

    Raises:
        Refused: a deal is pending (`deal_open`).
    """
    if not _is_deal_pending(event.tx.tournament):
        return
    rows = Entry.objects.filter(tournament=event.tx.tournament, out_at__isnull=True, voided_at__isnull=True)
    if not event.penalty or rows[:2].count() < 2:
        message = _(
            "A deal is pending, so no hand is played. Confirm or cancel the deal before %(name)s leaves the event."
        )
        raise Refused("deal_open", message % {"name": entry_name(event.entry)})


@seating.player_eliminated.connect
def refuse_bust_of_a_winner(event: seating.PlayerEliminated) -> None:
    """Refuse the bust of the last player, who has won.

    The last player can still be disqualified, or be removed from the event. In a satellite, players who bust in the
    hand that ends it are recorded after its end.

    Raises:
        Refused: the player has won (`has_won`).
    """
    tournament, bust = event.tx.tournament, event.entry.bust
    entries, left = entries_and_left(tournament)
    if left or entries < 2 or event.penalty or bust.removed or not is_complete(tournament):
        return
    message = _("%(name)s has won the event. If that is wrong, undo the last bust first.")
    raise Refused("has_won", message % {"name": entry_name(event.entry)})


@seating.before_chips_leave.connect
def refuse_refund_during_deal(event: seating.ChipsLeaving) -> None:
    """Refuse to refund chips in play while a deal is pending: it divides the prizes by them.

    Raises:
        Refused: a deal is pending (`deal_open`).
    """
    if _is_deal_pending(event.tx.tournament):
        message = _("A deal is pending. Confirm or cancel it before %(name)s is refunded.")
        raise Refused("deal_open", message % {"name": entry_name(event.entry)})


@seating.hand_completed.connect
def refuse_hand_during_deal(event: seating.HandCompleted) -> None:
    """Refuse to complete a hand while a deal is pending: none is dealt.

    Raises:
        Refused: a deal is pending (`deal_open`).
    """
    _check_no_deal_before_hand(event.tx)


@seating.hand_misdealt.connect
def refuse_misdeal_during_deal(event: seating.HandMisdealt) -> None:
    """Refuse a misdeal while a deal is pending: no hand is dealt.

    Raises:
        Refused: a deal is pending (`deal_open`).
    """
    _check_no_deal_before_hand(event.tx)


def _check_no_deal_before_hand(tx: Tx) -> None:
    if _is_deal_pending(tx.tournament):
        message = _("A deal is pending, so no hand is played. Confirm or cancel the deal first.")
        raise Refused("deal_open", message)


def _is_deal_pending(event: Tournament) -> bool:
    deal = deal_of(event)
    return deal is not None and deal.state == "open"


@undone.connect
def reopen_prizes_after_undo(event: Undone) -> None:
    """Reopen locked prizes when an undo changes entries or money."""
    tx = event.tx
    if not tx.is_of_tournament:
        return
    tx.touch("prizes", "results", "bounties")
    touched = {change["model"] for change in tx.changes}
    if touched & {"tourney.entry", "desk.item", "tourney.tournament"}:
        reopen_if_changed(tx)


@seating.before_reinstatement.connect
def refuse_reinstatement_into_deal(event: seating.Reinstatement) -> None:
    """Refuse to reinstate a player who is not part of a confirmed deal."""
    _check_is_in_deal(event.tx, event.entry)


def _check_is_in_deal(tx: Tx, entry: Entry) -> None:
    deal = deal_of(tx.tournament)
    if deal is None or deal.shares.filter(entry=entry).exists():
        return
    name = {"name": entry_name(entry)}
    if deal.state == "open":
        raise Refused("deal_open", _("A deal is pending without %(name)s. Cancel that deal first.") % name)
    raise Refused("deal_stands", _("A deal was made without %(name)s. Void that deal first.") % name)


@undone.connect
def protect_deal(event: Undone) -> None:
    """Protect a deal from an undo.

    Raises:
        Refused: the undo reinstates a player who is not part of the deal (`deal_stands`, `deal_open`), or removes
            prizes that it divided (`deal_stands`); or the deal itself, of which some was paid (`already_paid`).
    """
    tx = event.tx
    if not tx.is_of_tournament:
        return
    deal = deal_of(tx.tournament)
    if (deal is None or deal.state != "stands") and any(one["model"] == "prizes.deal" for one in tx.changes):
        refuse_if_paid(tx)
    if deal is None:
        return
    touched = [change["pk"] for change in tx.changes if change["model"] == "tourney.entry"]
    back = Entry.objects.filter(
        pk__in=touched, tournament=tx.tournament, out_at__isnull=True, voided_at__isnull=True
    ).exclude(deal_shares__deal=deal)
    for entry in back.select_related("player", "partner__player"):
        _check_is_in_deal(tx, entry)
    payout = payout_of(tx.tournament)
    if (
        prizes_divided(tx.tournament, len(deal.ladder)) != list(deal.ladder)
        or payout is None
        or payout.locked_at is None
    ):
        raise Refused("deal_stands", _("A deal is based on these prizes. Void the deal first."))


@undone.connect
def ask_before_paid_prizes_change(event: Undone) -> None:
    """Ask before an undo changes places whose prizes were paid.

    Raises:
        Refused: more was paid than is then won (`prizes_paid`); the message names the prizes.
    """
    tx = event.tx
    if event.although_paid or not tx.is_of_tournament:
        return
    if not {change["model"] for change in tx.changes} & _DECIDES_PLACES:
        return
    given = overpaid_in(tx.tournament)
    if given:
        message = _(
            "Already paid: %(paid)s. After an undo, a player may have been overpaid. The “Payouts” page shows it."
        )
        raise Refused("prizes_paid", message % {"paid": paid_prizes_text(tx.tournament, given)})


@before_clock_press.connect
def keep_clock_as_it_is_during_deal(event: ClockPress) -> None:
    """Keep the clock stopped, at its level and its time, while the players left negotiate a deal.

    Raises:
        Refused: they do (`deal_open`).
    """
    if _is_deal_pending(event.tx.tournament):
        raise Refused("deal_open", _("A deal is pending. Confirm or cancel it first."))


@before_event_close.connect
def refuse_to_close_unfinished_event(event: EventClose) -> None:
    """Refuse to close an event while prizes are unpaid or places undecided.

    Raises:
        Refused: they are (`unfinished`); the message counts them.
    """
    found = unfinished_in(event.tx.tournament).texts()
    if found:
        raise Refused("unfinished", _("Still open: %(open)s.") % {"open": ", ".join(found)})


@registration_closed.connect
def stop_clock_of_won_event(event: RegistrationClosed) -> None:
    """Stop the clock of an event that is won."""
    _stop_for_the_winner(event.tx)


@seating.player_eliminated.connect
def stop_clock_at_last_bust(event: seating.PlayerEliminated) -> None:
    """Stop the clock at the bust that ends the event."""
    _stop_for_the_winner(event.tx)


@seating.player_eliminated.connect
def tell_prizes_after_bust(event: seating.PlayerEliminated) -> None:
    """Notify players of prizes that a bust has decided."""
    tell_prize_of(event.tx, event.entry.bust)


@seating.places_settled.connect
def tell_prizes_of_settled_places(event: seating.PlacesSettled) -> None:
    """Notify players of prizes that were undecided before."""
    tell_prizes(event.tx)


def _stop_for_the_winner(tx: Tx) -> None:
    if winners_in(tx.tournament):
        stop_clock(tx)
        tx.touch("clock")


@undone.connect
def pause_clock_after_undone_win(event: Undone) -> None:
    """Keep the clock paused as it stood at the win when the win is undone: no level was played since."""
    tx = event.tx
    if not tx.is_of_tournament or not {change["model"] for change in tx.changes} & _DECIDES_PLACES:
        return
    if winners_in(tx.tournament):
        _stop_for_the_winner(tx)
        return
    # The row of a clock that runs again and is paused at once has not changed, but its board names no winner any more.
    tx.touch("clock", "clock_staff", "lobby")
    for change in list(tx.changes):
        if change["model"] == label(Clock) and _runs_again(change):
            stood = {name: change["before"][name] for name in _STANDS_AT if name in change["before"]}
            tx.save(clock_row(tx), running=False, anchor_at=None, **stood)
            event.answer["clock_paused"] = True


def _runs_again(change: dict[str, Any]) -> bool:
    before, after = change["before"] or {}, change["after"] or {}
    return before.get("running") is False and after.get("running") is True


@personal_data_deleted.connect
def delete_reasons_of_reversals(event: PersonalDataDeleted) -> None:
    """Delete why payouts to an anonymised player were reversed; the amounts stay."""
    theirs = Q(player__in=event.players) | Q(player=None, entry__player__in=event.players)
    rows = PrizePayment.objects.filter(theirs).exclude(reason="")
    event.tx.save_many(list(rows), reason="–")
