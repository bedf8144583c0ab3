"""The result of a draw by public names, beside the result of the verification."""

from typing import Any

from players.rules.names import alphabetical
from players.services.public_names import entries_in_public
from prizes.services.money import payout_of
from seating.models import Draw
from seating.services.draw_verification import entries_in

_SUITS = {"spade": "♠", "heart": "♥", "diamond": "♦", "club": "♣"}
_RANKS = {11: "J", 12: "Q", 13: "K", 14: "A"}
Rows = list[dict[str, Any]]
Again = dict[str, Any] | None


def seat_rows(draw: Draw, again: Again) -> Rows:
    """Return each drawn seat and the seat of the verification, by name."""
    names = entries_in_public(draw.tournament, entries_in(draw))
    now = {entry: (table, seat) for entry, table, seat in (again or {"seats": []})["seats"]}
    rows = [
        {
            "name": names.get(entry, ""),
            "entry": entry,
            "table": table,
            "seat": seat,
            "now": now.get(entry),
            "same": now.get(entry) == (table, seat),
        }
        for entry, table, seat in draw.outcome["seats"]
    ]
    return sorted(rows, key=lambda row: (alphabetical(row["name"]), row["entry"]))


def name_rows(draw: Draw, again: Again) -> Rows:
    """Return each list of bounty names, whether it is reproduced, and what differs, by its owner's name."""
    names = entries_in_public(draw.tournament, entries_in(draw))
    now = {owner: targets for owner, targets in (again or {"lists": []})["lists"]}

    def names_text(entries: list[int] | None) -> str:
        return ", ".join(names.get(entry, str(entry)) for entry in entries or [])

    rows = [
        {
            "name": names.get(owner, ""),
            "entry": owner,
            "targets": names_text(targets),
            "now": names_text(now.get(owner)),
            "same": now.get(owner) == targets,
        }
        for owner, targets in draw.outcome["lists"]
    ]
    return sorted(rows, key=lambda row: (alphabetical(row["name"]), row["entry"]))


def found_in(rows: Rows, asked: str) -> Rows:
    """Return the rows matching a name or entry; all of them without a query."""
    if not asked:
        return rows
    wanted = alphabetical(asked)[0]
    return [one for one in rows if wanted in alphabetical(one["name"])[0] or asked == str(one["entry"])]


def card_rows(draw: Draw) -> Rows:
    """Return the cards of a draw for the button, by seat."""
    return [
        {
            "seat": seat,
            "card": f"{_RANKS.get(rank, rank)}{_SUITS[suit]}",
            "best": seat == draw.outcome["seat"],
        }
        for seat, rank, suit in draw.outcome["cards"]
    ]


def race_rows(draw: Draw) -> Rows:
    """Return the cards of a chip race by seat in the order dealt, and who won or was given a big chip."""
    won, saved = set(draw.outcome["won"]), set(draw.outcome["saved"])
    odd = {
        seat: small % (draw.inputs["big"] // draw.inputs["small"])
        for seat, small, _others in draw.inputs["held"]
    }
    return [
        {
            "seat": seat,
            "odd": odd[seat],
            "cards": " ".join(f"{_RANKS.get(rank, rank)}{_SUITS[suit]}" for rank, suit in cards),
            "won": seat in won,
            "saved": seat in saved,
        }
        for seat, cards in draw.outcome["cards"]
    ]


def envelope_words(draw: Draw, again: Again) -> dict[str, Any]:
    """Describe the draw of an envelope: whose bounty, the remaining ones, the drawn one, and the
    verification.
    """
    payout = payout_of(draw.tournament)
    number = draw.outcome["envelope"]
    return {
        "head": entries_in_public(draw.tournament, [draw.inputs["entry"]]).get(draw.inputs["entry"], ""),
        "currency": "" if payout is None else payout.currency,
        "left": [
            {"number": one, "value": value, "drawn": one == number} for one, value in draw.inputs["envelopes"]
        ],
        "now": None if again is None else again["envelope"],
        "same": again is not None and again["envelope"] == number,
    }
