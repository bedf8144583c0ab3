"""With `--second-look`, what failed beside other tests is run once more by itself.

Two browsers and three databases share the cores, and a few tests draw at random: what failed only because of that is no
fault. The first failure stays in the output. Errors in a fixture, before or after a test, count as failures. Where more
than a handful failed, something is wrong, and there is no second look.

pytest-rerunfailures is no substitute: it runs a test again within the same run, a tenth of a second later and beside
the same other tests, and where many fail it runs the first few of them again all the same (measured with 16.7,
`--reruns 1 --max-suite-reruns 3 -n 2`).
"""

import pytest

# More failures than this are no accident.
MOST = 6
OPTION = "--second-look"


def looks_again(config: pytest.Config) -> bool:
    """Whether this run repeats what failed, so that no plugin may leave a test out."""
    return bool(config.getoption(OPTION, default=False))


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--second-look`."""
    parser.addoption(OPTION, action="store_true", help="run what failed last again, unless many tests failed")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Refuse the second look where too many failed."""
    if looks_again(config) and len(items) > MOST:
        raise pytest.UsageError(f"{len(items)} tests failed; at most {MOST} get a second look.")
