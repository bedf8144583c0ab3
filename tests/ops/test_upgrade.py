"""An update says what it has changed, and leaves a room that systemd runs alone."""

import json
from pathlib import Path
from typing import Any

import pytest

from ops import upgrade
from ops.errors import OpsError
from ops.paths import Places


def test_failed_update_names_the_migrations_that_stay(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    plans = [["a.1", "a.2", "b.1"], ["b.1"]]

    def manage(_environment: Any, *words: str, failed: str = "") -> str:
        if words[0] == "migrate":
            raise OpsError(f"manage.py migrate failed. {failed}")
        if words[0] == "upgrade_plan":
            return json.dumps({"names": plans.pop(0), "reasons": [], "applied": []})
        return "Backup: /backups/one.zip\n"

    monkeypatch.setattr(upgrade, "manage", manage)
    with pytest.raises(OpsError, match=r"changed by a\.1, a\.2\. .*make downgrade\. .*/backups/one\.zip"):
        upgrade.upgrade(Places.of({"DATA_DIR": str(tmp_path)}), {})


def test_a_room_under_systemd_is_not_updated_from_a_terminal(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(upgrade, "runner_of", lambda _places: 7)
    service = {"INVOCATION_ID": "1", "SYSTEMD_EXEC_PID": "7"}
    monkeypatch.setattr(upgrade, "environment_of", lambda _pid: service)
    with pytest.raises(OpsError, match=r"deploy/install\.sh"):
        upgrade.upgrade(Places.of({"DATA_DIR": str(tmp_path)}), {})
    assert not upgrade.is_service({**service, "SYSTEMD_EXEC_PID": "3"}, 7), (
        "started in a terminal of a desktop"
    )
    assert not upgrade.is_service({}, 7)
