"""Listen to Redis for a hub, send heartbeats, and find messages that Redis lost."""

import asyncio
import contextlib
import functools
import logging
import time
import uuid
from typing import Any

import msgspec
from django.conf import settings
from redis.exceptions import RedisError

from tourney.access.viewers import Held, still_valid
from tourney.edge.metrics import FEED_LAG
from tourney.edge.tracing import span
from tourney.live import presence
from tourney.live.database_monitor import DatabaseMonitor
from tourney.live.hub import Hub
from tourney.live.listener import actor_of, held_by
from tourney.live.publish import CONTROL, channel, decode_envelope
from tourney.live.redis_clients import subscriber
from tourney.live.topics import may_follow, parse
from tourney.now import server_ms

log = logging.getLogger(__name__)
_RECHECK_SECONDS = 60.0
# How often the connection to Redis is tried, and how long an answer may take. A host that has lost its power closes
# nothing.
_PROBE_SECONDS = 1.0
_ANSWER_SECONDS = 2.0
# How often the database is asked for entries that did not arrive: a web process that is cut off from Redis records
# entries without announcing them.
_CHECK_SECONDS = 2.0
# How long the database may take to say the numbers of entries; then this process sends no heartbeats and takes no
# sockets.
_DATABASE_SECONDS = 3.0
_BEAT, _PROBE = b"", b"probe"


