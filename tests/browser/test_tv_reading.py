"""The clock calculation in the browser gives the same results as the one on the server."""

import json
from pathlib import Path

import pytest

from tests.browser.browsers import Open
from tests.browser.scenes import states

pytestmark = pytest.mark.browser
VECTORS = json.loads((Path(__file__).parents[1] / "data" / "readings.json").read_text())

READ_ALL = """async (vectors) => {
  const { reading } = await import("/static/shared/feed/reading.js");
  return vectors.map((v) => reading(v.levels, v.clock, v.planned_start, v.advance, v.now));
}"""
ASKED = ("levels", "clock", "planned_start", "advance", "now")


def test_every_shared_vector_reads_the_same_in_chromium(tv: Open) -> None:
    page = tv("/blank/")
    asked = [{key: vector[key] for key in ASKED} for vector in VECTORS]
    found = page.evaluate(READ_ALL, asked)
    assert len(found) == len(VECTORS) > 100
    wrong = [
        (vector["name"], vector["expect"], answer)
        for vector, answer in zip(VECTORS, found, strict=True)
        if answer != vector["expect"]
    ]
    assert wrong == []


def test_a_digit_flips_on_the_seconds_own_boundary_and_zero_shows_at_zero(tv: Open) -> None:
    page = tv("/blank/")
    found = page.evaluate("""async () => {
      const { secondsLeft, untilFlip } = await import("/static/shared/feed/reading.js");
      return [1001, 1000, 999.5, 1, 0, -5].map((left) => [secondsLeft(left), untilFlip(left)]);
    }""")
    assert found == [[2, 1], [1, 1000], [1, 999.5], [1, 1], [0, None], [0, None]]


def test_without_a_planned_start_no_screen_names_the_length_of_a_level_as_a_time(tv: Open) -> None:
    """Issue 15, C 6: the first level's length was the largest figure, and did not run."""
    page = tv("/blank/")
    found = page.evaluate(
        """async ({ clock, structure }) => {
          const board = { ...clock, levels: structure.levels, chips: structure.chips };
          const { clockView } = await import("/static/shared/ui/clock_view.js");
          const { reading } = await import("/static/shared/feed/reading.js");
          const now = Date.now();
          const read = reading(board.levels, board.clock, board.planned_start, board.advance, now);
          const view = clockView(board, read, { language: "en", say: (key) => key }, now);
          return [view.time, view.word, view.note, view.counts];
        }""",
        states(1_700_000_000_000)["waiting_by_hand"],
    )
    assert found == ["", "clock.not_started", "clock.no_start", ""]


def test_between_two_days_nothing_counts_down_to_a_break_or_the_end_of_registration(tv: Open) -> None:
    page = tv("/blank/")
    found = page.evaluate(
        """async ([closed, paused]) => {
          const { clockView } = await import("/static/shared/ui/clock_view.js");
          const { closesIn } = await import("/static/shared/ui/registration.js");
          const { reading } = await import("/static/shared/feed/reading.js");
          const now = Date.now();
          const registration = { open: true, late: { ends: "level", at: null, closes_row: 4 } };
          return [closed, paused].map(({ clock, structure }) => {
            const board = { ...clock, levels: structure.levels, chips: structure.chips };
            const read = reading(board.levels, board.clock, board.planned_start, board.advance, now);
            const view = clockView(board, read, { language: "en", say: (key) => key }, now);
            return [Boolean(view.break), view.progress > 0, closesIn(registration, board, read, now) !== null];
          });
        }""",
        [states(1_700_000_000_000)[name] for name in ("day_closed", "paused")],
    )
    assert found == [[False, False, False], [True, True, True]]


def test_clock_of_a_flight_that_is_over_does_not_call_its_chips_in_play(tv: Open) -> None:
    page = tv("/blank/")
    found = page.evaluate(
        """async ({ clock, structure }) => {
          const { clockView } = await import("/static/shared/ui/clock_view.js");
          const { reading } = await import("/static/shared/feed/reading.js");
          const day = { number: 1, next_start: null, chips: null, name: "", next: "" };
          const flight = { ...day, name: "Day 1A", next: "Day 2" };
          const now = Date.now();
          return [
            {}, { day_over: day }, { day_over: { ...day, chips: 60_000 } }, { day_over: { ...flight, chips: 60_000 } },
            { day_over: flight }, { day_over: flight, closed: true }, { closed: true },
          ].map((more) => {
            const board = { ...clock, levels: structure.levels, chips: structure.chips, ...more };
            const read = reading(board.levels, board.clock, board.planned_start, board.advance, now);
            return clockView(board, read, { language: "en", say: (key) => key }, now).totalLabel;
          });
        }""",
        states(1_700_000_000_000)["paused"],
    )
    play, bags, end = "clock.total_chips", "clock.bagged", "clock.chips_at_end"
    assert found == [play, play, bags, bags, end, end, end]
