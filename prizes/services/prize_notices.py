"""Notifications of prizes to collect and of shares of a deal. Parts of commands."""

from collections.abc import Sequence
from typing import Any

from desk.rules.amounts import places_of
from players.services.partners import is_team
from prizes.models import DealShare
from prizes.rules.places import Place
from prizes.services.event_end import winners_in
from prizes.services.money import payout_of
from prizes.services.places import is_complete
from prizes.services.results import prizes_of, results_of
from tourney.journal.tx import Tx
from tourney.models import Entry, Notice


def tell_shares(tx: Tx, shares: Sequence[DealShare]) -> None:
    """Notify the players of a confirmed deal of their shares."""
    told = {}
    for share in shares:
        team = {"team": True} if is_team(share.entry) else {}
        told[share.entry.player_id] = {**_money(tx, share.amount), **team}
    tx.notify_many("deal", told)


def tell_prizes(tx: Tx) -> None:
    """Notify players of prizes of their places that are decided; each prize once.

    Nothing is read while more players are in play than places are paid.
    """
    event = tx.tournament
    payout = payout_of(event)
    if payout is None or payout.locked_at is None or not is_complete(event):
        return
    paid = len(prizes_of(event))
    left = Entry.objects.filter(tournament=event, out_at__isnull=True, voided_at__isnull=True)
    if left[: paid + 1].count() > paid:
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
        values = {"entry": entry, "place": _text(place), **_money(tx, won.prize), "things": things}
        if (won.prize or things) and known.get(entry) != values:
            told[place.player] = values
    if told:
        tx.notify_many("prize", told)


def _text(place: Place) -> str:
    return str(place.best) if place.best == place.worst else f"{place.best}–{place.worst}"


def _money(tx: Tx, amount: int) -> dict[str, Any]:
    payout = payout_of(tx.tournament)
    currency = "" if payout is None else payout.currency
    return {"amount": amount, "currency": currency, "places": places_of(currency)}
