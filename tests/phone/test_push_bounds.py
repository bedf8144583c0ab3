"""A push service that is slow delays no other, and one inside our network is not reached."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest
from django.test import Client

from notifications.models import Push
from notifications.services import push, web_push
from notifications.services.web_push import Later, Target, check_endpoint, send
from tests.phone.people import a_player
from tests.phone.push_service import Browser, Service, push_service
from tests.phone.test_push import a_notice, subscribes
from tourney.services.outbound import BadAddress

pytestmark = pytest.mark.django_db


@contextmanager
def _slow(message: bytes) -> Iterator[str]:
    """Run a service that accepts a connection and sends a byte every 50 ms; return its address."""
    over = threading.Event()
    listening = socket.create_server(("127.0.0.1", 0))

    def serve(sock: socket.socket) -> None:
        with sock, suppress(OSError):
            for number in range(2000):
                if over.wait(0.05):
                    return
                sock.sendall(message[number : number + 1] or b"x")

    def accept() -> None:
        with suppress(OSError):
            while True:
                sock, _address = listening.accept()
                threading.Thread(target=serve, args=(sock,), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/send"
    finally:
        over.set()
        listening.close()


def _target(endpoint: str) -> Target:
    keys = Browser().keys
    return Target(endpoint, keys["p256dh"], keys["auth"])


@pytest.mark.parametrize(
    "message", [b"", b"HTTP/1.1 201 Created\r\nX: ", b"HTTP/1.1 100 Continue\r\n\r\n" * 50]
)
def test_a_service_that_sends_a_byte_now_and_then_is_given_up(
    db: None, settings: Any, monkeypatch: pytest.MonkeyPatch, message: bytes
) -> None:
    settings.PUSH_ANYWHERE = True
    monkeypatch.setattr(web_push, "_SECONDS", 1.0)
    before = threading.active_count()
    with _slow(message) as endpoint:
        began = time.monotonic()
        with pytest.raises(Later):
            send(b"{}", _target(endpoint))
        # Each byte arrives within the second; all of them take more than a minute.
        assert time.monotonic() - began < 30
        limit = time.monotonic() + 30
        while any(thread.name == "outbound-exchange" for thread in threading.enumerate()):
            assert time.monotonic() < limit, f"the exchange is still running: {before}"
            time.sleep(0.02)


def test_unresolvable_host_is_given_up(db: None, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_push, "_SECONDS", 0.5)
    asked = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_a, **_k: asked.wait(60) and [])
    began = time.monotonic()
    with pytest.raises(Later):
        send(b"{}", _target("https://push.example/x"))
    assert time.monotonic() - began < 30
    asked.set()


def test_one_players_browsers_do_not_take_all_senders(
    client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.PUSH_ANYWHERE = True
    greedy, other = a_player(), a_player()
    sent: list[str] = []
    monkeypatch.setattr(web_push, "send", lambda _text, target, **_more: sent.append(target.endpoint))
    for number in range(10):
        assert subscribes(client, greedy, f"http://127.0.0.1:1/greedy/{number}", Browser()) == 200
    assert subscribes(client, other, "http://127.0.0.1:1/other", Browser()) == 200
    a_notice(greedy)
    a_notice(other)
    push.hand_out()
    assert push.send_due() == 4
    assert sum("greedy" in endpoint for endpoint in sent) == 3
    assert "http://127.0.0.1:1/other" in sent
    while push.send_due():
        pass
    assert len(sent) == 11
    assert not Push.objects.exists()


@pytest.mark.parametrize(
    "address",
    [
        "2002:7f00:1::",
        "2002:0a00:0005::1",
        "2002:5db8:d822::1",
        "2001:0:4136:e378:8000:63bf:3fff:fdd2",
        "64:ff9b::7f00:1",
        "64:ff9b::a00:5",
        "64:ff9b:1::5db8:d822",
        "::ffff:127.0.0.1",
        "::127.0.0.1",
        "fec0::1",
        "fe80::1",
        "fd00::1",
        "2a00:1450:4001::5efe:a00:5",
        "ff02::1",
    ],
)
def test_an_address_that_leads_through_a_tunnel_takes_no_messages(address: str) -> None:
    with pytest.raises(BadAddress):
        check_endpoint(f"https://[{address}]/x")


@pytest.mark.parametrize("address", ["2a00:1450:4001:82a::200e", "64:ff9b::5db8:d822", "93.184.216.34"])
def test_a_public_address_takes_messages(address: str) -> None:
    host = f"[{address}]" if ":" in address else address
    assert check_endpoint(f"https://{host}/x").hostname == address


def test_response_of_a_fast_service_is_read(db: None, settings: Any) -> None:
    settings.PUSH_ANYWHERE = True
    with push_service() as service:
        _sends(service)


def _sends(service: Service) -> None:
    browser = Browser()
    keys = browser.keys
    send(b'{"title":"x"}', Target(service.endpoint("anna"), keys["p256dh"], keys["auth"]))
    assert service.texts("anna", browser) == [{"title": "x"}]
