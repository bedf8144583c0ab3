"""Reads of the API at addresses of their own; the GET endpoints are generated from them."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Any, TypeVar

from pydantic import Field

from tourney.access.roles import Permission

# Bounds of query parameters. No row has a number above the largest: a database would reject the query.
Number = Annotated[int | None, Field(ge=1, le=2**62)]
Limit = Annotated[int, Field(ge=1, le=500)]
Text = Annotated[str, Field(max_length=120)]
# A day that has neighbours in every time zone.
Day = Annotated[date | None, Field(ge=date(1970, 1, 1), le=date(2200, 1, 1))]
Read = TypeVar("Read", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Resource:
    """A read of the API.

    Attributes:
        path: below `/api/v1`, "/tournaments/{int:tournament}/prizes".
        operation: its stable name for generated clients.
        permission: the permission to read it; None if no login is needed.
        read: its parameters are those of the address: `event` or `tournament_id` is the tournament in the
            path, `reader` the viewer, all others belong to the query, with their types and defaults. Names
            that begin with "_" are not passed. Its docstring and return type are the documentation. None
            means not found.
        with_seq: whether the answer begins with the `seq` of its topic.
        missing: code of the refusal if there is no such tournament.
        kept: whether a public answer is cached until the next journal entry, for all clients.
    """

    path: str
    operation: str
    permission: Permission | None
    read: Callable[..., Any]
    with_seq: bool
    kept: bool
    missing: str


RESOURCES: dict[str, Resource] = {}


def resource(
    path: str,
    operation: str,
    *,
    permission: Permission | None = None,
    with_seq: bool = False,
    kept: bool = True,
    missing: str = "not_found",
) -> Callable[[Read], Read]:
    """Register a read at an address of the API. See `Resource`.

    Raises:
        ValueError: another read has this name.
    """

    def keep(read: Read) -> Read:
        if operation in RESOURCES:
            raise ValueError(f"Two reads are called {operation}.")
        RESOURCES[operation] = Resource(path, operation, permission, read, with_seq, kept, missing)
        return read

    return keep
