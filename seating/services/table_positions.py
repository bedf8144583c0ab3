"""One table as the blinds see it: who is dealt to, and where the positions are."""

from datetime import datetime, timedelta

from seating.models import Seat, TournamentTable
from seating.rules.positions import ButtonRules, Positions, Ring, button_rules
from tourney.rulebooks.books.schema import Book

# Chairs that get cards: a player's, present or not, and a ghost's.
DEALT = ("player", "ghost")


def rules_of(book: Book) -> ButtonRules:
    """How the button moves in events of this book."""
    return button_rules(book.seating)


def positions_of(tournament_table: TournamentTable) -> Positions | None:
    """Positions of the hand that is being played; None where nobody has said where the button is."""
    if (
        tournament_table.button is None
        or tournament_table.small_blind is None
        or tournament_table.big_blind is None
    ):
        return None
    return Positions(tournament_table.button, tournament_table.small_blind, tournament_table.big_blind)


def ring_of(tournament_table: TournamentTable, *, taking: int | None = None) -> tuple[Ring, Positions | None]:
    """Who is dealt to at a table now, and its positions: one query.

    Args:
        taking: a chair that somebody is about to sit down in.
    """
    rows = Seat.objects.filter(tournament_table=tournament_table, kind__in=DEALT).values_list(
        "number", flat=True
    )
    live = set(rows) | ({taking} if taking is not None else set())
    return Ring(tournament_table.table.seats, tuple(sorted(live))), positions_of(tournament_table)


# So long a button that was put somewhere is taken to be there: after that other hands were played. Where somebody
# tells of each hand it moves on by itself, and only a long silence makes it doubtful.
HOLDS, HOLDS_WHERE_COUNTED = timedelta(minutes=3), timedelta(minutes=10)


def button_known_until(tournament_table: TournamentTable) -> datetime | None:
    """Until when a table's positions may decide anything while it is played; None: somebody has to tell of them."""
    if tournament_table.button is None or tournament_table.button_at is None:
        return None
    return tournament_table.button_at + (HOLDS_WHERE_COUNTED if tournament_table.tells_hands else HOLDS)


def told(positions: Positions | None, at: datetime) -> dict[str, int | datetime | None]:
    """Positions as a loan keeps them, with the moment at which somebody told of them."""
    return {**columns(positions), "button_at": None if positions is None else at}


def columns(positions: Positions | None) -> dict[str, int | None]:
    """Chairs of the positions as a loan keeps them."""
    if positions is None:
        return {"button": None, "small_blind": None, "big_blind": None}
    return {
        "button": positions.button,
        "small_blind": positions.small_blind,
        "big_blind": positions.big_blind,
    }
