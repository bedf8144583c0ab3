"""Which table of an event is shown as the feature table, and who sits there. By entries; names follow later."""

from dataclasses import dataclass
from datetime import datetime

from displays.models import FeatureTable
from seating.models import Bust, Call, Seat, TournamentTable
from seating.services.known_stacks import UNKNOWN, known_stacks
from seating.signals import registration_status
from tourney.models import Entry, Tournament

# A final table has at most this many players.
_FINAL = 10
_MOST_OUT = 3


@dataclass(frozen=True, slots=True)
class Sitting:
    """A player at the feature table; `stack` as far as it is known."""

    seat: int
    entry: int
    stack: int | None
    counted_at: datetime | None


@dataclass(frozen=True, slots=True)
class Out:
    """A player who busted at the feature table."""

    entry: int
    at: datetime
    seat: int | None


@dataclass(frozen=True, slots=True)
class Feature:
    """The feature table.

    Attributes:
        chosen: whether the floor chose it.
        final: whether all remaining players sit there.
        all_in: whether an all-in and a call were announced there and nobody has answered yet.
        all_in_seat: seat of the player who is all-in, if it was named.
        out: the latest busts there, newest first.
    """

    number: int
    chosen: bool
    final: bool
    seats: int
    button: int | None
    all_in: bool
    all_in_seat: int | None
    players: list[Sitting]
    out: list[Out]

    def entries(self) -> list[int]:
        """Return the entries of all who are named."""
        return [one.entry for one in self.players] + [one.entry for one in self.out]


def _chosen_table(event: Tournament) -> TournamentTable | None:
    """Return the table that the floor chose; None if it chose none, or the table has left the event."""
    row = (
        FeatureTable.objects.filter(tournament=event, tournament_table__released_at__isnull=True)
        .select_related("tournament_table__table")
        .first()
    )
    return None if row is None else row.tournament_table


def feature_of(event: Tournament) -> Feature | None:
    """Return the feature table of an event: the chosen one, else the final table; None without either."""
    chosen, final = _chosen_table(event), _final_table(event)
    table = chosen or final
    if table is None:
        return None
    seats = Seat.objects.filter(tournament_table=table, entry__isnull=False).order_by("number")
    busts = Bust.objects.filter(
        tournament_table=table, removed=False, entry__voided_at__isnull=True, entry__out_at__isnull=False
    ).order_by("-at", "-id")[:_MOST_OUT]
    call = Call.objects.filter(tournament_table=table, kind="all_in", answered_at__isnull=True).first()
    return Feature(
        number=table.table.number,
        chosen=chosen is not None,
        final=table == final,
        seats=table.table.seats,
        button=table.button,
        all_in=call is not None,
        all_in_seat=None if call is None else call.seat,
        players=_players(list(seats)),
        out=[Out(*row) for row in busts.values_list("entry", "at", "seat")],
    )


def _players(seats: list[Seat]) -> list[Sitting]:
    stacks = known_stacks(seats)
    found = []
    for seat in seats:
        assert seat.entry_id is not None
        known = stacks.get(seat.entry_id, UNKNOWN)
        found.append(Sitting(seat.number, seat.entry_id, known.chips, known.at))
    return found


def _final_table(event: Tournament) -> TournamentTable | None:
    """Return the table at which all remaining players sit, once entry is closed and a player has busted."""
    left = Entry.objects.filter(tournament=event, out_at__isnull=True, voided_at__isnull=True)
    tables = list(left.values_list("seat__tournament_table", flat=True)[: _FINAL + 1])
    if not 1 <= len(tables) <= _FINAL or len(set(tables)) > 1 or tables[0] is None:
        return None
    if registration_status.ask(event).open or not Bust.objects.filter(entry__tournament=event).exists():
        return None
    return TournamentTable.objects.select_related("table").get(pk=tables[0])
