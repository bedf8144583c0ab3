"""The shipped structures: data in clock/structures/, parsed and checked here."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from clock.rules.field import Chip
from clock.rules.rows import from_wire
from clock.rules.structure import Level

# In the order offered: the book's own first, then by length.
KEYS = ("five_spades", "turbo", "club_night", "horse", "deep_two_days", "cannonball")


@dataclass(frozen=True, slots=True)
class Shipped:
    """A shipped structure.

    Attributes:
        key: its name in code and URLs.
        name, description: by language: "en", "de", "fr", "it".
        rule: the rule it follows, or "".
        starting_stack: chips per entry.
        players, minutes: approximate duration in minutes, including breaks, with that many players.
        chips: the denominations it is designed for, the smallest first.
        levels: a sound structure.
    """

    key: str
    name: Mapping[str, str]
    description: Mapping[str, str]
    rule: str
    starting_stack: int
    players: int
    minutes: int
    chips: tuple[Chip, ...]
    levels: tuple[Level, ...]


@cache
def shipped_structures() -> Mapping[str, Shipped]:
    """Return all shipped structures by key, in the order offered; read once per process."""
    return MappingProxyType({key: _read(key) for key in KEYS})


def _read(key: str) -> Shipped:
    text = files("clock").joinpath("structures", f"{key}.json").read_text(encoding="utf-8")
    data: dict[str, Any] = json.loads(text)
    return Shipped(
        key=key,
        name=MappingProxyType(data["name"]),
        description=MappingProxyType(data["description"]),
        rule=data["rule"],
        starting_stack=data["starting_stack"],
        players=data["players"],
        minutes=data["minutes"],
        chips=tuple(Chip(**chip) for chip in data["chips"]),
        levels=from_wire(data["levels"]),
    )
