"""A player's own stack: what they report in a count, and what was counted. Read for many players at once."""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime

from msgspec import Struct

from procedures.models import CountedStack, ReportedStack, StackCount
from procedures.services.stack_counts import average_of, is_counted
from seating.models import Seat
from tourney.live.boards import own_board
from tourney.now import to_ms


class OwnCount(Struct, frozen=True):
    """A player's stack at a closed count.

    Attributes:
        at: when the count was closed, in ms.
        rank: among the players counted; equal stacks share it, and `worst` is the last rank that they share.
        players: number of players counted.
        average: chips in play by player, as on the displays.
    """

    at: int | None
    chips: int
    rank: int
    worst: int
    players: int
    average: int


class OwnStack(Struct, frozen=True):
    """A player's own stack in an event.

    Attributes:
        counting: a count is in progress, and the stack is still to be counted.
        reported: chips the player has reported in it; null: none.
        counts: closed counts with the player's stack, the oldest first.
    """

    counting: bool
    reported: int | None
    counts: list[OwnCount]


@own_board(
    "stack",
    topic="t",
    rows=(
        "procedures.stackcount",
        "procedures.tablecount",
        "procedures.countedstack",
        "procedures.reportedstack",
    ),
    late=True,
)
def stack_of(tournament_id: int, players: Iterable[int]) -> dict[int, OwnStack]:
    """Return the board `stack` of an event for each of many players, in four queries."""
    wanted = set(players)
    counts = list(StackCount.objects.filter(tournament=tournament_id))
    open_count = next((one for one in counts if one.closed_at is None), None)
    reported: dict[int, int] = {}
    counting: set[int] = set()
    if open_count is not None:
        rows = ReportedStack.objects.filter(stack_count=open_count)
        columns = ("entry__player", "entry__partner__player", "chips")
        reported = {
            player: chips
            for *pair, chips in rows.values_list(*columns)
            for player in pair
            if player is not None
        }
        seats = Seat.objects.filter(
            tournament_table__tournament=tournament_id,
            tournament_table__released_at__isnull=True,
            kind="player",
        )
        counting = {
            player
            for *pair, at in seats.values_list("entry__player", "entry__partner__player", "counted_at")
            for player in pair
            if player is not None and not is_counted(open_count, at)
        }
    history = _history(counts, wanted)
    return {
        player: OwnStack(
            player in counting, reported.get(player) if player in counting else None, history[player]
        )
        for player in wanted
    }


def _history(counts: Iterable[StackCount], wanted: Iterable[int]) -> dict[int, list[OwnCount]]:
    """Return the stacks of players at closed counts, the oldest first."""
    closed = [count for count in counts if count.closed_at is not None]
    counted: dict[int, list[tuple[list[int | None], int, datetime | None]]] = defaultdict(list)
    rows = CountedStack.objects.filter(stack_count__in=closed, entry__isnull=False)
    columns = ("stack_count", "entry__player", "entry__partner__player", "chips", "entry__voided_at")
    for key, player, partner, chips, voided_at in rows.values_list(*columns):
        counted[key].append(([player, partner], chips, voided_at))
    history: dict[int, list[OwnCount]] = {player: [] for player in wanted}
    for count in closed:
        average = average_of(count, len(counted[count.pk])) or 0
        stacks = [(pair, chips) for pair, chips, voided_at in counted[count.pk] if voided_at is None]
        ascending = sorted(chips for _pair, chips in stacks)
        for pair, chips in stacks:
            rank = len(ascending) - bisect_right(ascending, chips) + 1
            worst = len(ascending) - bisect_left(ascending, chips)
            for player in pair:
                if player is not None and player in history:
                    own = OwnCount(to_ms(count.closed_at), chips, rank, worst, len(ascending), average)
                    history[player].append(own)
    return history
