"""The number of examples of a property test: a share of them in `make test`, all of them in `make soak`."""

import os
from typing import Any

import pytest

EXPLORES = "EXPLORE" in os.environ
# If 400 examples do not refute a property, 100 rarely would; different examples find rare faults.
SHARE = 1.0 if EXPLORES else 0.1
FEWEST = 10


def examples(most: int) -> int:
    """Return the number of examples for this run.

    Args:
        most: the number tried in `make soak`.
    """
    return max(min(most, FEWEST), round(most * SHARE))


def in_soak(*values: Any) -> Any:
    """Return values of a parametrized test that run only in `make soak`, as another case tests the same."""
    return pytest.param(*values, marks=pytest.mark.soak)
