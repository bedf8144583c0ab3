"""Boards of an event's prizes for everybody: pool, places, results, bounty leaderboard and deal."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import Any

from desk.rules.amounts import places_of
from players.services.partners import entry_name
from players.services.public_names import entries_in_public
from prizes.boards.structs import (
    BountiesBoard,
    BountyLeader,
    DealBoard,
    DealPart,
    InTheMoney,
    NoDeal,
    NoPrizes,
    PayablesBoard,
    PrizesBoard,
    PrizeTier,
    ResultRow,
    ResultsBoard,
)
from prizes.models import Payout
from prizes.rules.awards import money
from prizes.rules.bounties import values_left
from prizes.rules.payouts import Prize
from prizes.rules.places import Place
from prizes.services.bounties import bounties_of, bounty_money, payout_of_bounties
from prizes.services.bounty_leaderboard import leaderboard_of
from prizes.services.deals import version_of
from prizes.services.money import Ladder, entries_of, ladder_of, payout_of, pool_of
from prizes.services.payables import payables_of
from prizes.services.places import is_complete, left_for_prizes
from prizes.services.results import (
    Won,
    count_placed,
    deal_of,
    numbers_of,
    prizes_of,
    public_places,
    results_of,
    whole_field_of,
)
from prizes.signals import out_before
from tourney.access import reads
from tourney.live.boards import Audience, board
from tourney.live.resources import resource
from tourney.models import Entry, Tournament
from tourney.now import to_ms
from tourney.services.field_counts import field_of

# Maximum rows sent to displays, the latest places first; the full list has a separate page. Smaller fields
# are sent in full.
MOST_RESULTS = 30
WHOLE_FIELD = 120
MOST_TIERS = 200
MOST_LEADERS = 20


def _event(tournament_id: int) -> Tournament | None:
    return Tournament.objects.filter(pk=tournament_id).first()


def tiers(
    prizes: Sequence[Prize], dealt: int = 0, sums: Mapping[int, int] = MappingProxyType({})
) -> list[PrizeTier]:
    """Return places with the same prize, grouped.

    Args:
        prizes: by place; after a deal, the prizes left to play for.
        dealt: number of places, from the first, divided by a confirmed deal.
        sums: what the decided ones of these places won, share and cash, by place.
    """
    found: list[PrizeTier] = []
    for (cash, things, deal, decided), group in groupby(
        prizes,
        key=lambda one: (
            sums.get(one.place, one.cash),
            tuple((item.name, item.value) for item in one.items),
            one.place <= dealt and one.place not in sums,
            one.place in sums,
        ),
    ):
        places = [one.place for one in group]
        found.append(
            PrizeTier(
                first=places[0],
                to=places[-1],
                cash=cash,
                things=[name for name, _value in things],
                worth=sum(value for _name, value in things),
                deal=deal,
                decided=decided,
            )
        )
    return found


def _decided_sums(event: Tournament, dealt: int) -> dict[int, int]:
    """Return share and cash of the decided places of a deal, by place; of shared places as the results list them."""
    if not dealt:
        return {}
    results = results_of(event)
    found: dict[int, int] = {}
    for one in public_places(event):
        # As long as it may change, the results show no final sum either.
        if one.state == "open" or one.entry in results.undecided or one.best > dealt:
            continue
        place = next((place for place in range(one.best, one.worst + 1) if place not in found), one.best)
        found[place] = results.prize(one.entry) + results.won.get(one.entry, Won()).deal
    return found


@resource("/tournaments/{int:tournament}/prizes", "read_prizes")
@board(
    "prizes",
    topic="t",
    audience=Audience.PUBLIC,
    rows=(
        "prizes.payout",
        "prizes.placeprize",
        "prizes.prizeitem",
        "prizes.deal",
        "prizes.dealshare",
        "seating.bust",
        "desk.item",
        "desk.registration",
        "tourney.entry",
        "tourney.tournament",
    ),
    late=True,
    by_rows=True,
)
def prizes(tournament_id: int, _name: str = "") -> PrizesBoard | NoPrizes | None:
    """Return the pool, the prizes of the places, and the distance to the money.

    `{"state": "none"}` until the payout is set up.
    """
    event = _event(tournament_id)
    if event is None:
        return None
    payout = payout_of(event)
    if payout is None:
        return NoPrizes()
    field, pool, found = field_of(event), pool_of(event), ladder_of(event)
    now = prizes_of(event)
    deal = deal_of(event)
    # The players left negotiate what the next places bring.
    counts_down = is_complete(event) and (deal is None or deal.state != "open")
    dealt = deal.shares.count() if deal is not None and deal.state == "stands" else 0
    return PrizesBoard(
        state="locked" if payout.locked_at is not None else "open",
        currency=payout.currency,
        places=places_of(payout.currency),
        pool=pool.prizes,
        added=pool.added,
        guarantee=payout.guarantee,
        overlay=pool.overlay,
        bounty=bounty_money(event),
        entries=entries_of(event),
        left=field.left,
        paid=len(now),
        tiers=tiers(now, dealt, _decided_sums(event, dealt))[:MOST_TIERS],
        fault=_fault(found),
        money=_money(now, left_for_prizes(event, field.left, len(now))) if counts_down else None,
        deal=None if deal is None else deal.state,  # type: ignore[arg-type]
        bounties=payout.bounties,  # type: ignore[arg-type]
    )


def _fault(found: Ladder) -> str | None:
    if found.fault is not None:
        return found.fault.code
    return "does_not_sum" if found.left else None


def _money(prizes: Sequence[Prize], left: int) -> InTheMoney | None:
    if not prizes or left < 1:
        return None
    found = money(prizes, left)
    return InTheMoney(
        to_go=found.to_go,
        certain=found.certain,
        jump=found.jump,
        jump_after=found.jump_after,
    )


@board(
    "results",
    topic="t",
    audience=Audience.PUBLIC,
    rows=(
        "seating.bust",
        "tourney.entry",
        "tourney.tournament",
        "desk.registration",
        "prizes.payout",
        "prizes.placeprize",
        "prizes.prizeitem",
        "prizes.deal",
        "prizes.dealshare",
    ),
    late=True,
    by_rows=True,
    names=True,
)
def results(tournament_id: int, _name: str = "") -> ResultsBoard | None:
    """Return the finishing places so far, best first: the whole field up to 120, otherwise the last 30 to
    bust.

    Ties that the floor has not confirmed are left out.
    """
    event = _event(tournament_id)
    if event is None:
        return None
    found = results_of(event)
    places = public_places(event)
    return ResultsBoard(
        field=whole_field_of(event),
        left=found.ranking.left,
        placed=count_placed(event),
        before=out_before.ask(event),
        rows=result_rows(event, places if found.ranking.field <= WHOLE_FIELD else places[:MOST_RESULTS]),
    )


def _players_in_play(event: Tournament, players: Sequence[int]) -> set[int]:
    """Return those of the players who have an entry in play."""
    entries = Entry.objects.filter(tournament=event, player__in=players, out_at=None, voided_at=None)
    return set(entries.values_list("player", flat=True))


def result_rows(event: Tournament, chosen: Sequence[Place]) -> list[ResultRow]:
    """Return rows of places by public names. Amounts in minor units."""
    results = results_of(event)
    names = entries_in_public(event, [one.entry for one in chosen])
    numbers = numbers_of(event, chosen)
    playing = _players_in_play(event, [one.player for one in chosen])
    found = []
    for one in chosen:
        won = results.won.get(one.entry, Won())
        found.append(
            ResultRow(
                entry=one.entry,
                best=one.best,
                worst=one.worst,
                name=names.get(one.entry, ""),
                state=one.state,
                prize=results.prize(one.entry),
                undecided=one.entry in results.undecided,
                deal=won.deal,
                things=[item.name for item in won.award.items] if won.award is not None else [],
                worth=sum(item.value for item in won.award.items) if won.award is not None else 0,
                needs_stack=one.needs_stack,
                rule=one.rule,
                plays_on=one.state != "in" and one.player in playing,
                number=numbers.get(one.entry),
            )
        )
    return found


@resource("/tournaments/{int:tournament}/bounties", "read_bounties")
@board(
    "bounties",
    topic="t",
    audience=Audience.PUBLIC,
    rows=(
        "seating.knockout",
        "seating.bust",
        "desk.item",
        "desk.registration",
        "prizes.payout",
        "prizes.envelope",
        "prizes.namelist",
    ),
    late=True,
    by_rows=True,
    names=True,
)
def bounties(tournament_id: int, _name: str = "") -> BountiesBoard | None:
    """Return the bounty leaderboard (by points, bounties, money), and the bounties left."""
    event = _event(tournament_id)
    if event is None:
        return None
    payout = payout_of_bounties(event)
    found = bounties_of(event)
    top = leaderboard_of(event)[:MOST_LEADERS]
    names = entries_in_public(event, [one.entry for one in top])
    return BountiesBoard(
        kind=_kind(payout),
        currency=payout.currency if payout is not None else "",
        places=places_of(payout.currency) if payout is not None else 0,
        collected=bounty_money(event),
        in_play=sum(found.in_play.values()),
        values=values_left(found.envelopes),
        undrawn=len(found.undrawn),
        unfilled=found.unfilled if payout is not None and payout.filled_at is not None else 0,
        bare=found.bare,
        leaders=[
            BountyLeader(
                name=names.get(one.entry, ""),
                knockouts=one.score.knockouts,
                won=one.won,
                points=one.score.points,
                drawn=one.score.drawn,
            )
            for one in top
        ],
    )


def _kind(payout: Payout | None) -> Any:
    return "none" if payout is None else payout.bounties


@resource("/tournaments/{int:tournament}/deal", "read_deal", permission=reads.DEAL)
@board("deal", topic="t", permission=reads.DEAL, rows=("prizes.deal", "prizes.dealshare"))
def deal(tournament_id: int, _name: str = "") -> DealBoard | NoDeal | None:
    """Return the deal under negotiation or confirmed.

    `{"state": "none"}` if there is none. Commands that change it send its `version` as `seen`, and are
    refused if it has changed.
    """
    event = _event(tournament_id)
    if event is None:
        return None
    row = deal_of(event)
    if row is None:
        return NoDeal()
    payout = payout_of(event)
    currency = "" if payout is None else payout.currency
    shares = list(row.shares.select_related("entry__player", "entry__partner__player"))
    given = sum(share.amount for share in shares)
    return DealBoard(
        state=row.state,  # type: ignore[arg-type]
        deal=row.pk,
        version=version_of(row),
        currency=currency,
        places=places_of(currency),
        made_at=to_ms(row.made_at),
        ladder=row.ladder,
        mix=row.mix,
        played_for=row.left,
        left=sum(row.ladder) - sum(row.left) - given,
        shares=[
            DealPart(
                entry=share.entry_id,
                name=entry_name(share.entry),
                stack=share.stack,
                proposed=share.proposed,
                amount=share.amount,
                agreed=share.agreed_at is not None,
            )
            for share in shares
        ],
    )


@board(
    "payables",
    topic="t",
    permission=reads.PAYOUTS,
    rows=(
        "seating.bust",
        "seating.knockout",
        "tourney.entry",
        "desk.registration",
        "prizes.prizepayment",
        "prizes.payout",
        "prizes.placeprize",
        "prizes.deal",
        "prizes.envelope",
    ),
    late=True,
    by_rows=True,
)
def payables(tournament_id: int, _name: str = "") -> PayablesBoard | None:
    """Return the amount still to be paid out, and the number of players it is for. Amounts in minor units."""
    event = _event(tournament_id)
    return None if event is None else payables_at(event)


def payables_at(event: Tournament) -> PayablesBoard:
    """Return the amount still to be paid out for an event, and the number of players it is for."""
    rows = payables_of(event).values()
    return PayablesBoard(
        waiting=sum(1 for one in rows if one.open > 0),
        amount=sum(one.open for one in rows if one.open > 0),
        overpaid=sum(1 for one in rows if one.open < 0),
    )
