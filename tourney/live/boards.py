"""Which boards there are, who may see them, and how they are read."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, TypeVar

import msgspec

from tourney.access.roles import ALLOWED, Permission, Role
from tourney.models import Room, Tournament
from tourney.snapshot import consistent_read

# A struct says its fields and their types; the others are plain mappings.
Board = Mapping[str, Any] | msgspec.Struct


class Audience(IntEnum):
    """Who looks; each sees what the ones before it see, and more."""

    PUBLIC = 0
    DISPLAY = 1
    DEALER = 2
    DESK = 3
    FLOOR = 4


# Roles that look as an audience of their own; all others are the public.
AUDIENCES: dict[Role, Audience] = {
    Role.DISPLAY: Audience.DISPLAY,
    Role.DEALER: Audience.DEALER,
    Role.DESK: Audience.DESK,
    Role.FLOOR: Audience.FLOOR,
    Role.DIRECTOR: Audience.FLOOR,
}


def audience_with(permission: Permission) -> Audience:
    """The first audience of which every role, and every role of the later ones, has a permission."""
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
        topic: "t" for tournaments, "room" for the room.
        audience: who may see it.
        permission: what reading it takes, also on its page and for programs; None where no login is asked for.
        read: takes the tournament's id (0 for the room) and what stands behind the colon, gives the board or None.
        members: for a board of many, the names behind the colon that there are now.
        model: for a board of many, the model each of whose rows has one ("displays.screen"); its key is the name.
        rows: models of whose rows it is made; undoing what touched one shows the board.
        late: it grows with the field. Whoever presses does not wait until it is read: each web process that has
            somebody to show it to reads it, for all lines of a moment together.
        by_rows: every line that touches one of its rows shows it: those of rooms below do not know of it.
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
) -> Callable[[BoardRead], BoardRead]:
    """Announce a board to the feed, for an audience or for who has a permission. See `Kind`."""
    if (audience is None) == (permission is None):
        raise ValueError(f"The board {name} is either for an audience or for a permission.")
    seen = audience_with(permission) if permission is not None else audience
    assert seen is not None

    def keep(read: BoardRead) -> BoardRead:
        KINDS[name] = Kind(name, topic, seen, read, members, model, rows, late, by_rows, permission)
        return read

    return keep


@dataclass(frozen=True, slots=True)
class OwnKind:
    """A kind of board of which each player has one of their own, which nobody else is sent.

    Attributes:
        name, topic: as of any kind.
        read: takes the tournament's id (0 for the room) and many players, gives the board of each.
        rows: models of whose rows one in the room's topic, or a late one, is made; lines that touch none of them do not
            change it.
        late: reading it takes the whole field, even for one player, and a line may change it for everybody. Whoever
            presses does not wait for it: each web process reads it for those who listen.
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
    """Announce a board that each player has of their own. See `OwnKind`."""

    def keep(read: OwnRead) -> OwnRead:
        OWN[topic, name] = OwnKind(name, topic, read, frozenset(rows), late)
        return read

    return keep


def changes_own_in_room(touched: Collection[str]) -> bool:
    """Whether rows of these models are what a player's own boards in the room's topic are made of."""
    return any(kind.topic == "room" and not kind.rows.isdisjoint(touched) for kind in OWN.values())


def shown_by_rows(topic: str, touched: Collection[str]) -> set[str]:
    """Names of the boards that a line shows because it touched rows of these models."""
    scope = "t" if tournament_of(topic) else "room"
    return {
        kind.name
        for kind in KINDS.values()
        if kind.by_rows and kind.topic == scope and not touched_none(kind.rows, touched)
    }


def touched_none(rows: Collection[str], touched: Collection[str]) -> bool:
    """Whether a line that touched rows of these models touched none of those a board is made of."""
    return set(touched).isdisjoint(rows)


