"""Messages of this server to addresses that others have given: push services and webhooks.

Such an address may point into our own network, and its name may resolve differently each time. The name is resolved
once, all its addresses are checked, and the connection goes to the first of them that answers. No redirect is followed
and no proxy is used. The whole exchange has a deadline, and no more of the answer is read than asked for.
"""

import contextlib
import http.client
import ipaddress
import socket
import ssl
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network
# IPv6 addresses with an embedded IPv4 address. Behind NAT64 every public service has one; the others may lead through
# a tunnel to our own network: 6to4, Teredo, NAT64 of one network, IPv4-compatible, site-local.
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
_TUNNELS = [
    ipaddress.IPv6Network(text) for text in ("2002::/16", "2001::/32", "64:ff9b:1::/48", "::/96", "fec0::/10")
]
_ISATAP = {0x00005EFE, 0x02005EFE}


class BadAddress(Exception):
    """An address to which nothing is sent: not over TLS, or inside our own network."""


@dataclass(frozen=True, slots=True)
class AllowedNetworks:
    """Which addresses messages may go to, besides public ones over TLS.

    Attributes:
        networks: private networks that are allowed, there over plain HTTP as well.
        anywhere: no address is refused: for tests.
    """

    networks: tuple[Network, ...] = ()
    anywhere: bool = False

    def allows(self, address: str) -> bool:
        """Return whether a message may go to an IP address."""
        return self.anywhere or self.holds(address) or is_public(address)

    def holds(self, address: str) -> bool:
        """Return whether an IP address is in one of the allowed private networks."""
        found = _plain(address)
        return any(found in network for network in self.networks if network.version == found.version)


