"""Publish a committed command to the hubs: one message per journal entry, encoded once."""

import logging
import threading
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import msgspec
import redis
from django.conf import settings

from tourney.edge.tracing import current_traceparent, span
from tourney.live.boards import (
    KINDS,
    Audience,
    Board,
    boards_with_names,
    changes_own_in_room,
    has_late_own,
    kind_of,
    read_boards,
    read_own,
    seq_of,
    shown_by_rows,
)
from tourney.live.redis_clients import connect, is_away, note_away
from tourney.live.topics import PARTS, Change, Part, parse
from tourney.now import server_ms
from tourney.snapshot import consistent_read

log = logging.getLogger(__name__)
_local = threading.local()
CONTROL = "control"
# Own boards of more players than this are read by the hubs, for connected players only.
_MANY = 50
# A player's own boards by name, encoded.
Own = dict[str, msgspec.Raw]


class Envelope(msgspec.Struct):
    """A message through Redis: a journal entry's number and the boards it changed, encoded, by audience.

    Attributes:
        topic: "t7", "room", or "t7/table" for all tables of an event at once.
        first, last: the journal entries it covers.
        at: the entry up to which the boards were read (they may be newer than the covered entries).
        boards: for each audience in order, the boards that only it and the later ones may see.
        own: by player, the boards that only this player may see.
        late: names of the boards that grow with the field. The message does not contain them; the hubs read
            them.
        players: players whose own boards it changed as well, if there are so many that the hubs read those of
            connected players.
        everybody: it may have changed the late own boards of all players; hubs read them for connected
            players.
        numbers: of parts of an event: those that it concerns; None: all. Followers of the others are sent
            only its number.
        sent: when, in the room's time (ms).
        traceparent: the span that published it; "": none.
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
    numbers: list[int] | None = None
    sent: int = 0
    traceparent: str = ""


encode = msgspec.json.Encoder().encode
decode_envelope = msgspec.json.Decoder(Envelope).decode


def encoded(seq: int, board: Board) -> msgspec.Raw:
    """Encode a board for sending: the number it belongs to, then its fields."""
    if not isinstance(board, msgspec.Struct):
        return msgspec.Raw(encode({"seq": seq, **board}))
    return msgspec.Raw(b'{"seq":%d,' % seq + encode(board)[1:])


def channel(name: str) -> str:
    """Return the Redis channel of a topic."""
    return f"{settings.REDIS_PREFIX}:live:{name}"


def client() -> "redis.Redis":
    """Return this thread's Redis client; it times out quickly, because commands wait for it."""
    found: redis.Redis | None = getattr(_local, "client", None)
    if found is None:
        found = connect(socket_timeout=1.0, socket_connect_timeout=0.5)
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
    """Return the message of a journal entry: its present boards, and these players' own boards; see
    `read_own`.
    """
    with consistent_read():
        at, found = read_boards(topic, names)
        own = own_of(topic, players, late=late) if players else {}
    boards = [{name: encoded(at, board) for name, board in found[audience].items()} for audience in Audience]
    is_part = parse(topic).part is not None
    for name in names:
        kind = kind_of(name)
        # A board of one row disappears with the row, and its screens must hear of it; so do those of a part.
        if kind is not None and (kind.model or is_part) and name not in found[kind.audience]:
            boards[kind.audience][name] = msgspec.Raw(b"null")
    return Envelope(topic, seq, seq, at, boards, own)


def read_late(
    topic: str,
    names: Collection[str],
    audience: Audience,
    players: Collection[int],
    others: Collection[int] = (),
) -> Envelope:
    """Read boards that grow with the field, up to an audience, and these players' own boards.

    Args:
        others: players for whom only the late own boards are read.
    """
    wanted = [name for name in names if (kind := kind_of(name)) and kind.audience <= audience]
    with consistent_read():
        found = envelope_of(topic, 0, wanted, players)
        found.own |= own_of(topic, others, late=True) if others else {}
    return found


