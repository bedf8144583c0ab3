"""Programs that call."""

import pytest

from tests.api.caller import Program, program_of
from tourney.access.roles import Role


@pytest.fixture
def program(db: None) -> Program:
    """A program that may do what a director may."""
    return program_of(Role.DIRECTOR)


@pytest.fixture
def stranger(db: None) -> Program:
    """A program without a token."""
    return Program()
