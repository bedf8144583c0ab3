"""Texts on screen contain no phrase of `data/wording.toml`, which lists the replacements."""

import re
import tomllib
from pathlib import Path

import pytest
from babel.messages.catalog import Message

from tourney.management.commands.collect_messages import catalogue

PLACES = re.compile(r"%\(\w+\)[sd]|\{\w+\}|%%")
LISTS = tomllib.loads((Path(__file__).parent / "data" / "wording.toml").read_text(encoding="utf-8"))


def forms(text: str | tuple[str, ...] | list[str]) -> list[str]:
    """Return a text in its singular and plural, without placeholders."""
    return [PLACES.sub("…", form) for form in ([text] if isinstance(text, str) else text)]


def found(text: str, language: str) -> list[str]:
    """Return the replacements for the phrases found in a text; German patterns are case-sensitive."""
    flags = re.IGNORECASE if language == "english" else re.NOFLAG
    return [one["instead"] for one in LISTS[language] if re.search(one["pattern"], text, flags)]


@pytest.fixture(scope="module")
def messages() -> list[Message]:
    """Return the catalogue's texts without its header."""
    return [message for message in catalogue("de")[1] if message.id]


def test_english_texts_have_no_banned_phrase(messages: list[Message]) -> None:
    texts = [form for message in messages for form in forms(message.id)]
    assert {text: found(text, "english") for text in texts if found(text, "english")} == {}


def test_german_texts_have_no_banned_phrase(messages: list[Message]) -> None:
    texts = [form for message in messages for form in forms(message.string)]
    assert {text: found(text, "german") for text in texts if found(text, "german")} == {}


@pytest.mark.parametrize(
    "text",
    [
        "Nobody has said where the button is", "Took in Ada: entry 1", "Table 51 is not done", "No place left",
        "Undid line 50: Paused", "All seats are drawn anew", "The beat is away", "Whoever comes back", "Smallest note",
        "Empty: somebody presses Start.", "20 times faster than life", "Hand for hand", "What was told", "Lend tables",
    ],
)  # fmt: skip
def test_old_phrases_are_found(text: str) -> None:
    assert found(text, "english")


@pytest.mark.parametrize("text", ["Heads-up", "Same person – merge", "Tables 1 – 8", "None issued yet"])
def test_plain_phrases_are_not_found(text: str) -> None:
    assert not found(text, "english")