def own_of(topic: str, players: Collection[int], *, late: bool | None = None) -> dict[int, Own]:
    """Return the present own boards of players, encoded, from one read; see `read_own`."""
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
    changes: Sequence[Change] = (),
) -> None:
    """Publish a journal entry to all web processes. Never raises: hubs detect lost messages by their seq.

    A tournament's entry may also change a board of the room (the lobby): that one goes to the room's topic,
    under the number of the room's last entry.

    Boards are read only for topics that a web process follows. A process that begins to follow a topic later reads
    the database after its subscription was confirmed, so it misses nothing.

    Args:
        topic: of the entry.
        seq: its number.
        names: boards it changed.
        players: players whose own boards it changed.
        touched: models whose rows it touched.
        changes: the rows it changed. They decide which parts of events it concerns.
    """
    if is_away():
        log.info("Journal entry %s of %s was not published; screens will fetch it.", seq, topic)
        return
    with span("feed publish", topic=topic, seq=seq):
        _publish(topic, seq, names, players, touched, changes)


def _publish(
    topic: str,
    seq: int,
    names: Sequence[str],
    players: Collection[int],
    touched: Collection[str],
    changes: Sequence[Change],
) -> None:
    sent, traceparent = server_ms(), current_traceparent()
    try:
        in_room = _concerned_in_room(changes) if topic == "room" else {}
        parts = {f"{topic}/{kind.name}": kind for kind in PARTS.values()} if topic != "room" else {}
        followed = _followed({topic, "room", *parts, *in_room})
        if not followed:
            return
        for message in _messages(topic, seq, names, players, touched, followed, changes):
            message.sent, message.traceparent = sent, traceparent
            _send(message.topic, encode(message))
        for message in _messages_to_parts(topic, seq, changes, parts, in_room, followed):
            message.sent, message.traceparent = sent, traceparent
            _send(message.topic, encode(message))
    except redis.RedisError as error:
        note_away()
        log.warning(
            "Journal entry %s of %s could not be published (%s); screens will fetch it.", seq, topic, error
        )
    except Exception:
        # The entry is committed. A board that can't be read must not make the command look failed.
        log.exception(
            "The boards of journal entry %s of %s could not be read; screens will fetch them.", seq, topic
        )


def publish_boards(topic: str, names: Sequence[str]) -> None:
    """Publish boards that no journal entry has changed to all web processes. Never raises.

    The message covers no entry: its number is 0.
    """
    try:
        if not _followed({topic}):
            return
        found = envelope_of(topic, 0, names)
        _send(topic, encode(Envelope(topic, 0, 0, found.at, found.boards, traceparent=current_traceparent())))
    except redis.RedisError as error:
        log.warning("Boards of %s could not be sent (%s); pages will ask for them.", topic, error)
    except Exception:
        log.exception("Boards %s of %s could not be read to be sent.", names, topic)


def publish_names(topics: Collection[str]) -> None:
    """Publish the boards that show players by name, in those topics that a web process follows. Never raises."""
    try:
        followed = _followed(topics)
    except redis.RedisError as error:
        log.warning("Changed names could not be sent (%s); pages will ask for them.", error)
        return
    for topic in sorted(followed):
        publish_boards(topic, boards_with_names(topic))


def publish_parts(kind: Part, event: int) -> None:
    """Publish that all parts of an event may have changed without an entry of its journal. Never raises."""
    name = f"t{event}/{kind.name}"
    try:
        if _followed({name}):
            _send(name, encode(_of_parts(name, kind, seq_of(f"t{event}") or 0, None)))
    except redis.RedisError as error:
        log.warning("Boards of %s could not be sent (%s); pages will ask for them.", name, error)
    except Exception:
        log.exception("Boards of %s could not be sent.", name)


