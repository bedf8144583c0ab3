"""The room's time is the database's, whatever happens to the clock of a machine."""

import time

import pytest

from tourney import now

HOUR = 3600


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
@pytest.mark.django_db
@pytest.mark.postgres
def test_setting_the_clock_of_a_web_machine_does_not_move_the_rooms_time(
    monkeypatch: pytest.MonkeyPatch, jump: int
) -> None:
    monkeypatch.setattr(now, "_offset", None)
    monkeypatch.setattr(now, "_measured_at", None)
    # On SQLite there is only this machine's clock; as after a measurement on PostgreSQL.
    if abs(now.measure_offset()) < HOUR and now._offset is None:
        monkeypatch.setattr(now, "_offset", time.time() - now._steady())
    before = now.server_ms()
    machine = time.time
    monkeypatch.setattr(time, "time", lambda: machine() + jump)
    assert abs(now.server_ms() - before) < HOUR * 1000 / 2
    assert abs(now.server_ms() / 1000 - machine()) < HOUR / 2
