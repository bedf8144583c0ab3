"""Compare an event's prizes, on pages and in rows, with its money as derived from the journal."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from django.db.models import F

from prizes.boards.event import prizes as prizes_board
from prizes.boards.structs import PrizesBoard
from prizes.rules.places import Place
from prizes.services.bounties import bounties_of
from prizes.services.bounty_leaderboard import leaderboard_of
from prizes.services.payables import account_of, won_in
from prizes.services.results import Results, results_of
from stages.models import StageEvent
from stages.services.rules import stage_event_of
from tests.oracle import bounty_check
from tests.oracle.model_state import ENTRY
from tests.oracle.money_ledger import MoneyLedger
from tourney.models import Tournament
from tourney.snapshot import consistent_read

# Nobody enters twice in these, so each elimination counts for its winners (Five Spades 4.17).
_BOUNTY_MODES = {"bounty", "mystery_bounty"}


def audit(follower: Any, *, over: bool) -> None:
    """Compare the prizes with the journal.

    Args:
        over: whether the event is finished and paid.
    """
    ledger, what = follower.ledger, f"prizes at line {follower.state.seq}"
    with consistent_read():
        event = Tournament.objects.get(pk=follower.event.pk)
        if event.seq != follower.state.seq:
            return  # Another journal entry was written since; the next check reads it.
        goes_on = StageEvent.objects.filter(
            tournament=event, stage__multi_stage_event__stages__number__gt=F("stage__number")
        ).exists()
        account, bounties = account_of(event), bounties_of(event)
        board, won, standing = prizes_board(event.pk, ""), won_in(event), results_of(event)
        leaders = leaderboard_of(event) if over else []
    follower.judge(what, [] if account.difference == 0 else [f"{account.difference} are missing: {account}"])
    if goes_on:
        # Pool and bounties are paid by the event of the last stage.
        sold = account.sold - account.refunded + ledger.taken["pool"] + ledger.taken["bounty"]
        follower.judge(what, _own_sum(ledger, sold, ledger.taken["bounty"]))
        return
    follower.judge(what, _own_sum(ledger, account.sold - account.refunded, bounties.total))
    if isinstance(board, PrizesBoard):
        shown = (board.pool, board.bounty)
        came = (ledger.pool, ledger.taken["bounty"])
        follower.judge(what, [] if shown == came else [f"{shown} are displayed, and {came} came in"])
        if board.fault is None:
            given = sum(one.cash * (one.to - one.first + 1) for one in board.tiers if not one.decided)
            # After a deal the ladder holds the amounts left to play for; rows of decided places hold the shares, too.
            decided = _decided(board)
            given += sum(one.cash for one in standing.prizes if one.place in decided)
            given += sum(one.deal for one in standing.won.values())
            whole = board.tiers[-1].to == board.paid
            follower.judge(what, [] if given == ledger.pool or not whole else [f"the places get {given}"])
            follower.judge(what, _decided_sums(ledger, board, standing))
    places = standing.ranking.places
    ahead = 0
    for part in follower.state.parts:
        here = [place for place in places if place.entry in part]
        follower.judge(what, _order(follower, ledger, here))
        follower.judge(what, _gaps(here, ahead, len(part & follower.state.in_play), over=over))
        ahead += len({follower.state.rows[ENTRY][entry]["player_id"] for entry in part})
    more = [
        f"entry {entry} was paid {paid} as {kind}, and has won {won.get((entry, kind), 0)}"
        for (entry, kind), paid in ledger.paid.items()
        if paid > won.get((entry, kind), 0)
    ]
    follower.judge(what, more)
    if over:
        # Players of earlier stages have the places behind the field of the last one.
        players = {row["player_id"] for row in follower.state.rows[ENTRY].values()}
        faults = [f"player {one.player} has two places" for one in standing.behind if one.player in players]
        follower.judge(what, faults)
        follower.judge(what, _all_paid(ledger, [*places, *standing.behind]))
        left = sum(bounties.unclaimed.values()) + sum(bounties.envelopes.values())
        follower.judge(what, bounty_check.paid(ledger))
        follower.judge(what, bounty_check.envelopes(ledger))
        if event.mode in _BOUNTY_MODES:
            follower.judge(what, bounty_check.leaders(ledger, leaders))
        held = ledger.paid_as("bounty") + left
        follower.judge(
            what, [] if held == ledger.taken["bounty"] else [f"{held} of the bounties are paid or unclaimed"]
        )
        payout = ledger.payout
        # In the last of several stages, bounties are those of entries in other events.
        if payout is not None and payout["bounties"] == "fixed" and stage_event_of(event) is None:
            own = ledger.unclaimed_bounties()
            follower.judge(what, [] if own == left else [f"{left} of the bounties are unclaimed, not {own}"])


def _own_sum(ledger: MoneyLedger, sold: int, bounties: int) -> list[str]:
    """Compare the money received by the journal with the sales, the bounties and the payments."""
    came = sum(ledger.taken.values())
    found = [] if came == sold else [f"{sold} came in, not {came}"]
    if bounties != ledger.taken["bounty"]:
        found.append(f"bounties are worth {bounties}, and {ledger.taken['bounty']} was taken for them")
    if ledger.paid_as("prize", "deal") > ledger.pool:
        found.append("more was paid than is in the pool")
    if ledger.paid_as("bounty") > ledger.taken["bounty"]:
        found.append("more was paid for bounties than was taken")
    return found


def _decided(board: PrizesBoard) -> set[int]:
    """Return the places of a deal whose row holds the share and the prize together."""
    return {place for one in board.tiers if one.decided for place in range(one.first, one.to + 1)}


def _decided_sums(ledger: MoneyLedger, board: PrizesBoard, standing: Results) -> list[str]:
    """Check that the rows of decided places of a deal hold what their players won, prizes and shares."""
    decided = _decided(board)
    shown = sum(one.cash * (one.to - one.first + 1) for one in board.tiers if one.decided)
    held = [one.entry for one in standing.ranking.places if one.best in decided]
    won = sum(standing.prize(entry) + ledger.shares.get(entry, 0) for entry in held)
    return [] if shown == won else [f"{shown} is displayed for decided places of a deal, and {won} was won"]


def _order(follower: Any, ledger: MoneyLedger, places: Sequence[Place]) -> list[str]:
    """Check that later busts rank before earlier ones, except within one hand."""
    out, hands = ledger.when_out(follower.book), ledger.hand_of()
    found = []
    for ahead, behind in pairwise(place for place in places if place.entry in out):
        if ahead.best == behind.best or hands.get(ahead.entry, -1) == hands.get(behind.entry, -2):
            continue
        if follower.state.entry_open and "open" in (ahead.state, behind.state):
            continue
        if out[ahead.entry] < out[behind.entry]:
            found.append(f"entry {ahead.entry} stands before {behind.entry}, and went out earlier")
    return found


def _gaps(places: Sequence[Place], ahead: int, left: int, *, over: bool) -> list[str]:
    """Check that places are consecutive below the remaining players, each held by as many as share it.

    Args:
        ahead: number of players who are ranked before these. `left`: how many of these are in play.
    """
    at = ahead + (1 if over or any(place.state == "in" for place in places) else left + 1)
    for first in sorted({place.best for place in places}):
        here = [place for place in places if place.best == first]
        if first != at or any(place.worst != first + len(here) - 1 for place in here):
            return [f"place {at} is missing, or too many hold place {first}"]
        at += len(here)
    return []


def _all_paid(ledger: MoneyLedger, places: Sequence[Place]) -> list[str]:
    """Check that each place was paid in full, after a deal its rest, and that the whole pool was paid."""
    deal, shares = ledger.deal, ledger.shares
    ladder = ledger.ladder
    if deal is not None:
        left = [*deal["left"], *[0] * len(shares)][: len(shares)]
        ladder = [*left, *ladder[len(shares) :]]
    found = []
    for first in sorted({place.best for place in places}):
        here = [place.entry for place in places if place.best == first]
        due = sum(ladder[first - 1 : first - 1 + len(here)])
        paid = sum(ledger.paid[entry, "prize"] for entry in here)
        if paid != due:
            found.append(f"place {first} is worth {due}, and {paid} was paid")
    found += [
        f"entry {entry} was paid {ledger.paid[entry, 'deal']} of a share of {amount}"
        for entry, amount in shares.items()
        if ledger.paid[entry, "deal"] != amount
    ]
    paid = ledger.paid_as("prize", "deal")
    return found if paid == ledger.pool else [*found, f"{paid} was paid of {ledger.pool}"]
