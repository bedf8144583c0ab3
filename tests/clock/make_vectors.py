"""Write tests/data/readings.json: the expected results of `reading`, for Python and for the browser.

Run ``python -m tests.clock.make_vectors`` after a deliberate change of the reading. The file is a list of
cases ``{"name", "levels", "clock", "planned_start", "advance", "now", "expect"}`` in the wire format
(docs/wire.md). The cases are chosen, not random: every row of several structures, at its edges and inside,
with both ways to advance, running, paused and waiting.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path

from clock.rules.reading import Advance, ClockState, reading
from clock.rules.structure import Level, to_wire

PATH = Path(__file__).parents[1] / "data" / "readings.json"

Case = dict[str, object]

_START = 1_732_150_000_123
_LEVEL = Level(kind="level", small_blind=50, big_blind=100, duration=1_080_000)
_SHORT = Level(kind="level", small_blind=75, big_blind=150, duration=61_500)
_ANTE = replace(_LEVEL, small_blind=500, big_blind=1_000, ante=1_000, ante_kind="big_blind")
_BREAK = Level(kind="break", duration=600_000, colour_up=(25,))
_LAST_TODAY = replace(_ANTE, game="Omaha", note="Bags", ends_day=True)

STRUCTURES: dict[str, tuple[Level, ...]] = {
    "one level": (_LEVEL,),
    "two levels": (_LEVEL, _SHORT),
    "a break between": (_LEVEL, _BREAK, _ANTE),
    "two breaks running": (_SHORT, _BREAK, replace(_BREAK, duration=1_000), _ANTE),
    "break last": (_SHORT, _BREAK),
    "two days": (_SHORT, _LAST_TODAY, _BREAK, _ANTE),
    "day ends last": (_SHORT, _LAST_TODAY),
}
ADVANCES: tuple[Advance, ...] = ("auto", "announced")


def cases() -> list[Case]:
    """Return all cases in a fixed order."""
    return [*_waiting(), *_within(), *_through(), *_odd()]


def _case(
    name: str, structure: str, clock: ClockState, advance: Advance, now: int, planned: int | None = None
) -> Case:
    levels = STRUCTURES[structure]
    return {
        "name": f"{structure}, {advance}: {name}",
        "levels": to_wire(levels),
        "clock": asdict(clock),
        "planned_start": planned,
        "advance": advance,
        "now": now,
        "expect": asdict(reading(levels, clock, planned, advance, now)),
    }


def _waiting() -> Iterator[Case]:
    for structure in ("one level", "a break between", "two days"):
        yield _case("no start planned", structure, ClockState(), "auto", _START)
        for early in (3_600_000, 1, 0, -1, -1_080_000, -1_080_001, -5_000_000):
            for advance in ADVANCES:
                name = f"planned {early} ms from now"
                yield _case(name, structure, ClockState(), advance, _START, _START + early)
    for early in (1, 0, -1, -1_080_000, -5_000_000):
        second_day = ClockState(position=3)
        yield _case(
            f"second day planned {early} ms from now", "two days", second_day, "auto", _START, _START + early
        )


def _within() -> Iterator[Case]:
    """Yield each row of each structure around its end, running and paused."""
    for structure, levels in STRUCTURES.items():
        for position, level in enumerate(levels):
            for advance in ADVANCES:
                for to_go in (999, 1, 0, -1):
                    clock = ClockState(True, True, position, level.duration - 5_000, _START)
                    yield _case(
                        f"entry {position}, {to_go} ms to go",
                        structure,
                        clock,
                        advance,
                        _START + 5_000 - to_go,
                    )
            paused = ClockState(True, False, position, 1_000 - position, None)
            yield _case(f"entry {position}, paused", structure, paused, "auto", _START + 86_400_000)


def _through() -> Iterator[Case]:
    """Yield a whole event without manual commands, read at intervals until long after its end."""
    for structure in ("a break between", "two breaks running", "two days"):
        whole = sum(level.duration for level in STRUCTURES[structure])
        for advance in ADVANCES:
            for tenth in range(0, 12, 2):
                clock = ClockState(True, True, 0, 0, _START)
                now = _START + whole * tenth // 10
                yield _case(f"{tenth} tenths of all", structure, clock, advance, now)
            yield _case("a month later", structure, clock, advance, _START + 30 * 86_400_000)


def _odd() -> Iterator[Case]:
    """Yield added and removed time, early clock estimates, and rows that only an undo can leave."""
    for structure in ("two levels", "a break between"):
        for advance in ADVANCES:
            added = ClockState(True, True, 0, -90_000, _START)
            for later in (0, 90_000, 1_169_999, 1_170_000):
                yield _case(f"time was added, {later} ms later", structure, added, advance, _START + later)
            yield _case("read before the press", structure, added, advance, _START - 250)
            held = ClockState(True, True, 0, 1_080_000, _START)
            yield _case("the end was taken", structure, held, advance, _START)
            yield _case("the end was taken, later", structure, held, advance, _START + 60_000)
            beyond = ClockState(True, True, 0, 1_100_000, _START)
            yield _case("more elapsed than there is", structure, beyond, advance, _START + 7)
        paused = ClockState(True, False, 0, -90_000, None)
        yield _case("time was added, paused", structure, paused, "auto", _START)
        cut = ClockState(True, False, 0, 1_080_500, None)
        yield _case("cut behind its back, paused", structure, cut, "auto", _START)
        ignored = ClockState(True, True, 1, 0, _START)
        yield _case(
            "a planned start no longer counts", structure, ignored, "auto", _START + 5, _START + 9_000
        )


def text() -> str:
    """Return the file's content, one case per line, so that a diff shows the changed cases."""
    lines = (json.dumps(case, ensure_ascii=False, separators=(",", ":")) for case in cases())
    return "[\n" + ",\n".join(lines) + "\n]\n"


if __name__ == "__main__":
    PATH.write_text(text(), encoding="utf-8")
