"""What programs read at addresses of its own. The API makes its GET endpoints from these."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from pydantic import Field

from tourney.access.roles import Permission

# What a query may hold. No row has a number above the largest: a database would refuse to look for it.
Number = Annotated[int | None, Field(ge=1, le=2**62)]
Limit = Annotated[int, Field(ge=1, le=500)]
Text = Annotated[str, Field(max_length=120)]
Read = TypeVar("Read", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Resource:
    """A read of the API.

    Attributes:
        path: below `/api/v1`, "/tournaments/{int:tournament}/prizes".
        operation: its name for generated clients; it never changes.
        permission: what reading it takes; None where everybody may, without a login.
        read: its parameters are those of the address: `event` or `tournament_id` the tournament in the path, `reader`
            whoever asks, all others of the query, with their types and defaults. Names that begin with "_" are not
            asked for. Its docstring and return type are the documentation. None says that nothing is there.
        with_seq: the answer begins with the `seq` of its topic.
        missing: code of the refusal where there is no such tournament.
        kept: a public answer is computed once per journal entry, for everybody.
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
    """Give a read an address of the API. See `Resource`.

    Raises:
        ValueError: another read has this name.
    """

    def keep(read: Read) -> Read:
        if operation in RESOURCES:
            raise ValueError(f"Two reads are called {operation}.")
        RESOURCES[operation] = Resource(path, operation, permission, read, with_seq, kept, missing)
        return read

    return keep
