"""Connections to the database: a pool in web processes, given back as soon as a response is made."""

from collections.abc import Callable

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections
from django.http import HttpRequest
from django.http.response import HttpResponseBase


def share_connections() -> None:
    """Let the threads of this web process share a pool of connections to PostgreSQL.

    Under ASGI each request has a thread of its own. A connection kept by a thread would never be used again, and the
    server would run out of connections.
    """
    chosen = connections.settings[DEFAULT_DB_ALIAS]
    chosen["CONN_MAX_AGE"] = 0
    if chosen["ENGINE"].endswith("postgresql") and settings.DATABASE_POOL > 0:
        chosen["OPTIONS"]["pool"] = settings.DATABASE_POOL_OPTIONS


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
