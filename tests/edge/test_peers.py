"""Forwarded addresses and TLS are trusted only from configured proxies."""

import asyncio
from typing import Any

import pytest

from ops.errors import OpsError
from ops.paths import bind
from tourney.access.viewers import address_of_scope
from tourney.edge.peers import ForwardedPeers, group_of, is_within, networks_of

HEADERS = [
    (b"host", b"clock.example"),
    (b"x-forwarded-for", b"1.1.1.1, 2.2.2.2"),
    (b"x-forwarded-proto", b"https"),
]


def _seen(peer: str, headers: list[tuple[bytes, bytes]] = HEADERS, kind: str = "http") -> dict[str, Any]:
    """Return the scope that the application receives."""
    found: list[dict[str, Any]] = []

    async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
        found.append(scope)

    scheme = "ws" if kind == "websocket" else "http"
    scope = {"type": kind, "client": (peer, 40000), "scheme": scheme, "headers": headers}
    asyncio.run(ForwardedPeers(application)(scope, None, None))
    return found[0]


@pytest.mark.parametrize(
    ("proxies", "address"), [(0, "127.0.0.1"), (1, "2.2.2.2"), (2, "1.1.1.1"), (3, "127.0.0.1")]
)
def test_address_is_counted_from_the_end_by_the_number_of_proxies(
    settings: Any, proxies: int, address: str
) -> None:
    settings.TRUSTED_PROXIES = proxies
    assert address_of_scope(_seen("127.0.0.1")) == address


@pytest.mark.parametrize("peer", ["10.0.0.66", "2001:db8::5", "", "localhost"])
def test_client_bypassing_the_proxy_cannot_forge_address_or_tls(settings: Any, peer: str) -> None:
    settings.TRUSTED_PROXIES, settings.BEHIND_TLS = 1, True
    scope = _seen(peer)
    assert address_of_scope(scope) == peer
    assert scope["scheme"] == "http"
    assert scope["headers"] == [(b"host", b"clock.example")]


def test_tls_is_believed_of_a_named_proxy(settings: Any) -> None:
    settings.TRUSTED_PROXIES, settings.BEHIND_TLS = 1, True
    settings.PROXY_ADDRESSES = ["10.1.0.0/16"]
    assert _seen("10.1.2.3")["scheme"] == "https"
    assert _seen("10.1.2.3", kind="websocket")["scheme"] == "wss"
    assert _seen("127.0.0.1")["scheme"] == "http"
    assert _seen("10.1.2.3", [(b"x-forwarded-proto", b"http")])["scheme"] == "http"
    settings.BEHIND_TLS = False
    assert _seen("10.1.2.3")["scheme"] == "http"


@pytest.mark.parametrize("claimed", [b"unknown", b"1.2.3.4:80:1", b"'", "ü".encode(), b""])
def test_invalid_address_is_ignored(settings: Any, claimed: bytes) -> None:
    settings.TRUSTED_PROXIES = 1
    assert address_of_scope(_seen("127.0.0.1", [(b"x-forwarded-for", claimed)])) == "127.0.0.1"


def test_second_forwarded_header_of_the_client_is_ignored(settings: Any) -> None:
    settings.TRUSTED_PROXIES = 1
    twice = [(b"x-forwarded-for", b"9.9.9.9"), (b"x-forwarded-for", b"2.2.2.2")]
    assert address_of_scope(_seen("127.0.0.1", twice)) == "2.2.2.2"


def test_behind_a_proxy_the_server_listens_on_this_machine_alone() -> None:
    assert bind({}) == bind({"TRUSTED_PROXIES": "0", "BEHIND_TLS": "false"}) == "0.0.0.0"
    assert bind({"TRUSTED_PROXIES": "1"}) == bind({"BEHIND_TLS": "1"}) == "127.0.0.1"
    assert bind({"TRUSTED_PROXIES": "1", "PROXY_ADDRESSES": "10.0.0.5"}) == "0.0.0.0"
    assert bind({"TRUSTED_PROXIES": "1", "BIND": "10.0.0.9"}) == "10.0.0.9"
    with pytest.raises(OpsError, match="BIND"):
        bind({"BIND": "everywhere"})


def test_an_ipv6_client_is_known_by_its_network() -> None:
    assert group_of("2001:db8:1:2:3:4:5:6") == group_of("2001:db8:1:2::9") == "2001:db8:1:2::/64"
    assert group_of("::ffff:10.0.0.5") == group_of("10.0.0.5") == "10.0.0.5"
    assert is_within("::ffff:10.0.0.5", networks_of(["10.0.0.0/8"]))
    assert not is_within("nobody", networks_of(["0.0.0.0/0"]))


@pytest.mark.parametrize(
    ("hop", "address"),
    [
        ("1.2.3.4:5678", "1.2.3.4"),
        ("[::1]:80", "::1"),
        ("[2001:db8::7]", "2001:db8::7"),
        ('"[2001:db8::7]:443"', "2001:db8::7"),
        ("2001:db8::7", "2001:db8::7"),
        ("1.2.3.4", "1.2.3.4"),
        ("1.2.3.4:", "127.0.0.1"),
        ("1.2.3.4:99999", "127.0.0.1"),
        ("1.2.3.4:x", "127.0.0.1"),
        ("[::1]x", "127.0.0.1"),
        ("[1.2.3.4]:80", "127.0.0.1"),
        ("[::1", "127.0.0.1"),
        ("unknown", "127.0.0.1"),
    ],
)
def test_a_hop_may_be_given_with_its_port(settings: Any, hop: str, address: str) -> None:
    settings.TRUSTED_PROXIES = 1
    assert address_of_scope(_seen("127.0.0.1", [(b"x-forwarded-for", hop.encode())])) == address
