"""Snapshots of a topic: one read for all who wait, never an older one, and not more reads than needed."""

import asyncio
import itertools
from collections.abc import Callable
from typing import Any

import pytest

from tourney.live import board_readings
from tourney.live.board_readings import Snapshots
from tourney.live.boards import Audience
from tourney.live.publish import Envelope


class Database:
    """Reads that take a few iterations of the loop; each returns when it began."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.steps = itertools.count()
        self.reads: list[int] = []
        monkeypatch.setattr(board_readings, "snapshot_of", self._read)

    def _read(self, _topic: str) -> Envelope:
        self.reads.append(next(self.steps))
        return Envelope("t1", 0, self.reads[-1], self.reads[-1], [{} for _audience in Audience])

    async def in_thread(self, work: Callable[[], Any]) -> Any:
        found = work()
        for _ in range(3):
            await asyncio.sleep(0)
        return found


def test_each_caller_gets_a_read_that_began_after_the_call(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board_readings, "_BETWEEN_READS", 0)
    database = Database(monkeypatch)

    async def scene() -> None:
        snapshots = Snapshots(database, "t1")

        async def call(wait: int) -> None:
            for _ in range(wait):
                await asyncio.sleep(0)
            asked = next(database.steps)
            found = await snapshots.fresh()
            assert found is not None
            assert found.seq > asked

        await asyncio.gather(*(call(wait) for wait in range(40)))
        assert 2 <= len(database.reads) <= 20

    asyncio.run(scene())


def test_callers_share_the_next_read_which_waits_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board_readings, "_BETWEEN_READS", 3600)
    database = Database(monkeypatch)

    async def scene() -> None:
        snapshots = Snapshots(database, "t1")
        # After a quiet time it is read at once.
        assert await snapshots.fresh() is not None
        waiting = [asyncio.ensure_future(snapshots.fresh()) for _ in range(100)]
        for _ in range(20):
            await asyncio.sleep(0)
        assert len(database.reads) == 1
        assert snapshots._next is not None
        snapshots._next.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        monkeypatch.setattr(board_readings, "_BETWEEN_READS", 0)
        assert await snapshots.fresh() is not None

    asyncio.run(scene())


def test_failed_read_is_repeated_for_the_next_caller(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board_readings, "_BETWEEN_READS", 0)
    database = Database(monkeypatch)
    read = board_readings.snapshot_of

    async def scene() -> None:
        snapshots = Snapshots(database, "t1")
        monkeypatch.setattr(board_readings, "snapshot_of", lambda _topic: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            await snapshots.fresh()
        monkeypatch.setattr(board_readings, "snapshot_of", read)
        assert await snapshots.fresh() is not None

    asyncio.run(scene())
