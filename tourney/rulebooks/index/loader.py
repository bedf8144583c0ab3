"""Load the indexes of the rulebooks from TOML, as strictly as the books."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Annotated

import msgspec
from msgspec import Meta

from tourney.rulebooks.books.loader import SHIPPED_KEYS, BookError, load_toml
from tourney.rulebooks.books.schema.base import LINE, SAID
from tourney.rulebooks.books.words import LANGUAGES
from tourney.rulebooks.index.rule_search import Entry, Finder
from tourney.rules.search_text import folded

_HERE = Path(__file__).parent
Title = Annotated[str, Meta(min_length=1, max_length=60, pattern=SAID)]
Says = Annotated[str, Meta(min_length=1, max_length=400, pattern=SAID)]
# English, German, French, Italian.
Titles = tuple[Title, Title, Title, Title]
Sayings = tuple[Says, Says, Says, Says]
Number = Annotated[
    str, Meta(max_length=12, pattern=r"^(RP-)?[1-9][0-9]{0,2}(\.[1-9][0-9]{0,2}){0,3}([A-Za-z](–[A-Z])?)?\Z")
]
_SEVERAL = re.compile(r"^(?P<stem>.*\d)(?P<first>[A-Z])–(?P<last>[A-Z])$")


class IndexedRule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A rule of a book.

    Attributes:
        number: as in the book ("24", "3.17", "71A", "RP-8B–D"). Paragraphs of one number are separate rules.
        title: English, German, French and Italian.
        says: its content in our own words, in the same languages.
        words: further search words, in English or German.
    """

    number: Number
    title: Titles
    says: Sayings
    words: Annotated[str, Meta(max_length=200, pattern=LINE)] = ""


class Chapter(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A chapter of a book's rules.

    Attributes:
        title: English, German, French and Italian.
    """

    title: Titles
    rules: Annotated[tuple[IndexedRule, ...], Meta(min_length=1, max_length=200)]


class Index(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All rules of a book.

    Attributes:
        book: key of the book.
        names: its names in searches, in lower case ("munot", "st moritz").
        complete: whether all its numbered rules are here; of others, only those whose facts are known by number.
    """

    book: Annotated[str, Meta(max_length=40, pattern=r"^[a-z][a-z0-9_]*\Z")]
    names: Annotated[tuple[Title, ...], Meta(min_length=1, max_length=8)]
    complete: bool
    chapters: Annotated[tuple[Chapter, ...], Meta(min_length=1, max_length=40)]

    def __post_init__(self) -> None:
        """Refuse names that could not be found, and repeated rules.

        Raises:
            ValueError: which one.
        """
        for name in self.names:
            if folded(name) != name:
                raise ValueError(f"The name {name!r} is not written in small letters without accents")
        seen = set()
        for chapter in self.chapters:
            for rule in chapter.rules:
                if (rule.number, rule.title[0]) in seen:
                    raise ValueError(f"Rule {rule.number} stands there twice under {rule.title[0]!r}")
                seen.add((rule.number, rule.title[0]))


class Words(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Words in questions.

    Attributes:
        silent: words without meaning for a search ("the", "Regel").
        groups: synonyms at a poker table: a search for one also finds the others.
    """

    silent: tuple[Title, ...]
    groups: tuple[Annotated[tuple[Title, ...], Meta(min_length=2, max_length=24)], ...]


def load_index(path: Path | str) -> Index:
    """Load an index from a file.

    Raises:
        BookError: the file cannot be read, or is not an index; with file, key and reason.
    """
    return load_toml(path, Index)


@cache
def indexes() -> Mapping[str, Index]:
    """Return the index of every shipped book, by the book's key. Loaded once per process.

    Raises:
        BookError: a file is broken, or its book differs from its name.
    """
    found = {}
    for key in SHIPPED_KEYS:
        index = load_index(_HERE / "rules" / f"{key}.toml")
        if index.book != key:
            raise BookError(f"{key}.toml", "book", f"Must be {key!r}, as the file is called")
        found[key] = index
    return MappingProxyType(found)


def finder(lang: str = "en") -> Finder[IndexedRule]:
    """Return the search index of all books for a reader: in English and German, or in English and their language.

    Raises:
        BookError: a file is broken.
    """
    code = lang.partition("-")[0]
    return _finder((0, LANGUAGES.index(code)) if code in LANGUAGES[2:] else (0, 1))


@cache
def _finder(languages: tuple[int, int]) -> Finder[IndexedRule]:
    """Build the search index of all books with the texts of two languages. Built once per process.

    Raises:
        BookError: a file is broken.
    """
    entries = [
        Entry(
            book=index.book,
            numbers=numbers_of(rule.number),
            titles=tuple(rule.title[one] for one in languages),
            says=tuple(rule.says[one] for one in languages),
            words=rule.words,
            chapter=tuple(chapter.title[one] for one in languages),
            rule=rule,
        )
        for index in indexes().values()
        for chapter in index.chapters
        for rule in chapter.rules
    ]
    names = {index.book: index.names for index in indexes().values()}
    words = load_toml(_HERE / "words.toml", Words)
    return Finder(entries, names, words.groups, words.silent)


def numbers_of(number: str) -> tuple[str, ...]:
    """Return the numbers by which a rule is found, in lower case: "RP-8B–D" stands for rp-8b, rp-8c and
    rp-8d.
    """
    several = _SEVERAL.match(number)
    if several is None:
        return (number.lower(),)
    letters = range(ord(several["first"]), ord(several["last"]) + 1)
    return tuple(f"{several['stem']}{chr(letter)}".lower() for letter in letters)
