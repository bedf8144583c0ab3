"""Schemas of rulebooks."""

from typing import Any

from pydantic import Field

from api.schemas.core import Shape


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

    stated: bool = Field(description="False: the book is silent, and `value` says what the server does.")
    value: str
    facts: list[str]
    text_only: list[str] = Field(
        description="Those of the facts that the software shows; staff carry them out."
    )
    note: str
    note_language: str = Field(description="Of the note, if it is not the reader's; or empty.")
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


class OtherWords(Shape):
    """A rule in the other language."""

    language: str
    title: str
    says: str


class RuleFound(Shape):
    """A rule, in the room's own short words."""

    book: str = Field(description="Key of the shipped book it is of.")
    number: str = Field(description="As the book counts it; paragraphs of one number are several of these.")
    citation: str = Field(description="How it is cited: “Munot 24”.")
    first: bool = Field(description="Of the book whose rules go first.")
    chapter: str
    title: str
    says: str
    other: OtherWords


class RulesFound(Shape):
    """What answers a question."""

    question: str
    book: str = Field(description="Whose rules go first.")
    title: str
    edited: bool = Field(
        description="The room has edited that book; its rules are found as they were before."
    )
    complete: bool = Field(description="All of its numbered rules are known, not only those of some facts.")
    found: list[RuleFound] = Field(description="The best first.")
