"""The hub: all sockets of this process, and the messages to them; no other code writes to a socket.

A message is encoded once per audience and then written to every socket in one loop, without a task, a queue or
a database query per socket.
"""

import asyncio
import contextlib
import logging
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from django.conf import settings
from django.db import DatabaseError, close_old_connections
from django.utils.translation import gettext as _

from tourney.access.viewers import Held
from tourney.live import messages
from tourney.live.board_readings import LateBoards, OwnBoards, Snapshots
from tourney.live.boards import Audience, seqs_of
from tourney.live.listener import Listener, Ready, held_by, own_of, undisturbed
from tourney.live.messages import Texts
from tourney.live.publish import Envelope, Own
from tourney.live.topics import parse

log = logging.getLogger(__name__)
T = TypeVar("T")

# Bursts are merged: at most five messages a second per topic. The first one is sent at once.
_GATHER_SECONDS = 0.2
# How long a client may take to answer the closing message, and to read what it was sent before.
_CLOSING_SECONDS = 10


class Topic:
    """The hub's state of a followed topic."""

    __slots__ = (
        "arriving",
        "busy_until",
        "gathered",
        "late",
        "listeners",
        "own",
        "ready",
        "seen",
        "snapshots",
        "timer",
    )

    def __init__(self) -> None:
        self.listeners: set[Listener] = set()
        # Set once Redis has confirmed the subscription.
        self.ready = asyncio.Event()
        # The highest journal entry sent, or contained in a snapshot; -1 before the first one.
        self.seen = -1
        self.gathered: list[Envelope] = []
        self.busy_until = 0.0
        self.timer: asyncio.TimerHandle | None = None
        self.snapshots: Snapshots | None = None
        self.own: OwnBoards | None = None
        self.late: LateBoards[Topic] | None = None
        # Players whose own boards are being read for a snapshot.
        self.arriving: Counter[int] = Counter()


