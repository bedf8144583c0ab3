"""Staff who bust players through the API, on a host of their own: `python -m bench.hosts.desk`.

The first line of standard input is the order. A command that gets no answer is repeated with the same id until it has
one. Each answer is one line of standard output.
"""

import http.client
import json
import ssl
import sys
import threading
import time
import uuid
from typing import Any

from bench.hosts.proxy import NAME

_PATIENCE, _AGAIN, _TIMEOUT = 90.0, 0.25, 4.0
_print = threading.Lock()


class _Room(http.client.HTTPSConnection):
    """A connection to an address, with the certificate of the room's name."""

    def __init__(self, address: str, tls: ssl.SSLContext) -> None:
        super().__init__(address, timeout=_TIMEOUT)
        self._tls = tls

    def connect(self) -> None:
        """Connect, and check the certificate."""
        http.client.HTTPConnection.connect(self)
        self.sock = self._tls.wrap_socket(self.sock, server_hostname=NAME)


class Writer(threading.Thread):
    """One person at the desk."""

    def __init__(
        self, order: dict[str, Any], event: int, entries: list[int], halted: threading.Event
    ) -> None:
        super().__init__(daemon=True)
        self._order, self._event, self._entries, self._halted = order, event, entries, halted
        self._tls = ssl.create_default_context(cafile=order["authority"])
        self._connection: _Room | None = None

    def run(self) -> None:
        """Bust one player after the other."""
        for entry in self._entries:
            if self._halted.is_set():
                return
            self._bust(entry)
            time.sleep(self._order["pause"])

    def _bust(self, entry: int) -> None:
        key, began, tries, status = str(uuid.uuid4()), time.monotonic(), 0, 0
        body: dict[str, Any] = {}
        while time.monotonic() - began < _PATIENCE:
            tries += 1
            try:
                status, body = self._post(key, entry)
            except (OSError, http.client.HTTPException, ValueError):
                self._connection, status = None, 0
            if status == 200 or (400 <= status < 500 and status not in (408, 429)):
                break
            time.sleep(_AGAIN)
        answer = {
            "key": key,
            "status": status,
            "seq": body.get("seq"),
            "code": body.get("code"),
            "at": time.monotonic_ns(),
            "ms": round((time.monotonic() - began) * 1000),
            "tries": tries,
        }
        with _print:
            print(json.dumps(answer), flush=True)

    def _post(self, key: str, entry: int) -> tuple[int, dict[str, Any]]:
        if self._connection is None:
            self._connection = _Room(self._order["address"], self._tls)
        headers = {
            "Host": NAME,
            "Authorization": f"Bearer {self._order['token']}",
            "Idempotency-Key": key,
            "Content-Type": "application/json",
        }
        path = f"/api/v1/tournaments/{self._event}/entry/bust"
        self._connection.request("POST", path, json.dumps({"entry": entry}), headers)
        answer = self._connection.getresponse()
        body = json.loads(answer.read())
        return answer.status, body if isinstance(body, dict) else {}


def main() -> None:
    """Work until the input ends."""
    order = json.loads(sys.stdin.readline())
    halted = threading.Event()
    events, count = order["events"], order["writers"]
    writers = []
    for at in range(count):
        one = events[at % len(events)]
        # Those who write for the same event share its entries.
        own = one["entries"][at // len(events) :: -(-count // len(events))]
        writers.append(Writer(order, one["event"], own, halted))
    for writer in writers:
        writer.start()
    sys.stdin.read()
    halted.set()
    for writer in writers:
        writer.join(_PATIENCE)


if __name__ == "__main__":
    main()
