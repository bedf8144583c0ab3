"""The registry of boards: their audiences, permissions and read functions."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, TypeVar

import msgspec

from tourney.access.roles import ALLOWED, Permission, Role
from tourney.live.topics import Change, parse
from tourney.models import Room, Tournament
from tourney.services.prepared_query import PreparedQuery
from tourney.snapshot import cached_in_snapshot, consistent_read

# A struct documents its fields and types; the others are plain mappings.
Board = Mapping[str, Any] | msgspec.Struct


class Audience(IntEnum):
    """Who sees a board; each audience sees what the earlier ones see, and more."""

    PUBLIC = 0
    DISPLAY = 1
    DEALER = 2
    DESK = 3
    FLOOR = 4


# Roles with an audience of their own; all others see what the public sees.
AUDIENCES: dict[Role, Audience] = {
    Role.DISPLAY: Audience.DISPLAY,
    Role.DEALER: Audience.DEALER,
    Role.DESK: Audience.DESK,
    Role.FLOOR: Audience.FLOOR,
    Role.DIRECTOR: Audience.FLOOR,
}


def audience_with(permission: Permission) -> Audience:
    """Return the first audience of which every role, and every role of the later ones, has a permission."""
    without = [audience for role, audience in AUDIENCES.items() if permission not in ALLOWED[role]]
    lowest = max(without, default=Audience.PUBLIC) + 1
    if lowest > Audience.FLOOR:
        raise ValueError(f"No audience has the permission {permission} as a whole.")
    return Audience(lowest)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of board.

    Attributes:
        name: "clock"; a board of many is named "screen:5".
        topic: "t" for tournaments, "room" for the room, or the kind of a tournament's part (`topics.Part`).
        audience: who may see it.
        permission: the permission to read it, also on its page and for programs; None if no login is needed.
        read: takes the tournament's id (0 for the room) and the part after the colon, or the number of the
            tournament's part; returns the board or None.
        members: for a board of many, returns the present parts after the colon.
        model: for a board of many, the model each of whose rows has one ("displays.screen"); its key is the name.
        rows: models it is built from; undoing a change to one of their rows publishes the board.
        late: it grows with the field. Commands do not wait until it is read: each web process with a client
            that follows it reads it, once for all journal entries that arrived.
        by_rows: every journal entry that touches one of its rows publishes it, because commands of lower apps
            can't name it.
        names: it shows players by the names that the public sees. It is published once these have changed.
        concerned: for a board of many with `by_rows`, returns the parts after the colon that changes to rows
            concern.
    """

    name: str
    topic: str
    audience: Audience
    read: Callable[[int, str], Board | None]
    members: Callable[[int], Iterable[str]] | None
    model: str
    rows: tuple[str, ...]
    late: bool
    by_rows: bool = False
    permission: Permission | None = None
    names: bool = False
    concerned: Callable[[Sequence[Change]], Iterable[str]] | None = None


KINDS: dict[str, Kind] = {}
BoardRead = TypeVar("BoardRead", bound=Callable[[int, str], Board | None])


def board(
    name: str,
    *,
    topic: str,
    audience: Audience | None = None,
    permission: Permission | None = None,
    members: Callable[[int], Iterable[str]] | None = None,
    model: str = "",
    rows: tuple[str, ...] = (),
    late: bool = False,
    by_rows: bool = False,
    names: bool = False,
    concerned: Callable[[Sequence[Change]], Iterable[str]] | None = None,
) -> Callable[[BoardRead], BoardRead]:
    """Register a board for an audience or for viewers with a permission. See `Kind`."""
    if (audience is None) == (permission is None):
        raise ValueError(f"The board {name} is either for an audience or for a permission.")
    seen = audience_with(permission) if permission is not None else audience
    assert seen is not None

    def keep(read: BoardRead) -> BoardRead:
        KINDS[name] = Kind(
            name, topic, seen, read, members, model, rows, late, by_rows, permission, names, concerned
        )
        return read

    return keep


@dataclass(frozen=True, slots=True)
class OwnKind:
    """A kind of board of which each player has one that only this player is sent.

    Attributes:
        name, topic: as in `Kind`.
        read: takes the tournament's id (0 for the room) and many players, returns the board of each.
        rows: models that a board of the room's topic, or a late one, is built from; journal entries that
            touch none of them do not change it.
        late: reading it needs the whole field, even for one player, and an entry may change it for all
            players. Commands do not wait for it: each web process reads it for its connected players.
    """

    name: str
    topic: str
    read: Callable[[int, Collection[int]], Mapping[int, Board]]
    rows: frozenset[str]
    late: bool = False


OWN: dict[tuple[str, str], OwnKind] = {}
OwnRead = TypeVar("OwnRead", bound=Callable[[int, Collection[int]], Mapping[int, Board]])


def own_board(
    name: str, *, topic: str, rows: tuple[str, ...] = (), late: bool = False
) -> Callable[[OwnRead], OwnRead]:
    """Register a board that each player has one of. See `OwnKind`."""

    def keep(read: OwnRead) -> OwnRead:
        OWN[topic, name] = OwnKind(name, topic, read, frozenset(rows), late)
        return read

    return keep


