"""API clients as fixtures."""

import pytest

from tests.api.caller import Program, program_of
from tourney.access.roles import Role


@pytest.fixture
def program(db: None) -> Program:
    """Return an API client with the director's permissions."""
    return program_of(Role.DIRECTOR)


@pytest.fixture
def stranger(db: None) -> Program:
    """Return an API client without a token."""
    return Program()
