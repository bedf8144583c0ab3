"""Boards of the floor for the browser tests: moves, busts, free seats, the map."""

from collections.abc import Sequence
from typing import Any

from tests.browser.scenes import Board, people

NAMES = people(280)


def batch(number: int, kind: str, rows: Sequence[Sequence[Any]], **more: Any) -> Board:
    """Players who were moved together: name, from table, table, seat."""
    table = rows[0][1] if rows else 1
    return {
        "batch": number, "kind": kind, "at": 0, "count": len(rows), "tables": [[table, len(rows)]], "more": 0,
        "rows": [[number * 1_000 + i, name, old, 1, to, seat] for i, (name, old, to, seat) in enumerate(rows)],
        **more,
    }  # fmt: skip


def breaking(table: int, people: int, first: int = 0, **more: Any) -> Board:
    """Return a table break with its players' new seats."""
    rows = [(NAMES[first + i], table, 1 + i % 6, 1 + i % 9) for i in range(people)]
    return batch(table, "break", rows, **more)


def moves(*batches: Board) -> Board:
    """Return the board `moves`."""
    return {"total": sum(one["count"] for one in batches), "batches": list(batches)}


def redraw(count: int, now: int = 0) -> Board:
    """Return a redraw of so many players that the board names none."""
    return batch(90, "redraw", [], count=count, tables=[[1, 9], [2, 9]], more=40, at=now)


def eliminations(busts: int, last: int, now: int, *, chips: bool = True, tables: int = 2) -> Board:
    """Return the board `eliminations`."""
    return {
        "left": last or 120,
        "busts": [[NAMES[i * 7], 1 + i % 12, now - i * 70_000, 7 * i] for i in range(busts)],
        "last": [
            [
                NAMES[i * 5],
                1 + i % tables,
                1 + i // tables,
                1_250_000 - 61_000 * i if chips and i != 3 else None,
            ]
            for i in range(last)
        ],
    }


def free(count: int) -> Board:
    """Return the board `free`."""
    tables = [[1 + i * 3, 1 + i % 4, 8 - i % 4] for i in range(count)]
    return {"total": count, "seats": sum(seats for _number, seats, _players in tables), "tables": tables}


def room_map(count: int, *, placed: bool = False) -> Board:
    """Return the board `map` with one table in each state."""
    states = {3: "paused", 5: "halted", 8: "reserve"}
    across = max(1, round(count**0.5 * 1.2))
    return {
        "tables": [
            [
                number, 9, 0 if number % 10 == 8 else 9 - number % 3, 0, states.get(number % 10, "open"),
                10_000 * ((number - 1) % across) // max(1, across - 1) if placed else None,
                10_000 * ((number - 1) // across) // max(1, -(-count // across) - 1) if placed else None,
                None, 0, 0, int(number % 11 == 4), 0,
            ]
            for number in range(1, count + 1)
        ]
    }  # fmt: skip
