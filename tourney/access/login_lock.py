"""The lock between new sessions and changes of what a session requires: role, policy, second factor.

A change ends the sessions that are no longer allowed. Without the lock, it would miss a session whose login has already
been checked and which is about to begin.
"""

from django.db import connection

_KEY = "sessions of logins"
# Only a test that shows what the lock prevents turns this off.
locking = True


def lock_new_session() -> None:
    """Wait for changes in progress, and block new ones until the transaction that begins a session ends."""
    _lock("pg_advisory_xact_lock_shared")


def lock_change() -> None:
    """Wait for sessions that are about to begin, and block new ones until the transaction of the change ends.

    Call it before the row of a login is changed: a session that begins already has the lock when it changes that row.
    """
    _lock("pg_advisory_xact_lock")


def _lock(function: str) -> None:
    # On SQLite, transactions queue by themselves.
    if locking and connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT {function}(hashtextextended(%s, 0))", [_KEY])
