"""Fixtures of the page tests."""

import pytest
from django.test import Client

from tests.web.visitors import client_of, people
from tourney.access.roles import Actor

__all__ = ["people"]


@pytest.fixture
def page(director: Actor) -> Client:
    """Return the director's browser."""
    return client_of(director)
