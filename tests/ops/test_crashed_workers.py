"""A worker that dies among several fails one test only, and the run ends."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from ops.paths import PROJECT
from tests.examples import in_soak

PLUGIN = "tests.plugins.crashed_workers"
QUICK = "import pytest\n@pytest.mark.parametrize('n', range(20))\ndef test_{name}(n): pass\n"
DYING = "import os\ndef test_before(): pass\ndef test_dying(): os._exit(1)\ndef test_after(): pass\n"
HANGING = DYING.replace("os._exit(1)", "time.sleep(60)").replace("import os", "import time")
LAST = "def test_the_last(): pass\n"


def run(directory: Path, files: dict[str, str]) -> "subprocess.CompletedProcess[str]":
    """Run two workers, with the files in the order of their names."""
    for name, text in files.items():
        (directory / name).write_text(text)
    (directory / "pytest.ini").write_text("[pytest]\ntimeout = 3\n")
    words = [sys.executable, "-m", "pytest", "-p", PLUGIN, "-p", "no:django", "-n", "2", "--dist", "loadfile"]
    words += [
        "--no-loadscope-reorder",
        "-rA",
        "--rootdir",
        str(directory),
        "-c",
        str(directory / "pytest.ini"),
    ]
    return subprocess.run(
        [*words, str(directory)],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        timeout=120,
    )


@pytest.mark.parametrize(
    "last", [{}, in_soak({"test_d.py": LAST})], ids=["among the last tests", "one file before the last"]
)
def test_a_worker_that_dies_takes_one_test_with_it_and_the_run_ends(
    tmp_path: Path, last: dict[str, str]
) -> None:
    quick = {f"test_{name}.py": QUICK.format(name=name) for name in "ab"}
    done = run(tmp_path, {**quick, "test_c.py": DYING, **last})
    assert done.returncode == 1
    assert f"1 failed, {42 + len(last)} passed" in done.stdout
    assert re.search(r"^FAILED \S*test_c\.py::test_dying\b", done.stdout, re.MULTILINE)


def test_a_test_that_hangs_is_ended_and_says_where_it_hung(tmp_path: Path) -> None:
    done = run(tmp_path, {"test_c.py": HANGING, "test_d.py": LAST})
    assert done.returncode == 1
    assert "1 failed, 3 passed" in done.stdout
    assert re.search(r"^> .*time\.sleep\(60\)", done.stdout, re.MULTILINE)
    assert "Timeout (>3.0s)" in done.stdout
