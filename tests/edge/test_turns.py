"""Work in turns: in order, a few pieces in each iteration of the event loop."""

import asyncio

import pytest

from tourney.edge.turns import Turns


async def test_other_work_runs_between_the_turns() -> None:
    loop = asyncio.get_running_loop()
    turns = Turns(loop, 2)
    done: list[str] = []
    for name in "abcde":
        turns.add(lambda name=name: done.append(name))  # type: ignore[misc]
    loop.call_soon(done.append, "other")
    while len(done) < 6:
        await asyncio.sleep(0)
    assert [name for name in done if name != "other"] == list("abcde")
    assert done.index("other") <= 2


async def test_an_error_does_not_stop_what_follows(monkeypatch: pytest.MonkeyPatch) -> None:
    loop = asyncio.get_running_loop()
    errors: list[object] = []
    monkeypatch.setattr(loop, "call_exception_handler", errors.append)
    turns = Turns(loop, 1)
    done = asyncio.Event()
    turns.add(lambda: 1 / 0)
    turns.add(done.set)
    await asyncio.wait_for(done.wait(), 30)
    assert len(errors) == 1
    done.clear()
    turns.add(done.set)
    await asyncio.wait_for(done.wait(), 30)