class FeedListener:
    """Keep a hub connected and up to date."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._echo = channel(f"echo:{uuid.uuid4()}")
        self._pubsub: Any = None
        self._client: Any = None
        # When the oldest probe was sent that nothing has answered; None if none is on the way.
        self._probed_at: float | None = None
        self._connected = False
        self._subscribed: set[str] = set()
        self._confirmed: set[str] = set()
        self._behind: dict[str, int] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._beating: asyncio.Task[None] | None = None
        self._database = DatabaseMonitor(
            hub,
            self._echo,
            ask=functools.partial(self._publish, to=channel(CONTROL)),
            answer=lambda echo, text: self._publish(text, to=echo),
            returned=lambda: self._keep(asyncio.ensure_future(self._catch_up())),
        )
        hub.on_topics = self._topics_changed

    def start(self) -> None:
        """Start the tasks; they run as long as the loop."""
        for work in (
            self._listen(),
            self._send_heartbeats(),
            self._probe(),
            self._recheck(),
            self._note_presence(),
            self._database.run(),
        ):
            self._keep(asyncio.ensure_future(work))

    def _keep(self, task: "asyncio.Task[None]") -> None:
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("The feed listener failed.", exc_info=task.exception())

    # --- Redis ----------------------------------------------------------------------------------
    async def _listen(self) -> None:
        pause = 0.1
        while True:
            try:
                await self._connect()
                pause = 0.1
                await self._read()
            except (RedisError, OSError, TimeoutError) as error:
                if self._connected:
                    log.warning("Redis is away (%s); screens follow the database until it is back.", error)
            except Exception:
                # Any error: a feed that stops listening would leave every screen outdated.
                log.exception("The feed's subscription failed; reconnecting.")
            self._connected = False
            for topic in self._hub.topics.values():
                topic.ready.clear()
            with contextlib.suppress(RedisError, OSError):
                if self._pubsub is not None:
                    await self._pubsub.aclose()
                if self._client is not None:
                    await self._client.aclose()
            await asyncio.sleep(pause)
            pause = min(pause * 2, 2.0)

    async def _connect(self) -> None:
        # The echo below detects a dead connection.
        self._client = subscriber()
        self._pubsub = self._client.pubsub()
        self._subscribed = set()
        self._confirmed = set()
        await self._pubsub.subscribe(self._echo, channel(CONTROL))
        self._connected = True
        self._probed_at = None
        await self._subscribe()
        if self._subscribed:
            # Messages published while the listener was disconnected are lost: bring all sockets up to date.
            self._keep(asyncio.ensure_future(self._hub.refresh(list(self._hub.topics))))

    async def _read(self) -> None:
        while True:
            message = await self._pubsub.get_message(ignore_subscribe_messages=False, timeout=1.0)
            if message is None:
                # Nothing waits to be read, so this process is not merely too busy to have read the answer.
                if self._probed_at is not None and time.monotonic() - self._probed_at > _ANSWER_SECONDS:
                    raise TimeoutError("no answer from Redis")
                continue
            self._probed_at = None
            await self._take(message)

    async def _probe(self) -> None:
        """Publish to this process itself, so that a connection that has gone dead is noticed within seconds."""
        while True:
            await asyncio.sleep(_PROBE_SECONDS)
            if self._connected:
                if self._probed_at is None:
                    self._probed_at = time.monotonic()
                await self._publish(_PROBE)

    async def _publish(self, what: bytes, to: str = "") -> bool:
        """Publish on a channel, otherwise to this process itself; return whether Redis has accepted it."""
        if not self._connected:
            return False
        try:
            async with asyncio.timeout(_ANSWER_SECONDS):
                await self._client.publish(to or self._echo, what)
        except (RedisError, OSError, TimeoutError) as error:
            log.warning("Redis did not accept a message: %s", error or "no answer")
            return False
        return True

    async def _take(self, message: dict[str, Any]) -> None:
        name = message["channel"].decode()
        if message["type"] == "subscribe":
            shared = name.removeprefix(channel(""))
            if shared in self._subscribed:
                self._confirmed.add(shared)
            self._set_ready({shared})
        elif message["type"] != "message":
            return
        elif name == self._echo:
            if message["data"] == _PROBE or self._database.reply(message["data"]):
                return
            # In a separate task: a slow database must not delay changes, which do not need it.
            if self._beating is None or self._beating.done():
                self._beating = asyncio.ensure_future(self._beat())
                self._keep(self._beating)
        elif name == channel(CONTROL):
            message_in = msgspec.json.decode(message["data"])
            self._hub.close_credentials(set(message_in.get("close", [])))
            self._hub.close_sessions(set(message_in.get("close_sessions", [])))
            if question := message_in.get("sees_database"):
                self._database.question(question)
        else:
            envelope = decode_envelope(message["data"])
            with span(
                "feed deliver",
                "consumer",
                envelope.traceparent,
                topic=envelope.topic,
                seq=envelope.last or None,
            ):
                self._hub.deliver(envelope)
            if envelope.sent:
                FEED_LAG.labels("web").observe(max(0, server_ms() - envelope.sent) / 1000)

    async def _beat(self) -> None:
        if self._hub.is_database_silent:
            return
        try:
            seqs = await self._checked_seqs()
        except Exception:
            log.exception("The feed could not query the database; screens are not updated meanwhile.")
            return
        # Changes may have arrived before the answer.
        topics = self._hub.topics
        self._hub.beat({name: max(seq, topics[name].seen) for name, seq in seqs.items() if name in topics})

    def _topics_changed(self) -> None:
        if self._connected:
            self._keep(asyncio.ensure_future(self._resubscribe()))

    async def _resubscribe(self) -> None:
        with contextlib.suppress(RedisError, OSError):  # The reading loop gets the same error and reconnects.
            await self._subscribe()

    async def _subscribe(self) -> None:
        """Subscribe to exactly the channels of the topics that the hub's listeners follow now."""
        wanted = {parse(name).channel for name in self._hub.topics}
        new, gone = wanted - self._subscribed, self._subscribed - wanted
        self._subscribed = wanted
        self._confirmed &= wanted
        # A topic that was left and is followed again is still subscribed, and so is the channel of a second table;
        # there is no second confirmation.
        self._set_ready(self._confirmed)
        if new:
            await self._pubsub.subscribe(*[channel(name) for name in new])
        if gone:
            await self._pubsub.unsubscribe(*[channel(name) for name in gone])

    def _set_ready(self, channels: set[str]) -> None:
        """Note that Redis has confirmed the subscriptions to these channels."""
        for name, topic in self._hub.topics.items():
            if parse(name).channel in channels:
                topic.ready.set()

    # --- heartbeat ----------------------------------------------------------------------------------
    async def _send_heartbeats(self) -> None:
        """Send heartbeats through Redis, like changes, so that each one proves that the connection works."""
        every, checked_at = settings.HEARTBEAT_SECONDS, time.monotonic()
        beat_at = time.monotonic() + every
        while True:
            # While Redis is away, the database is queried every second instead.
            await asyncio.sleep(min(1.0, every))
            self._hub.sweep()
            now, due = time.monotonic(), time.monotonic() >= beat_at
            if self._connected and (not due or await self._publish(_BEAT)):
                if due:
                    beat_at, checked_at = now + every, now
                elif now - checked_at >= _CHECK_SECONDS:
                    checked_at = now
                    await self._look_for_missed()
                continue
            # Logouts and revocations in the meantime may have been missed.
            await self._close_invalid()
            seqs = await self._look_for_missed(at_once=True)
            if due and seqs is not None:
                self._hub.beat(seqs)
                beat_at = now + every

    async def _look_for_missed(self, at_once: bool = False) -> dict[str, int] | None:
        """Send what is missing; see `_checked_seqs`. Return None if the database does not answer."""
        if self._hub.is_database_silent:
            return None
        try:
            return await self._checked_seqs(at_once)
        except Exception:
            log.exception("The feed could not query the database; screens are not updated meanwhile.")
            return None

    async def _checked_seqs(self, at_once: bool = False) -> dict[str, int]:
        """Return current seqs. Send a snapshot to topics that missed journal entries.

        Args:
            at_once: no message can be in transit; otherwise an entry has until the next look to arrive.
        """
        try:
            async with asyncio.timeout(_DATABASE_SECONDS):
                seqs = await self._hub.current_seqs()
        except Exception:
            self._hub.is_database_down = True
            raise
        self._hub.is_database_down = False
        missed = []
        for name, seq in seqs.items():
            topic = self._hub.topics.get(name)
            expected = self._behind.pop(name, None)
            # A socket whose first snapshot is still being read has missed nothing.
            if topic is None or seq <= topic.seen or topic.seen < 0:
                continue
            if topic.late is not None and topic.late.is_reading:
                # It has arrived, and waits for boards that grow with the field.
                self._behind[name] = seq
            elif at_once or (expected is not None and topic.seen < expected):
                missed.append(name)
            else:
                self._behind[name] = seq
        if missed:
            await self._hub.refresh(missed)
        return seqs

    async def _catch_up(self) -> None:
        seqs = await self._look_for_missed(at_once=True)
        if seqs is not None:
            self._hub.beat(seqs)

    async def _note_presence(self) -> None:
        """Record every few seconds which logins and devices have an open socket here."""
        while True:
            here = {one.credential for one in self._hub.listeners if one.credential}
            try:
                if not self._hub.is_database_silent:
                    await self._hub.in_thread(functools.partial(presence.note, here))
            except Exception as error:
                log.warning("Presence could not be recorded: %s", error)
            await asyncio.sleep(presence.EVERY_SECONDS)

    async def _recheck(self) -> None:
        """Check all credentials every minute: messages about revoked tokens and disabled logins may be
        lost.
        """
        while True:
            await asyncio.sleep(_RECHECK_SECONDS)
            await self._close_invalid()

    async def _close_invalid(self) -> None:
        """Close the sockets whose viewers no longer have the same access, and stop sending them topics that they
        may no longer follow.
        """
        held = {held_by(listener) for listener in self._hub.listeners if listener.credential}
        if not held or self._hub.is_database_silent:
            return
        parts = {
            (held_by(listener), name)
            for listener in self._hub.listeners
            for name in listener.topics
            if parse(name).part is not None
        }

        def check() -> tuple[set[Held], set[tuple[Held, str]]]:
            refused = {(one, name) for one, name in parts if not may_follow(actor_of(one), parse(name))}
            return still_valid(held), refused

        try:
            valid, refused = await self._hub.in_thread(check)
        except Exception:
            log.exception("Credentials of sockets could not be checked.")
            return
        self._hub.close_held(held - valid)
        self._hub.refuse_topics(refused)
