"""Choose the combinations of sizes, colours and states in which a page is tested.

Of a browser test with several parametrize marks, only the fewest combinations run that cover each value of
each mark once. All of them run with EXPLORE, as in `make soak`.
"""

from collections import defaultdict

import pytest

from tests.examples import EXPLORES
from tests.plugins.second_look import looks_again


def needed(cases: list[set[tuple[str, str]]]) -> list[int]:
    """Return positions of the fewest cases that cover every value once, the first of equally good sets.

    Args:
        cases: pairs of a parameter and its value, of each combination.
    """
    missing = set().union(*cases)
    found: list[int] = []
    while missing:
        best = max(range(len(cases)), key=lambda at: len(cases[at] & missing))
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
        if (
            not soaks
            and item.get_closest_marker("browser")
            and len(list(item.iter_markers("parametrize"))) > 1
        ):
            combined[item.nodeid.partition("[")[0]].append(item)
    left_out: set[str] = set()
    for several in combined.values():
        cases = [{(name, repr(value)) for name, value in item.callspec.params.items()} for item in several]  # type: ignore[attr-defined]
        kept = needed(cases)
        left_out.update(item.nodeid for at, item in enumerate(several) if at not in kept)
    items[:] = [item for item in items if item.nodeid not in left_out]
