"""One table's positions, and the seats dealt in."""

from datetime import datetime, timedelta

from django.db.models import Q

from seating.models import Seat, TournamentTable
from seating.rules.positions import ButtonRules, Positions, Ring, button_rules
from tourney.rulebooks.books.schema import Book
from tourney.services.prepared_query import PreparedQuery

# Seats that are dealt in: players', present or absent, and ghosts'.
DEALT = ("player", "ghost")


def rules_of(book: Book) -> ButtonRules:
    """Return the button rules of this book."""
    return button_rules(book.seating)


def positions_of(tournament_table: TournamentTable) -> Positions | None:
    """Return the positions of the hand in progress; None if the button is unknown."""
    if (
        tournament_table.button is None
        or tournament_table.small_blind is None
        or tournament_table.big_blind is None
    ):
        return None
    return Positions(tournament_table.button, tournament_table.small_blind, tournament_table.big_blind)


_DEALT_IN = PreparedQuery(
    lambda table: Seat.objects.filter(tournament_table=table, kind__in=DEALT).values_list("number", flat=True)
)


def ring_of(tournament_table: TournamentTable, *, taking: int | None = None) -> tuple[Ring, Positions | None]:
    """Return a table's seats dealt in, and its positions, in one query.

    Args:
        taking: a seat that a player is about to take.
    """
    live = set(_DEALT_IN.all(tournament_table.pk)) | ({taking} if taking is not None else set())
    return Ring(tournament_table.table.seats, tuple(sorted(live))), positions_of(tournament_table)


# How long a recorded button is relied on before other hands have been played. If every hand is recorded it
# moves on automatically, and only a long silence makes it doubtful.
HOLDS, HOLDS_WHERE_COUNTED = timedelta(minutes=3), timedelta(minutes=10)


def button_known_until(tournament_table: TournamentTable) -> datetime | None:
    """Return until when a table's positions may decide anything during play; None: they must be recorded
    first.
    """
    if tournament_table.button is None or tournament_table.button_at is None:
        return None
    return tournament_table.button_at + (HOLDS_WHERE_COUNTED if tournament_table.tells_hands else HOLDS)


def known_before(since: datetime, since_where_counted: datetime) -> Q:
    """Return the condition that a table's button was not recorded since these times, as `button_known_until` decides:
    where every hand is recorded, another one holds.
    """
    counted = Q(counts_hands=True, hands__gt=0)
    return (
        Q(button_at__isnull=True)
        | (counted & Q(button_at__lt=since_where_counted))
        | (~counted & Q(button_at__lt=since))
    )


def recorded_columns(positions: Positions | None, at: datetime) -> dict[str, int | datetime | None]:
    """Return positions as tournament table columns, with the time of recording."""
    return {**columns(positions), "button_at": None if positions is None else at}


def columns(positions: Positions | None) -> dict[str, int | None]:
    """Return positions as tournament table columns."""
    if positions is None:
        return {"button": None, "small_blind": None, "big_blind": None}
    return {
        "button": positions.button,
        "small_blind": positions.small_blind,
        "big_blind": positions.big_blind,
    }
