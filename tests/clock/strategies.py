"""Structures, clock states and times for property tests."""

import string

from hypothesis import strategies as st

from clock.rules.reading import Advance, ClockState
from clock.rules.structure import Level

MIDNIGHT = 1_732_150_000_000
DAY = 86_400_000

TEXT = st.text(string.ascii_letters + string.digits + " äöüß'\";,=+-@%€", max_size=20).map(str.strip)
CHIPS = st.sampled_from([25, 50, 100, 150, 1_000, 12_500, 10**12])


@st.composite
def level(draw: st.DrawFn, *, duration: st.SearchStrategy[int]) -> Level:
    big = draw(CHIPS)
    ante_kind = draw(st.sampled_from(["none", "none", "classic", "small_blind", "big_blind"]))
    return Level(
        kind="level",
        duration=draw(duration),
        small_blind=draw(st.integers(0, big)),
        big_blind=big,
        ante=0 if ante_kind == "none" else draw(CHIPS),
        ante_kind=ante_kind,
        game=draw(TEXT),
        note=draw(TEXT),
        colour_up=tuple(draw(st.lists(st.integers(1, 10**12), unique=True, max_size=3))),
        ends_day=draw(st.sampled_from([False, False, False, True])),
    )


@st.composite
def pause(draw: st.DrawFn, *, duration: st.SearchStrategy[int]) -> Level:
    colour_up = tuple(draw(st.lists(CHIPS, unique=True, max_size=2)))
    return Level(kind="break", duration=draw(duration), note=draw(TEXT), colour_up=colour_up)


@st.composite
def structures(draw: st.DrawFn, *, step: int = 1, most: int = 7) -> tuple[Level, ...]:
    """Generate valid structures; durations are multiples of `step` ms."""
    duration = st.one_of(st.integers(1_000, 10_000), st.integers(60_000, 3_600_000)).map(
        lambda ms: max(1_000, ms // step * step)
    )
    rest = st.one_of(level(duration=duration), level(duration=duration), pause(duration=duration))
    return (draw(level(duration=duration)), *draw(st.lists(rest, max_size=most - 1)))


@st.composite
def clocks(draw: st.DrawFn, levels: tuple[Level, ...], *, step: int = 1) -> ClockState:
    """Generate clocks: started at most a day before or after `MIDNIGHT`, or not started."""
    kind = draw(st.sampled_from(["waiting", "paused", "running", "running", "running"]))
    if kind == "waiting":
        return ClockState()
    position = draw(st.integers(0, len(levels) - 1))
    most = levels[position].duration - 1
    elapsed = draw(st.integers(-600_000, most)) // step * step
    anchor = None if kind == "paused" else MIDNIGHT + draw(st.integers(-DAY, DAY)) // step * step
    return ClockState(True, anchor is not None, position, elapsed, anchor)


@st.composite
def situations(
    draw: st.DrawFn, *, step: int = 1
) -> tuple[tuple[Level, ...], ClockState, int | None, Advance, int]:
    """Generate arguments of `reading`: levels, clock, planned start, advance, and a later time."""
    levels = draw(structures(step=step))
    clock = draw(clocks(levels, step=step))
    planned = draw(st.one_of(st.none(), st.integers(-DAY, DAY).map(lambda ms: MIDNIGHT + ms // step * step)))
    advance: Advance = draw(st.sampled_from(["auto", "auto", "announced"]))
    begun = clock.anchor if clock.anchor is not None else MIDNIGHT
    whole = sum(entry.duration for entry in levels)
    # Mostly within the structure, where changes occur; sometimes long after its end.
    later = draw(st.one_of(st.integers(0, whole + 700_000), st.integers(0, 30 * DAY)))
    if not clock.started and planned is not None and draw(st.booleans()):
        begun = planned
    return levels, clock, planned, advance, begun + later // step * step
