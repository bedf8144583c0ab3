"""The feature table of an event, for displays."""

from msgspec import Struct

from displays.services.feature_table import feature_of
from players.services.public_names import entries_in_public
from tourney.live.boards import Audience, board
from tourney.models import Tournament
from tourney.now import to_ms


class FeatureSeat(Struct, frozen=True):
    """A player at the feature table.

    Attributes:
        stack: null if it was not counted.
        counted_at: when it was counted.
    """

    seat: int
    name: str
    stack: int | None
    counted_at: int | None
    all_in: bool


class FeatureOut(Struct, frozen=True):
    """A player who busted at the feature table."""

    name: str
    seat: int | None
    at: int | None


class FeatureTableBoard(Struct, frozen=True):
    """The table that the floor chose, else the final table.

    Attributes:
        number: null if there is neither.
        chosen: number of the table that the floor chose; null for none.
        final: whether all remaining players sit there.
        seats: of the table, with the empty ones.
        all_in: whether an all-in and a call were announced there.
        out: the latest busts there, newest first; at most three.
    """

    number: int | None
    chosen: int | None
    final: bool
    seats: int
    button: int | None
    all_in: bool
    players: list[FeatureSeat]
    out: list[FeatureOut]


@board(
    "feature_table",
    topic="t",
    audience=Audience.DISPLAY,
    rows=(
        "displays.featuretable",
        "seating.seat",
        "seating.tournamenttable",
        "seating.bust",
        "seating.knockout",
        "seating.call",
        "tourney.entry",
    ),
    late=True,
    by_rows=True,
    names=True,
)
def feature_table(tournament_id: int, _name: str = "") -> FeatureTableBoard | None:
    """Show the feature table, or the final table, with names, stacks and button."""
    event = Tournament.objects.filter(pk=tournament_id).first()
    if event is None:
        return None
    found = feature_of(event)
    if found is None:
        return FeatureTableBoard(None, None, False, 0, None, False, [], [])
    names = entries_in_public(event, found.entries())
    return FeatureTableBoard(
        number=found.number,
        chosen=found.number if found.chosen else None,
        final=found.final,
        seats=found.seats,
        button=found.button,
        all_in=found.all_in,
        players=[
            FeatureSeat(
                one.seat, names[one.entry], one.stack, to_ms(one.counted_at), one.seat == found.all_in_seat
            )
            for one in found.players
        ],
        out=[FeatureOut(names[one.entry], one.seat, to_ms(one.at)) for one in found.out],
    )