def changes_own_in_room(touched: Collection[str]) -> bool:
    """Return whether changes to rows of these models can change players' own boards in the room's topic."""
    return any(kind.topic == "room" and not kind.rows.isdisjoint(touched) for kind in OWN.values())


def shown_by_rows(topic: str, touched: Collection[str], changes: Sequence[Change] = ()) -> set[str]:
    """Return the boards that a journal entry publishes because it touched rows of these models.

    An event's entry may change a board of the room as well.
    """
    scopes = {parse(topic).kind, "room"}
    found = set()
    for kind in KINDS.values():
        if not kind.by_rows or kind.topic not in scopes or touched_none(kind.rows, touched):
            continue
        if kind.concerned is None:
            found.add(kind.name)
        else:
            found |= {f"{kind.name}:{member}" for member in kind.concerned(changes)}
    return found


def boards_with_names(topic: str) -> list[str]:
    """Return the boards of a topic that show players by the names that the public sees."""
    scope = parse(topic).kind
    return sorted(kind.name for kind in KINDS.values() if kind.names and kind.topic == scope)


def touched_none(rows: Collection[str], touched: Collection[str]) -> bool:
    """Return whether an entry that touched these models touched none of those that a board is built from."""
    return set(touched).isdisjoint(rows)


def has_late_own(topic: str, touched: Collection[str] | None = None) -> bool:
    """Return whether a topic has own boards that commands do not read.

    Args:
        touched: only boards built from rows of these models.
    """
    scope = parse(topic).kind
    return any(
        kind.late and kind.topic == scope and (touched is None or not touched_none(kind.rows, touched))
        for kind in OWN.values()
    )


def read_own(
    topic: str, players: Collection[int], *, late: bool | None = None
) -> tuple[int, dict[int, dict[str, Board]]]:
    """Return many players' own boards from one snapshot, and the seq they belong to.

    Args:
        late: only those that commands do not read, or only the others; None: all.
    """
    found: dict[int, dict[str, Board]] = {player: {} for player in players}
    scope = parse(topic)
    kinds = [kind for kind in OWN.values() if kind.topic == scope.kind and late in (None, kind.late)]
    if not players or not kinds:
        return 0, {}
    with consistent_read():
        seq = seq_of(topic) or 0
        for kind in kinds:
            for player, picture in kind.read(scope.event, players).items():
                found[player][kind.name] = picture
    return seq, found


def kind_of(name: str) -> Kind | None:
    """Return the kind of a board's name."""
    return KINDS.get(name.partition(":")[0])


def boards_of_row(model: str, key: Any) -> list[str]:
    """Return the boards that belong to a row, and those that contain it."""
    own = [f"{kind.name}:{key}" for kind in KINDS.values() if kind.model and kind.model == model]
    return own + [kind.name for kind in KINDS.values() if model in kind.rows and kind.members is None]


def seq_of(topic: str) -> int | None:
    """Return the number of a topic's last journal entry; None if there is no such topic."""
    return seqs_of([topic]).get(topic)


_ROOM_SEQ = PreparedQuery(lambda pk: Room.objects.filter(pk=pk).values_list("seq", flat=True))
_SEQS = PreparedQuery(lambda events: Tournament.objects.filter(pk__in=events).values_list("pk", "seq"))


@cached_in_snapshot
def _room_seq() -> int:
    return _ROOM_SEQ.first(1) or 0


@cached_in_snapshot
def _event_seqs(events: tuple[int, ...]) -> list[tuple[int, int]]:
    return _SEQS.all(events)


def seqs_of(topics: Iterable[str]) -> dict[str, int]:
    """Return the number of the last journal entry of each existing topic, in at most two queries."""
    wanted = {topic: parse(topic).event for topic in topics}
    found = {}
    if "room" in wanted:
        found["room"] = _room_seq()
    events = {event for event in wanted.values() if event}
    if events:
        # The parts of an event have its numbers.
        seqs = dict(_event_seqs(tuple(sorted(events))))
        found.update({topic: seqs[event] for topic, event in wanted.items() if event in seqs})
    return found


def names_in(topic: str) -> list[str]:
    """Return the names of all boards of a topic."""
    scope = parse(topic)
    names: list[str] = []
    for kind in KINDS.values():
        if kind.topic != scope.kind:
            continue
        names += (
            [kind.name]
            if kind.members is None
            else [f"{kind.name}:{member}" for member in kind.members(scope.event)]
        )
    return names


def read_boards(topic: str, names: Iterable[str]) -> tuple[int, dict[Audience, dict[str, Board]]]:
    """Read boards from one database snapshot.

    Returns:
        The seq they belong to, and the boards by audience.
    """
    scope = parse(topic)
    number = str(scope.number) if scope.number else ""
    found: dict[Audience, dict[str, Board]] = {audience: {} for audience in Audience}
    with consistent_read():
        seq = seq_of(topic) or 0
        for name in names:
            kind = kind_of(name)
            if kind is None or kind.topic != scope.kind:
                continue
            picture = kind.read(scope.event, number or name.partition(":")[2])
            if picture is not None:
                found[kind.audience][name] = picture
    return seq, found
