"""The server's time in the browser: bounds, slewing, sleep."""

from typing import Any

import pytest

from tests.browser.browsers import Open

pytestmark = pytest.mark.browser

SETUP = """async (body) => {
  const { ServerTime, SleepWatch } = await import("/static/shared/feed/time.js");
  const local = { now: 1000, wall: 5_000_000 };
  const time = new ServerTime(() => local.now);
  // The server is 1,000,000 ms ahead of the local clock, plus what a test sets.
  const truth = { offset: 1_000_000 };
  const ping = (there, back) => {
    const sent = local.now;
    const server = Math.floor(sent + there + truth.offset);
    local.now += there + back;
    time.add(sent, local.now, server);
  };
  const error = () => time.at() - (local.now + truth.offset);
  return await new Function(
    "time", "local", "truth", "ping", "error", "SleepWatch", `return (async () => {${body}})()`,
  )(time, local, truth, ping, error, SleepWatch);
}"""


@pytest.fixture
def run(tv: Open) -> Any:
    """Run code with an estimator on simulated clocks."""
    page = tv("/blank/")
    return lambda body: page.evaluate(SETUP, body)


def test_the_true_offset_lies_within_every_bound_and_each_answer_narrows_it(run: Any) -> None:
    found = run("""
      const widths = [];
      for (const [there, back] of [[90, 40], [10, 150], [120, 2], [3, 60]]) {
        local.now += 500;
        ping(there, back);
        widths.push([time.width, Math.abs(error()) <= time.width / 2 + 0.1]);
      }
      return widths;
    """)
    widths = [width for width, _ in found]
    assert all(within for _, within in found)
    assert widths == sorted(widths, reverse=True)
    assert widths[0] == 131
    assert widths[-1] < 10, "the intersection is tighter than the best single round trip, 63 ms"


def test_a_small_correction_is_slewed_and_the_shown_time_never_runs_backwards(run: Any) -> None:
    steps = run("""
      for (let i = 0; i < 30; i += 1) { local.now += 1000; ping(2, 2); }
      truth.offset -= 100;
      ping(1, 1);
      const before = error();
      const seen = [];
      let last = time.at();
      for (let i = 0; i < 300; i += 1) {
        local.now += 100;
        seen.push(time.at() - last);
        last = time.at();
      }
      return { before, after: error(), least: Math.min(...seen), most: Math.max(...seen) };
    """)
    assert steps["before"] == pytest.approx(100, abs=3)
    assert steps["after"] == pytest.approx(0, abs=3)
    assert steps["least"] >= 99.4, "at most 5 ms a second are taken off"
    assert steps["most"] <= 100.1


def test_a_difference_of_a_quarter_second_is_taken_at_once(run: Any) -> None:
    found = run("""
      for (let i = 0; i < 30; i += 1) { local.now += 1000; ping(2, 2); }
      truth.offset += 260;
      ping(1, 1);
      return error();
    """)
    assert found == pytest.approx(0, abs=3)


def test_answers_that_contradict_newer_ones_are_dropped(run: Any) -> None:
    found = run("""
      for (let i = 0; i < 10; i += 1) { local.now += 1000; ping(2, 2); }
      truth.offset += 5000;
      local.now += 1000;
      ping(2, 2);
      return [error(), time.width];
    """)
    assert found == [pytest.approx(0, abs=3), pytest.approx(5, abs=0.1)]


def test_an_old_bound_is_widened_by_its_age_so_that_drift_cannot_exclude_the_truth(run: Any) -> None:
    found = run("""
      ping(1, 1);
      const narrow = time.width;
      for (let i = 0; i < 4; i += 1) { local.now += 60_000; truth.offset += 5; ping(40, 40); }
      return [narrow, time.width, Math.abs(error())];
    """)
    assert found[0] == 3
    assert found[1] > 3
    assert found[2] < found[1]


def test_display_corrects_its_clock_after_sleep_until_the_server_answers(run: Any) -> None:
    found = run("""
      for (let i = 0; i < 30; i += 1) { local.now += 1000; local.wall += 1000; ping(2, 2); }
      const watch = new SleepWatch(() => local.now, () => local.wall);
      local.now += 1000; local.wall += 1010;
      const awake = watch.check();
      // Suspended for a minute: the local clock stood still, the server's and the wall's did not.
      local.now += 1000; local.wall += 61_000; truth.offset += 60_000;
      const slept = watch.check();
      time.forget(slept.slept);
      const bridged = error();
      truth.offset += 40;
      ping(2, 2);
      return { awake, slept: slept.slept, bridged, measured: error() };
    """)
    assert found["awake"] is None
    assert found["slept"] == 60_000
    assert found["bridged"] == pytest.approx(0, abs=3)
    assert found["measured"] == pytest.approx(0, abs=3), "the first response after sleep is applied at once"


def test_timers_that_stood_still_mean_sleep_only_on_a_page_in_view(run: Any) -> None:
    found = run("""
      const watch = new SleepWatch(() => local.now, () => local.wall);
      const pass = (ms) => { local.now += ms; local.wall += ms; };
      pass(60_000);
      const hidden = watch.check(true);
      pass(60_000);
      return [hidden, watch.check(false)];
    """)
    assert found == [None, {"slept": 0}]


def test_a_reload_without_a_server_takes_the_time_up_where_it_was(run: Any) -> None:
    found = run("""
      for (let i = 0; i < 10; i += 1) { local.now += 1000; ping(2, 2); }
      const { ServerTime } = await import("/static/shared/feed/time.js");
      const bridge = time.bridge(local.wall);
      const server = time.at();
      const reloaded = new ServerTime(() => 17);
      reloaded.restore(bridge, local.wall + 3000);
      return reloaded.at() - (server + 3000);
    """)
    assert found == pytest.approx(0, abs=0.01)
