"""Request bodies that are too large or too slow are refused on arrival, not stored, and delay no others."""

import json
import socket
import time
from collections.abc import Callable
from contextlib import suppress

import psutil
import pytest

from bench.attacks import MEGABYTE, another_client, send_body, together
from tests.api.caller import token_for
from tests.fixtures.servers import KINDS, Server
from tourney.access.roles import Role
from tourney.edge.bodies import refusal_of

pytestmark = [pytest.mark.processes, pytest.mark.django_db(transaction=True)]
Starts = Callable[..., Server]
# The old fault kept 105 MB of a 100 MB body. `make bench` measures the delay of others; here a hang counts.
_KEPT = 40 * MEGABYTE
_STALLS_MS = 30_000.0


def _memory(server: Server) -> int:
    assert server._process is not None
    return int(psutil.Process(server._process.pid).memory_info().rss)


@pytest.mark.parametrize("chunked", [False, True], ids=["length", "chunks"])
@pytest.mark.parametrize("path", ["/login/", "/api/v1/tokens", "/staff/room/players/import/", "/nowhere/"])
def test_anonymous_large_body_is_refused_and_discarded(server: Server, path: str, chunked: bool) -> None:
    server.get("/api/v1/time")
    before = _memory(server)
    with another_client(server.port) as held:
        answers = together(2, lambda: send_body(server.port, path, 100 * MEGABYTE, chunked=chunked))
    # A client that keeps sending after the refusal finds the connection closed.
    assert set(answers) <= ({413, 0} if chunked and server.kind == "uvicorn" else {413})
    assert not held.failed
    assert held.longest < _STALLS_MS
    assert _memory(server) - before < _KEPT


def test_refusal_is_a_sentence_in_the_senders_language(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as sock:
        sock.sendall(
            b"POST /api/v1/tokens HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Language: de-CH\r\n"
            b"Content-Length: 70000\r\n\r\n" + b"x" * 70000
        )
        answer = b""
        while piece := sock.recv(65536):
            answer += piece
    head, _blank, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 413 ")
    content = json.loads(body)
    assert (content["code"], content["message"]) == (
        "too_large",
        "Diese Anfrage ist zu gross.",
    )


@pytest.mark.parametrize(
    ("path", "bound", "text"),
    [
        (b"/staff/screens/layouts/import/", 10 * MEGABYTE, "Hier können höchstens 10 MB hochgeladen werden."),
        (b"/staff/room/", 3_276_800, "Hier können höchstens 3 MB hochgeladen werden."),
        (b"/staff/room/", 65_536, "Bitte neu anmelden"),
        (b"/login/", 65_536, "Diese Anfrage ist zu groß."),
    ],
)
def test_browsers_get_a_page_that_names_the_limit_and_leads_back(path: bytes, bound: int, text: str) -> None:
    cookie = (b"cookie", b"a=1; room_language=de")
    headers = [cookie, (b"accept-language", b"fr"), (b"referer", b"https://room.example/staff/room/?a=1")]
    answered, body = refusal_of(path, headers, 413, bound)
    assert dict(answered)[b"content-type"] == b"text/html; charset=utf-8"
    page = body.decode()
    assert text in page
    assert 'lang="de"' in page
    assert 'href="/staff/room/"' in page
    for elsewhere in (
        b"",
        b"https://room.example//evil.example/",
        b"javascript:alert(1)",
        b"http://[x",
        b"/\\evil.example",
    ):
        _answered, body = refusal_of(path, [cookie, (b"referer", elsewhere)], 413, bound)
        assert 'class="btn" href="/"' in body.decode()


def test_staff_have_a_larger_but_finite_body_limit(server: Server) -> None:
    _number, floor = token_for(Role.FLOOR)
    _number, display = token_for(Role.DISPLAY)
    for secret, size, refused in (
        (floor, 2 * MEGABYTE, False),
        (floor, 4 * MEGABYTE, True),
        (display, 70_000, True),
        ("guessed", 70_000, True),
        (floor, 60_000, False),
    ):
        headers = f"Authorization: Bearer {secret}\r\n"
        status = send_body(server.port, "/api/v1/tokens", size, headers=headers)
        assert (status == 413) is refused, (secret, size, status)
        assert status


def test_stalled_body_is_refused(start_server: Starts) -> None:
    for kind in KINDS:
        server = start_server(kind, BODY_SECONDS="1")
        for begun in (
            b"",
            b"GET /api/v1/time HTTP/1.1\r\nHost: x\r\nX: ",
            b"POST /login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 500\r\n\r\na=",
            b"POST /login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n",
        ):
            assert _ends(server, begun), (kind, begun)


def _ends(server: Server, begun: bytes) -> bool:
    """Return whether the server closes a connection that receives a byte now and then."""
    limit = time.monotonic() + 20
    with socket.create_connection(("127.0.0.1", server.port), timeout=0.2) as sock:
        with suppress(OSError):
            sock.sendall(begun)
        while time.monotonic() < limit:
            try:
                if not sock.recv(4096):
                    return True
            except TimeoutError:
                with suppress(OSError):
                    sock.sendall(b"x")
            except OSError:
                return True
    return False
