"""Load books from TOML, and explain errors in invalid ones."""

import re
import threading
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar

import msgspec

from .schema import Book, choices_at, policies

T = TypeVar("T", bound=msgspec.Struct)

# msgspec prepares a type on first use; two threads that do so at once crash the process.
_reading = threading.Lock()
LARGEST_BYTES = 200_000
LONGEST_LINE = 4_000
"""Characters. A longer line is no book, and dotted keys of any length would cost the parser quadratic time."""

SHIPPED_KEYS = ("tda", "wsop", "munot", "other_poker", "five_spades", "pokerstars_live", "st_moritz_cash")
DEFAULT_KEY = "tda"
"""The default book of a room."""

_SHELF = Path(__file__).parent
_PATH = re.compile(r"^(?P<reason>.*) - at `(?P<path>[^`]*)`$", re.DOTALL)
_UNKNOWN = re.compile(r"^Object contains unknown field `(?P<field>.*)`$", re.DOTALL)
_PATTERNS = {
    "key": "Must be lower-case letters, digits and _, beginning with a letter",
    "language": "Must be a language's code of two lower-case letters",
    "currency": "Must be a currency's code of three capital letters",
}
_MISSING = re.compile(r"^Object missing required field `(?P<field>.*)`$", re.DOTALL)


class BookError(Exception):
    """A text that is not a book.

    Attributes:
        source: the file, or a name of the text.
        key: dotted key of the error, empty if it concerns the whole text.
        reason: the error as a sentence.
    """

    def __init__(self, source: str, key: str, reason: str) -> None:
        super().__init__(source, key, reason)
        self.source = source
        self.key = key
        self.reason = reason

    def __str__(self) -> str:
        return ": ".join(part for part in (self.source, self.key, self.reason) if part)


def parse_book(text: str, *, source: str) -> Book:
    """Read a book from TOML text.

    Args:
        text: at most 200,000 bytes of TOML.
        source: name of the text in errors ("five_spades.toml").

    Raises:
        BookError: the text is too big, not TOML, or not a book, or has values that the software does not
            support. No other error, whatever the text.
    """
    return _carried_out(parse_toml(text, Book, source=source), source)


def parse_toml(text: str, kind: type[T], *, source: str) -> T:
    """Load TOML text into a struct, as strictly as a book.

    Raises:
        BookError: the text is too big, not TOML, or not what `kind` holds. Nothing else, whatever the text.
    """
    try:
        size = len(text.encode("utf-8"))
    except UnicodeEncodeError as error:
        raise BookError(source, "", f"Character {error.start + 1} is half a character, not text") from None
    if size > LARGEST_BYTES:
        raise BookError(source, "", f"The text has {size:,} bytes; a book has at most {LARGEST_BYTES:,}")
    for number, line in enumerate(text.split("\n"), start=1):
        if len(line) > LONGEST_LINE:
            raise BookError(
                source,
                "",
                f"Line {number} has {len(line):,} characters; at most {LONGEST_LINE:,} are allowed",
            )
    try:
        data = tomllib.loads(text)
    except RecursionError:
        raise BookError(source, "", "The text is nested too deeply") from None
    except ValueError as error:  # TOMLDecodeError, and errors of Python's own numbers and dates
        raise BookError(source, "", _short(f"Not valid TOML: {error}", 600)) from None
    try:
        with _reading:
            return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise _refusal(source, str(error)) from None
    except RecursionError:
        raise BookError(source, "", "The text is nested too deeply") from None


def load_book(path: Path | str) -> Book:
    """Load a book from a file.

    Raises:
        BookError: the file cannot be read, is not UTF-8 text, or is not a book.
    """
    return _carried_out(load_toml(path, Book), Path(path).name)


def _carried_out(book: Book, source: str) -> Book:
    """Refuse a rulebook with a value the software does not support (`Policy.always`)."""
    for key, policy in policies(book):
        for name, only in policy.always.items():
            if getattr(policy, name) not in (None, only):
                value = str(only).lower() if isinstance(only, bool) else only
                value = ", ".join(only) if isinstance(only, tuple) else value
                raise BookError(source, f"{key}.{name}", f"The software carries out {value} only")
    return book


def load_toml(path: Path | str, kind: type[T]) -> T:
    """Load a TOML file into a struct.

    Raises:
        BookError: the file cannot be read, is no UTF-8 text, or is not what `kind` holds.
    """
    path = Path(path)
    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST_BYTES + 1)
        if len(raw) > LARGEST_BYTES:
            raise BookError(path.name, "", f"The file is too big; a book has at most {LARGEST_BYTES:,} bytes")
        text = raw.decode("utf-8")
    except OSError as error:
        raise BookError(path.name, "", f"The file cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BookError(path.name, "", f"The file is not UTF-8 text (byte {error.start + 1})") from error
    return parse_toml(text, kind, source=path.name)


def shipped_text(key: str) -> str:
    """Return the TOML text of a shipped book, for a room to copy and edit.

    Raises:
        KeyError: no book of that key is shipped.
    """
    if key not in SHIPPED_KEYS:
        raise KeyError(key)
    return (_SHELF / f"{key}.toml").read_text(encoding="utf-8")


@cache
def shipped() -> Mapping[str, Book]:
    """Return the shipped books by key, the default book first. Read once per process.

    Raises:
        BookError: a shipped file is broken.
    """
    return MappingProxyType({key: load_book(_SHELF / f"{key}.toml") for key in SHIPPED_KEYS})


def _refusal(source: str, message: str) -> BookError:
    """Convert an error of msgspec to source, dotted key and reason."""
    found = _PATH.match(message)
    reason, path = (found["reason"], found["path"]) if found else (message, "$")
    key = path.removeprefix("$").removeprefix(".")
    for pattern, words in ((_UNKNOWN, "There is no such key"), (_MISSING, "This key is missing")):
        named = pattern.match(reason)
        if named:
            key = f"{key}.{named['field']}" if key else named["field"]
            reason = words
            break
    if reason.startswith("Invalid enum value"):
        allowed = ", ".join(repr(choice) for choice in choices_at(key))
        reason = f"{reason}; allowed: {allowed}" if allowed else reason
    if " matching regex " in reason:
        reason = _PATTERNS.get(
            key.rpartition(".")[2], "Must be a line of text, not blank, without control characters"
        )
    return BookError(source, _short(key, 120), _short(reason, 600))


def _short(text: str, longest: int) -> str:
    """Shorten foreign text for an error message."""
    return text if len(text) <= longest else text[: longest - 1] + "…"
