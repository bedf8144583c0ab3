"""What the tests of stages share."""

import pytest

from tests.desk.tills import drawer
from tourney.access.roles import Actor


@pytest.fixture
def clerk(director: Actor) -> Actor:
    """Open the director's drawer."""
    drawer(director)
    return director
