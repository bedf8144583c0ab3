"""The schema of a rulebook: its policies and their bounds.

Code reads policies (`book.clock.calling_time`) and never depends on a book's name. A policy the
book is silent about is `None`; each policy's docstring says what the server does then ("Silent: …").
"""

import re
import types
from collections.abc import Iterator
from typing import Annotated, Literal, Union, get_args, get_origin

import msgspec
from msgspec import Meta

from .base import LINE, SAID, Money, Policy, Section
from .cash import Cash
from .clock import ChipsSection, Clock
from .club import Modes, Season
from .entering import Entering
from .finish import HandForHand, Penalties, Places
from .seating import Seating


class Book(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A rulebook.

    Attributes:
        key: its name in the room, lower case.
        title: full name. `short`: the name it is cited by ("Munot" in "Munot 23").
        language: of the original, as an ISO 639-1 code.
        based_on: the rules it is based on, in words. `edition`: date or version.
        games: what the book is for.
    """

    key: Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]*\Z", max_length=40)]
    title: Annotated[str, Meta(min_length=1, max_length=120, pattern=SAID)]
    short: Annotated[str, Meta(min_length=1, max_length=40, pattern=SAID)]
    language: Annotated[str, Meta(pattern=r"^[a-z]{2}\Z")]
    based_on: Annotated[str, Meta(max_length=300, pattern=LINE)] = ""
    edition: Annotated[str, Meta(max_length=120, pattern=LINE)] = ""
    games: Annotated[tuple[Literal["tournament", "cash"], ...], Meta(min_length=1, max_length=2)] = (
        "tournament",
    )

    seating: Seating = Seating()
    entering: Entering = Entering()
    clock: Clock = Clock()
    chips: ChipsSection = ChipsSection()
    hand_for_hand: HandForHand = HandForHand()
    places: Places = Places()
    penalties: Penalties = Penalties()
    modes: Modes = Modes()
    season: Season = Season()
    cash: Cash = Cash()


def _section_types() -> dict[str, type[Section]]:
    return {
        field.name: field.type
        for field in msgspec.structs.fields(Book)
        if isinstance(field.type, type) and issubclass(field.type, Section)
    }


def policy_type(field_type: object) -> type[Policy]:
    """Return `P` of a section's field declared as `P | None`."""
    if get_origin(field_type) in (Union, types.UnionType):
        for choice in get_args(field_type):
            if isinstance(choice, type) and issubclass(choice, Policy):
                return choice
    raise TypeError(f"{field_type!r} is not an optional policy")


SECTIONS: dict[str, type[Section]] = _section_types()
"""Section key to its struct, in the book's order."""

POLICIES: dict[str, type[Policy]] = {
    f"{section}.{field.name}": policy_type(field.type)
    for section, struct in SECTIONS.items()
    for field in msgspec.structs.fields(struct)
}
"""Dotted key ("clock.calling_time") of every policy there is, to its struct, in the book's order."""


def policy_at(book: Book, key: str) -> Policy | None:
    """Return a book's policy at a dotted key; None if it is silent.

    Raises:
        KeyError: there is no such policy in any book.
    """
    if key not in POLICIES:
        raise KeyError(key)
    section, name = key.split(".")
    policy: Policy | None = getattr(getattr(book, section), name)
    return policy


def policies(book: Book) -> Iterator[tuple[str, Policy]]:
    """Yield dotted key and policy of all policies that a book states, in order."""
    for key in POLICIES:
        policy = policy_at(book, key)
        if policy is not None:
            yield key, policy


def cite(book: Book, policy: Policy | None) -> str:
    """Return the citation of a policy's rule: "Munot 23", "PokerStars Live 3.12".

    Empty for a policy the book is silent about: the server's default is not based on a rule.
    """
    return f"{book.short} {policy.rule}" if policy is not None else ""


def choices_at(key: str) -> tuple[str, ...]:
    """Return the values allowed at a dotted key ("clock.new_level.starts"); empty if any value is.

    A list's index ("kinds[2]") and a key no book has are allowed.
    """
    at: object = Book
    for name in re.sub(r"\[[^\]]*\]", "", key).split("."):
        struct = next((part for part in _parts(at) if isinstance(part, type) and _is_struct(part)), None)
        if struct is None:
            return ()
        at = next((field.type for field in msgspec.structs.fields(struct) if field.name == name), None)
    literals = [part for part in _parts(at) if get_origin(part) is Literal]
    return tuple(str(choice) for literal in literals for choice in get_args(literal))


def _parts(annotation: object) -> Iterator[object]:
    """Yield an annotation and everything inside its unions, lists and bounds."""
    yield annotation
    if get_origin(annotation) is not Literal:
        for part in get_args(annotation):
            yield from _parts(part)


def _is_struct(part: type) -> bool:
    return issubclass(part, msgspec.Struct)


__all__ = [
    "POLICIES",
    "SECTIONS",
    "Book",
    "Money",
    "Policy",
    "Section",
    "choices_at",
    "cite",
    "policies",
    "policy_at",
]
