"""A cached reading is not affected by what other commands change while it is being read."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from seating.commands import bust, set_plan
from seating.rules.played import PlayedTable
from seating.services import played_tables
from tests.fixtures.room import press
from tests.seating.people import HOUSE, drawn_event
from tourney.journal.undo import undo
from tourney.models import Tournament
from tourney.services.journal_cache import forget_all

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def _elsewhere(act: Callable[[], Any]) -> None:
    """Run a function to its end on another connection."""

    def run() -> None:
        try:
            act()
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    thread.join(30)
    assert not thread.is_alive()


def _tables(event: int) -> dict[int, PlayedTable]:
    return played_tables.played_tables(Tournament.objects.get(pk=event))


def test_a_setting_changed_and_taken_back_leaves_no_trace_in_a_reading_on_postgresql(
    event: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    field = drawn_event(event, 14, range(1, 3))
    _tables(event)
    press(bust, event, by=HOUSE, entry=field[0])
    changed: list[int] = []
    read = played_tables._READINGS._update

    def update(*given: Any) -> Any:
        if not changed:
            _elsewhere(lambda: changed.append(press(set_plan, event, by=HOUSE, seats_per_table=2).seq))
        return read(*given)

    monkeypatch.setattr(played_tables._READINGS, "_update", update)
    _tables(event)
    assert changed
    press(undo, event, by=HOUSE, seq=changed[0])
    kept = _tables(event)
    forget_all()
    assert kept == _tables(event)
