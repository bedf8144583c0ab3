"""A follower of every table of an event, that reads boards when a message of the feed says so."""

import json
from typing import Any

from seating.models import Table
from tourney.live import publish as publishing
from tourney.live.publish import Envelope, decode_envelope

BOARDS = ("table", "table_count", "table_race", "table_shot", "table_bags")


class Followed:
    """The boards of all tables of the room within an event, as their followers have them.

    Attributes:
        read: how many tables were read again, and `entries`: after how many messages.
    """

    def __init__(self, event: int, monkeypatch: Any) -> None:
        self.event = event
        self.read = 0
        self.entries = 0
        self._waiting: list[Envelope] = []
        monkeypatch.setattr(publishing, "_followed", self._followed)
        monkeypatch.setattr(publishing, "_send", self._send)
        self.boards = {number: fresh(event, number) for number in self.numbers}

    @property
    def numbers(self) -> list[int]:
        """Numbers of the room's tables."""
        return list(Table.objects.order_by("number").values_list("number", flat=True))

    @staticmethod
    def _followed(topics: Any) -> set[str]:
        return {topic for topic in topics if topic.partition("/")[2] == "table"}

    def _send(self, name: str, text: bytes) -> None:
        if name == f"t{self.event}/table":
            self._waiting.append(decode_envelope(text))

    def catch_up(self) -> list[int]:
        """Read the tables again that the messages name; return their numbers."""
        found: set[int] = set()
        for envelope in self._waiting:
            assert set(envelope.late) == set(BOARDS)
            found.update(self.numbers if envelope.numbers is None else envelope.numbers)
        self.entries += len(self._waiting)
        self._waiting = []
        for number in found & set(self.numbers):
            self.boards[number] = fresh(self.event, number)
        self.read += len(found)
        return sorted(found)

    def outdated(self) -> dict[int, Any]:
        """Return the tables whose boards differ from a new read, with both."""
        found = {}
        for number in self.numbers:
            kept, now = self.boards.get(number), fresh(self.event, number)
            if kept != now:
                found[number] = _differences(kept, now)
        return found


def fresh(event: int, number: int) -> dict[str, Any]:
    """Read the boards of a table, without the number of the entry."""
    boards = publishing.envelope_of(f"t{event}/table/{number}", 0, BOARDS).boards
    plain = {name: json.loads(bytes(board)) for part in boards for name, board in part.items()}
    return {
        name: None if board is None else {key: value for key, value in board.items() if key != "seq"}
        for name, board in plain.items()
    }


def _differences(kept: Any, now: Any) -> Any:
    if kept is None:
        return "never sent"
    return {
        (name, key): (((kept[name] or {}).get(key)), ((now[name] or {}).get(key)))
        for name in now
        for key in {*(kept[name] or {}), *(now[name] or {})}
        if (kept[name] or {}).get(key) != (now[name] or {}).get(key)
    }
