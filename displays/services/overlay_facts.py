"""What an overlay shows of an event, as it is read and kept: without names; players are named when it is shown."""

import zlib

import msgspec
from msgspec import Struct

from clock.rules.reading import Advance, ClockState
from clock.rules.structure import Level
from clock.services.event_clock import event_clock_of
from clock.signals import winners
from displays.services.feature_table import Feature, feature_of
from players.services.public_names import people_of
from prizes.boards.event import prizes
from prizes.boards.structs import PrizesBoard
from procedures.services.settled_stacks import settled_stacks
from seating.models import Bust
from tourney.models import Tournament
from tourney.now import to_ms
from tourney.services.field_counts import field_of
from tourney.signals import for_teams
from tourney.snapshot import consistent_read

_MOST_BUSTS = 5
_MOST_LEADERS = 20


class Facts(Struct, frozen=True):
    """An event at a time.

    Attributes:
        busts: entry and time (ms), newest first.
        leaders: entry and chips by the latest closed count, the biggest stack first.
        winner: entry; None until there is one.
        players: of each of these entries, so that an entry that is undone later keeps its name.
    """

    event: str
    closed: bool
    levels: list[Level]
    clock: ClockState
    planned_start: int | None
    advance: Advance
    entries: int
    left: int
    chips: int
    feature: Feature | None
    busts: list[tuple[int, int]]
    prizes: PrizesBoard | None
    leaders: list[tuple[int, int]]
    # Facts that an earlier version recorded have none.
    players: dict[int, list[int]] = {}
    teams: bool = False
    winner: int | None = None


def facts_of(event: int) -> tuple[int, Facts]:
    """Read an event now; return the number of its latest journal entry, and the facts."""
    with consistent_read():
        row = Tournament.objects.get(pk=event)
        clock, field, money = event_clock_of(row), field_of(row), prizes(event)
        feature, busts, leaders, winner = feature_of(row), _busts(row), _leaders(row), _winner(row)
        entries = {entry for entry, _number in (*busts, *leaders)}
        if winner is not None:
            entries.add(winner)
        return row.seq, Facts(
            event=row.name,
            closed=row.closed_at is not None,
            levels=list(clock.levels),
            clock=clock.state,
            planned_start=clock.planned_start,
            advance=clock.advance,
            entries=field.entries,
            left=field.left,
            chips=field.chips,
            feature=feature,
            busts=busts,
            prizes=money if isinstance(money, PrizesBoard) and money.currency else None,
            leaders=leaders,
            players=people_of(entries.union(feature.entries() if feature else ())),
            teams=for_teams.ask(row),
            winner=winner,
        )


def _winner(event: Tournament) -> int | None:
    found = winners.ask(event)
    return found.entries[0].pk if len(found.entries) == 1 and not found.ticket else None


def _busts(event: Tournament) -> list[tuple[int, int]]:
    gone = Bust.objects.filter(
        entry__tournament=event, entry__voided_at__isnull=True, entry__out_at__isnull=False, removed=False
    ).order_by("-at", "-id")
    return [(entry, to_ms(at) or 0) for entry, at in gone.values_list("entry", "at")[:_MOST_BUSTS]]


def _leaders(event: Tournament) -> list[tuple[int, int]]:
    settled = settled_stacks(event)
    if settled is None:
        return []
    stacks = settled.stacks.filter(entry__out_at__isnull=True, entry__voided_at__isnull=True)
    return [*stacks.order_by("-chips", "table", "seat").values_list("entry", "chips")[:_MOST_LEADERS]]


def pack_facts(facts: Facts) -> bytes:
    """Return facts as they are stored."""
    return zlib.compress(msgspec.json.encode(facts))


def unpack_facts(stored: bytes) -> Facts:
    """Return stored facts."""
    return msgspec.json.decode(zlib.decompress(stored), type=Facts)
