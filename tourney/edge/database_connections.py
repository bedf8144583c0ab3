"""Connections to the database: a pool in web processes, given back as soon as a response is made."""

import os
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any
from weakref import WeakSet

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from psycopg import Connection, OperationalError
from psycopg.pq import TransactionStatus

# How long a statement may still take once the database answers again, before its connection counts as dead.
_GRACE_SECONDS = 0.3
# Other threads connect while one goes through the connections that are known.
_KNOWN_LOCK = threading.Lock()


class PooledConnection(Connection[Any]):
    """A connection of the pool that is known as long as it exists."""

    known: WeakSet["PooledConnection"] = WeakSet()

    def __init__(self, *words: Any, **more: Any) -> None:
        super().__init__(*words, **more)
        with _KNOWN_LOCK:
            self.known.add(self)


def share_connections() -> None:
    """Let the threads of this web process share a pool of connections to PostgreSQL.

    Under ASGI each request has a thread of its own. A connection kept by a thread would never be used again, and the
    server would run out of connections.
    """
    chosen = connections.settings[DEFAULT_DB_ALIAS]
    chosen["CONN_MAX_AGE"] = 0
    if chosen["ENGINE"].endswith("postgresql") and settings.DATABASE_POOL > 0:
        chosen["OPTIONS"]["pool"] = {**settings.DATABASE_POOL_OPTIONS, "connection_class": PooledConnection}


def replace_pool() -> None:
    """Replace the pool of this process once the database answers again after a silence.

    Its connections may be dead without having been closed: a server that lost its power closes none, and another one
    with the same address does not know them. Statements on them would wait until TCP gives up (5 s), and other
    threads wait for these. New statements get new connections at once; after a short grace, statements that still
    wait for an answer fail.
    """
    # Django's `close_pool` keeps the closed pool until all its threads have ended, and requests would fail meanwhile.
    pools: dict[str, Any] = getattr(connections[DEFAULT_DB_ALIAS], "_connection_pools", {})
    old = pools.pop(DEFAULT_DB_ALIAS, None)
    if old is None:
        return
    time.sleep(_GRACE_SECONDS)
    with _KNOWN_LOCK:
        known = list(PooledConnection.known)
    for one in known:
        if getattr(one, "_pool", None) is old:
            _end_if_waiting(one)
    # Connections in use are closed when they are given back. Requests that wait for one of this pool fail.
    old.close(timeout=0)


def _end_if_waiting(one: PooledConnection) -> None:
    """Close the socket of a connection whose statement has no answer yet; its thread gets an error."""
    with suppress(OSError, OperationalError):
        if one.pgconn.transaction_status != TransactionStatus.ACTIVE:
            return
        with socket.socket(fileno=os.dup(one.pgconn.socket)) as shared:
            # The thread may have closed it in the meantime, and the number may belong to another socket.
            if shared.family == socket.AF_UNIX or shared.getpeername()[0] == one.info.hostaddr:
                shared.shutdown(socket.SHUT_RDWR)


def give_back_now() -> None:
    """Give the connections of this thread back, as at the end of a request; none within a transaction."""
    for one in connections.all(initialized_only=True):
        if not one.in_atomic_block:
            one.close_if_unusable_or_obsolete()


def give_back(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Give the connection back before the response is sent.

    Django does so once all of it has been sent. Clients that do not read theirs would use up the pool.
    """

    def respond(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        give_back_now()
        return response

    return respond
