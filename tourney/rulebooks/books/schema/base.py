"""Base types of the schema: policies, sections and bounded numbers."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

LINE = r"^[^\x00-\x1f\x7f]*\Z"
"""Text without control characters: TOML can spell them, but no journal, page or database column wants them."""
SAID = r"^[^\x00-\x1f\x7f]*[^\s\x00-\x1f\x7f][^\x00-\x1f\x7f]*\Z"
"""The same, and not blank."""

Rule = Annotated[str, Meta(min_length=1, max_length=60, pattern=SAID)]
Note = Annotated[str, Meta(max_length=800, pattern=LINE)]
Seats = Annotated[int, Meta(ge=2, le=11)]
Tables = Annotated[int, Meta(ge=1, le=1_000)]
Entries = Annotated[int, Meta(ge=1, le=100_000)]
Minutes = Annotated[int, Meta(ge=0, le=1_440)]
Seconds = Annotated[int, Meta(ge=1, le=600)]
Level = Annotated[int, Meta(ge=1, le=200)]
Count = Annotated[int, Meta(ge=1, le=1_000)]
CardRank = Annotated[int, Meta(ge=2, le=14)]
Points = Annotated[int, Meta(ge=0, le=10_000)]
Chips = Annotated[int, Meta(ge=1, le=1_000_000_000)]
Suit = Literal["spade", "heart", "diamond", "club"]
Suits = Annotated[tuple[Suit, ...], Meta(max_length=4)]


class Money(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An amount in the currency's minor units (2000 EUR is twenty euros)."""

    amount: Annotated[int, Meta(ge=0, le=100_000_000)]
    currency: Annotated[str, Meta(pattern=r"^[A-Z]{3}\Z")]


class Policy(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One decision of a book, with its rule.

    Attributes:
        rule: number or numbers of the rule as the book counts them ("23", "3.12", "RP-8A").
        note: what the rule says, in our own words, English.
        note_de, note_fr, note_it: the same in German, French and Italian.
        text_only: fields that are shown to staff and have no effect in the software: what people do at the
            table, or settings of the event itself.
        always: the only supported value of a field; a book with another one is refused.
    """

    text_only: ClassVar[frozenset[str]] = frozenset()
    always: ClassVar[Mapping[str, object]] = MappingProxyType({})

    rule: Rule
    note: Note = ""
    note_de: Note = ""
    note_fr: Note = ""
    note_it: Note = ""


class Section(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A chapter of policies. A policy the book is silent about is `None`."""


def all_or_none(names: str, *values: object) -> None:
    """Refuse a policy that gives only some of the values that belong together.

    Raises:
        ValueError: some are given and some are not.
    """
    given = sum(value is not None for value in values)
    if given not in (0, len(values)):
        raise ValueError(f"{names} are given together or not at all")


def in_order(low_name: str, low: int | None, high_name: str, high: int | None) -> None:
    """Refuse a range whose ends are swapped.

    Raises:
        ValueError: both ends are given and `low` is above `high`.
    """
    if low is not None and high is not None and low > high:
        raise ValueError(f"{low_name} ({low}) is above {high_name} ({high})")


def no_repeats(name: str, values: tuple[object, ...]) -> None:
    """Refuse a list with repeated values.

    Raises:
        ValueError: a value appears more than once.
    """
    if len(set(values)) != len(values):
        raise ValueError(f"{name} names the same thing twice")
