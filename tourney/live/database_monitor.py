"""Keep screens off a web host that is cut off from the database while another one reaches it.

If no web host reaches the database, or there is only one, sockets stay open: screens keep their clocks and continue
when the database is back. So a process that gets no answer asks the others, through Redis, whether they get one. It
closes its sockets and reports its host as not ready only if a process of another host gets an answer, and a second
check on a new connection fails here. Until then its sockets get `waiting` in place of each heartbeat that is due;
otherwise a proxy would close them like those of a dead host. It is sent only when the process receives its own question
back from Redis: a process that reaches neither the database nor Redis could not learn that other hosts reach the
database, so it leaves its sockets to the proxy.
"""

import asyncio
import logging
import socket
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
from django.conf import settings
from django.db import connection

from tourney.edge.database_connections import replace_pool
from tourney.live.database_watch import DatabaseWatch, answers_on_new_connection
from tourney.live.hub import Hub

log = logging.getLogger(__name__)
_EVERY = 0.1
_ASK_EVERY = 0.5
# How long another process tries to reach the database before it gives up answering.
_LOOK_SECONDS = 2.0
# Sockets are closed at this rate, so that other hosts can take them.
_AT_ONCE, _PAUSE = 50, 0.05
_ANSWER = b"database:"


class DatabaseMonitor:
    """Tell a hub whether the database answers, and move its sockets if only this host is cut off.

    Args:
        hub: of this process.
        echo: the channel that only this process listens on.
        ask: publishes to all web processes.
        answer: publishes on the channel of one of them.
        returned: called when the database answers again.
    """

    def __init__(
        self,
        hub: Hub,
        echo: str,
        ask: Callable[[bytes], Awaitable[object]],
        answer: Callable[[str, bytes], Awaitable[object]],
        returned: Callable[[], object],
    ) -> None:
        self._hub, self._echo, self._ask, self._answer, self._returned = hub, echo, ask, answer, returned
        self._watch = DatabaseWatch()
        # The processes of one host are cut off together. Hosts may have the same name, or keep their data at the same
        # place, but not both.
        self._host = f"{socket.gethostname()}:{settings.DATA_DIR}"
        # Number of the current incident, so that an answer to an earlier one does not count.
        self._incident = 0
        self._has_incident = False
        self._asked_at = 0.0
        self._second_look: asyncio.Task[None] | None = None
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="database-look")
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Watch as long as the loop runs; not needed on SQLite."""
        if connection.vendor != "postgresql":
            return
        self._watch.start()
        while True:
            await asyncio.sleep(_EVERY)
            if self._watch.may_be_down:
                await self._ask_others()
            elif self._has_incident:
                self._end_incident()

    async def _ask_others(self) -> None:
        if not self._has_incident:
            self._has_incident = True
            self._incident += 1
        if self._watch.is_silent and not self._hub.is_database_silent:
            self._hub.is_database_silent = True
            log.warning("The database does not answer; screens keep what they show.")
        now = time.monotonic()
        if not self._hub.is_cut_off and now - self._asked_at >= _ASK_EVERY:
            self._asked_at = now
            question = {"from": self._host, "echo": self._echo, "number": self._incident}
            await self._ask(msgspec.json.encode({"sees_database": question}))

    def _end_incident(self) -> None:
        self._has_incident = False
        if self._hub.is_database_silent:
            self._hub.is_database_silent = self._hub.is_cut_off = False
            self._hub.replacements += 1
            asyncio.get_running_loop().run_in_executor(self._pool, replace_pool)
            log.warning("The database answers again.")
            self._returned()

    def question(self, asked: Any) -> None:
        """Handle a question from a web process that gets no answer from the database, this one included."""
        if asked["echo"] == self._echo:
            late = time.monotonic() - self._hub.beat_at >= settings.HEARTBEAT_SECONDS
            if late and self._watch.may_be_down and not self._hub.is_cut_off:
                self._hub.send_waiting()
        elif asked["from"] != self._host and not self._hub.is_database_silent:
            self._keep(self._reply(asked["echo"], b"%s%d" % (_ANSWER, asked["number"])))

    async def _reply(self, echo: str, text: bytes) -> None:
        """Answer once a check that began after the question has succeeded."""
        asked_at = time.monotonic()
        self._watch.look_now()
        while time.monotonic() - asked_at < _LOOK_SECONDS:
            await asyncio.sleep(0.05)
            if self._watch.answered_at > asked_at:
                await self._answer(echo, text)
                return

    def reply(self, text: bytes) -> bool:
        """Handle a message on this host's own channel; return whether it is an answer from another web host."""
        if not text.startswith(_ANSWER):
            return False
        if int(text.removeprefix(_ANSWER)) == self._incident and self._second_look is None:
            self._second_look = self._keep(self._look_again(self._incident))
        return True

    async def _look_again(self, incident: int) -> None:
        try:
            loop = asyncio.get_running_loop()
            if await loop.run_in_executor(self._pool, answers_on_new_connection):
                return
        finally:
            self._second_look = None
        if incident != self._incident or not self._watch.is_silent or self._hub.is_cut_off:
            return
        self._hub.is_database_silent = self._hub.is_cut_off = True
        log.warning(
            "Another web host reaches the database; moving %d screens to it.", len(self._hub.listeners)
        )
        await self._close_sockets()

    async def _close_sockets(self) -> None:
        left = list(self._hub.listeners)
        while left and self._hub.is_cut_off:
            for listener in left[:_AT_ONCE]:
                if listener in self._hub.listeners:
                    self._hub.leave(listener)
                    self._hub.close(listener, 1013, "no database")
            left = left[_AT_ONCE:]
            await asyncio.sleep(_PAUSE)

    def _keep(self, work: Any) -> "asyncio.Task[None]":
        task: asyncio.Task[None] = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task
