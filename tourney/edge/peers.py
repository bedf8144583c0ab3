"""Determine a request's client address, trusting only configured proxies."""

from collections.abc import Awaitable, Callable, Sequence
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any

from django.conf import settings

Application = Callable[[dict[str, Any], Any, Any], Awaitable[None]]
Network = IPv4Network | IPv6Network
_FORWARDED = {
    b"x-forwarded-for",
    b"x-forwarded-proto",
    b"x-forwarded-host",
    b"x-forwarded-port",
    b"forwarded",
}
# In the scope of a request that came through a proxy without a usable address of its client: the address in the scope
# is the proxy's, and proves nothing.
ADDRESS_UNKNOWN = "room.address_unknown"
_SECURE = {"http": "https", "ws": "wss"}


def networks_of(texts: Sequence[str]) -> list[Network]:
    """Parse networks: "10.0.0.5", "192.168.0.0/16", "::1".

    Raises:
        ValueError: one of the texts is not a network.
    """
    return [ip_network(text.strip()) for text in texts if text.strip()]


def is_within(address: str, networks: Sequence[Network]) -> bool:
    """Return whether an address is in one of the networks; IPv4 addresses may be mapped to IPv6."""
    try:
        found = ip_address(address)
    except ValueError:
        return False
    if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    return any(found.version == network.version and found in network for network in networks)


def group_of(address: str) -> str:
    """Return an IPv4 address, or the /64 network of an IPv6 address."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Network((int(found) >> 64 << 64, 64)))


class ForwardedPeers:
    """ASGI middleware that sets the client's address and scheme and drops forwarded headers."""

    def __init__(self, application: Application) -> None:
        """Wrap an application."""
        self._application = application
        self._proxies = networks_of(settings.PROXY_ADDRESSES)

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Serve a request or a socket."""
        if scope["type"] in {"http", "websocket"}:
            scope = self.corrected(scope)
        await self._application(scope, receive, send)

    def corrected(self, scope: dict[str, Any]) -> dict[str, Any]:
        """Return the scope with the client's address and scheme, without forwarded headers."""
        peer = str((scope.get("client") or ("", 0))[0])
        forwarded = {name: value.decode("latin-1") for name, value in scope["headers"] if name in _FORWARDED}
        changed: dict[str, Any] = {}
        from_proxy = is_within(peer, self._proxies)
        address = ""
        if forwarded:
            changed["headers"] = [pair for pair in scope["headers"] if pair[0] not in _FORWARDED]
        if from_proxy:
            # A header sent in several lines is one list.
            hops = ",".join(
                value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"
            )
            address = _client_of(hops)
            if address:
                changed["client"] = (address, 0)
            scheme = scope.get("scheme", "http")
            if settings.BEHIND_TLS and forwarded.get(b"x-forwarded-proto", "").strip().lower() in {
                "https",
                "wss",
            }:
                changed["scheme"] = _SECURE.get(scheme, scheme)
        if not address and (forwarded or (from_proxy and settings.TRUSTED_PROXIES)):
            changed[ADDRESS_UNKNOWN] = True
        return {**scope, **changed} if changed else scope


def _client_of(header: str) -> str:
    """Return the client's address behind the configured number of proxies; each one appends to the header."""
    hops = [hop.strip() for hop in header.split(",") if hop.strip()]
    proxies = settings.TRUSTED_PROXIES
    if not proxies or len(hops) < proxies:
        return ""
    return _address_of(hops[-proxies])


def _address_of(hop: str) -> str:
    """Return the address of a hop, without its port ("1.2.3.4:5678", "[::1]:80"); "" if it is not an
    address.
    """
    hop = hop.strip('"')
    address, port, bracketed = hop, "", hop.startswith("[")
    if bracketed:
        address, closed, rest = hop[1:].partition("]")
        if not closed or (rest and not rest.startswith(":")):
            return ""
        port = rest[1:] if rest else "0"
    elif hop.count(":") == 1:
        address, _colon, port = hop.partition(":")
    else:
        port = "0"
    try:
        found = ip_address(address)
    except ValueError:
        return ""
    is_port = port.isascii() and port.isdigit() and len(port) <= 5 and int(port) < 2**16
    if not is_port or (bracketed and not isinstance(found, IPv6Address)):
        return ""
    return str(found)
