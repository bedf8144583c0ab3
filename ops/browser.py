"""Find Chromium for the tests, or install it: `python -m ops.browser --ensure`.

Most pages are tested in Chromium's headless shell if there is one: the same engine without the browser around
it, which takes half the time. Tests that need the browser itself (push messages, notifications) use Chromium.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from ops.errors import OpsError, exit_code_of

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SHELL_NAMES = ("chromium-headless-shell", "chrome-headless-shell")
MAC_APPLICATIONS = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
# Only Playwright knows where its own browser is; the path differs between versions.
ASK_PLAYWRIGHT = (
    "from playwright.sync_api import sync_playwright\n"
    "with sync_playwright() as playwright: print(playwright.chromium.executable_path)"
)
APT = "apt-get update -q && apt-get install -q -y --no-install-recommends"
WHAT_TO_DO = (
    "No Chromium was found for the tests, and it could not be installed. Install it (Debian: apt install "
    "chromium; Ubuntu: sudo .venv/bin/python -m playwright install --with-deps chromium; "
    "macOS: brew install chromium), or name one: CHROMIUM=/path/to/chromium make test"
)


def find_chromium(search_path: str | None = None) -> Path | None:
    """Return a Chromium that starts: CHROMIUM, one on PATH, an application of macOS, or Playwright's own.

    Args:
        search_path: what to search instead of PATH.

    Raises:
        OpsError: CHROMIUM is set and does not start.
    """
    # The browser of the tests and the bench. Default: the one that is found.
    named = os.environ.get("CHROMIUM")
    if named:
        if _starts(Path(named)):
            return Path(named)
        raise OpsError(f"CHROMIUM is {named}, which does not start. Correct it or leave it out.")
    return next((path for path in _candidates(search_path) if _starts(path)), None)


def ensure_chromium() -> Path:
    """Find Chromium, or install it: with apt as root on Debian, otherwise with Playwright.

    Raises:
        OpsError: it is missing and cannot be installed.
    """
    found = find_chromium()
    if found is not None:
        return found
    print("Chromium is missing; installing it …", file=sys.stderr, flush=True)
    for command in _ways_to_install():
        found = find_chromium() if _run(command) else None
        if found is not None:
            return found
    raise OpsError(WHAT_TO_DO)


def _run(command: list[str]) -> bool:
    """Run an installation; return whether it succeeded."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        return subprocess.run(command, env=environment, stdout=sys.stderr).returncode == 0
    except OSError:
        return False


def find_shell(search_path: str | None = None) -> Path | None:
    """Return Chromium's headless shell: one on PATH, or the one that Playwright installed with its Chromium.

    If CHROMIUM names a browser, only that one is used.

    Args:
        search_path: what to search instead of PATH.
    """
    if os.environ.get("CHROMIUM"):
        return None
    return next((path for path in _shells(search_path) if _starts(path)), None)


def _shells(search_path: str | None) -> Iterator[Path]:
    """Yield possible paths of a headless shell. Playwright comes last, because asking it takes a second."""
    on_path = (shutil.which(name, path=search_path) for name in SHELL_NAMES)
    yield from (Path(one) for one in on_path if one)
    for chromium in _of_playwright():
        home = next((above.parent for above in chromium.parents if above.name.startswith("chromium-")), None)
        yield from sorted(home.glob("chromium_headless_shell-*/*/*headless*shell")) if home else []


def lean_chromium() -> Path:
    """Return the browser to test pages in: the headless shell, or Chromium if there is none.

    Raises:
        OpsError: there is neither, and Chromium cannot be installed.
    """
    return find_shell() or ensure_chromium()


def ensure_shell() -> Path | None:
    """Find the headless shell, or install it if a package provides it; it is optional."""
    found = find_shell()
    if found is None and not os.environ.get("CHROMIUM") and os.geteuid() == 0 and _system() == "debian":
        done = _run(["sh", "-c", f"{APT} chromium-headless-shell"])
        found = find_shell() if done else None
    return found


def _candidates(search_path: str | None) -> Iterator[Path]:
    for name in NAMES:
        found = shutil.which(name, path=search_path)
        if found:
            yield Path(found)
    if sys.platform == "darwin":
        yield from (Path(path) for path in MAC_APPLICATIONS if os.access(path, os.X_OK))
    yield from _of_playwright()


def _of_playwright() -> Iterator[Path]:
    """Yield the Chromium that Playwright installed, if any."""
    try:
        asked = subprocess.run(
            [sys.executable, "-c", ASK_PLAYWRIGHT], capture_output=True, text=True, timeout=60
        )
    except (OSError, subprocess.TimeoutExpired):
        return
    if asked.returncode == 0 and asked.stdout.strip():
        yield Path(asked.stdout.strip())


def _starts(path: Path) -> bool:
    """Return whether this is a browser that starts. Ubuntu's `chromium-browser` may only print a note about a
    snap.
    """
    try:
        finished = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=30)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return finished.returncode == 0 and "chrom" in finished.stdout.lower()


def _ways_to_install() -> Iterator[list[str]]:
    playwright = [sys.executable, "-m", "playwright", "install"]
    root, system = os.geteuid() == 0, _system()
    if root and system == "debian":
        yield ["sh", "-c", f"{APT} chromium"]
    if root and system in {"debian", "ubuntu"}:
        yield [*playwright, "--with-deps", "chromium"]
    yield [*playwright, "chromium"]


def _system(file: Path = Path("/etc/os-release")) -> str:
    """Return the name of the Linux distribution: `debian`, `ubuntu`, …; empty on other systems."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except OSError:
        return ""
    return next((line.partition("=")[2].strip('"') for line in lines if line.startswith("ID=")), "")


def main() -> int:
    """Print the path of Chromium and of its headless shell; with `--ensure`, install what is missing."""
    ensure = "--ensure" in sys.argv[1:]
    found = ensure_chromium() if ensure else find_chromium()
    if found is None:
        raise OpsError(WHAT_TO_DO)
    shell = ensure_shell() if ensure else find_shell()
    print(f"{found} ({shell})" if shell else found)
    return 0


if __name__ == "__main__":
    sys.exit(exit_code_of(main))
