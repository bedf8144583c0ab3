"""The time limits of transactions on PostgreSQL, and work that may take longer."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection

LIMITS = ("lock_timeout", "idle_in_transaction_session_timeout")


def lift_time_limits(**_: Any) -> None:
    """Let transactions of this connection wait and pause for as long as they need."""
    _each("SET {} = 0")


def restore_time_limits(**_: Any) -> None:
    """Restore the limits of the settings."""
    _each("RESET {}")


@contextmanager
def without_time_limits() -> Iterator[None]:
    """Lift the limits within the block."""
    lift_time_limits()
    try:
        yield
    finally:
        restore_time_limits()


def _each(statement: str) -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            for name in LIMITS:
                cursor.execute(statement.format(name))
