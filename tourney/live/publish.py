"""From a committed action to the hubs: one message per line, encoded once."""

import logging
import threading
from collections.abc import Collection, Sequence
from typing import Any

import msgspec
import redis
from django.conf import settings

from tourney.live.boards import (
    Audience,
    Board,
    changes_own_in_room,
    has_late_own,
    kind_of,
    read_boards,
    read_own,
    seq_of,
    shown_by_rows,
)
from tourney.snapshot import consistent_read

log = logging.getLogger(__name__)
_local = threading.local()
CONTROL = "control"
# Own boards of more players than this are read by the hubs, for those who are listening.
_MANY = 50
# A player's own boards by name, ready encoded.
Own = dict[str, msgspec.Raw]


class Envelope(msgspec.Struct):
    """What travels through Redis: a line's number and the boards it changed, ready encoded, by audience.

    Attributes:
        topic: "t7" or "room".
        first, last: the lines it covers.
        at: the line up to which the boards were read (they may be newer than the line).
        boards: for each audience in order the boards only it and the later ones may see.
        own: by player the boards that only this player may see.
        late: names of the boards that grow with the field. They are not in it: whoever sends the message on reads them.
        players: whose own boards it changed as well, where they are so many that whoever sends it on reads those of
            them who are listening.
        everybody: it may have changed the late own boards of all players; read for those of them who are listening.
    """

    topic: str
    first: int
    last: int
    at: int
    boards: list[dict[str, msgspec.Raw]]
    own: dict[int, Own] = {}
    late: list[str] = []
    players: list[int] = []
    everybody: bool = False


encode = msgspec.json.Encoder().encode
decode_envelope = msgspec.json.Decoder(Envelope).decode


def encoded(seq: int, board: Board) -> msgspec.Raw:
    """A board as it travels: the number it belongs to, then its fields."""
    if not isinstance(board, msgspec.Struct):
        return msgspec.Raw(encode({"seq": seq, **board}))
    return msgspec.Raw(b'{"seq":%d,' % seq + encode(board)[1:])


def channel(name: str) -> str:
    """The Redis channel of a topic."""
    return f"{settings.REDIS_PREFIX}:live:{name}"


def client() -> "redis.Redis":
    """This thread's Redis client; gives up quickly, because nobody may wait for it."""
    found: redis.Redis | None = getattr(_local, "client", None)
    if found is None:
        found = redis.Redis.from_url(settings.REDIS_URL, socket_timeout=1.0, socket_connect_timeout=0.5)
        _local.client = found
    return found


def envelope_of(
    topic: str,
    seq: int,
    names: Sequence[str],
    players: Collection[int] = (),
    *,
    late: bool | None = None,
) -> Envelope:
    """The message of a line: its boards as they stand now, and the own boards of these players; see `read_own`."""
    with consistent_read():
        at, found = read_boards(topic, names)
        own = own_of(topic, players, late=late) if players else {}
    boards = [{name: encoded(at, board) for name, board in found[audience].items()} for audience in Audience]
    for name in names:
        kind = kind_of(name)
        # A board of one row is gone with the row, and whoever shows it has to know.
        if kind is not None and kind.model and name not in found[kind.audience]:
            boards[kind.audience][name] = msgspec.Raw(b"null")
    return Envelope(topic, seq, seq, at, boards, own)


def read_late(
    topic: str,
    names: Collection[str],
    audience: Audience,
    players: Collection[int],
    others: Collection[int] = (),
) -> Envelope:
    """Boards that grow with the field, for those up to an audience, and the own boards of these players.

    Args:
        others: players of whom only the late own boards are read.
    """
    wanted = [name for name in names if (kind := kind_of(name)) and kind.audience <= audience]
    with consistent_read():
        found = envelope_of(topic, 0, wanted, players)
        found.own |= own_of(topic, others, late=True) if others else {}
    return found


def own_of(topic: str, players: Collection[int], *, late: bool | None = None) -> dict[int, Own]:
    """The own boards of players as they stand now, ready encoded: read for all of them in one go; see `read_own`."""
    seq, found = read_own(topic, players, late=late)
    return {
        player: {name: encoded(seq, board) for name, board in boards.items()}
        for player, boards in found.items()
    }


def publish(
    topic: str,
    seq: int,
    names: Sequence[str],
    players: Collection[int] = (),
    touched: Collection[str] = (),
) -> None:
    """Tell every web process of a line. Never raises: what gets lost here, hubs find again by its seq.

    A tournament's line may change a board of the room as well (the lobby): that one goes to the room's topic, under
    the number of the room's last line.

    Args:
        topic: whose line it is.
        seq: its number.
        names: the boards it changed.
        players: whose own boards it changed.
        touched: models whose rows it touched.
    """
    try:
        for message in _messages(topic, seq, names, players, touched):
            _send(message.topic, encode(message))
    except redis.RedisError as error:
        log.warning("Line %s of %s could not be announced (%s); screens will fetch it.", seq, topic, error)
    except Exception:
        # The line is committed. Whoever pressed must not be told that it failed because a board can't be read.
        log.exception("Line %s of %s could not be read for its announcement.", seq, topic)


def publish_boards(topic: str, names: Sequence[str]) -> None:
    """Tell every web process of boards that no journal entry has changed. Never raises.

    The message covers no entry: its number is 0.
    """
    try:
        found = envelope_of(topic, 0, names)
        _send(topic, encode(Envelope(topic, 0, 0, found.at, found.boards)))
    except redis.RedisError as error:
        log.warning("Boards of %s could not be sent (%s); pages will ask for them.", topic, error)
    except Exception:
        log.exception("Boards %s of %s could not be read to be sent.", names, topic)


def _messages(
    topic: str, seq: int, names: Sequence[str], players: Collection[int], touched: Collection[str]
) -> list[Envelope]:
    """What is to be sent, all of one moment: nobody holds a transaction while it travels."""
    with consistent_read():
        names = sorted({*names, *shown_by_rows(topic, touched)})
        late = sorted(name for name in names if (kind := kind_of(name)) and kind.late)
        many = sorted(players) if len(players) > _MANY else []
        at_once = () if many else players
        rest = [name for name in names if name not in late]
        # The room's boards first: they take the clocks of all events at once, and the event's own is among them.
        room = _of_room(topic, names, players, many, touched)
        found = [envelope_of(topic, seq, rest, at_once, late=False), *room]
        found[0].late = late
        found[0].players = many or (sorted(players) if has_late_own(topic) else [])
        found[0].everybody = has_late_own(topic, touched)
    return found


def _of_room(
    topic: str,
    names: Collection[str],
    players: Collection[int],
    many: list[int],
    touched: Collection[str],
) -> list[Envelope]:
    """What an event's line changes of the room: its boards, and where somebody's own there changes, theirs."""
    if topic == "room":
        return []
    rooms = [name for name in names if (kind := kind_of(name)) and kind.topic == "room"]
    heard = changes_own_in_room(touched)
    if not rooms and not (heard and players):
        return []
    found = envelope_of("room", seq_of("room") or 0, rooms, players if heard and not many else ())
    found.players = many if heard else []
    return [found]


def tell_hubs(message: dict[str, Any]) -> None:
    """Tell every web process something about its sockets, such as which ones to close. Never raises."""
    try:
        _send(CONTROL, encode(message))
    except redis.RedisError as error:
        log.warning("The hubs could not be told %s (%s); they will find out by themselves.", message, error)


def _send(name: str, text: bytes) -> None:
    client().publish(channel(name), text)
