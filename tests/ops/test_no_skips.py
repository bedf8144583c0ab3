"""A run with a skipped test fails, unless the reason is allowed."""

import subprocess
import sys
from pathlib import Path

import pytest

from ops.paths import PROJECT

ONE_SKIPPED = "import pytest\ndef test_a(): pass\n@pytest.mark.skip(reason='no moon')\ndef test_b(): pass\n"
MODULE_SKIPPED = "import pytest\npytest.skip('no moon', allow_module_level=True)\n"
FAILED_AND_SKIPPED = ONE_SKIPPED + "def test_c(): assert False\n"
EXPECTED_FAILURE = "import pytest\n@pytest.mark.xfail(reason='known')\ndef test_a(): assert False\n"


def run(directory: Path, text: str, *options: str) -> "subprocess.CompletedProcess[str]":
    (directory / "test_one.py").write_text(text)
    (directory / "pytest.ini").write_text("[pytest]\n")
    words = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "tests.plugins.no_skips",
        "-p",
        "no:django",
        "-q",
        *options,
    ]
    return subprocess.run(
        [*words, "--rootdir", str(directory), "-c", str(directory / "pytest.ini"), str(directory)],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        timeout=60,
    )


@pytest.mark.parametrize("text", [ONE_SKIPPED, MODULE_SKIPPED])
def test_a_skip_fails_the_run_and_is_named(tmp_path: Path, text: str) -> None:
    done = run(tmp_path, text)
    assert done.returncode == 1
    assert "skipped, which is not allowed here" in done.stdout
    assert "test_one.py" in done.stdout
    assert "no moon" in done.stdout


def test_a_skip_beside_a_failure_does_not_end_like_a_failure_alone(tmp_path: Path) -> None:
    assert run(tmp_path, FAILED_AND_SKIPPED).returncode == pytest.ExitCode.INTERRUPTED


def test_a_skip_with_an_allowed_reason_does_not(tmp_path: Path) -> None:
    assert run(tmp_path, ONE_SKIPPED, "--may-skip", "^no moon$").returncode == 0


def test_an_expected_failure_is_no_skip(tmp_path: Path) -> None:
    assert run(tmp_path, EXPECTED_FAILURE).returncode == 0
