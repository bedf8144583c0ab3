"""The messages of a starting room."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from ops import network, prepare, redis
from ops.paths import PROJECT, Places
from ops.procfile import parse
from ops.run import Room


class Recorder:
    """A console and a supervisor in one that records messages and started processes in order."""

    colour = False

    def __init__(self) -> None:
        self.all: list[str] = []

    def say(self, text: str) -> None:
        self.all.append(text if "\n" not in text else "the banner")

    def hide(self, secret: str) -> None:
        del secret

    def start(self, entries: Any) -> None:
        self.all += [f"<{entry.name}>" for entry in entries]


@pytest.fixture
def recorder(monkeypatch: pytest.MonkeyPatch) -> Recorder:
    """Replace everything that a start would run."""
    record = Recorder()

    async def manage(_console: object, _environment: object, *words: str) -> str:
        record.all.append(f"<{words[0]}>")
        return '{"first_start": false, "login": ""}'

    async def answers(_port: int, *_host: str) -> bool:
        return True

    monkeypatch.setattr(prepare, "manage", manage)
    monkeypatch.setattr(redis, "find_server", lambda: None)
    monkeypatch.setattr(redis, "answers", lambda _socket: True)
    monkeypatch.setattr(network, "web_answers", answers)
    monkeypatch.setattr(network, "lan_addresses", list)
    return record


def opened(data: Path, recorder: Recorder) -> list[str]:
    places = Places.of({"DATA_DIR": str(data)})
    places.make()
    entries = parse((PROJECT / "Procfile").read_text())
    recorder.all.clear()
    asyncio.run(Room(places, entries, {}, recorder, recorder).open())  # type: ignore[arg-type]
    return recorder.all


def test_each_step_of_a_first_start_is_announced(tmp_path: Path, recorder: Recorder) -> None:
    assert opened(tmp_path, recorder) == [
        "Starting Redis …",
        "<redis>",
        "Making the tables of the database …",
        "<migrate>",
        "<compile_messages>",
        "<collect_static>",
        "Setting up the demo room …",
        "<prepare_room>",
        "Starting web, worker, beat, play …",
        *("<web>", "<worker>", "<beat>", "<play>"),
        "the banner",
    ]


def test_later_start_reports_what_it_does(tmp_path: Path, recorder: Recorder) -> None:
    (tmp_path / "secret_key").write_text("x")
    lines = [line for line in opened(tmp_path, recorder) if not line.startswith("<")]
    assert lines[1:3] == ["Bringing the database up to date …", "Checking whether the room is set up …"]