def has_late_own(topic: str, touched: Collection[str] | None = None) -> bool:
    """Whether a topic has own boards that whoever presses does not read.

    Args:
        touched: only such as are made of rows of these models.
    """
    scope = "t" if tournament_of(topic) else "room"
    return any(
        kind.late and kind.topic == scope and (touched is None or not touched_none(kind.rows, touched))
        for kind in OWN.values()
    )


def read_own(
    topic: str, players: Collection[int], *, late: bool | None = None
) -> tuple[int, dict[int, dict[str, Board]]]:
    """The own boards of many players as they stand now, all of one moment, and the seq they belong to.

    Args:
        late: only those that whoever presses does not read, or only the others; None: all.
    """
    found: dict[int, dict[str, Board]] = {player: {} for player in players}
    scope = tournament_of(topic)
    kinds = [
        kind
        for kind in OWN.values()
        if kind.topic == ("t" if scope else "room") and late in (None, kind.late)
    ]
    if not players or not kinds:
        return 0, {}
    with consistent_read():
        seq = seq_of(topic) or 0
        for kind in kinds:
            for player, picture in kind.read(scope, players).items():
                found[player][kind.name] = picture
    return seq, found


def kind_of(name: str) -> Kind | None:
    """The kind of a board's name."""
    return KINDS.get(name.partition(":")[0])


def boards_of_row(model: str, key: Any) -> list[str]:
    """Names of the boards that a row has to itself, and of those it is a part of."""
    own = [f"{kind.name}:{key}" for kind in KINDS.values() if kind.model and kind.model == model]
    return own + [kind.name for kind in KINDS.values() if model in kind.rows]


def tournament_of(topic: str) -> int:
    """The tournament a topic belongs to; 0 for the room.

    Raises:
        ValueError: there is no such topic.
    """
    if topic == "room":
        return 0
    digits = topic[1:]
    # One way to write each topic: "t07" would be another name for t7 and stand in its place in heartbeats.
    if topic[:1] != "t" or not digits.isascii() or not digits.isdigit() or not 1 <= len(digits) <= 18:
        raise ValueError(topic)
    if digits.startswith("0"):
        raise ValueError(topic)
    return int(digits)


def seq_of(topic: str) -> int | None:
    """The number of the last line of a topic's journal; None when there is no such topic."""
    return seqs_of([topic]).get(topic)


def seqs_of(topics: Iterable[str]) -> dict[str, int]:
    """The number of the last line for each topic that exists, in at most two queries."""
    wanted = {tournament_of(topic): topic for topic in topics}
    found = {}
    if 0 in wanted:
        found["room"] = Room.objects.filter(id=1).values_list("seq", flat=True).first() or 0
    ids = [pk for pk in wanted if pk]
    if ids:
        rows = Tournament.objects.filter(pk__in=ids).values_list("pk", "seq")
        found.update({wanted[pk]: seq for pk, seq in rows})
    return found


def names_in(topic: str) -> list[str]:
    """Names of all boards of a topic."""
    scope = tournament_of(topic)
    names: list[str] = []
    for kind in KINDS.values():
        if kind.topic != ("t" if scope else "room"):
            continue
        names += (
            [kind.name]
            if kind.members is None
            else [f"{kind.name}:{member}" for member in kind.members(scope)]
        )
    return names


def read_boards(topic: str, names: Iterable[str]) -> tuple[int, dict[Audience, dict[str, Board]]]:
    """Boards as they stand now, all of one moment.

    Returns:
        The seq they belong to, and the boards by the audience that may see them.
    """
    scope = tournament_of(topic)
    found: dict[Audience, dict[str, Board]] = {audience: {} for audience in Audience}
    with consistent_read():
        seq = seq_of(topic) or 0
        for name in names:
            kind = kind_of(name)
            if kind is None or kind.topic != ("t" if scope else "room"):
                continue
            picture = kind.read(scope, name.partition(":")[2])
            if picture is not None:
                found[kind.audience][name] = picture
    return seq, found