class Hub:
    """All listeners of this process."""

    def __init__(self) -> None:
        self.topics: dict[str, Topic] = {}
        self.listeners: set[Listener] = set()
        # Number of sockets by address.
        self.addresses: Counter[str] = Counter()
        # Whether the database has just not answered: another web process may still reach it.
        self.is_database_down = False
        # Whether the database does not answer at all, and whether it still answers another host (`DatabaseMonitor`).
        self.is_database_silent = self.is_cut_off = False
        # How often the connections to the database were replaced.
        self.replacements = 0
        # When the last heartbeat or `waiting` was sent to all sockets.
        self.beat_at = time.monotonic()
        self._pool = ThreadPoolExecutor(max_workers=4, thread_name_prefix="feed")
        self._loop = asyncio.get_running_loop()
        # Called when a topic gets its first or loses its last listener.
        self.on_topics: Callable[[], None] = lambda: None

    # --- listeners ------------------------------------------------------------------------------
    def join(self, listener: Listener) -> None:
        """Add an open socket."""
        self.listeners.add(listener)
        self.addresses[listener.address] += 1

    def leave(self, listener: Listener) -> None:
        """Remove a closed socket."""
        if listener in self.listeners:
            self.listeners.discard(listener)
            self.addresses[listener.address] -= 1
            if not self.addresses[listener.address]:
                del self.addresses[listener.address]
        for name in listener.topics:
            self._unfollow(listener, name)
        listener.topics = ()

    async def follow(self, listener: Listener, name: str, seq: int | None, structure: str = "") -> None:
        """Subscribe first, then bring the socket up to date; messages in between are ordered by their seq.

        Args:
            seq: up to which the client has everything; None if it has nothing.
            structure: the version of the structure that it has; "" if it has none.
        """
        # Its credential may be revoked before this, or while something is waited for below.
        if listener not in self.listeners:
            return
        topic = self.topics.get(name)
        if topic is None:
            topic = self.topics[name] = Topic()
            self.on_topics()
        topic.listeners.add(listener)
        if name not in listener.topics:
            listener.topics = tuple(sorted({*listener.topics, name}))
        if not topic.ready.is_set():
            # Without Redis the feed listener queries the database: do not wait for a subscription then.
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(topic.ready.wait(), timeout=1.0)
        if topic.snapshots is None:
            topic.snapshots = Snapshots(self, name)
        snapshot = await topic.snapshots.fresh()
        if listener not in self.listeners:
            return
        if snapshot is None:
            self.forget(listener, name)
            self.write(listener, messages.refused("unknown_topic", name, name))
            return
        topic.seen = max(topic.seen, snapshot.seq)
        # A player's own boards of the room depend on entries of events, which the room's number does not count.
        counted = listener.player is None or name != "room"
        if seq == snapshot.seq and counted and structure in {"", snapshot.structure}:
            self.write(listener, messages.current(name, snapshot.seq))
            return
        texts = (
            snapshot.without_structure if structure and structure == snapshot.structure else snapshot.message
        )
        own = await self._own(topic, name, [listener])
        if listener in self.listeners:
            self.write(listener, texts.of(listener.audience, own_of(listener, own)))

    async def _own(self, topic: Topic, name: str, listeners: Iterable[Listener]) -> Mapping[int, Own]:
        """Return these listeners' own boards, read after this call: no older than a snapshot read
        before it.
        """
        players = {listener.player for listener in listeners if listener.player is not None}
        if not players:
            return {}
        if topic.own is None:
            topic.own = OwnBoards(self, name)
        topic.arriving.update(players)
        try:
            return await topic.own.of(players)
        finally:
            topic.arriving.subtract(players)
            if topic.late is not None:
                topic.late.forget(players)

    def forget(self, listener: Listener, name: str) -> None:
        """Stop following a topic."""
        if name in listener.topics:
            listener.topics = tuple(topic for topic in listener.topics if topic != name)
        self._unfollow(listener, name)

    def _unfollow(self, listener: Listener, name: str) -> None:
        topic = self.topics.get(name)
        if topic is None:
            return
        topic.listeners.discard(listener)
        if not topic.listeners:
            if topic.timer is not None:
                topic.timer.cancel()
            del self.topics[name]
            self.on_topics()

    # --- writing --------------------------------------------------------------------------------
    def write(self, listener: Listener, text: str) -> None:
        """Write to one socket without waiting for it."""
        self._hand_out(listener, Ready(text))

    def broadcast(
        self, listeners: Iterable[Listener], texts: Texts, own: Mapping[int, Own] | None = None
    ) -> None:
        """Write a message to many sockets: each audience its own text, players with their own boards."""
        heard = tuple(listeners)
        ready = {
            audience: Ready(texts.of(audience)) for audience in {listener.audience for listener in heard}
        }
        with undisturbed():
            for listener in heard:
                mine = own_of(listener, own) if own else None
                shared = ready[listener.audience]
                self._hand_out(listener, Ready(texts.of(listener.audience, mine)) if mine else shared)

    def _hand_out(self, listener: Listener, ready: Ready) -> None:
        if listener.write is None or not listener.write(ready.frame):
            self._send(listener, ready.event)

    def _send(self, listener: Listener, event: dict[str, Any]) -> None:
        # A server's send finishes in one step unless the socket's buffer is full. Then its client is too slow to
        # keep; it will reconnect and ask for what it missed.
        step = listener.send(event)
        try:
            step.send(None)
        except StopIteration:
            return
        except Exception:
            self._drop(listener)
            return
        step.close()
        log.info("Closing a socket that is too slow.")
        self._drop(listener)

    def _drop(self, listener: Listener) -> None:
        self.leave(listener)
        if listener.abort is not None:
            listener.abort()
        else:
            self.close(listener, 4013, "too slow")

    def close(self, listener: Listener, code: int, reason: str) -> None:
        """Close a socket. A client that does not read what it is sent is disconnected without a closing message."""
        step = listener.send({"type": "websocket.close", "code": code, "reason": reason})
        try:
            step.send(None)
        except StopIteration:
            if listener.abort is not None:
                self._loop.call_later(_CLOSING_SECONDS, listener.abort)
            return
        except Exception:
            log.debug("A socket was already closed.")
            return
        step.close()
        if listener.abort is not None:
            listener.abort()

    # --- messages from Redis --------------------------------------------------------------------
    def deliver(self, envelope: Envelope) -> None:
        """Send a message on: at once, or merged with others in a burst."""
        if "/" in envelope.topic:
            self._deliver_parts(envelope)
        else:
            self._deliver(envelope)

    def _deliver_parts(self, envelope: Envelope) -> None:
        """Send a message about parts of an event to the followers of each of them."""
        for name in tuple(self.topics):
            topic = parse(name)
            if topic.channel == envelope.topic:
                concerned = envelope.numbers is None or topic.number in envelope.numbers
                self._deliver(
                    Envelope(
                        name,
                        envelope.first,
                        envelope.last,
                        envelope.at,
                        [{} for _audience in Audience],
                        late=envelope.late if concerned else [],
                    )
                )

    def _deliver(self, envelope: Envelope) -> None:
        topic = self.topics.get(envelope.topic)
        if topic is None:
            return
        if not envelope.last:
            # It covers no journal entry, so it has no order and holds up no entry.
            seen = min((audience for audience in Audience if envelope.boards[audience]), default=None)
            if seen is not None:
                heard = [one for one in topic.listeners if one.audience >= seen]
                self.broadcast(heard, messages.change(envelope))
            return
        now = self._loop.time()
        if topic.timer is None and now >= topic.busy_until:
            topic.busy_until = now + _GATHER_SECONDS
            self._send_on(topic, envelope)
            return
        topic.gathered.append(envelope)
        if topic.timer is None:
            topic.timer = self._loop.call_at(topic.busy_until, self._flush, topic)

    def _flush(self, topic: Topic) -> None:
        topic.timer = None
        gathered, topic.gathered = topic.gathered, []
        topic.busy_until = self._loop.time() + _GATHER_SECONDS
        for envelope in messages.merged(gathered):
            self._send_on(topic, envelope)

    def _send_on(self, topic: Topic, envelope: Envelope) -> None:
        if not envelope.late and not envelope.players and not envelope.everybody:
            self.send_whole(topic, envelope)
            return
        if topic.late is None:
            topic.late = LateBoards(self, envelope.topic)
        topic.late.add(envelope)

    def send_whole(self, topic: Topic, envelope: Envelope) -> None:
        """Send on a message that contains all its boards."""
        topic.seen = max(topic.seen, envelope.last)
        self.broadcast(topic.listeners, messages.change(envelope), envelope.own)

    async def refresh(self, names: Iterable[str]) -> None:
        """Send all followers of these topics a snapshot, because they may have missed something."""
        for name in names:
            topic = self.topics.get(name)
            if topic is None:
                continue
            if topic.snapshots is None:
                topic.snapshots = Snapshots(self, name)
            try:
                snapshot = await topic.snapshots.fresh()
                own = await self._own(topic, name, topic.listeners)
            except Exception:
                # A topic that can't be read must not stop the others.
                log.exception("No snapshot of %s could be read.", name)
                continue
            if snapshot is not None:
                topic.seen = max(topic.seen, snapshot.seq)
                self.broadcast(topic.listeners, snapshot.message, own)

    # --- heartbeat ------------------------------------------------------------------------------
    async def current_seqs(self) -> dict[str, int]:
        """Return the seqs of all topics followed here, from the database."""
        names = list(self.topics) or (["room"] if self.is_database_down else [])
        return await self.in_thread(lambda: seqs_of(names)) if names else {}

    def beat(self, seqs: dict[str, int]) -> None:
        """Send every socket the seqs of its topics."""
        self.beat_at = time.monotonic()
        beats: dict[tuple[str, ...], Ready] = {}
        for listener in tuple(self.listeners):
            ready = beats.get(listener.topics)
            if ready is None:
                mine = {name: seqs[name] for name in listener.topics if name in seqs}
                ready = beats[listener.topics] = Ready(messages.heartbeat(mine))
            self._hand_out(listener, ready)

    def send_waiting(self) -> None:
        """Send `waiting` to every socket, so that a proxy keeps it open without heartbeats."""
        self.beat_at = time.monotonic()
        ready = Ready(messages.waiting())
        for listener in tuple(self.listeners):
            self._hand_out(listener, ready)

    def sweep(self) -> None:
        """Close sockets whose clients have been silent for too long."""
        oldest = time.monotonic() - settings.SOCKET_SILENCE_SECONDS
        for listener in [one for one in self.listeners if one.alive_at < oldest]:
            self.leave(listener)
            self.close(listener, 4008, "silent")

    def close_credentials(self, gone: set[str]) -> None:
        """Close the sockets of revoked tokens and disabled logins."""
        self._revoke(lambda one: one.credential in gone)

    def close_sessions(self, gone: set[str]) -> None:
        """Close the sockets of ended sessions."""
        self._revoke(lambda one: one.session in gone)

    def refuse_topics(self, refused: set[tuple[Held, str]]) -> None:
        """Stop sending sockets the topics that their viewers may no longer follow."""
        gone = [
            (one, name) for one in self.listeners for name in one.topics if (held_by(one), name) in refused
        ]
        for listener, name in gone:
            self.forget(listener, name)
            self.write(listener, messages.refused("not_allowed", _("Your role does not allow this."), name))

    def close_held(self, gone: set[Held]) -> None:
        """Close the sockets whose credentials are no longer valid."""
        self._revoke(lambda one: one.credential != "" and held_by(one) in gone)

    def _revoke(self, is_gone: Callable[[Listener], bool]) -> None:
        for listener in [one for one in self.listeners if is_gone(one)]:
            self.leave(listener)
            self.close(listener, 4003, "revoked")

    async def in_thread(self, work: Callable[[], T]) -> T:
        """Run database work outside the event loop.

        Work whose connection was replaced meanwhile (`replace_pool`) is run once more, so it must be repeatable.
        """

        def run() -> T:
            close_old_connections()
            try:
                return work()
            finally:
                close_old_connections()

        before = self.replacements
        try:
            return await self._loop.run_in_executor(self._pool, run)
        except DatabaseError:
            if self.replacements == before:
                raise
            return await self._loop.run_in_executor(self._pool, run)
