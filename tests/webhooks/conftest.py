"""A receiver of webhooks."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.phone.push_service import Service, push_service


@pytest.fixture
def service(settings: Any) -> Iterator[Service]:
    """Run a receiver on loopback, which this server may send to."""
    settings.WEBHOOK_NETWORKS = ["127.0.0.0/8"]
    settings.PUBLIC_URL = "https://clock.example"
    with push_service() as one:
        yield one
