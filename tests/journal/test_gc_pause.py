"""Garbage collection pauses during bulk inserts and always resumes."""

import gc

import pytest

from tourney.journal.gc_pause import gc_paused


def test_the_collector_waits_until_the_last_block_is_over() -> None:
    assert gc.isenabled()
    with gc_paused():
        with gc_paused():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


def test_refused_command_leaves_it_unchanged() -> None:
    with pytest.raises(ZeroDivisionError), gc_paused():
        1 / 0  # noqa: B018
    assert gc.isenabled()
