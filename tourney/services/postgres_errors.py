"""Error codes of PostgreSQL."""

# A transaction was ended because two waited for each other.
DEADLOCK = "40P01"
# A transaction waited too long for rows that another one has locked (`lock_timeout`).
LOCK_TIMEOUT = "55P03"
# A migration has changed the type of a column since a statement was planned.
OUTDATED = "0A000"


def code_of(error: BaseException) -> str:
    """Return the code of an error of the database, as Django raises it; "" if there is none."""
    return getattr(error.__cause__, "sqlstate", None) or ""
