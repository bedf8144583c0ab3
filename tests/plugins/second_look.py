"""With `--second-look`, run tests that failed in the parallel run once more by themselves.

Two browsers and three databases share the cores, and a few tests use random draws; a failure only for these
reasons is no fault. The first failure stays in the output. Errors in a fixture, before or after a test, are
failures. If more than a few tests failed, there is a real fault, and they are not repeated.

pytest-rerunfailures is no substitute: it repeats a test within the same run, a tenth of a second later and
beside the same other tests, and if many fail it still repeats the first few of them (measured with 16.7,
`--reruns 1 --max-suite-reruns 3 -n 2`).
"""

import pytest

# More failures than this are not a coincidence.
MOST = 6
OPTION = "--second-look"


def looks_again(config: pytest.Config) -> bool:
    """Return whether this run repeats failed tests, so that no plugin may deselect one."""
    return bool(config.getoption(OPTION, default=False))


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--second-look`."""
    parser.addoption(OPTION, action="store_true", help="run what failed last again, unless many tests failed")


def pytest_collection_finish(session: pytest.Session) -> None:
    """Refuse to repeat if too many tests failed. Before this hook, tests beside them are still among the items."""
    if looks_again(session.config) and len(session.items) > MOST:
        raise pytest.UsageError(f"{len(session.items)} tests failed; at most {MOST} get a second look.")
