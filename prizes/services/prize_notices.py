"""Notifications of prizes to collect and of shares of a deal. Parts of commands."""

from collections.abc import Sequence
from typing import Any

from desk.rules.amounts import places_of
from players.services.partners import is_team, partners_at
from prizes.models import DealShare, PlacePrize
from prizes.rules.places import Place
from prizes.services.event_end import winners_in
from prizes.services.latest_bust import finish_of, is_behind_all_left
from prizes.services.money import payout_of
from prizes.services.places import is_complete
from prizes.services.results import deal_of, prizes_of, results_of
from seating.models import Bust
from tourney.journal.tx import Tx
from tourney.models import Notice, Tournament
from tourney.services.field_counts import entries_and_left


def tell_shares(tx: Tx, shares: Sequence[DealShare]) -> None:
    """Notify the players of a confirmed deal of their shares."""
    told = {}
    for share in shares:
        told[share.entry.player_id] = _money(tx, share.amount) | _whose(is_team(share.entry))
    tx.notify_many("deal", told)


def tell_prize_of(tx: Tx, bust: Bust) -> None:
    """Notify players of prizes that a bust has decided.

    Ranking a large field takes longer than a press may, so it is left out where the place follows from the bust.
    """
    event = tx.tournament
    if not _is_in_money(event):
        return
    deal = deal_of(event)
    is_ranked = (deal is not None and deal.state == "stands") or bool(winners_in(event))
    if is_ranked or not is_behind_all_left(event, bust):
        tell_prizes(tx)
        return
    finish = finish_of(event, bust)
    if finish is None or not (finish.amount or finish.things):
        return
    player = finish.place.player
    values = _values(tx, finish.place, finish.amount, finish.things)
    told = Notice.objects.filter(tournament=event, kind="prize", player=player).order_by("pk").last()
    if told is None or told.values != values:
        tx.notify_many("prize", {player: values})


def tell_prizes(tx: Tx) -> None:
    """Notify players of prizes of their places that are decided; each prize once.

    Nothing is read while more players are in play than places are paid.
    """
    event = tx.tournament
    if not _is_in_money(event):
        return
    results = results_of(event)
    won_by = {entry.pk for entry in winners_in(event)}
    known = {}
    for notice in Notice.objects.filter(tournament=event, kind="prize").order_by("pk"):
        known[notice.values["entry"]] = notice.values
    told: dict[int, dict[str, Any]] = {}
    for entry, won in results.won.items():
        place = results.places.get(entry)
        if place is None or won.award is None or place.unconfirmed or entry in results.undecided:
            continue
        if place.state != "out" and entry not in won_by:
            continue
        things = [item.name for item in won.award.items]
        values = _values(tx, place, won.prize, things)
        if (won.prize or things) and known.get(entry) != values:
            told[place.player] = values
    if told:
        tx.notify_many("prize", told)


def _is_in_money(event: Tournament) -> bool:
    payout = payout_of(event)
    if payout is None or payout.locked_at is None or not is_complete(event):
        return False
    left, paid = entries_and_left(event)[1], PlacePrize.objects.filter(payout=payout).count()
    # A deal before the money pays more places than the ladder has.
    return left <= (paid if deal_of(event) is None else len(prizes_of(event)))


def _values(tx: Tx, place: Place, amount: int, things: Sequence[str]) -> dict[str, Any]:
    values = {"entry": place.entry, "place": _text(place), **_money(tx, amount), "things": list(things)}
    return values | _whose(place.player in partners_at(tx.tournament.pk))


def _whose(team: bool) -> dict[str, Any]:
    """Return what tells a message that its amount is that of both players of a team."""
    return {"team": True} if team else {}


def _text(place: Place) -> str:
    return str(place.best) if place.best == place.worst else f"{place.best}–{place.worst}"


def _money(tx: Tx, amount: int) -> dict[str, Any]:
    payout = payout_of(tx.tournament)
    currency = "" if payout is None else payout.currency
    return {"amount": amount, "currency": currency, "places": places_of(currency)}
