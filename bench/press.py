"""(c) From the press to the last of 200 displays: the whole way through HTTP, database, Redis and sockets."""

import http.client
import json
import time
import uuid

from bench.flips import percentile
from bench.stage import Child, Stage, stage

DISPLAYS = 200
PRESSES = 100
# Every change of the clock is longer than this, and no other message is.
SIZE = 500


def presses(room: Stage) -> dict[str, object]:
    """Send +1 and −1 minute in turn and wait for the last display each time."""
    staff = Child.start("bench.staff", environment=room.environment)
    session = staff.ask("login")["cookie"]
    staff.end()
    crowd = Child.start("bench.crowd", "--port", str(room.port), "--count", str(DISPLAYS), "--follow", "t1")
    crowd.hear()
    connection = http.client.HTTPConnection("127.0.0.1", room.port)
    token = uuid.uuid4().hex
    headers = {
        "Cookie": f"room_session={session}; room_csrf={token}",
        "X-CSRFToken": token,
        "Content-Type": "application/json",
    }
    times = []
    for number in range(PRESSES + 5):
        crowd.ask(f"arm {SIZE}")
        time.sleep(0.25)
        body = json.dumps(
            {"command_id": str(uuid.uuid4()), "arguments": {"ms": 60_000 if number % 2 == 0 else -60_000}}
        )
        began = time.monotonic_ns()
        connection.request("POST", "/do/t/1/clock.add/", body, headers)
        answer = connection.getresponse()
        text = answer.read()
        if answer.status != 200:
            raise SystemExit(f"A press was refused: {text!r}")
        seen = crowd.ask("wait")
        times.append((seen["last"] - began) / 1e6)
    crowd.end()
    measured = times[5:]
    return {
        "displays": DISPLAYS,
        "presses": len(measured),
        "p50_ms": round(percentile(measured, 0.5), 1),
        "p99_ms": round(percentile(measured, 0.99), 1),
    }


def run() -> dict[str, object]:
    """Measure on both servers."""
    found: dict[str, object] = {}
    for server in ("daphne", "uvicorn"):
        with stage(server, crowd=True) as room:
            found[server] = presses(room)
    return found


if __name__ == "__main__":
    print(json.dumps(run(), indent=1))
