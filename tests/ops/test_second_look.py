"""Failed tests are run once more by themselves, whether a test or its fixture failed."""

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from ops.paths import PROJECT
from tests.plugins import second_look

# Each fails while the file is missing; the browser marks make plugins choose among the combinations.
ONCE = """\
import pytest
from pathlib import Path
HERE = Path(__file__).parent / "calm"
@pytest.fixture
def before():
    assert HERE.exists()
@pytest.fixture
def after():
    yield
    assert HERE.exists()
def test_sound(): pass
def test_call(): assert HERE.exists()
def test_setup(before): pass
def test_teardown(after): pass
@pytest.mark.browser
@pytest.mark.parametrize("size", "LS")
@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_page(size, scheme): assert HERE.exists() or (size, scheme) == ("S", "dark")
"""
SECOND = (
    "-p",
    "tests.plugins.second_look",
    "--second-look",
    "--last-failed",
    "--last-failed-no-failures",
    "none",
)


def run(directory: Path, *options: str) -> "subprocess.CompletedProcess[str]":
    (directory / "test_one.py").write_text(ONCE)
    (directory / "pytest.ini").write_text("[pytest]\nmarkers = browser\n")
    words = [sys.executable, "-m", "pytest", "-p", "no:django", "-q", *options, "--rootdir", str(directory)]
    return subprocess.run(
        [*words, "-c", str(directory / "pytest.ini"), str(directory)],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        timeout=120,
    )


def test_failures_and_errors_of_fixtures_are_all_run_again(tmp_path: Path) -> None:
    first = run(tmp_path)
    assert first.returncode == 1
    assert "4 failed, 3 passed, 2 errors" in first.stdout
    again = run(tmp_path, *SECOND, "-p", "tests.plugins.combinations")
    assert again.returncode == 1, "it failed again"
    (tmp_path / "calm").touch()
    last = run(tmp_path, *SECOND, "-p", "tests.plugins.combinations")
    assert last.returncode == 0, last.stdout
    assert "6 passed" in last.stdout


@pytest.mark.parametrize("failed", [second_look.MOST, second_look.MOST + 1])
def test_many_failures_get_no_second_look(failed: int) -> None:
    config: Any = SimpleNamespace(getoption=lambda *_name, **_default: True)
    session: Any = SimpleNamespace(config=config, items=[object()] * failed)
    if failed <= second_look.MOST:
        second_look.pytest_collection_finish(session)
        return
    with pytest.raises(pytest.UsageError):
        second_look.pytest_collection_finish(session)


def test_tests_beside_a_failed_one_do_not_count_as_failures(tmp_path: Path) -> None:
    """Several files have failures, and each has more tests that passed than get a second look."""
    many = "\n".join(f"def test_sound_{number}(): pass" for number in range(second_look.MOST))
    for name in ("two", "three"):
        here = tmp_path / f"test_{name}.py"
        here.write_text(
            f"{ONCE.partition('@pytest.fixture')[0]}{many}\ndef test_call(): assert HERE.exists()\n"
        )
    (tmp_path / "test_one.py").unlink(missing_ok=True)
    first = run(tmp_path, "--deselect", "test_one.py")
    assert "2 failed" in first.stdout, first.stdout
    (tmp_path / "calm").touch()
    last = run(tmp_path, *SECOND, "--deselect", "test_one.py")
    assert last.returncode == 0, last.stdout + last.stderr
    assert "2 passed" in last.stdout
