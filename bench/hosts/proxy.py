"""HAProxy in front of the web hosts, with a certificate of a test authority of its own."""

import os
import subprocess
from pathlib import Path

from bench.hosts.network import Host
from bench.stage import PROJECT

NAME = "room.test"
PLAIN_PORT = 8080
# Files that a process may open on many machines; each connection through the proxy needs two.
_CONNECTIONS = 9500
# New sockets per second of all processes together, as in deploy/haproxy.cfg.
OPENINGS = 1500
# For clients of this lab that stand for thousands: deciphering on their side would be this machine's load.
_PLAIN = f"""
frontend lab
    bind :{PLAIN_PORT} backlog 8192
    acl is_socket path_beg /ws/
    http-request return status 503 if is_socket {{ be_sess_rate(sockets) gt "${{OPENINGS}}" }}
    use_backend sockets if is_socket
    default_backend requests
"""


def _openssl(*words: str) -> None:
    subprocess.run(["openssl", *words], check=True, capture_output=True)


def certificates(directory: Path) -> Path:
    """Make a test authority and a certificate of the proxy; return the authority's certificate."""
    key = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2")
    authority, request = directory / "authority.pem", directory / "server.csr"
    _openssl(
        *("req", "-x509", *key, "-subj", "/CN=Test authority", "-out", str(authority)),
        *("-keyout", str(directory / "authority.key")),
    )
    _openssl(
        *("req", *key, "-subj", f"/CN={NAME}", "-out", str(request), "-keyout", str(directory / "server.key"))
    )
    names = directory / "names"
    names.write_text(f"subjectAltName=DNS:{NAME}\n")
    _openssl(
        *(
            "x509",
            "-req",
            "-in",
            str(request),
            "-CA",
            str(authority),
            "-CAkey",
            str(directory / "authority.key"),
        ),
        *("-CAcreateserial", "-days", "2", "-extfile", str(names), "-out", str(directory / "server.pem")),
    )
    both = (directory / "server.pem").read_text() + (directory / "server.key").read_text()
    (directory / "both.pem").write_text(both)
    return authority


def start(host: Host, web: list[Host], port: int, silence: int, name: str, openings: int) -> None:
    """Start one of the proxy's processes, which share its ports, on a host that has its certificate.

    Args:
        silence: seconds after which a socket without a message is closed.
        openings: how many new sockets it takes per second.
    """
    addresses = {f"WEB{at}": f"{one.address}:{port}" for at, one in enumerate(web, 1)}
    plain = host.directory / "plain.cfg"
    plain.write_text(_PLAIN)
    environment = {
        **os.environ,
        **addresses,
        "CERTIFICATE": str(host.directory / "both.pem"),
        "CONNECTIONS": str(_CONNECTIONS),
        "OPENINGS": str(openings),
        "SILENCE": f"{silence}s",
    }
    words = ["haproxy", "-db", "-f", str(PROJECT / "deploy" / "haproxy.cfg"), "-f", str(plain)]
    host.start(name, words, environment)
