"""How many examples a property test tries: a share of them in `make test`, all of them in `make soak`."""

import os
from typing import Any

import pytest

EXPLORES = "EXPLORE" in os.environ
# A property that 400 examples hold up is rarely refuted by fewer than 100; what finds rare faults is other examples.
SHARE = 1.0 if EXPLORES else 0.1
FEWEST = 10


def examples(most: int) -> int:
    """Return the number of examples for this run.

    Args:
        most: the number tried in `make soak`.
    """
    return max(min(most, FEWEST), round(most * SHARE))


def in_soak(*values: Any) -> Any:
    """Return the values of a parametrized test that only `make soak` runs, because another case proves the same."""
    return pytest.param(*values, marks=pytest.mark.soak)
