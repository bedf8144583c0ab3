"""Changed files that restart the room in `make dev`."""

import asyncio
from pathlib import Path

from ops.watch import is_source, watch


def test_only_source_files_of_the_project_are_watched() -> None:
    names = (
        "manage.py",
        "clock/rules.py",
        "books/tda.toml",
        "var/run/x.py",
        ".venv/lib/y.py",
        "clock/.#rules.py",
        "clock/__pycache__/rules.py",
        "notes.md",
        "tests/test_z.py",
    )
    assert [name for name in names if is_source(Path(name))] == [
        "manage.py",
        "clock/rules.py",
        "books/tda.toml",
    ]


async def test_new_changed_and_removed_files_are_reported(tmp_path: Path) -> None:
    (tmp_path / "kept.py").write_text("")
    (tmp_path / "gone.py").write_text("")
    reported: list[str] = []
    task = asyncio.create_task(watch(tmp_path, lambda paths: reported.extend(Path(p).name for p in paths)))
    async with asyncio.timeout(60):
        while "first.py" not in reported:  # The system reports changes only once the watch has been set up.
            (tmp_path / "first.py").write_text("")
            await asyncio.sleep(0.1)
        (tmp_path / "kept.py").write_text("changed = 1\n")
        (tmp_path / "gone.py").unlink()
        (tmp_path / "new.py").write_text("")
        (tmp_path / "new.txt").write_text("")
        while not {"kept.py", "gone.py", "new.py"} <= set(reported):
            await asyncio.sleep(0.02)
    task.cancel()
    assert "new.txt" not in reported
