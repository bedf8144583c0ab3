"""The place and the prize of a player who has just busted. Reads only."""

from dataclasses import dataclass

from prizes.models import DealShare
from prizes.rules.awards import awards
from prizes.rules.places import Place
from prizes.services.places import is_complete, way_back_of
from prizes.services.results import Won, deal_of, prizes_of, results_of
from seating.models import Bust
from seating.signals import final_table
from tourney.models import Entry, Tournament
from tourney.now import to_ms


@dataclass(frozen=True, slots=True)
class Finish:
    """How a busted player finished.

    Attributes:
        amount: prize and share of a deal, in minor units; 0 while the place is undecided.
        things: tickets and prizes in kind, by name.
    """

    place: Place
    amount: int
    things: tuple[str, ...]


def finish_of(event: Tournament, bust: Bust) -> Finish | None:
    """Return the finish of a busted player; None while players may enter, and if the player is not ranked.

    Ranking a large field takes longer than a press may. It is left out for the latest bust that is alone in its
    hand: that player is behind everybody in play.
    """
    if not is_complete(event):
        return None
    if is_behind_all_left(event, bust):
        left = Entry.objects.filter(tournament=event, out_at__isnull=True, voided_at__isnull=True).count()
        place = Place(bust.entry_id, bust.entry.player_id, left + 1, left + 1)
        won = Won(next(iter(awards([place], prizes_of(event))), None), _share(event, bust))
        amount = won.prize
    else:
        results = results_of(event)
        found = results.places.get(bust.entry_id)
        if found is None or found.state != "out":
            return None
        place, won = found, results.won.get(bust.entry_id, Won())
        amount = results.prize(bust.entry_id)
    things = () if won.award is None else tuple(item.name for item in won.award.items)
    return Finish(place, amount + won.deal, things)


def is_behind_all_left(event: Tournament, bust: Bust) -> bool:
    """Return whether a bust is the latest one and alone in its hand: its place is the one behind the players left."""
    if final_table.ask(event) or bust.together is not None or bust.removed or bust.no_hand:
        return False
    # A bust before registration closed may count from then on, because the player could return.
    closed = way_back_of(event).closed_at
    if closed is not None and (to_ms(bust.at) or 0) <= closed:
        return False
    others = Entry.objects.filter(tournament=event, voided_at__isnull=True, out_at__gte=bust.at)
    return not others.exclude(pk=bust.entry_id).exists()


def _share(event: Tournament, bust: Bust) -> int:
    deal = deal_of(event)
    if deal is None or deal.state != "stands":
        return 0
    shares = DealShare.objects.filter(deal=deal, entry=bust.entry_id)
    return shares.values_list("amount", flat=True).first() or 0
