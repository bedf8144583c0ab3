"""With `-p tests.plugins.no_skips`, fail a run in which a test was skipped.

If a test can't run everywhere, `--may-skip PATTERN` allows its reason, in one visible place.
"""

import re

import pytest


class Skips:
    """Collects skipped tests and modules."""

    def __init__(self, allowed: list[str]) -> None:
        """Start without skips.

        Args:
            allowed: regular expressions; skips with a matching reason are ignored.
        """
        self._allowed = [re.compile(pattern) for pattern in allowed]
        self.found: list[tuple[str, str]] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Record a skipped test. An expected failure is also reported as a skip, and is ignored."""
        if report.skipped and not hasattr(report, "wasxfail"):
            self._note(report.nodeid, report.longrepr)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Record a module that skipped itself."""
        if report.skipped:
            self._note(report.nodeid, report.longrepr)

    def _note(self, where: str, why: object) -> None:
        reason = str(why[2] if isinstance(why, tuple) and len(why) == 3 else why).removeprefix("Skipped: ")
        if not any(pattern.search(reason) for pattern in self._allowed):
            self.found.append((where, reason))

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """Fail a run that would otherwise have passed.

        If tests failed as well, the run ends as interrupted: repeating the failed ones would hide the skip.
        """
        if self.found and exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
        elif self.found and exitstatus == pytest.ExitCode.TESTS_FAILED:
            session.exitstatus = pytest.ExitCode.INTERRUPTED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print the skipped tests and their reasons."""
        if not self.found:
            return
        terminalreporter.section("skipped, which is not allowed here", red=True)
        for where, reason in self.found:
            terminalreporter.line(f"{where}: {reason}")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--may-skip`."""
    parser.addoption(
        "--may-skip",
        action="append",
        default=[],
        metavar="PATTERN",
        help="a skip whose reason this regular expression finds is allowed",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Register the plugin."""
    config.pluginmanager.register(Skips(config.getoption("--may-skip")), "skips")
