"""A player's own prizes. Read for many players at once."""

from collections.abc import Iterable

from desk.rules.amounts import places_of
from players.services.public_names import public_names
from prizes.boards.structs import NoPrizes, OwnPrize
from prizes.models import NameList
from prizes.services.bounties import Bounties, bounties_of
from prizes.services.money import payout_of
from prizes.services.payables import payables_of
from prizes.services.results import Won, entered_in, results_of
from tourney.live.boards import own_board
from tourney.models import Tournament

Mine = OwnPrize | NoPrizes


@own_board(
    "prize",
    topic="t",
    rows=(
        "seating.bust",
        "seating.knockout",
        "tourney.entry",
        "tourney.tournament",
        "desk.item",
        "desk.registration",
        "prizes.payout",
        "prizes.placeprize",
        "prizes.prizeitem",
        "prizes.prizepayment",
        "prizes.deal",
        "prizes.dealshare",
        "prizes.envelope",
        "prizes.namelist",
    ),
    late=True,
)
def prize_of(tournament_id: int, players: Iterable[int]) -> dict[int, Mine]:
    """Return the board `prize` of an event for each of many players. Amounts in minor units."""
    wanted = set(players)
    event = Tournament.objects.filter(pk=tournament_id).first()
    if event is None:
        return {player: NoPrizes() for player in wanted}
    # An event without prizes has places too.
    payout = payout_of(event)
    currency = "" if payout is None else payout.currency
    results = results_of(event)
    payables = {} if payout is None else payables_of(event)
    bounties = Bounties() if payout is None else bounties_of(event)

    def hanging(entry: int) -> int:
        """Return the undecided amount that counts as payable; nothing of what was paid nevertheless."""
        if entry not in results.undecided:
            return 0
        return max(0, payables[entry].won.get("prize", 0) - payables[entry].paid.get("prize", 0))

    entries: dict[int, list[int]] = {player: [] for player in wanted}
    for one in entered_in(event):
        if one.player in wanted:
            entries[one.player].append(one.entry)
    names = _names(event, wanted)
    found: dict[int, Mine] = {}
    for player, own in entries.items():
        placed = [results.places[entry] for entry in own if entry in results.places]
        # A tie is not shown until the floor has confirmed it.
        placed = [one for one in placed if not one.unconfirmed]
        best = min(placed, key=lambda one: one.best, default=None)
        won = [results.won.get(entry, Won()) for entry in own]
        things = [item.name for one in won if one.award is not None for item in one.award.items]
        found[player] = OwnPrize(
            state="none" if best is None else best.state,
            best=None if best is None else best.best,
            worst=None if best is None else best.worst,
            field=results.ranking.field,
            prize=sum(results.prize(entry) for entry in own),
            undecided=any(entry in results.undecided for entry in own),
            deal=sum(one.deal for one in won),
            bounty=sum(bounties.won.get(entry, 0) for entry in own),
            own_bounty=sum(bounties.in_play.get(entry, 0) for entry in own),
            things=things,
            outstanding=sum(payables[entry].open - hanging(entry) for entry in own if entry in payables),
            currency=currency,
            places=places_of(currency),
            bounty_targets=names.get(player, []),
        )
    return found


def _names(event: Tournament, players: set[int]) -> dict[int, list[str]]:
    """Return the bounty targets each player has drawn, by public names."""
    found: dict[int, list[str]] = {}
    rows = NameList.objects.filter(tournament=event, owner__in=players).select_related("name")
    drawn = list(rows.order_by("owner", "position"))
    names = public_names(event, [row.name for row in drawn])
    for row in drawn:
        found.setdefault(row.owner_id, []).append(names[row.name_id])
    return found
