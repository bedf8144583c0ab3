"""Reads of snapshots are shared, and the thread that reads them rests."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

import pytest

from tourney.live import board_readings
from tourney.live.board_readings import Snapshots

T = TypeVar("T")


class _Hub:
    """Counts reads; each takes two hundredths of a second."""

    def __init__(self) -> None:
        self.reads = 0

    async def in_thread(self, work: Callable[[], T]) -> T:
        self.reads += 1
        await asyncio.sleep(0.02)
        return work()


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> _Hub:
    monkeypatch.setattr(board_readings, "snapshot_of", lambda _name: None)
    return _Hub()


async def test_all_that_ask_during_a_read_and_the_rest_after_it_share_the_next_one(
    hub: _Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(board_readings, "_REST", 1000)
    snapshots = Snapshots(hub, "t1")
    first = asyncio.create_task(snapshots.fresh())
    await asyncio.sleep(0)
    during = [asyncio.create_task(snapshots.fresh()) for _ in range(3)]
    await first
    resting = [asyncio.create_task(snapshots.fresh()) for _ in range(3)]
    await asyncio.sleep(0.05)
    assert hub.reads == 1
    await asyncio.gather(*during, *resting)
    assert hub.reads == 2


async def test_one_that_asks_later_does_not_wait(hub: _Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board_readings, "_REST", 0)
    snapshots = Snapshots(hub, "t1")
    await snapshots.fresh()
    task = asyncio.create_task(snapshots.fresh())
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert hub.reads == 2
    await task


async def test_a_read_that_fails_does_not_stop_the_next(hub: _Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board_readings, "_REST", 0)

    def fails(_name: str) -> None:
        raise RuntimeError("no database")

    monkeypatch.setattr(board_readings, "snapshot_of", fails)
    snapshots = Snapshots(hub, "t1")
    with pytest.raises(RuntimeError):
        await snapshots.fresh()
    monkeypatch.setattr(board_readings, "snapshot_of", lambda _name: None)
    assert await snapshots.fresh() is None
