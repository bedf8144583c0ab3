"""Which changed files start the room anew in `make dev`."""

import asyncio
from pathlib import Path

from ops.watch import files_under, watch


def test_only_source_files_of_the_project_are_watched(tmp_path: Path) -> None:
    for name in (
        "clock/rules.py",
        "books/tda.toml",
        "var/run/x.py",
        ".venv/lib/y.py",
        "notes.md",
        "tests/test_z.py",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    assert {str(Path(path).relative_to(tmp_path)) for path in files_under(tmp_path)} == {
        "clock/rules.py",
        "books/tda.toml",
    }


async def test_a_new_a_changed_and_a_removed_file_are_told(tmp_path: Path) -> None:
    (tmp_path / "kept.py").write_text("")
    (tmp_path / "gone.py").write_text("")
    told: list[str] = []
    task = asyncio.create_task(
        watch(tmp_path, lambda paths: told.extend(Path(p).name for p in paths), every=0.02)
    )
    await asyncio.sleep(0.05)
    (tmp_path / "kept.py").write_text("changed = 1\n")
    (tmp_path / "gone.py").unlink()
    (tmp_path / "new.py").write_text("")
    async with asyncio.timeout(10):
        while set(told) != {"kept.py", "gone.py", "new.py"}:
            await asyncio.sleep(0.02)
    task.cancel()
