"""What reads of rulebooks answer."""

from typing import Any

from pydantic import Field

from api.shapes import Shape


class BookHead(Shape):
    """A rulebook."""

    key: str
    title: str
    short: str = Field(description="How it is cited.")
    language: str
    based_on: str
    edition: str
    games: list[str]
    own: bool = Field(description="The room's own edition.")
    policies: int = Field(description="How many policies it states.")


class Side(Shape):
    """What a book says about a policy, in words."""

    said: bool = Field(description="False: the book is silent, and `value` says what the server does.")
    value: str
    facts: list[str]
    note: str
    rule: str
    citation: str


class PolicyBoard(Side):
    """A policy of a book."""

    key: str
    label: str
    values: dict[str, Any] | None = Field(description="As data; null where the book is silent.")


class BookSection(Shape):
    """A chapter."""

    key: str
    label: str
    policies: list[PolicyBoard]


class WholeBook(BookHead):
    """A rulebook with all policies."""

    sections: list[BookSection]


class BookText(Shape):
    """A rulebook's text, to be edited."""

    key: str
    text: str = Field(description="TOML.")


class ComparedPolicy(Shape):
    """A policy in two books."""

    key: str
    label: str
    a: Side
    b: Side
    differs: bool


class ComparedSection(Shape):
    """A chapter of two books."""

    key: str
    label: str
    differs: bool
    policies: list[ComparedPolicy]


class BookTitle(Shape):
    """Which book."""

    key: str
    title: str


class Compared(Shape):
    """Two books side by side."""

    a: BookTitle
    b: BookTitle
    sections: list[ComparedSection]
