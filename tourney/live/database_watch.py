"""Watch whether PostgreSQL answers, on a thread and a connection of its own.

If the network drops packets to the database, requests and the feed wait until TCP gives up, and so do the connections
of the pool. Each check here has a deadline that does not depend on TCP.
"""

import logging
import select
import threading
import time
from collections.abc import Iterator, Mapping
from typing import Any

from django.db import connection
from psycopg import OperationalError
from psycopg.conninfo import make_conninfo
from psycopg.pq import Conninfo, ExecStatus, PGconn, PollingStatus
from psycopg.pq.abc import PGconn as Server

log = logging.getLogger(__name__)
# Pause between two checks.
_EVERY = 0.25
# Without an answer for this long, the database may be down, and other hosts are asked.
SUSPECT_SECONDS = 0.75
# How long an answer may take on the connection that is kept, and on a new one, including the time to connect.
ANSWER_SECONDS = 1.5
CONNECT_SECONDS = 1.0
# What PostgreSQL says to a connection that is one too many (SQLSTATE 53300). libpq passes on no code of a failed
# connection, only this text in the server's language: those of the product are known, another one counts as silence.
_TOO_MANY = (
    *("too many clients already", "too many connections for ", "remaining connection slots are reserved "),
    *("schon zu viele Verbindungen", "zu viele Verbindungen ", "die verbleibenden Verbindungen sind "),
    *("trop de clients sont ", "trop de connexions pour ", "emplacements de connexions restants sont "),
    *("troppi client ", "troppe connessioni ", "rimanenti slot di connessione sono "),
)
# Values of `target_session_attrs` that need a writable server: one that has become a standby is left for another.
_WRITABLE = {"read-write", "primary"}


class NoConnectionLeft(OperationalError):
    """The server answers, and takes no further connection.

    That is no reason to move screens to another host: connections that the process has still work, and all hosts share
    the limit of the server.
    """


class DatabaseWatch(threading.Thread):
    """Check several times a second whether the database answers."""

    def __init__(self) -> None:
        super().__init__(name="database-watch", daemon=True)
        self._connection: Server | None = None
        self._again = threading.Event()
        # When the first check without an answer began, or the current one; None: the last one was answered.
        self._unanswered_since: float | None = None
        self._failed = False
        self._is_full = False
        # When the last check with an answer began.
        self.answered_at = 0.0

    @property
    def is_silent(self) -> bool:
        """Return whether the database does not answer."""
        return self._failed or self._waits_longer_than(ANSWER_SECONDS)

    @property
    def may_be_down(self) -> bool:
        """Return whether the last check failed or is late."""
        return self._failed or self._waits_longer_than(SUSPECT_SECONDS)

    def _waits_longer_than(self, seconds: float) -> bool:
        since = self._unanswered_since
        return since is not None and time.monotonic() - since > seconds

    def look_now(self) -> None:
        """Check at once, without waiting for the next turn."""
        self._again.set()

    def run(self) -> None:
        """Check as long as the process runs."""
        while True:
            self.look()
            self._again.wait(_EVERY)
            self._again.clear()

    def look(self) -> None:
        """Check once: on the connection that was kept, otherwise on a new one."""
        begun = time.monotonic()
        if self._unanswered_since is None:
            self._unanswered_since = begun
        try:
            self._ask()
        except NoConnectionLeft as error:
            if not self._is_full:
                log.warning("The database takes no further connection (max_connections): %s", error)
            self._note_answer(begun, is_full=True)
        except Exception as error:
            if not self._failed:
                log.info("The database does not answer: %s", error)
            self._failed = True
        else:
            self._note_answer(begun, is_full=False)

    def _note_answer(self, begun: float, *, is_full: bool) -> None:
        self._unanswered_since, self._failed, self.answered_at = None, False, begun
        self._is_full = is_full

    def _ask(self) -> None:
        kept = self._connection
        if kept is not None:
            try:
                _ask(kept, time.monotonic() + ANSWER_SECONDS)
                return
            except Exception:
                self._connection = None
                kept.finish()
        self._connection = _connect()


def answers_on_new_connection() -> bool:
    """Return whether the database answers on a new connection."""
    try:
        _connect().finish()
    except NoConnectionLeft:
        return True
    except Exception as error:
        log.info("The database does not answer: %s", error)
        return False
    return True


def _connect() -> Server:
    """Return a new connection to the first server that answers.

    Raises:
        NoConnectionLeft: the only server has none left. Of several servers, the one that has none may be the standby.
        OperationalError: none did.
        TimeoutError: none did in time.
    """
    *others, last = _addresses(connection.get_connection_params())
    for address in others:
        try:
            return _connect_to(address)
        except (OperationalError, TimeoutError) as error:
            log.info("A server of the database does not answer: %s", error)
    try:
        return _connect_to(last)
    except NoConnectionLeft as error:
        if others:
            raise OperationalError(str(error)) from None
        raise


def _connect_to(address: str) -> Server:
    deadline = time.monotonic() + CONNECT_SECONDS
    made = PGconn.connect_start(address.encode())
    try:
        status = PollingStatus.WRITING
        while status != PollingStatus.OK:
            _wait(made, select.POLLIN if status == PollingStatus.READING else select.POLLOUT, deadline)
            status = PollingStatus(made.connect_poll())
            if status == PollingStatus.FAILED:
                text = made.get_error_message()
                raise (NoConnectionLeft if has_none_left(text) else OperationalError)(text)
        _ask(made, deadline)
    except BaseException:
        made.finish()
        raise
    return made


def has_none_left(text: str) -> bool:
    """Return whether the error of a connection says that the server takes no further one."""
    return any(part in text for part in _TOO_MANY)


def _ask(asked: Server, deadline: float) -> None:
    asked.send_query(b"SHOW transaction_read_only")
    while True:
        while asked.is_busy():
            _wait(asked, select.POLLIN, deadline)
            asked.consume_input()
        result = asked.get_result()
        if result is None:
            return
        if result.status != ExecStatus.TUPLES_OK:
            raise OperationalError(result.get_error_message())
        wanted = connection.get_connection_params().get("target_session_attrs")
        if wanted in _WRITABLE and result.get_value(0, 0) == b"on":
            raise OperationalError("the server has become read-only")


def _wait(asked: Server, event: int, deadline: float) -> None:
    # `select` takes no socket with a number above 1,023.
    poll = select.poll()
    poll.register(asked.socket, event)
    left = deadline - time.monotonic()
    if left <= 0 or not poll.poll(left * 1000):
        raise TimeoutError("no answer in time")


def _addresses(given: Mapping[str, Any]) -> Iterator[str]:
    """Yield the address of each server in the settings: libpq itself would wait for the first one."""
    known = {option.keyword.decode() for option in Conninfo.get_defaults()}
    parameters = {name: value for name, value in given.items() if name in known and value is not None}
    hosts = str(parameters.get("host", "")).split(",")
    if len(hosts) == 1 or "hostaddr" in parameters:
        yield make_conninfo(**parameters)
        return
    ports = str(parameters.get("port", "")).split(",")
    for at, host in enumerate(hosts):
        port = ports[at] if len(ports) > 1 else ports[0]
        yield make_conninfo(**{**parameters, "host": host, **({"port": port} if port else {})})
