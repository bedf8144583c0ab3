"""Let a worker that dies fail only its current test: all other tests run, and the run ends.

pytest-xdist 3.8 gives the test during which a worker died to the next worker, which dies too; and a worker
that replaces one that died near the end gets finished files or a single test, and waits forever.
"""

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadFileScheduling
from xdist.workermanage import WorkerController


class Surviving(LoadFileScheduling):
    """Distributes tests by file, including those that a dead worker has left."""

    def remove_node(self, node: WorkerController) -> str | None:
        """Remove a worker; its pending tests are queued again, except the one during which it died.

        Returns:
            The name of that test; None if the worker had finished all its tests.
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
        """Distribute tests; a worker starts a test once it knows the next one, or that there is none."""
        super().schedule()
        for node in self.nodes:
            self._reschedule(node)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Surviving | None:
    """Replace xdist's scheduler of `--dist loadfile`."""
    return Surviving(config, log) if config.getvalue("dist") == "loadfile" else None
