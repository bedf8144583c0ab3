"""Keep logins that begin, and changes of what they need, apart.

A session begins after its login was checked: role, policy, second factor. Whatever changes one of these ends the
sessions that it no longer admits, and would miss one that is just beginning.
"""

from django.db import connection

_KEY = "sessions of logins"
# Only a test that shows what the lock prevents turns this off.
locking = True


def lock_beginning() -> None:
    """Wait for changes under way, and let others wait until this transaction, in which a session begins, ends."""
    _lock("pg_advisory_xact_lock_shared")


def lock_change() -> None:
    """Wait for sessions that are beginning, and let others wait until this transaction, with its change, ends.

    Call it before the row of a login is changed: one that begins has the lock already when it changes its row.
    """
    _lock("pg_advisory_xact_lock")


def _lock(function: str) -> None:
    # On SQLite, transactions queue by themselves.
    if locking and connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT {function}(hashtextextended(%s, 0))", [_KEY])
