"""Texts of the player's page for its scripts."""

from typing import Any

from cash.boards.own import cash_of
from cash.models import CashGame
from notifications.boards.own import OwnPage
from notifications.services.texts import PHONE_WORDS
from prizes.boards.own import prize_of
from prizes.boards.structs import OwnPrize
from prizes.services.event_end import winners_in
from tourney.models import Tournament
from tourney.services.figures import grouped
from web.shared.texts import WORDS

# Texts of other screens that the page needs.
_SHARED = ("clock.", "ante.", "entry.", "prize.")
_SHARED_WORDS = {"page.closed", "page.running", "big_blinds", "page.alone", "page.results", "page.stale"}


def phone_words() -> dict[str, str]:
    """Return all texts of the player's page in the reader's language."""
    shared = {
        key: str(text) for key, text in WORDS.items() if key.startswith(_SHARED) or key in _SHARED_WORDS
    }
    # Rooms without cash games do not send their texts; a page that was open before reloads itself.
    without = () if CashGame.objects.filter(retired=False).exists() else ("phone.cash", "notice.cash")
    return shared | {key: str(text) for key, text in PHONE_WORDS.items() if not key.startswith(without)}


def shown_prize(event: Tournament, player: int, mine: OwnPage) -> OwnPrize | None:
    """Return the prize board of a player whose page shows a place, else None.

    A page shows the place of a player who is out, or who was in play at the end of the event.
    """
    if mine.state not in ("seated", "entered", "out") or mine.plays_on:
        return None
    if mine.state != "out":
        # A flight has ended, but its player goes on.
        if mine.bag is not None and mine.bag.goes_on in ("open", "sure", "yes", "forfeited"):
            return None
        # Places need the whole field: those of players in play are read only once the event is over.
        if event.closed_at is None and all(one.pk != mine.entry for one in winners_in(event)):
            return None
    own = prize_of(event.pk, [player])[player]
    if not isinstance(own, OwnPrize) or own.best is None or own.worst is None:
        return None
    return own if mine.state == "out" or own.state == "in" else None


def place_words(mine: OwnPage, own: OwnPrize) -> dict[str, Any]:
    """Return the first view of a player's page that shows a place.

    The script says the same: `finished` in static/phone/answer.js.

    Returns:
        The same as `first_words`.
    """
    shared = own.best != own.worst
    place = f"{own.best}–{own.worst}" if shared else str(own.best)
    title = "out" if mine.state == "out" else "won" if own.worst == 1 else "finished"
    note = "place_open" if own.state == "open" else "shared" if shared else "of_field"
    return {
        "look": "out",
        "title": str(PHONE_WORDS[f"phone.{title}"]),
        "note": str(PHONE_WORDS[f"phone.{note}"]).format(field=grouped(own.field)),
        "big": [(str(WORDS["prize.place"]), place)],
        "length": len(place),
    }


def cash_words(player: int) -> dict[str, Any] | None:
    """Return the first view of the page of a player who has no event but a place in the cash room.

    Returns:
        The same as `first_words`; None for all other players.
    """
    own = cash_of(0, [player])[player]
    call = next((one for one in own.places if one.table is not None), None)
    waits = next((one for one in own.places if one.kind == "seat"), None)
    look, title, note = "waiting", "", ""
    figures: list[tuple[str, int]] = []
    if call is not None:
        look, note = "called", str(PHONE_WORDS["phone.cash_called_how"])
        title = str(PHONE_WORDS["phone.cash_called"]).format(table=call.table)
    elif own.seat is not None:
        look, title = "seated", own.seat.name
        figures = [("table", own.seat.table), ("seat", own.seat.seat)]
    elif waits is not None:
        title, figures = waits.name, [("position", waits.position)]
    else:
        return None
    return {
        "look": look,
        "title": title,
        "note": note,
        "big": [(str(PHONE_WORDS[f"phone.{key}"]), str(value)) for key, value in figures],
        "length": sum(len(str(value)) for _key, value in figures),
    }
