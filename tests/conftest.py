"""What all tests share. The fixtures themselves stand in `tests/fixtures/`."""

import tempfile
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

pytest_plugins = [
    "tests.fixtures.database",
    "tests.fixtures.services",
    "tests.fixtures.room",
    "tests.fixtures.wall",
    "tests.fixtures.servers",
]

# Fixtures through which a test touches rows, whether it names them itself or not.
_ROWS = {
    "db",
    "transactional_db",
    "django_db_reset_sequences",
    "django_db_serialized_rollback",
    "live_server",
}
# What is shown of rows is the same on both databases once the rows are, and so is what sockets and Redis do. A test
# here runs on PostgreSQL only when it says so (`pytest.mark.postgres`): it searches or sorts, sends whatever may come,
# or holds transactions against each other.
_SAME_ON_BOTH = (
    "screens/",
    "api/",
    "review/",
    "test_words.py",
    "access/test_entrances.py",
    "live/test_celery.py",
    "live/test_limits.py",
    "live/test_redis_trouble.py",
    "phone/test_push_worker.py",
)


def pytest_configure(config: pytest.Config) -> None:
    """Settings of tests: nothing runs beside a test that it did not start, and passwords cost nothing."""
    settings.CARETAKER = False
    if connection.vendor == "sqlite":
        # A file of this run's own: two runs at once would otherwise take each other's database away.
        home = tempfile.TemporaryDirectory(prefix="tourney-test-db-")
        config.add_cleanup(home.cleanup)
        connection.settings_dict["TEST"]["NAME"] = f"{home.name}/test.sqlite3"
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every test that touches rows runs on PostgreSQL as well (`pytest -m postgres`), browsers and pages apart."""
    tests = Path(__file__).parent
    for item in items:
        rows = item.get_closest_marker("django_db") or _ROWS & set(getattr(item, "fixturenames", ()))
        same = item.path.relative_to(tests).as_posix().startswith(_SAME_ON_BOTH)
        if rows and not same and not item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.postgres)
