"""Compare two books side by side, in plain words."""

from dataclasses import dataclass

import msgspec

from . import words
from .schema import POLICIES, SECTIONS, Book, Policy, cite, policy_at


@dataclass(frozen=True, slots=True)
class Side:
    """One book's version of a policy.

    Attributes:
        stated: False if the book is silent; `value` is then what the server does.
        value: all phrases joined. `facts`: the phrases one by one, empty if silent.
        text_only: those of them that the software only shows.
        note: the rule in a sentence or two, empty if the book has none. `note_language`: its language, empty if it is
            the reader's.
        rule: the rule's number as the book counts ("3.12"). `citation`: with the book ("PokerStars Live 3.12").
    """

    stated: bool
    value: str
    facts: tuple[str, ...]
    text_only: tuple[str, ...]
    note: str
    note_language: str
    rule: str
    citation: str


@dataclass(frozen=True, slots=True)
class Row:
    """A policy in both books. `differs` compares their decisions, not their words or rule numbers."""

    key: str
    label: str
    a: Side
    b: Side
    differs: bool


@dataclass(frozen=True, slots=True)
class Section:
    """A chapter with a row for every possible policy, whether the books state it or not."""

    key: str
    label: str
    rows: tuple[Row, ...]

    @property
    def differs(self) -> bool:
        """Return whether any row differs."""
        return any(row.differs for row in self.rows)


def side_by_side(a: Book, b: Book, *, lang: str = "en") -> list[Section]:
    """Compare two books policy by policy, in the schema's order.

    Args:
        a: the book of the left column. `b`: of the right one.
        lang: "de", "fr", "it" or one of their regions ("de-ch"), anything else for English.
    """
    return [section_of(section, a, b, lang=lang) for section in SECTIONS]


def section_of(section: str, a: Book, b: Book, *, lang: str = "en") -> Section:
    """Compare one section of two books; arguments as for `side_by_side`.

    Raises:
        KeyError: there is no such section.
    """
    if section not in SECTIONS:
        raise KeyError(section)
    rows = tuple(_row(a, b, key, lang) for key in POLICIES if key.partition(".")[0] == section)
    return Section(section, words.section_label(section, lang), rows)


def same_decision(one: Policy | None, other: Policy | None) -> bool:
    """Return whether two policies have the same effect, regardless of notes and rule numbers."""
    return _decision(one) == _decision(other)


def _decision(policy: Policy | None) -> Policy | None:
    return (
        None
        if policy is None
        else msgspec.structs.replace(policy, rule="-", note="", note_de="", note_fr="", note_it="")
    )


def _row(a: Book, b: Book, key: str, lang: str) -> Row:
    one, other = policy_at(a, key), policy_at(b, key)
    return Row(
        key=key,
        label=words.policy_label(key, lang),
        a=_side(a, key, one, lang),
        b=_side(b, key, other, lang),
        differs=not same_decision(one, other),
    )


def _side(book: Book, key: str, policy: Policy | None, lang: str) -> Side:
    if policy is None:
        silent = words.pick(
            (
                "Not covered by this rulebook; default: {}",
                "In diesem Regelwerk nicht geregelt; Vorgabe: {}",
                "Non réglé dans ce règlement\u00a0; par défaut\u00a0: {}",
                "Non regolato in questo regolamento; di base: {}",
            ),
            lang,
        )
        return Side(False, silent.replace("{}", words.when_silent(key, lang)), (), (), "", "", "", "")
    facts = words.facts(key, policy, lang)
    note, note_language = words.note(policy, lang), words.note_language(policy, lang)
    text_only = words.text_only(key, policy, lang)
    return Side(
        True, "; ".join(facts) or note, facts, text_only, note, note_language, policy.rule, cite(book, policy)
    )
