"""Configuration shared by all tests. The fixtures are in `tests/fixtures/`."""

import os
import tempfile
from collections import Counter
from pathlib import Path

import hypothesis
import pytest
from django.conf import settings
from django.db import connection

from tests.examples import EXPLORES, examples
from tests.fixtures import static_files
from tests.plugins.second_look import looks_again
from tourney.edge.gc_settings import keep_imports
from web.shared.static_storage import collect

pytest_plugins = [
    "tests.fixtures.database",
    "tests.fixtures.services",
    "tests.fixtures.room",
    "tests.fixtures.catalogues",
    "tests.fixtures.wall",
    "tests.fixtures.servers",
    "tests.fixtures.chromium",
    "tests.fixtures.direct_rows",
    "tests.plugins.combinations",
]

# Fixtures through which a test uses the database, even if it does not name them.
_ROWS = {
    "db",
    "transactional_db",
    "django_db_reset_sequences",
    "django_db_serialized_rollback",
    "live_server",
}
# Most tests give the same result on both databases; one of several tests of a file is enough to verify that.
_ONE_IN = 40
# Files and tests by the beginning of their name.
# Both databases give the same result for pages once the rows are the same, and for sockets, Redis and
# permissions, which are checked before a row is read. Such a test runs on PostgreSQL only if it is marked
# (`pytest.mark.postgres`): it searches or sorts, sends arbitrary input, or runs concurrent transactions.
_SAME_ON_BOTH = (
    "web/",
    "api/",
    "review/",
    "matrix/",
    "test_words.py",
    "test_catalogues.py",
    "access/test_entrances.py",
    "access/test_roles.py",
    "access/test_sockets_end.py",
    "edge/",
    "journal/test_publishing_trouble.py",
    "live/",
    "phone/",
    "simulation/",
    # Traces, settings read in a process of their own, what is hidden or refused before or after the database is asked,
    # names of files.
    "jobs/test_job_traces.py",
    "jobs/test_job_processes.py::test_staff_see_each_step",
    "jobs/test_job_processes.py::test_a_job_that_was_left_behind",
    "journal/test_readable.py::test_each_role_reads",
    "journal/test_time_limits.py::test_settings",
    "operations/test_backup.py::test_backup_whose_manifest_names_another_table",
    "operations/test_backup.py::test_directory_with_a_dot",
    "operations/test_backup.py::test_restore_is_refused_while_the_room_runs",
)
# Of the random presses, one series is played on PostgreSQL: it shows that rows are created and deleted as on
# SQLite. Whole events are played there in the soak.
_ONE_OF_MANY = (
    "journal/test_replay.py::test_journal_reproduces_rows_after_random_presses_and_refusals_change_none",
)
# The web server makes no difference to the database: tests of both on SQLite run with one on PostgreSQL.
_OTHER_SERVER = "daphne"
# The effect of a lost Redis, an ended login or a limit on sockets is decided behind the web server: one server runs.
_ONE_SERVER = (
    "access/test_entrances.py",
    "access/test_sockets_end.py",
    "edge/test_bodies.py",
    "edge/test_links_hidden.py",
    "live/test_feed.py::test_an_unknown_topic",
    "live/test_feed.py::test_burst_of_500",
    "live/test_limits.py",
    "live/test_lobby.py",
    "live/test_redis_trouble.py",
    "live/test_table_topic.py",
    "phone/test_own_board.py",
)


def pytest_configure(config: pytest.Config) -> None:
    """Configure the tests: no background work that a test did not start, and a fast password hasher."""
    settings.FALLBACK_SCHEDULER = False
    settings.JOB_TAKEOVER_SECONDS = -1.0
    settings.BACKUP_AT = ""
    # The duration of an example depends on the machine and its load. The same version of the code
    # gets the same examples each time; with EXPLORE, as in `make soak`, each run tries others.
    hypothesis.settings.register_profile(
        "beside_others",
        deadline=None,
        suppress_health_check=[hypothesis.HealthCheck.too_slow],
        derandomize=not EXPLORES,
        max_examples=examples(100),
    )
    hypothesis.settings.load_profile("beside_others")
    if connection.vendor == "sqlite":
        # A separate file for this run: two runs at once would otherwise delete each other's database. In
        # memory if possible, because every commit waits for the disk.
        home = tempfile.TemporaryDirectory(prefix="tourney-test-db-", dir=_in_memory())
        config.add_cleanup(home.cleanup)
        connection.settings_dict["TEST"]["NAME"] = f"{home.name}/test.sqlite3"
    if not hasattr(config, "workerinput"):
        # Pages load files with hashed names, as in a room. Later processes find them collected.
        collect()
    static_files.read_once()
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def _in_memory() -> str | None:
    """Return a directory in memory, if there is one; None means the default."""
    place = "/dev/shm"
    try:
        room = os.statvfs(place)
    except OSError:
        return None
    return place if os.access(place, os.W_OK) and room.f_bavail * room.f_frsize > 2**29 else None


