"""A worker of several that dies takes one test with it: that one has failed, all others are run, and the run ends.

pytest-xdist 3.8 hands the test during which a worker died to the next worker, which dies of it too; and a worker that
takes the place of one that died among the last tests is handed finished files or a single test, and waits for ever.
"""

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadFileScheduling
from xdist.workermanage import WorkerController


class Surviving(LoadFileScheduling):
    """Hands out tests by their files, and what a dead worker leaves behind as well."""

    def remove_node(self, node: WorkerController) -> str | None:
        """Take a worker out; what it has not run goes back, but for the test during which it died.

        Returns:
            The name of that test; None of a worker that had run everything.
        """
        files = self.assigned_work.pop(node)
        died = next(((tests, name) for tests in files.values() for name in tests if not tests[name]), None)
        if died is None:
            return None
        died_in, name = died
        died_in[name] = True
        self.workqueue.update({file: tests for file, tests in files.items() if not all(tests.values())})
        for other in self.nodes:
            self._reschedule(other)
        return name

    def schedule(self) -> None:
        """Hand out tests. A worker begins a test when it knows the next one, or that there is none: both are said."""
        super().schedule()
        for node in self.nodes:
            self._reschedule(node)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Surviving | None:
    """Take the place of xdist's own way with `--dist loadfile`."""
    return Surviving(config, log) if config.getvalue("dist") == "loadfile" else None
