"""The layouts that come with the product: documents beside this module, copied to be changed."""

import functools
import json
from pathlib import Path
from typing import Any

from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as lazy

from displays.rules.layouts import LayoutDocument, read_document
from displays.rules.layouts.contents import plain
from tourney.access.language import room_language

# Texts in their documents; a layout that is added has them in the room's language.
SHIPPED_WORDS: tuple[Promise, ...] = (
    lazy("Registration at the desk."),
    lazy("Please have your ID ready."),
    lazy("Phones off the table during a hand."),
    lazy("{event}: next break at {next_break}"),
    lazy("{event}: {players_left} of {entries} left"),
)
_FOLDER = Path(__file__).resolve().parent.parent / "shipped"
# In the order of an evening.
SHIPPED: dict[str, Promise] = {
    "classic": lazy("Classic clock"),
    "clock_prizes": lazy("Clock and prizes"),
    "clock_seats": lazy("Clock and seats"),
    "four_events": lazy("Four events"),
    "lobby": lazy("Lobby"),
    "break": lazy("Break"),
    "final_table": lazy("Final table"),
    "results": lazy("Results and prizes"),
}
# What each shows, in a line.
SHIPPED_TEXTS: dict[str, Promise] = {
    "classic": lazy("Time left, blinds, next level, players, average and prize pool"),
    "clock_prizes": lazy("The clock, with the prizes beside it"),
    "clock_seats": lazy("The clock, with names and seats beside it"),
    "four_events": lazy("The clocks of up to four events"),
    "lobby": lazy("Up to four events with registration, seats available and the waiting list"),
    "break": lazy("Time left of the break, and the level after it"),
    "final_table": lazy("The clock with the players who are out, and the prizes"),
    "results": lazy("Places and prizes"),
}


def shipped_in_room(key: str) -> dict[str, Any]:
    """Return the document of a shipped layout with its texts in the room's language."""
    with translation.override("en"):
        english = [str(one) for one in SHIPPED_WORDS]
    with translation.override(room_language()):
        words = dict(zip(english, map(str, SHIPPED_WORDS), strict=True))
    document: dict[str, Any] = _translated(plain(shipped_layout(key)), words)
    return document


def _translated(value: Any, words: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {name: _translated(one, words) for name, one in value.items()}
    if isinstance(value, list):
        return [_translated(one, words) for one in value]
    return words.get(value, value) if isinstance(value, str) else value


@functools.cache
def shipped_layout(key: str) -> LayoutDocument:
    """Return a layout that comes with the product."""
    return read_document(json.loads((_FOLDER / f"{key}.json").read_text(encoding="utf-8")))
