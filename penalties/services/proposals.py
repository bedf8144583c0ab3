"""Proposals before a penalty is imposed: the book's kinds, and a length based on earlier penalties."""

from collections.abc import Sequence
from typing import Any

from penalties.models import COUNTED, Penalty
from penalties.rules.kinds import kinds_of, most_of
from penalties.rules.serving import of_orbits, suggested
from seating.models import Seat
from seating.services.table_positions import DEALT
from tourney.models import Entry, Tournament
from tourney.now import to_ms
from tourney.rulebooks.books.schema import Book, cite
from tourney.rulebooks.shelf import book_of

# Common reasons; screens supply the words, and the book its own rule, if it has one.
REASONS = ("soft_play", "language", "cards", "turn", "delay", "phone", "chips", "blinds")
_LAST = 3


def earlier_of(event: Tournament, player: int) -> Sequence[Penalty]:
    """Return a player's penalties of hands or orbits in an event, with any entry, without lifted ones."""
    rows = Penalty.objects.filter(tournament=event, entry__player=player, kind__in=COUNTED)
    return list(rows.exclude(outcome="lifted").order_by("pk"))


def offered_in(book: Book) -> dict[str, Any]:
    """Return a book's kinds of penalty with their limits, its rule, and common reasons."""
    kinds = kinds_of(book)
    dodging = book.seating.blind_dodging
    blinds = cite(book, dodging) if dodging is not None and dodging.penalty else ""
    return {
        "kinds": list(kinds),
        "most": {kind: most for kind in kinds if (most := most_of(kind, book)) is not None},
        "rule": cite(book, book.penalties.kinds or book.penalties.orbit or book.penalties.escalation),
        "reasons": [{"reason": one, "rule": blinds if one == "blinds" else ""} for one in REASONS],
    }


def proposed_for(event: Tournament, entry: Entry) -> dict[str, Any]:
    """Return the proposal for a player now.

    Returns:
        `orbits`: proposed number, null if the book has none; `players` at the table, null without a seat;
            `hands`: hands per orbit, null if the button decides; `earlier`: penalties of hands or orbits in
            this event; `ever`: number in all events, `last`: the newest of them.
    """
    book = book_of(event.book)
    earlier = len(earlier_of(event, entry.player_id))
    proposed = suggested(earlier, book)
    seat = Seat.objects.filter(entry=entry).first()
    players = (
        None
        if seat is None
        else Seat.objects.filter(tournament_table=seat.tournament_table_id, kind__in=DEALT).count()
    )
    ever = Penalty.objects.filter(entry__player=entry.player_id).select_related("tournament").order_by("-pk")
    return {
        "orbits": None if proposed is None else proposed[1],
        "players": players,
        "hands": None if players is None else of_orbits(1, players, book).hands,
        "earlier": earlier,
        "ever": ever.count(),
        "last": [
            {
                "event": row.tournament.name,
                "kind": row.kind,
                "count": row.count,
                "reason": row.reason,
                "at": to_ms(row.imposed_at),
            }
            for row in ever[:_LAST]
        ],
    }