PUBLIC = AllowedNetworks()
ANYWHERE = AllowedNetworks(anywhere=True)


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a message.

    Attributes:
        retry_after: seconds that the receiver asks to wait; 0 if it does not.
        text: the beginning of the body.
    """

    status: int
    retry_after: int = 0
    text: str = ""


def allowed_networks(networks: list[str]) -> AllowedNetworks:
    """Return which addresses are allowed besides public ones.

    Raises:
        ValueError: one of the texts is no network.
    """
    return AllowedNetworks(
        tuple(ipaddress.ip_network(text.strip(), strict=False) for text in networks if text.strip())
    )


def check_address(url: str, allowed: AllowedNetworks = PUBLIC) -> SplitResult:
    """Return the parts of a URL to which messages may go. Does no DNS lookup.

    Raises:
        BadAddress: messages may not go there.
    """
    try:
        parts = urlsplit(url)
        _port = parts.port
    except ValueError:
        raise BadAddress(url) from None
    unprintable = any(ord(letter) <= 32 or ord(letter) == 127 for letter in url)
    if not parts.hostname or parts.username or parts.password or not url.isascii() or unprintable:
        raise BadAddress(url)
    # Whether a name leads to an allowed network is known once it is resolved.
    plain = allowed.anywhere or bool(allowed.networks)
    if parts.scheme != "https" and not (parts.scheme == "http" and plain):
        raise BadAddress(url)
    try:
        literal = str(ipaddress.ip_address(parts.hostname))
    except ValueError:
        _check_name(parts.hostname)
        return parts
    _check_resolved(parts, literal, allowed)
    return parts


def _check_name(host: str) -> None:
    """Refuse a name that can't be resolved: a label that is empty or too long.

    Raises:
        BadAddress: it is such a name.
    """
    try:
        host.encode("idna")
    except UnicodeError:
        raise BadAddress(host) from None


def is_public(address: str) -> bool:
    """Return whether an IP address is one of the internet, and no way round into our own network."""
    found = ipaddress.ip_address(address)
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            found = found.ipv4_mapped
        elif found in _NAT64:
            found = ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)
        elif any(found in network for network in _TUNNELS) or int(found) >> 32 & 0xFFFFFFFF in _ISATAP:
            return False
    return found.is_global and not found.is_multicast and not found.is_reserved


def post(
    parts: SplitResult,
    body: bytes,
    headers: Mapping[str, str],
    allowed: AllowedNetworks = PUBLIC,
    *,
    seconds: float,
    most_bytes: int = 0,
) -> Answer:
    """Send a message and return the answer.

    Args:
        parts: from `check_address`.
        body, headers: of the message.
        allowed: which addresses are allowed.
        seconds: deadline of the whole exchange, from the DNS lookup to the answer, however slowly it arrives.
        most_bytes: how much of the answer's body is read.

    Raises:
        TimeoutError: the answer did not come in time.
        BadAddress, OSError, http.client.HTTPException: it could not be sent.
    """
    return _Exchange(parts, body, headers, allowed, seconds, most_bytes).result()


def _plain(address: str) -> IPAddress:
    found = ipaddress.ip_address(address)
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is not None:
        return found.ipv4_mapped
    return found


def _check_resolved(parts: SplitResult, address: str, allowed: AllowedNetworks) -> None:
    if not allowed.allows(address):
        raise BadAddress(str(parts.hostname))
    if parts.scheme != "https" and not allowed.anywhere and not allowed.holds(address):
        raise BadAddress(str(parts.hostname))


def _addresses(parts: SplitResult, allowed: AllowedNetworks) -> list[str]:
    """Resolve a host. All its addresses must be allowed: a name that points into our network is refused as a whole."""
    port = parts.port or (443 if parts.scheme == "https" else 80)
    found = [str(info[4][0]) for info in socket.getaddrinfo(parts.hostname, port, type=socket.SOCK_STREAM)]
    for address in found:
        _check_resolved(parts, address, allowed)
    return list(dict.fromkeys(found))


class _PinnedConnection(http.client.HTTPConnection):
    """A connection to the checked address: resolving the name again could give another one."""

    def __init__(self, parts: SplitResult, address: str, seconds: float) -> None:
        secure = parts.scheme == "https"
        super().__init__(str(parts.hostname), parts.port or (443 if secure else 80), timeout=seconds)
        self._address = address
        self._seconds = seconds
        self._secure = secure

    def connect(self) -> None:
        """Open the connection; the certificate must match the name."""
        self.sock = socket.create_connection((self._address, self.port), timeout=self._seconds)
        if self._secure:
            secure = ssl.create_default_context().wrap_socket(
                self.sock, server_hostname=self.host, do_handshake_on_connect=False
            )
            self.sock = secure
            secure.do_handshake()


class _Exchange(threading.Thread):
    """Send one message in a thread that can be abandoned if the receiver is slow."""

    def __init__(
        self,
        parts: SplitResult,
        body: bytes,
        headers: Mapping[str, str],
        allowed: AllowedNetworks,
        seconds: float,
        most_bytes: int,
    ) -> None:
        super().__init__(name="outbound-exchange", daemon=True)
        self._parts, self._body, self._headers = parts, body, headers
        self._allowed, self._seconds, self._most = allowed, seconds, most_bytes
        self._connection: _PinnedConnection | None = None
        self._ends_at = time.monotonic() + seconds
        self._given_up = False
        self._failure: Exception | None = None
        self._answer = Answer(0)

    def run(self) -> None:
        """Send the message and read the answer."""
        try:
            connection = self._connected(_addresses(self._parts, self._allowed))
            try:
                self._speak(connection)
            finally:
                connection.close()
        except Exception as error:
            self._failure = error

    def _connected(self, addresses: list[str]) -> _PinnedConnection:
        """Return a connection to the first of the checked addresses that answers.

        Each but the last has an equal share of the time left: a network without IPv6 may lose what is sent there.
        """
        *others, last = addresses
        for number, address in enumerate(others):
            left = max(self._ends_at - time.monotonic(), 0.01)
            connection = self._connection = _PinnedConnection(
                self._parts, address, left / (len(addresses) - number)
            )
            try:
                connection.connect()
            except OSError:
                connection.close()
                if self._given_up:
                    raise
            else:
                connection.sock.settimeout(self._seconds)
                return connection
        connection = self._connection = _PinnedConnection(self._parts, last, self._seconds)
        connection.connect()
        return connection

    def _speak(self, connection: _PinnedConnection) -> None:
        if self._given_up:
            return
        path = (self._parts.path or "/") + (f"?{self._parts.query}" if self._parts.query else "")
        connection.request("POST", path, self._body, dict(self._headers))
        answer = connection.getresponse()
        wait = answer.headers.get("Retry-After", "")
        seconds = int(wait) if wait.isascii() and wait.isdigit() and len(wait) < 9 else 0
        text = answer.read(self._most).decode(errors="replace") if self._most else ""
        self._answer = Answer(answer.status, seconds, text)

    def result(self) -> Answer:
        """Wait for the answer; raises as `post`."""
        self.start()
        self.join(self._seconds)
        if self.is_alive():
            self._give_up()
            raise TimeoutError(f"no answer within {self._seconds:g} s")
        if self._failure is not None:
            raise self._failure
        return self._answer

    def _give_up(self) -> None:
        self._given_up = True
        sock = self._connection.sock if self._connection is not None else None
        if sock is not None:
            with contextlib.suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)
