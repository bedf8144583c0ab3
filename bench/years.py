"""(x) Compare a room on PostgreSQL after 2,000 events with the same room after a few: `make bench-years`.

`EVENTS` events are simulated to the winner; then all their rows are copied until there are as many as `YEARS` asks for.
"""

import json
import os
from typing import Any

from bench.draw import run_room

SIMULATED, EVENTS = 10, 2_000
# Pages that take no longer than this are not compared, in ms.
_SHORT = 25.0


def run(simulated: int = SIMULATED, events: int = EVENTS) -> dict[str, Any]:
    """Return the figures of the same room with few and with many events."""
    return dict(run_room("bench.years_room", simulated, events // simulated - 1))


def table_of(found: dict[str, Any]) -> str:
    """Return the commands, and the pages that take longer with many events, as rows of a Markdown table."""
    few, many = found["few"], found["many"]
    lines = [
        f"| {name} | {few['commands'][name]['processor_p50']} | {its['processor_p50']} | {its['processor_p99']} |"
        for name, its in many["commands"].items()
        if name in few["commands"]
    ]
    for kind in ("pages", "pages of an old event"):
        slow = {name: ms for name, ms in many[kind].items() if ms > max(_SHORT, 1.5 * few[kind][name])}
        lines += [f"| {kind}: {name} | {few[kind][name]} | {ms} | |" for name, ms in slow.items()]
        lines.append(
            f"| {kind}: all {len(many[kind])} | {sum(few[kind].values()):.0f} | {sum(many[kind].values()):.0f} | |"
        )
    return "\n".join(lines)


if __name__ == "__main__":
    figures = run(int(os.environ.get("EVENTS", SIMULATED)), int(os.environ.get("YEARS", EVENTS)))
    print(table_of(figures))
    print(json.dumps(figures))
