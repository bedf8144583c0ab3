"""Connections to the database are given back as soon as a response is made."""

from collections.abc import Callable

from django.db import connections
from django.http import HttpRequest
from django.http.response import HttpResponseBase


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