@pytest.fixture(autouse=True)
def nothing_remembered() -> None:
    """Start each test like a new process: no cached snapshot, no counted client, no warning held back."""
    from api import public_cache
    from displays.services import pairing
    from tourney.edge import log_repeats
    from tourney.live import poll, snapshots
    from tourney.services import event_cache, journal_cache
    from web.overlay import page as overlay_page
    from web.public import results_feed, seasons

    pairing.PAIRINGS.forget_all()
    snapshots.forget_all()
    public_cache.forget_all()
    poll.POLLS.forget_all()
    event_cache.clear_all()
    journal_cache.forget_all()
    seasons.forget_all()
    results_feed.forget_all()
    overlay_page.forget_all()
    log_repeats.forget_all()


def _is_of_the_other_server(item: pytest.Item) -> bool:
    """Return whether this test runs on both web servers and this is the second of them."""
    given = getattr(item, "callspec", None)
    return given is not None and not EXPLORES and _OTHER_SERVER in given.params.values()


def _is_served_twice(item: pytest.Item, tests: Path) -> bool:
    name = f"{item.path.relative_to(tests).as_posix()}::{getattr(item, 'originalname', item.name)}"
    given = getattr(item, "callspec", None)
    return (
        given is not None
        and not EXPLORES
        and name.startswith(_ONE_SERVER)
        and "uvicorn" in given.params.values()
    )


def _leave_to_soak(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the tests marked `soak`."""
    soak = [item for item in items if item.get_closest_marker("soak")]
    if soak:
        config.hook.pytest_deselected(items=soak)
        items[:] = [item for item in items if not item.get_closest_marker("soak")]


def pytest_collection_finish() -> None:
    """Exclude modules and tests from garbage collection, which saves a tenth of the time."""
    keep_imports()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Choose the tests that also run on PostgreSQL (`pytest -m postgres`).

    These are marked tests, tests that commit (races, locks, jobs), and of all other tests with the database
    one in `_ONE_IN` of each file; with EXPLORE, as in `make soak`, every one. Browsers and pages use SQLite.
    """
    tests = Path(__file__).parent
    if not EXPLORES:
        _leave_to_soak(config, items)
        if connection.vendor != "postgresql":
            # Controls of a lock: SQLite has one of its own, and nothing goes wrong there.
            items[:] = [item for item in items if not item.name.endswith("_on_postgresql")]
    if looks_again(config):
        # The choice depends on all tests of a file; this run has only those that failed.
        for item in items:
            item.add_marker(pytest.mark.postgres)
        return
    items[:] = [item for item in items if not _is_served_twice(item, tests)]
    played: set[str] = set()
    seen: Counter[str] = Counter()
    for item in items:
        file = item.path.relative_to(tests).as_posix()
        if item.get_closest_marker("browser") or item.get_closest_marker("postgres"):
            continue
        database = item.get_closest_marker("django_db")
        if not (database or _ROWS & set(getattr(item, "fixturenames", ()))):
            continue
        name = f"{file}::{getattr(item, 'originalname', item.name)}"
        played_once = next((one for one in _ONE_OF_MANY if name.startswith(one)), "")
        same = name.startswith(_SAME_ON_BOTH) or played_once in played or _is_of_the_other_server(item)
        if played_once:
            played.add(played_once)
        if same:
            continue
        commits = database is not None and bool(database.kwargs.get("transaction"))
        if EXPLORES or commits or seen[file] % _ONE_IN == 0:
            item.add_marker(pytest.mark.postgres)
        seen[file] += 1
