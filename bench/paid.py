"""(e) From payment at the desk to the seat on the player's phone: HTTP, draw, journal, database, Redis,
socket.
"""

import http.client
import json
import subprocess
import sys
import time
import uuid
from typing import Any

from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from bench.flips import percentile
from bench.stage import PROJECT, Stage, stage

PEOPLE = 105
# The first ones warm up the server.
WARM = 5
PATIENCE = 20.0


def _set_up(room: Stage) -> dict[str, Any]:
    words = [sys.executable, "-m", "bench.paid_room", str(PEOPLE)]
    finished = subprocess.run(words, cwd=PROJECT, env=room.environment, stdout=subprocess.PIPE, check=True)
    found: dict[str, Any] = json.loads(finished.stdout.splitlines()[-1])
    return found


def _phone(room: Stage, event: int, secret: str) -> ClientConnection:
    """Open a phone's page and wait for its snapshot."""
    address = f"ws://127.0.0.1:{room.port}/ws/live/?token={secret}"
    origin = Origin(f"http://127.0.0.1:{room.port}")
    # Most phones are read only when it is their turn; their messages wait.
    phone = connect(address, legacy=True, origin=origin, compression=None, ping_interval=None, max_queue=None)
    phone.send(json.dumps({"do": "follow", "topic": f"t{event}", "seq": None}))
    _seat_on(phone, lambda mine: True)
    return phone


def _seat_on(phone: ClientConnection, wanted: Any) -> None:
    """Wait until the phone's own board meets a condition."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        message = json.loads(phone.recv(timeout=PATIENCE))
        mine = (message.get("boards") or {}).get("mine")
        if mine is not None and wanted(mine):
            return
    raise SystemExit("No seat reached the phone.")


def paid(room: Stage) -> dict[str, object]:
    """Register players one after the other, with all phones connected."""
    scene = _set_up(room)
    event = scene["event"]
    token = uuid.uuid4().hex
    headers = {
        "Cookie": f"room_session={scene['cookie']}; room_csrf={token}",
        "X-CSRFToken": token,
        "Content-Type": "application/json",
    }
    phones = {player: _phone(room, event, secret) for player, secret in scene["players"].items()}
    desk = http.client.HTTPConnection("127.0.0.1", room.port)
    times = []
    for player, phone in phones.items():
        payments = [{"method": "cash", "amount": scene["price"], "tendered": scene["price"]}]
        arguments = {"player": int(player), "payments": payments, "id_seen": True}
        body = json.dumps({"command_id": str(uuid.uuid4()), "arguments": arguments})
        began = time.monotonic()
        desk.request("POST", f"/do/t/{event}/desk.register/", body, headers)
        answer = desk.getresponse()
        text = answer.read()
        if answer.status != 200:
            raise SystemExit(f"A person was refused: {text!r}")
        _seat_on(phone, lambda mine: mine.get("seat") is not None)
        times.append((time.monotonic() - began) * 1000)
        # A clerk takes seconds per player; the feed merges messages that arrive faster than five times a second.
        time.sleep(0.25)
    for phone in phones.values():
        phone.close()
    measured = times[WARM:]
    return {
        "people": len(measured),
        "p50_ms": round(percentile(measured, 0.5), 1),
        "p99_ms": round(percentile(measured, 0.99), 1),
    }


def run() -> dict[str, object]:
    """Measure on both servers."""
    found: dict[str, object] = {}
    for server in ("daphne", "uvicorn"):
        with stage(server, crowd=True) as room:
            found[server] = paid(room)
    return found


if __name__ == "__main__":
    print(json.dumps(run(), indent=1))
