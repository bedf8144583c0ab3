"""Back to the version before: with code, tables and the backup of the update, for real."""

import json
import os
import shutil
import subprocess
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ops import downgrade, upgrade, upgrade_record
from ops.errors import OpsError
from ops.paths import PROJECT, Places, child_environment
from tests.ops.room_tables import PostgresTables, RoomTables, SqliteTables

_LATER = """
from django.db import migrations

class Migration(migrations.Migration):
    dependencies = [("operations", "0001_backups")]
    operations = [migrations.RunPython(lambda apps, editor: None, migrations.RunPython.noop)]
"""


def _git(code: Path, *words: str) -> str:
    named = ["-c", "user.name=test", "-c", "user.email=test@example.org"]
    return subprocess.check_output(["git", *named, *words], cwd=code, text=True).strip()


@pytest.fixture
def code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Check out two versions: the second one has a migration more."""
    code = tmp_path / "code"
    left_out = {".git", ".venv", "node_modules", "build", "var", "docs", "tests", "static", "bench"}
    # With what Python has compiled.
    shutil.copytree(
        PROJECT, code, ignore=lambda at, names: left_out & set(names) if at == str(PROJECT) else set()
    )
    (code / "static").mkdir()
    _git(tmp_path, "init", "--quiet", "--initial-branch=main", str(code))
    _git(code, "add", "--all")
    _git(code, "commit", "--quiet", "--message=before")
    (code / "operations" / "migrations" / "0002_later.py").write_text(_LATER)
    _git(code, "add", "--all")
    _git(code, "commit", "--quiet", "--message=after")
    for module in (upgrade, downgrade, upgrade_record):
        monkeypatch.setattr(module, "PROJECT", code)
    return code


def test_version_before_comes_back_with_its_code_tables_and_rows(
    code: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _comes_back(SqliteTables(tmp_path / "data" / "room.sqlite3"), code, tmp_path, monkeypatch, capsys)


@pytest.mark.postgres
def test_version_before_comes_back_with_its_code_tables_and_rows_on_postgresql(
    django_db_setup: None,
    code: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    tables = PostgresTables("room_that_goes_back")
    try:
        _comes_back(tables, code, tmp_path, monkeypatch, capsys)
    finally:
        tables.drop()


def _comes_back(
    tables: RoomTables,
    code: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    environ = {**os.environ, "DATA_DIR": str(tmp_path / "data"), "DATABASE_URL": tables.url}
    if not tables.url:
        del environ["DATABASE_URL"]
    places = Places.of(environ)
    places.make()

    def migrate() -> None:
        _git(code, "checkout", "--quiet", "HEAD^")
        upgrade.manage(child_environment(places, environ), "migrate", "--verbosity", "0")
        _git(code, "checkout", "--quiet", "main")

    tables.prepare(migrate)
    plain: Callable[..., str] = upgrade.manage
    plans: dict[int, str] = {}

    def manage(environment: Any, *words: str, **more: Any) -> str:
        # They take seconds and do not matter here.
        if words[0] in ("compile_messages", "collect_static"):
            return ""
        # The plan is asked for three times, and is the same as long as the journal is.
        if words[0] == "rollback_tables" and "--apply" not in words:
            entries = len(tables.journal())
            if entries not in plans:
                plans[entries] = plain(environment, *words, **more)
            return plans[entries]
        return plain(environment, *words, **more)

    monkeypatch.setattr(upgrade, "manage", manage)
    monkeypatch.setattr(downgrade, "manage", manage)
    tables.change(
        # As an earlier version has them.
        "DROP TABLE tourney_loginsession",
        "INSERT INTO django_session VALUES ('key', 'data', '2999-01-01 00:00:00')",
    )
    environment = child_environment(places, environ)
    before = _git(code, "rev-parse", "HEAD^")
    upgrade.upgrade(places, environment)
    assert tables.is_later()
    assert json.loads((places.data / "upgrade.json").read_text())["commit"] == before
    tables.change(
        "INSERT INTO tourney_journalentry (seq, kind, at, actor, who, command, arguments, rule, changes)"
        f" VALUES (1, 'room.change', '2999-01-01 00:00:00', 'user:1', 'Kim', '{uuid.uuid4()}', '{{}}', '', '[]')"
    )
    assert len(tables.journal()) == 1

    with pytest.raises(OpsError, match="Nothing was changed"):
        downgrade.downgrade(places, environment, lose=False)
    assert (
        "EVERYTHING ENTERED SINCE WILL BE LOST: 1 journal entries (1 of the room)" in capsys.readouterr().out
    )
    assert tables.is_later()
    assert _git(code, "rev-parse", "HEAD^") == before

    backup = Path(json.loads((places.data / "upgrade.json").read_text())["backup"])
    backup.rename(backup.with_suffix(".moved"))
    with pytest.raises(OpsError, match="is missing"):
        downgrade.downgrade(places, environment, lose=True)
    assert len(tables.journal()) == 1
    backup.with_suffix(".moved").rename(backup)
    assert not downgrade.downgrade(places, environment, lose=True)
    assert _git(code, "rev-parse", "HEAD") == before
    assert not tables.is_later()
    assert tables.journal() == []
    assert tables.rows("SELECT * FROM django_session") == []
    with pytest.raises(OpsError, match="nothing to go back to"):
        downgrade.downgrade(places, environment, lose=True)


def test_code_before_is_the_one_whose_migrations_were_applied(code: Path) -> None:
    first = _git(code, "rev-parse", "HEAD^")
    # Django's own are applied as well, and those of apps that were removed since.
    names = {*upgrade_record._migrations_of(first), "auth.0001_initial", "former.0001_initial"}
    # As after `git pull`: the directory was at the first version before.
    assert upgrade_record.code_before("", names) == first
    assert upgrade_record.code_before(first, names) == first
    assert upgrade_record.code_before(first, {*names, "operations.0003_other"}) == ""
    assert upgrade_record.code_before("", names - {"operations.0001_backups"}) == ""
