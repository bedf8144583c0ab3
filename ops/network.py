"""This machine on its network: its own addresses, and whether a port is free."""

import asyncio
import contextlib
import errno
import os
import socket
import struct
import sys

from ops.errors import OpsError

# One address in each range that a room's network may use. Nothing is sent to them: connecting a datagram socket only
# looks up the routing table for our own address.
PROBES = ("192.0.2.1", "192.168.255.254", "10.255.255.254", "172.31.255.254")

# Networks inside the building: this machine, and the private addresses that routers assign.
PRIVATE_NETWORKS = (
    "127.0.0.0/8",
    "10.0.0.0/8",
    "172.16.0.0/12",
    "192.168.0.0/16",
    "169.254.0.0/16",
    "::1",
    "fc00::/7",
    "fe80::/10",
)


def lan_addresses() -> list[str]:
    """Return the IPv4 addresses at which others may reach this machine, most likely first; causes no
    traffic.
    """
    found: list[str] = []
    for probe in PROBES:
        try:
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
                sock.connect((probe, 9))
                found.append(str(sock.getsockname()[0]))
        except OSError:
            continue
    found += _interface_addresses()
    with contextlib.suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return [address for address in dict.fromkeys(found) if not address.startswith(("127.", "0.", "169.254."))]


def _interface_addresses() -> list[str]:
    """Return the addresses of all interfaces from the kernel; also finds a network without a router."""
    if sys.platform != "linux":
        return []
    import fcntl

    siocgifaddr = 0x8915
    found: list[str] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        for _, name in socket.if_nameindex():
            try:
                answer = fcntl.ioctl(sock, siocgifaddr, struct.pack("256s", os.fsencode(name)[:15]))
            except OSError:
                continue  # an interface without an address
            # 16 bytes of name, then family and port (4 bytes), then the address.
            found.append(socket.inet_ntoa(answer[20:24]))
    return found


def own_names() -> list[str]:
    """Return the names and addresses at which this machine is reached from itself and from the room."""
    host = socket.gethostname()
    short = host.split(".")[0]
    return list(
        dict.fromkeys(["localhost", "127.0.0.1", "[::1]", host, short, f"{short}.local", *lan_addresses()])
    )


def require_free(port: int) -> None:
    """Check that the web process can get its port.

    Raises:
        OpsError: another program listens there, or permission is missing.
    """
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as sock:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            sock.bind(("0.0.0.0", port))
    except OSError as error:
        if error.errno == errno.EACCES:
            raise OpsError(
                f"Port {port} needs rights this user does not have. Choose one above 1023: {_other(8000)}"
            ) from error
        raise _taken(port) from error
    # Some systems let two programs bind the same port if one of them has named its address.
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1):
            raise _taken(port)
    except OSError:
        return


async def web_answers(port: int, host: str = "0.0.0.0") -> bool:
    """Return whether the web process answers HTTP on this port, with any status.

    Args:
        port: of the web process.
        host: the address it listens on.
    """
    here = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    try:
        async with asyncio.timeout(30):
            reader, writer = await asyncio.open_connection(here, port)
            try:
                writer.write(
                    f"GET / HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\r\n".encode()
                )
                await writer.drain()
                return (await reader.read(5)) == b"HTTP/"
            finally:
                writer.close()
    except OSError:  # TimeoutError is one
        return False


def _taken(port: int) -> OpsError:
    return OpsError(
        f"Port {port} is in use by another program. End that, or choose another port: {_other(port + 1)}"
    )


def _other(port: int) -> str:
    return f"PORT={min(port, 65535)} make run"
