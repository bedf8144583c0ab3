"""(w) Single commands on PostgreSQL in fields of several sizes, and where their time goes: `make bench-write-path`.

Processor time is what this process and its database server worked; unlike wall time it does not depend on what
else the machine does.
"""

import json
import os
from typing import Any

from bench.draw import run_room

SIZES, ROUNDS = (100, 1_000, 10_112), 60


def run(sizes: tuple[int, ...] = SIZES, rounds: int = ROUNDS) -> list[dict[str, Any]]:
    """Return the figures of each size, each in a room of its own."""
    return [dict(run_room("bench.write_path_room", size, rounds)) for size in sizes]


def table_of(found: list[dict[str, Any]]) -> str:
    """Return the figures as a table of Markdown."""
    lines = []
    names = dict.fromkeys(name for room in found for name, row in room.items() if isinstance(row, dict))
    for name in names:
        for row in found:
            # In a large field a few rounds need no move between tables.
            if name not in row:
                continue
            its = row[name]
            parts = ", ".join(
                f"{part} {ms}" for part, ms in sorted(its["parts"].items(), key=lambda one: -one[1])
            )
            lines.append(
                f"| {name} | {row['players']} | {its['count']} | {its['queries']} | {its['processor_p50']} "
                f"| {its['processor_p99']} | {its['wall_p50']} | {its['wall_p99']} | {parts} |"
            )
    return "\n".join(lines)


if __name__ == "__main__":
    sizes = tuple(int(one) for one in os.environ.get("PLAYERS", "").split(",") if one) or SIZES
    figures = run(sizes, int(os.environ.get("ROUNDS", ROUNDS)))
    print(table_of(figures))
    print(json.dumps(figures))
