"""Database reads of a hub outside the event loop: snapshots, own boards, and boards that grow with the field.

Concurrent requests share one read; requests that arrive meanwhile share the next one.
"""

import asyncio
import functools
import logging
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from tourney.live import messages
from tourney.live.boards import Audience
from tourney.live.messages import Texts
from tourney.live.publish import Envelope, Own, encode, own_of, read_late
from tourney.live.snapshots import snapshot_of

log = logging.getLogger(__name__)
T = TypeVar("T")


class Follower(Protocol):
    """A socket that follows a topic."""

    audience: Audience
    player: int | None


class FollowedTopic(Protocol):
    """The reads of a topic: its followers, and the players for whom a snapshot is being read."""

    arriving: Counter[int]

    @property
    def listeners(self) -> Iterable[Follower]:
        """Return all sockets that follow the topic."""


TopicT = TypeVar("TopicT", bound=FollowedTopic)


class Reader(Protocol):
    """Runs database work outside the event loop."""

    async def in_thread(self, work: Callable[[], T]) -> T:
        """Run a function in a thread."""


class Broadcaster(Reader, Protocol[TopicT]):
    """The hub, as late boards use it."""

    @property
    def topics(self) -> Mapping[str, TopicT]:
        """Return the followed topics."""

    async def refresh(self, names: Iterable[str]) -> None:
        """Send snapshots."""

    def send_whole(self, topic: TopicT, envelope: Envelope) -> None:
        """Send a message that contains all its boards."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A snapshot of a topic.

    Attributes:
        seq: the number of its last journal entry.
        message: with all boards.
        structure: the version of the event's structure; "" if there is none.
        without_structure: the message for clients that have this structure.
    """

    seq: int
    message: Texts
    structure: str
    without_structure: Texts


def _snapshot_from(envelope: Envelope) -> Snapshot:
    shorter = messages.snapshot_without_structure(envelope)
    return Snapshot(
        envelope.last, messages.snapshot(envelope), messages.version_of_structure(envelope), shorter
    )


# Time between the starts of two reads of a snapshot. When all screens come back, hundreds ask for it in each second.
_BETWEEN_READS = 0.05


class Snapshots:
    """Snapshots of a topic. At most one read runs and one waits, regardless of the number of requests."""

    def __init__(self, hub: Reader, name: str) -> None:
        self._hub = hub
        self._name = name
        self._running: asyncio.Task[Snapshot | None] | None = None
        self._next: asyncio.Task[Snapshot | None] | None = None
        self._began = float("-inf")

    async def fresh(self) -> Snapshot | None:
        """Return a snapshot whose read began after this call; None if there is no such topic."""
        if self._next is None or self._next.done():
            self._next = asyncio.create_task(self._read_next())
        return await asyncio.shield(self._next)

    async def _read_next(self) -> Snapshot | None:
        if self._running is not None and not self._running.done():
            await asyncio.wait([self._running])
        loop = asyncio.get_running_loop()
        pause = self._began + _BETWEEN_READS - loop.time()
        if pause > 0:
            await asyncio.sleep(pause)
        self._running, self._next, self._began = self._next, None, loop.time()
        return await self._read()

    async def _read(self) -> Snapshot | None:
        name = self._name
        envelope = await self._hub.in_thread(lambda: snapshot_of(name))
        return None if envelope is None else _snapshot_from(envelope)


class OwnBoards:
    """Players' own boards of a topic. Concurrent requests share one read."""

    def __init__(self, hub: Reader, name: str) -> None:
        self._hub = hub
        self._name = name
        self._wanted: set[int] | None = None
        self._reading: asyncio.Task[dict[int, Own]] | None = None

    async def of(self, players: set[int]) -> Mapping[int, Own]:
        """Return boards whose read began after this call."""
        if self._wanted is None:
            self._wanted = set()
            self._reading = asyncio.create_task(self._read(self._reading))
        self._wanted |= players
        assert self._reading is not None
        return await asyncio.shield(self._reading)

    async def _read(self, before: asyncio.Task[Any] | None) -> dict[int, Own]:
        if before is not None:
            await asyncio.wait([before])
        players, self._wanted = self._wanted or set(), None
        return await self._hub.in_thread(lambda: own_of(self._name, players))


class LateBoards(Generic[TopicT]):
    """A topic's boards that grow with the field, and own boards of many players: one read at a time, for all
    journal entries that arrived before it began.

    A journal entry is sent once they are read, so that a screen that has its number has seen them; entries
    that change none of them overtake it, which screens allow for (docs/wire.md). Of own boards that an entry
    may have changed for all players, only those are sent that differ from the last ones sent; players who are
    being sent a snapshot always get them.
    """

    def __init__(self, hub: Broadcaster[TopicT], name: str) -> None:
        self._hub = hub
        self._name = name
        self._waiting: list[Envelope] = []
        self._reading: asyncio.Task[None] | None = None
        # The last boards sent, without their number, by player and name.
        self._sent: dict[int, dict[str, bytes]] = {}

    @property
    def is_reading(self) -> bool:
        """Return whether entries that have arrived wait for a read."""
        return self._reading is not None and not self._reading.done()

    def add(self, envelope: Envelope) -> None:
        """Send a journal entry on as soon as its boards are read."""
        self._waiting.append(envelope)
        if self._reading is None or self._reading.done():
            self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        while self._waiting and (topic := self._hub.topics.get(self._name)) is not None:
            lines, self._waiting = messages.merged(self._waiting), []
            names = {name for line in lines for name in line.late}
            audience = max((listener.audience for listener in topic.listeners), default=Audience.PUBLIC)
            here = {listener.player for listener in topic.listeners if listener.player is not None}
            players = {player for line in lines for player in line.players if player in here}
            others = here - players if any(line.everybody for line in lines) else set()
            read = functools.partial(read_late, self._name, names, audience, players, others)
            try:
                found = await self._hub.in_thread(read)
            except Exception:
                log.exception("Could not read boards of %s; its screens get a snapshot.", self._name)
                await self._hub.refresh([self._name])
                continue
            # The boards first: a screen that has the number of any of these entries has the boards.
            for mine, theirs in zip(lines[0].boards, found.boards, strict=True):
                mine.update(theirs)
            self._sent = {player: sent for player, sent in self._sent.items() if player in here}
            for player, own in found.own.items():
                new = self._news(player, own)
                whole = player in players or topic.arriving[player] > 0
                lines[0].own.setdefault(player, {}).update(own if whole else new)
            for line in lines:
                self._hub.send_whole(topic, line)

    def forget(self, players: Iterable[int]) -> None:
        """Send these players the next read in any case: their current boards may come from a snapshot."""
        for player in players:
            self._sent.pop(player, None)

    def _news(self, player: int, own: Own) -> Own:
        """Return the boards of a player that differ from those sent last."""
        sent = self._sent.setdefault(player, {})
        new = {}
        for name, text in own.items():
            content = _without_number(text)
            if sent.get(name) != content:
                sent[name] = content
                new[name] = text
        return new


def _without_number(text: msgspec.Raw) -> bytes:
    """Return a board's text without the number of its journal entry."""
    board = msgspec.json.decode(text)
    return encode({name: value for name, value in board.items() if name != "seq"})
