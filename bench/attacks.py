"""Measure what one client's attack costs other clients, in delay and in memory.

`python -m bench.attacks` runs each attack against its own web process, Daphne and uvicorn, while another
client requests the public time repeatedly.
"""

import argparse
import contextlib
import http.client
import http.cookiejar
import json
import os
import socket
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

from bench.stage import Stage, stage

MOST_HELD_MS = 250.0
MEGABYTE = 2**20
_PIECE = b"x" * 65536
_EVERY = 0.01
_LASTS = 3.0
_TIME = "/api/v1/time"


@dataclass
class Held:
    """Delays of another client's requests, in ms."""

    times: list[float] = field(default_factory=list)
    failed: int = 0

    @property
    def longest(self) -> float:
        """Return the longest delay."""
        return max(self.times, default=0.0)

    @property
    def p50(self) -> float:
        """Return the median."""
        return sorted(self.times)[len(self.times) // 2] if self.times else 0.0


@contextlib.contextmanager
def another_client(port: int) -> Iterator[Held]:
    """Request the public time every 10 ms on one connection while the block runs."""
    held = Held()
    over = threading.Event()

    def ask() -> None:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        while not over.is_set():
            began = time.monotonic()
            try:
                connection.request("GET", _TIME)
                answer = connection.getresponse()
                answer.read()
                if answer.status != 200:
                    held.failed += 1
            except (OSError, http.client.HTTPException):
                held.failed += 1
                connection.close()
            held.times.append((time.monotonic() - began) * 1000)
            over.wait(_EVERY)
        connection.close()

    thread = threading.Thread(target=ask, daemon=True)
    thread.start()
    try:
        yield held
    finally:
        over.set()
        thread.join(90)


def send_body(port: int, path: str, size: int, *, chunked: bool = False, headers: str = "") -> int:
    """Send a body as fast as it is accepted.

    Returns:
        The status of the answer; 0 if the connection ended without one.
    """
    with socket.create_connection(("127.0.0.1", port), timeout=60) as sock:
        length = "Transfer-Encoding: chunked" if chunked else f"Content-Length: {size}"
        sock.sendall(
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{length}\r\n{headers}"
            "Content-Type: application/x-www-form-urlencoded\r\n\r\n".encode()
        )
        left = size
        with contextlib.suppress(OSError):
            while left > 0:
                piece = _PIECE[:left]
                sock.sendall(b"%x\r\n%s\r\n" % (len(piece), piece) if chunked else piece)
                left -= len(piece)
            if chunked:
                sock.sendall(b"0\r\n\r\n")
        with contextlib.suppress(OSError):
            answer = sock.recv(65536)
            if answer.startswith(b"HTTP/1.1 "):
                return int(answer[9:12])
    return 0


class Staff:
    """A logged-in browser."""

    def __init__(self, address: str, name: str, password: str) -> None:
        self._address = address
        self._jar = http.cookiejar.CookieJar()
        self._open = urllib.request.build_opener(
            urllib.request.ProxyHandler({}), urllib.request.HTTPCookieProcessor(self._jar)
        ).open
        self.get("/login/")
        self.post("/login/", username=name, password=password)

    def get(self, path: str) -> int:
        """Load a page."""
        return self._status(urllib.request.Request(self._address + path))

    def post(self, path: str, **fields: str) -> int:
        """Send a form."""
        return self._send(path, urllib.parse.urlencode(fields).encode(), "application/x-www-form-urlencoded")

    def upload(self, path: str, field: str, name: str, data: bytes) -> int:
        """Send a file."""
        mark = uuid.uuid4().hex
        head = f'--{mark}\r\nContent-Disposition: form-data; name="{field}"; filename="{name}"\r\n\r\n'
        body = head.encode() + data + f"\r\n--{mark}--\r\n".encode()
        return self._send(path, body, f"multipart/form-data; boundary={mark}")

    def _send(self, path: str, body: bytes, kind: str) -> int:
        token = next((cookie.value or "" for cookie in self._jar if cookie.name == "room_csrf"), "")
        headers = {"Content-Type": kind, "X-CSRFToken": token, "Referer": self._address + path}
        return self._status(urllib.request.Request(self._address + path, body, headers))

    def _status(self, request: urllib.request.Request) -> int:
        try:
            with self._open(request, timeout=120) as answer:
                answer.read()
                return int(answer.status)
        except urllib.error.HTTPError as error:
            error.read()
            return error.code


def bodies_by_length(found: Stage, _staff: Staff) -> object:
    """Send 100 MB to the login from four clients, with a Content-Length."""
    return together(4, lambda: send_body(found.port, "/login/", 100 * MEGABYTE))


def bodies_in_chunks(found: Stage, _staff: Staff) -> object:
    """Send 100 MB to the API from four clients, without a Content-Length."""
    return together(4, lambda: send_body(found.port, "/api/v1/tokens", 100 * MEGABYTE, chunked=True))


def bodies_without_login(found: Stage, _staff: Staff) -> object:
    """Upload 100 MB from four clients with an invalid session."""
    cookie = "Cookie: room_session=nobody\r\n"
    path = "/staff/room/players/import/"
    return together(4, lambda: send_body(found.port, path, 100 * MEGABYTE, headers=cookie))


def brackets_in_an_import(found: Stage, staff: Staff) -> object:
    """Import a list of players whose first cell is 10,000 brackets."""
    return [staff.upload("/staff/room/players/import/", "file", "x.csv", b"(" * 10_000 + b",Name\na,b\n")]


def brackets_in_many_cells(found: Stage, staff: Staff) -> object:
    """Import a list of players with 1 MB of brackets in short cells."""
    row = b",".join([b"[(" * 1900] * 60)
    return [staff.upload("/staff/room/players/import/", "file", "x.csv", (row + b"\n") * 4)]


def digits_in_a_stack(found: Stage, staff: Staff) -> object:
    """Request a page with 12,000 digits and an x as a stack."""
    return [staff.get("/staff/structures/?stack=" + "1" * 12_000 + "x")]


def accents_in_a_search(found: Stage, staff: Staff) -> object:
    """Search players with as many accents on one letter as a URL holds."""
    return [staff.get("/staff/room/players/?q=a" + urllib.parse.quote("\u0301\u0323") * 1_000)]


def polls_of_an_event(found: Stage, _staff: Staff) -> object:
    """Poll an event from four clients for three seconds without pause."""
    until = time.monotonic() + _LASTS

    def ask() -> dict[int, int]:
        answers: Counter[int] = Counter()
        connection = http.client.HTTPConnection("127.0.0.1", found.port, timeout=60)
        while time.monotonic() < until:
            connection.request("GET", "/live/t1/")
            answer = connection.getresponse()
            answer.read()
            answers[answer.status] += 1
        connection.close()
        return dict(answers)

    return together(4, ask)


def follows_on_a_socket(found: Stage, _staff: Staff) -> object:
    """Follow an event repeatedly on one socket for ten seconds, at the message limit."""
    heard: Counter[str] = Counter()
    with (
        connect(f"ws://127.0.0.1:{found.port}/ws/live/", origin=Origin(found.address), proxy=None) as sock,
        contextlib.suppress(TimeoutError, ConnectionClosed),
    ):
        for _second in range(10):
            for _message in range(18):
                sock.send('{"do":"follow","topic":"t1","seq":null}')
            until = time.monotonic() + 1
            while (left := until - time.monotonic()) > 0:
                with contextlib.suppress(TimeoutError):
                    heard[str(json.loads(sock.recv(timeout=left))["is"])] += 1
    return dict(heard)


ATTACKS: tuple[Callable[[Stage, Staff], object], ...] = (
    bodies_by_length,
    bodies_in_chunks,
    bodies_without_login,
    brackets_in_an_import,
    brackets_in_many_cells,
    digits_in_a_stack,
    accents_in_a_search,
    polls_of_an_event,
    follows_on_a_socket,
)


def together(count: int, act: Callable[[], object]) -> list[object]:
    """Run a function several times concurrently; return the results."""
    found: list[object] = []
    threads = [threading.Thread(target=lambda: found.append(act())) for _number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def run(server: str) -> list[dict[str, object]]:
    """Run all attacks against one kind of web process; the first row is the baseline."""
    rows: list[dict[str, object]] = []
    with stage(server) as found:
        staff = Staff(found.address, "director", found.password)
        staff.get("/staff/")
        with another_client(found.port) as held:
            time.sleep(3)
        rows.append(_row(server, "(none)", held, 0, 0.0, []))
        for attack in ATTACKS:
            before, worked = found.memory(), found.processor_seconds()
            began = time.monotonic()
            with another_client(found.port) as held:
                time.sleep(0.3)
                answers = attack(found, staff)
                time.sleep(0.3)
            took = time.monotonic() - began
            row = _row(server, attack.__name__, held, found.memory() - before, took, answers)
            row["processor_seconds"] = round(found.processor_seconds() - worked, 2)
            rows.append(row)
    return rows


def _row(
    server: str, name: str, held: Held, memory: int, seconds: float, answers: object
) -> dict[str, object]:
    return {
        "server": server,
        "attack": name,
        "longest_ms": round(held.longest, 1),
        "p50_ms": round(held.p50, 1),
        "requests": len(held.times),
        "failed": held.failed,
        "memory_kept_mb": round(memory / MEGABYTE, 1),
        "seconds": round(seconds, 1),
        "answers": answers,
    }


def tell(rows: list[dict[str, object]]) -> None:
    """Print each row and whether the delay of other clients stayed within its limit."""
    for row in rows:
        ok = float(str(row["longest_ms"])) < MOST_HELD_MS and not row["failed"]
        print(json.dumps(row), "ok" if ok else "MISSED", flush=True)


def main() -> None:
    """Run the attacks, and report for each figure whether it is within its limit."""
    words = argparse.ArgumentParser()
    words.add_argument("servers", nargs="*", default=["daphne", "uvicorn"])
    for server in words.parse_args().servers:
        tell(run(server))
    print(f"load of this machine: {os.getloadavg()}")


if __name__ == "__main__":
    main()
