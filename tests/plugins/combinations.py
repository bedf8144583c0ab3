"""Choose the combinations of sizes, languages and states in which a page is tested.

Of a browser test that is parametrized by size, language or colours, one case runs; which, depends on its name, so that
all sizes have their tests. Of one with other parameters as well, only the fewest cases run that cover each value of
those once. All of them run with EXPLORE, as in `make soak`, and `make screens` looks at every page at every size.
"""

from collections import defaultdict
from zlib import crc32

import pytest

from tests.examples import EXPLORES
from tests.plugins.second_look import looks_again

# Parameters of what a page looks like.
LOOKS = {"size", "language", "scheme"}


def needed(cases: list[set[tuple[str, str]]], first: int = 0) -> list[int]:
    """Return positions of the fewest cases that cover every value once.

    Args:
        cases: pairs of a parameter and its value, of each combination.
        first: position where to begin; of equally good cases, the next one from there is taken.
    """
    missing = set().union(*cases)
    order = [at % len(cases) for at in range(first, first + len(cases))]
    found: list[int] = []
    while missing or not found:
        best = max(order, key=lambda at: len(cases[at] & missing))
        missing -= cases[best]
        found.append(best)
    return found


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the combinations that cover nothing new."""
    if EXPLORES or looks_again(config):
        return
    combined: defaultdict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        # Those of the soak are left out anyway, and show nothing in place of others.
        soaks = item.get_closest_marker("soak") is not None
        marks = len(list(item.iter_markers("parametrize")))
        if (
            not soaks
            and item.get_closest_marker("browser")
            and (marks > 1 or (marks and _params(item) & LOOKS))
        ):
            combined[item.nodeid.partition("[")[0]].append(item)
    left_out: set[str] = set()
    for name, several in combined.items():
        kept = needed([_case(item) for item in several], crc32(name.encode()) % len(several))
        left_out.update(item.nodeid for at, item in enumerate(several) if at not in kept)
    items[:] = [item for item in items if item.nodeid not in left_out]


def _params(item: pytest.Item) -> set[str]:
    return set(item.callspec.params)  # type: ignore[attr-defined]


def _case(item: pytest.Item) -> set[tuple[str, str]]:
    params = item.callspec.params  # type: ignore[attr-defined]
    return {(name, repr(value)) for name, value in params.items() if name not in LOOKS}
