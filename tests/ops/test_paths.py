"""Directories, environment variables of processes, and addresses of the network."""

import socket
from pathlib import Path

import pytest

from ops import network
from ops.errors import OpsError
from ops.paths import LONGEST_SOCKET_PATH, Places, child_environment, data_dir, make_private, redis_socket
from ops.web import DAPHNE, SOCKET, command


def test_redis_listens_in_the_data_directory_where_that_fits() -> None:
    assert redis_socket(Path("/srv/room")) == Path("/srv/room/run/redis.sock")


@pytest.mark.parametrize("data", ["/srv/" + "deep/" * 30, "/srv/our room", "/srv/zürich", "/srv/50%"])
def test_redis_listens_in_a_short_plain_place_where_it_does_not(data: str) -> None:
    path = redis_socket(Path(data))
    assert path.parent.parent == Path("/tmp")
    assert len(str(path)) <= LONGEST_SOCKET_PATH
    assert path == redis_socket(Path(data))
    assert path != redis_socket(Path(data + "2"))


def test_the_socket_path_may_be_exactly_as_long_as_the_system_allows() -> None:
    room = LONGEST_SOCKET_PATH - len("/run/redis.sock")
    fits, too_long = Path("/" + "a" * (room - 1)), Path("/" + "a" * room)
    assert redis_socket(fits).is_relative_to(fits)
    assert not redis_socket(too_long).is_relative_to(too_long)


def test_socket_directory_of_another_user_is_refused(tmp_path: Path) -> None:
    (tmp_path / "theirs").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "theirs")
    with pytest.raises(OpsError, match="belongs to somebody else"):
        make_private(tmp_path / "link")
    make_private(tmp_path / "ours")
    assert (tmp_path / "ours").stat().st_mode & 0o777 == 0o700


def test_a_redis_named_from_outside_is_not_started_here(tmp_path: Path) -> None:
    places = Places.of({"DATA_DIR": str(tmp_path), "REDIS_URL": "redis://elsewhere:6379/0"})
    assert not places.own_redis
    assert child_environment(places, {})["REDIS_URL"] == "redis://elsewhere:6379/0"


def test_a_data_directory_that_cannot_be_made_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OpsError, match="cannot be used"):
        Places.of({"DATA_DIR": str(tmp_path / "file" / "data")}).make()


def test_data_directory_is_always_absolute(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    assert data_dir({"DATA_DIR": "here"}) == tmp_path.resolve() / "here"


def test_explicit_allowed_hosts_are_kept(tmp_path: Path) -> None:
    places = Places.of({"DATA_DIR": str(tmp_path)})
    assert child_environment(places, {"ALLOWED_HOSTS": "poker.example"})["ALLOWED_HOSTS"] == "poker.example"
    assert "localhost" in child_environment(places, {})["ALLOWED_HOSTS"].split(",")


def test_every_address_in_the_banner_is_one_the_server_answers_to() -> None:
    assert set(network.lan_addresses()) <= set(network.own_names())
    assert not any(address.startswith("127.") for address in network.lan_addresses())


def test_a_taken_port_is_refused_and_a_free_one_is_not() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(OpsError, match=f"Port {port} is in use"):
            network.require_free(port)
    network.require_free(port)


async def test_a_web_process_answers_only_when_it_speaks_http() -> None:
    import asyncio

    async def hang_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.close()

    async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 503 Not yet\r\n\r\n")
        writer.close()

    for behave, expected in ((hang_up, False), (refuse, True)):
        server = await asyncio.start_server(behave, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        assert await network.web_answers(port) is expected
        server.close()
        await server.wait_closed()
    assert await network.web_answers(port) is False


def test_the_web_server_is_chosen_by_name() -> None:
    assert DAPHNE in command({"PORT": "9000"})
    assert "tcp:port=9000:interface=0.0.0.0:backlog=2048" in command({"PORT": "9000"})
    crowd = command({"PORT": "9000", "WEB_SERVER": "uvicorn"})
    assert crowd[crowd.index("--ws") + 1] == SOCKET
    assert crowd[crowd.index("--port") + 1] == "9000"
    with pytest.raises(OpsError, match="daphne or uvicorn"):
        command({"WEB_SERVER": "nginx"})
