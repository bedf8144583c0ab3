"""What must hold of an event's prizes: pages and rows against the money as the journal tells it."""

from collections.abc import Sequence
from itertools import pairwise

from play.checks import Checks
from play.purse import Purse
from prizes.boards.event import prizes as prizes_board
from prizes.boards.structs import PrizesBoard
from prizes.heads import bounties_of
from prizes.owed import account_of, won_in
from prizes.rules.places import Place
from prizes.standing import standing_of
from tourney.models import Tournament
from tourney.moment import one_moment


def audit(checks: Checks, *, over: bool) -> None:
    """Hold what the prizes say against the journal.

    Args:
        over: the event is played out and paid.
    """
    purse, what = checks.purse, f"prizes at line {checks.mirror.seq}"
    with one_moment():
        event = Tournament.objects.get(pk=checks.event.pk)
        if event.seq != checks.mirror.seq:
            return  # Somebody else has pressed since; the next look takes it in.
        account, bounties = account_of(event), bounties_of(event)
        board, won, standing = prizes_board(event.pk, ""), won_in(event), standing_of(event)
    checks.judge(what, [] if account.difference == 0 else [f"{account.difference} are missing: {account}"])
    checks.judge(what, _own_sum(purse, account.sold - account.refunded, bounties.total))
    if isinstance(board, PrizesBoard):
        shown = (board.pool, board.bounty)
        came = (purse.pool, purse.taken["bounty"])
        checks.judge(what, [] if shown == came else [f"{shown} are displayed, and {came} came in"])
        if board.fault is None:
            given = sum(one.cash * (one.to - one.first + 1) for one in board.tiers)
            # After a deal the ladder has what is left to play for.
            given += sum(one.deal for one in standing.won.values())
            whole = board.tiers[-1].to == board.paid
            checks.judge(what, [] if given == purse.pool or not whole else [f"the places get {given}"])
    places = standing.ranking.places
    checks.judge(what, _order(checks, purse, places))
    checks.judge(what, _gaps(places, standing.ranking.left, over=over))
    more = [
        f"entry {entry} was paid {paid} as {kind}, and has won {won.get((entry, kind), 0)}"
        for (entry, kind), paid in purse.paid.items()
        if paid > won.get((entry, kind), 0)
    ]
    checks.judge(what, more)
    if over:
        checks.judge(what, _all_paid(purse, places))
        left = sum(bounties.unclaimed.values())
        heads = purse.paid_as("bounty") + left
        checks.judge(
            what, [] if heads == purse.taken["bounty"] else [f"{heads} of the heads are paid or left"]
        )
        payout = purse.payout
        if payout is not None and payout["bounties"] == "fixed":
            own = purse.headless()
            checks.judge(what, [] if own == left else [f"{left} of the heads are nobody’s, not {own}"])


def _own_sum(purse: Purse, sold: int, heads: int) -> list[str]:
    """What came in by the journal, and what of it is where."""
    came = sum(purse.taken.values())
    found = [] if came == sold else [f"{sold} came in, not {came}"]
    if heads != purse.taken["bounty"]:
        found.append(f"heads are worth {heads}, and {purse.taken['bounty']} was taken for them")
    if purse.paid_as("prize", "deal") > purse.pool:
        found.append("more was paid than is in the pool")
    if purse.paid_as("bounty") > purse.taken["bounty"]:
        found.append("more was paid for heads than was taken")
    return found


def _order(checks: Checks, purse: Purse, places: Sequence[Place]) -> list[str]:
    """Whoever went out later stands before those who went out earlier, but for those of one hand."""
    out, hands = purse.when_out(checks.book), purse.hand_of()
    found = []
    for ahead, behind in pairwise(place for place in places if place.entry in out):
        if ahead.best == behind.best or hands.get(ahead.entry, -1) == hands.get(behind.entry, -2):
            continue
        if checks.mirror.entry_open and "open" in (ahead.state, behind.state):
            continue
        if out[ahead.entry] < out[behind.entry]:
            found.append(f"entry {ahead.entry} stands before {behind.entry}, and went out earlier")
    return found


def _gaps(places: Sequence[Place], left: int, *, over: bool) -> list[str]:
    """Places run on from those who are left, each held by as many as share it."""
    at = 1 if over or any(place.state == "in" for place in places) else left + 1
    for first in sorted({place.best for place in places}):
        here = [place for place in places if place.best == first]
        if first != at or any(place.worst != first + len(here) - 1 for place in here):
            return [f"place {at} is nobody’s, or too many hold place {first}"]
        at += len(here)
    return []


def _all_paid(purse: Purse, places: Sequence[Place]) -> list[str]:
    """Each place was paid what its line says, after a deal what that left; and together all of the pool."""
    deal, shares = purse.deal, purse.shares
    ladder = purse.ladder
    if deal is not None:
        left = [*deal["left"], *[0] * len(shares)][: len(shares)]
        ladder = [*left, *ladder[len(shares) :]]
    found = []
    for first in sorted({place.best for place in places}):
        here = [place.entry for place in places if place.best == first]
        due = sum(ladder[first - 1 : first - 1 + len(here)])
        paid = sum(purse.paid[entry, "prize"] for entry in here)
        if paid != due:
            found.append(f"place {first} is worth {due}, and {paid} was paid")
    found += [
        f"entry {entry} was paid {purse.paid[entry, 'deal']} of a share of {amount}"
        for entry, amount in shares.items()
        if purse.paid[entry, "deal"] != amount
    ]
    paid = purse.paid_as("prize", "deal")
    return found if paid == purse.pool else [*found, f"{paid} was paid of {purse.pool}"]