def _messages_to_parts(
    topic: str,
    seq: int,
    changes: Sequence[Change],
    parts: Mapping[str, Part],
    in_room: Mapping[str, tuple[Part, int, list[int] | None]],
    followed: Collection[str],
) -> list[Envelope]:
    """Return the messages to the followers of parts of events.

    Args:
        parts: of the entry's event, by the name of their channel.
        in_room: those that an entry of the room concerns; see `_concerned_in_room`.
    """
    wanted = sorted(name for name in (*parts, *in_room) if name in followed)
    if not wanted:
        return []
    event, found = parse(topic).event, []
    with consistent_read():
        for name in wanted:
            if name in parts:
                numbers = parts[name].concerned(event, changes)
                found.append(_of_parts(name, parts[name], seq, numbers))
            else:
                kind, its, numbers = in_room[name]
                found.append(_of_parts(name, kind, seq_of(f"t{its}") or 0, numbers))
    return found


def _concerned_in_room(changes: Sequence[Change]) -> dict[str, tuple[Part, int, list[int] | None]]:
    """Return which parts of events an entry of the room's journal concerns, by the name of their channel."""
    found = {}
    for kind in PARTS.values():
        if not kind.room_rows.keys().isdisjoint(change["model"] for change in changes):
            with consistent_read():
                concerned = kind.concerned_in_room(changes)
            for event, numbers in concerned.items():
                found[f"t{event}/{kind.name}"] = (kind, event, numbers)
    return found


def _of_parts(name: str, kind: Part, seq: int, numbers: list[int] | None) -> Envelope:
    """Return the message to the followers of an event's parts. Hubs read the boards, once for each part."""
    late = sorted(one.name for one in KINDS.values() if one.topic == kind.name)
    return Envelope(name, seq, seq, seq, [{} for _audience in Audience], late=late, numbers=numbers)


def _followed(topics: Collection[str]) -> set[str]:
    """Return those topics that a web process follows now; all of them if someone listens to patterns, or if
    Redis does not let this user ask.
    """
    try:
        with client().pipeline(transaction=False) as pipe:
            pipe.pubsub_numsub(*map(channel, topics))
            pipe.pubsub_numpat()
            counts, patterns = pipe.execute()
    except redis.ResponseError:
        return set(topics)
    listening = {name.decode() for name, count in counts if count or patterns}
    return {topic for topic in topics if channel(topic) in listening}


def _messages(
    topic: str,
    seq: int,
    names: Sequence[str],
    players: Collection[int],
    touched: Collection[str],
    followed: Collection[str],
    changes: Sequence[Change] = (),
) -> list[Envelope]:
    """Return the messages to send, from one snapshot: no transaction is open while they are sent."""
    with consistent_read():
        names = sorted({*names, *shown_by_rows(topic, touched, changes)})
        late = sorted(name for name in names if (kind := kind_of(name)) and kind.late)
        many = sorted(players) if len(players) > _MANY else []
        at_once = () if many else players
        rest = [name for name in names if name not in late]
        # The room's boards first: they read the clocks of all events at once, including this event's.
        room = _of_room(topic, names, players, many, touched) if "room" in followed else []
        if topic not in followed:
            return room
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
    """Return what an event's entry changes in the room: boards, and own boards of players."""
    if topic == "room":
        return []
    rooms = [name for name in names if (kind := kind_of(name)) and kind.topic == "room"]
    heard = changes_own_in_room(touched)
    if not rooms and not (heard and players):
        return []
    late = [name for name in rooms if (kind := kind_of(name)) and kind.late]
    at_once = [name for name in rooms if name not in late]
    found = envelope_of("room", seq_of("room") or 0, at_once, players if heard and not many else ())
    found.late = late
    found.players = many if heard else []
    return [found]


def tell_hubs(message: dict[str, Any]) -> None:
    """Send all web processes a message about their sockets, such as which to close. Never raises."""
    try:
        _send(CONTROL, encode(message))
    except redis.RedisError as error:
        log.warning("Could not send %s to the hubs (%s); they will detect it by themselves.", message, error)


def _send(name: str, text: bytes) -> None:
    client().publish(channel(name), text)
