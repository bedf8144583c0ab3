"""Triggers on displays: on the second, once, without a server, and late ones are not heard."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.browsers import Open
from tests.browser.mock_feed import MockFeed
from tests.browser.scenes import board, clock, running, screen
from tests.browser.test_tv_announcements import announcement
from tests.browser.test_tv_sounds import EAR, heard
from tests.waiting import until

pytestmark = pytest.mark.browser
VECTORS = json.loads((Path(__file__).parents[1] / "data" / "firings.json").read_text())
EARS = (
    f"{EAR} window.spoken = []; speechSynthesis.speak = (speech) => spoken.push([speech.text, Date.now()]);"
)


def trigger(key: int, when: str, **more: Any) -> dict[str, Any]:
    """Return a trigger of the room, for all displays, that does nothing yet."""
    return {
        "id": key, "when": when, "before": 0, "number": None, "on": True, "since": 0, "rows_in_progress": {},
        "shown_on": "all", "tournament": None, "group": None, "sound": "", "spoken": "", "message": "",
        "priority": "normal", "message_for": 30_000, "layout": "", "layout_for": None, **more,
    }  # fmt: skip


def field(left: int, entries: int = 27) -> dict[str, Any]:
    return {"entries": entries, "left": left, "chips": 270_000, "average": 1, "average_big_blinds_at": None}


def shows_triggers(page: Page) -> Page:
    """Wait until the part of the display that carries out triggers is loaded."""
    until(lambda: page.evaluate("localStorage.getItem('triggers:fired') !== null"))
    return page


def opened(tv: Open, feed: MockFeed, *triggers: dict[str, Any], **more: Any) -> Page:
    """Open the display that sounds and reads aloud."""
    feed.press("room", screen__5=screen(**{"sound": True, "speech": True, **more}))
    # With an announcement to come, the display does not wait to load what it needs for triggers.
    coming = announcement(1, "Later", feed.now() + 3_600_000)
    feed.press("room", triggers={"triggers": list(triggers)}, announcements={"announcements": [coming]})
    page = tv(script=EARS)
    page.wait_for_selector(".clock .time")
    page.mouse.click(100, 100)
    return shows_triggers(page)


def test_the_browser_computes_when_triggers_fire_as_the_server_does(tv: Open) -> None:
    found = tv("/blank/").evaluate(
        """async (vectors) => {
          const { firings } = await import("/static/shared/feed/triggers.js");
          return vectors.map(({ condition, rows, clock, planned, advance, registration }) => {
            const [when, before, number] = condition;
            const [started, running, position, elapsed, anchor] = clock;
            let count = 0;
            const levels = rows.split(" ").map((row) => {
              const kind = row[0] === "B" ? "break" : "level";
              count += kind === "level" ? 1 : 0;
              const number = kind === "level" ? count : null;
              return { kind, number, duration: parseInt(row.slice(1)), ends_day: row.endsWith("D") };
            });
            const board = {
              levels, clock: { started, running, position, elapsed, anchor }, planned_start: planned ?? null,
              advance: advance ?? "auto",
            };
            const [open, closed_at, at, closes_row] = registration ?? [];
            const sold = registration && { open, closed_at, late: { at, closes_row } };
            return firings({ when, before, number }, board, sold).map((one) => [one.cause, one.at, one.once]);
          });
        }""",
        VECTORS,
    )
    for vector, fired in zip(VECTORS, found, strict=True):
        assert fired == vector["expect"], vector["name"]


def test_the_end_of_an_event_ends_what_its_triggers_show(tv: Open) -> None:
    shows = trigger(1, "players_left", number=3, message="Three left", layout="payouts", layout_for=60_000)
    lasts = trigger(2, "level_start", layout="structure")
    now = 1_000_000_000
    event = board(running(1, 600_000, now))
    found = tv("/blank/").evaluate(
        """async ([triggers, clock]) => {
          const { Triggers } = await import("/static/tv/triggers.js");
          const seen = new Triggers();
          const now = clock.now;
          return [[4, null], [4, null], [3, null], [2, null], [1, "Ada"]].map(([left, winner], at) => {
            const event = { ...clock, field: { ...clock.field, left }, winner };
            const { messages, layout } = seen.at({ tournament: 7, group: null }, triggers, event, {}, now + at * 1_000,
              now + at * 1_000);
            return [messages.map(({ text }) => text), layout];
          });
        }""",
        [[shows, lasts], {**event["clock"], **event["structure"], "now": now}],
    )
    three = [["Three left"], "payouts"]
    assert found == [[[], "structure"], [[], "structure"], three, three, [[], ""]]


def test_a_trigger_saved_during_a_level_shows_its_layout_from_the_next_level_on(tv: Open) -> None:
    now = 1_000_000_000
    event = board(running(1, 5_000, now))
    saved = trigger(1, "level_start", layout="structure", since=now, rows_in_progress={"7": 1, "8": 2})
    found = tv("/blank/").evaluate(
        """async ([trigger, clock]) => {
          const { Triggers } = await import("/static/tv/triggers.js");
          const seen = new Triggers();
          const layoutAt = (event, ms) =>
            seen.at({ tournament: 7, group: null }, [trigger], event, {}, clock.now + ms, clock.now + ms).layout;
          const restarted = { ...clock, clock: { ...clock.clock, elapsed: 0, anchor: clock.now + 20_000 } };
          const paused = { ...clock, clock: { ...clock.clock, running: false, anchor: null } };
          return [
            layoutAt(clock, 1_000), layoutAt(paused, 60_000), layoutAt(clock, 6_000),
            layoutAt(restarted, 21_000),
            new Triggers(false).at({ tournament: 7, group: null }, [trigger], clock, {}, clock.now, clock.now).layout,
          ];
        }""",
        [saved, {**event["clock"], **event["structure"], "now": now}],
    )
    # Level 1 had begun, also while it is paused; the next level has not, and neither has one that begins again.
    assert found == ["", "", "structure", "structure", ""]


def test_a_message_of_the_bubble_ends_with_it(tv: Open) -> None:
    """“One bust to the money” does not stand above the prizes of “In the money”."""
    bubble = trigger(1, "bubble", message="One bust", message_for=600_000)
    money = trigger(2, "in_money", message="In the money", layout="payouts", layout_for=600_000)
    now = 1_000_000_000
    event = board(running(1, 600_000, now))
    found = tv("/blank/").evaluate(
        """async ([triggers, clock]) => {
          const { Triggers } = await import("/static/tv/triggers.js");
          const seen = new Triggers();
          const now = clock.now;
          // After a late re-entry the bubble has not been reached yet.
          return [[2, 9], [2, 9], [1, 9], [2, 10], [1, 10], [0, 10]].map(([busts, entries], at) => {
            const prizes = { state: "open", currency: "EUR", money: { to_go: busts } };
            const event = { ...clock, field: { ...clock.field, entries, left: 4 } };
            const { messages, layout } = seen.at({ tournament: 7, group: null }, triggers, event, { prizes },
              now + at * 1_000, now + at * 1_000);
            return [messages.map(({ text }) => text), layout];
          });
        }""",
        [[bubble, money], {**event["clock"], **event["structure"], "now": now}],
    )
    one = [["One bust"], ""]
    assert found == [[[], ""], [[], ""], one, [[], ""], one, [["In the money"], "payouts"]]


def test_messages_of_the_same_moment_are_all_shown(tv: Open) -> None:
    """Messages of one priority take turns; a normal one that an urgent one covers is shown after it."""
    short = trigger(1, "players_left", number=9, message="Nine left", message_for=10_000)
    long = trigger(2, "players_left", number=9, message="Final table", message_for=20_000)
    urgent = trigger(3, "players_left", number=9, message="Sit down", message_for=30_000, priority="urgent")
    now = 1_000_000_000
    event = board(running(1, 600_000, now))
    seen = []
    for triggers in ([short, long], [short, urgent]):
        seen.append(tv("/blank/").evaluate(
            """async ([triggers, clock, screen]) => {
              const { Triggers } = await import("/static/tv/triggers.js");
              const { announced } = await import("/static/tv/announced.js");
              const seen = new Triggers();
              const shown = [];
              for (let at = clock.now; at < clock.now + 60_000;) {
                const left = at < clock.now + 2_000 ? 10 : 9;
                const event = { ...clock, field: { ...clock.field, left } };
                const carried = seen.at(screen, triggers, event, {}, at, at);
                const { urgent, normal, wait } = announced(screen, undefined, event, "en", at, event, carried);
                const since = (at - clock.now) / 1_000 - 2;
                if (left < 10 && shown.at(-1)?.[1] !== (urgent || normal)) shown.push([since, urgent || normal]);
                at += left === 10 ? 1_000 : Math.min(wait ?? 1_000, carried.wait ?? 1_000);
              }
              return shown;
            }""",
            [triggers, {**event["clock"], **event["structure"], "now": now}, {**screen(), "paired": True}],
        ))  # fmt: skip
    assert seen[0] == [[0, "Nine left"], [8, "Final table"], [20, ""]]
    assert seen[1] == [[0, "Sit down"], [30, "Nine left"], [40, ""]]


def test_a_display_fires_on_the_second_without_a_server_and_once_over_a_reload(
    tv: Open, feed: MockFeed
) -> None:
    now = feed.now()
    due = now + 9_000
    feed.press("t7", **board(clock(0, 18 * 60_000 - 69_000, now)))
    page = opened(
        tv, feed,
        trigger(1, "level_end", before=60_000, sound="gong", spoken="Level {level} soon ends", message="Last orders",
                message_for=4_000),
        trigger(2, "level_end", before=58_000, layout="structure", layout_for=3_000),
    )  # fmt: skip
    loaded = "performance.getEntriesByType('resource').some(({ name }) => name.includes('structure.js'))"
    until(lambda: page.evaluate(loaded))
    # Web server and worker are gone; nothing is heard of either.
    feed.stop()
    bar = page.locator("[data-layout=clock] .announcement")
    page.wait_for_timeout(max(0, due - feed.now() - 400))
    assert page.locator(".announcement", has_text="Last orders").count() == 0
    expect(bar).to_have_text("Last orders")
    assert 0 <= feed.now() - due < 1_000
    page.wait_for_function("() => spoken.length")
    tones = heard(page)
    assert abs(min(tones) - due) < 60
    # A gong has twelve tones: the built-in sound of the last minute is not heard as well.
    assert len(tones) == 12
    assert [text for text, _at in page.evaluate("spoken")] == ["Level 1 soon ends"]
    expect(page.locator("#stage > [data-layout=structure]:not(.leaving)")).to_be_visible()
    expect(page.locator("#announcement-bar")).to_have_text("Last orders")
    expect(page.locator("#stage > [data-layout=clock]:not(.leaving)")).to_be_visible()
    assert feed.now() - due >= 4_900
    feed.start()
    page.reload()
    page.mouse.click(100, 100)
    shows_triggers(page)
    page.wait_for_timeout(2_500)
    assert heard(page) == []
    assert page.evaluate("spoken") == []


def test_what_no_clock_tells_fires_once_and_is_not_heard_after_an_outage(tv: Open, feed: MockFeed) -> None:
    feed.press("t7", **board(clock(2, 60_000), field=field(11)))
    page = opened(
        tv, feed,
        trigger(1, "players_left", number=10, sound="gong", message="Ten left", message_for=60_000),
        trigger(2, "players_left", number=9, sound="gong", message="Nine left", message_for=60_000),
        trigger(3, "last_hand", layout="structure"),
        trigger(4, "players_left", number=20, message="Long ago"),
    )  # fmt: skip
    page.wait_for_timeout(2_500)
    assert heard(page) == [], "what had happened before the display was there is no news"
    feed.press("t7", **board(clock(2, 60_000), field=field(10)))
    shown = page.locator("[data-layout=clock] .announcement")
    expect(shown).to_have_text("Ten left")
    until(lambda: len(heard(page)) == 12)
    # The bust is undone, and the next one brings the number down again.
    for left in (11, 10):
        feed.press("t7", **board(clock(2, 60_000), field=field(left)))
        page.wait_for_timeout(1_200)
    assert len(heard(page)) == 12
    # Offline for longer than a sound may be late.
    feed.deaf = True
    feed.http_down = True
    feed.drop_sockets()
    page.wait_for_timeout(13_000)
    feed.boards["t7"]["clock"]["field"] = field(9)
    feed.boards["t7"]["clock"]["last_hand"] = 2
    feed.seqs["t7"] += 1
    feed.deaf = feed.http_down = False
    feed.drop_sockets()
    expect(page.locator("#stage > [data-layout=structure]:not(.leaving)")).to_be_visible(timeout=20_000)
    expect(page.locator("#announcement-bar")).to_have_text("Nine left")
    assert len(heard(page)) == 12
    feed.press("t7", **board(clock(3, 0), field=field(9)))
    expect(page.locator("#stage > [data-layout=clock]:not(.leaving)")).to_be_visible()


def test_only_the_display_that_sounds_is_heard_and_a_test_is_carried_out_at_once(
    tv: Open, feed: MockFeed
) -> None:
    feed.press("t7", **board(clock(2, 60_000)))
    tried = trigger(1, "bubble", on=False, sound="fanfare", spoken="Bubble", message="On the bubble")
    page = opened(tv, feed, tried, sound=False)
    feed.press("room", screen__5=screen(sound=False, speech=True, test={"trigger": 1, "at": feed.now()}))
    message = page.locator("[data-layout=clock] .announcement")
    expect(message).to_have_text("On the bubble")
    assert heard(page) == []
    feed.press("room", screen__5=screen(sound=True, speech=True))
    page.mouse.click(100, 100)
    page.wait_for_timeout(1_500)
    feed.press("room", screen__5=screen(sound=True, speech=True, test={"trigger": 1, "at": feed.now()}))
    until(lambda: len(heard(page)) == 20)
    until(lambda: [text for text, _at in page.evaluate("spoken")] == ["Bubble"])


def test_a_layout_with_nothing_to_show_leaves_the_display_as_it_is(tv: Open, feed: MockFeed) -> None:
    feed.press("t7", **board(clock(2, 60_000)))
    tried = trigger(1, "bubble", on=False, message="In the money", layout="waiting", layout_for=60_000)
    page = opened(tv, feed, tried, sound=False)
    feed.press("room", screen__5=screen(sound=False, layout="structure"))
    own = page.locator("#stage > [data-layout=structure]:not(.leaving)")
    expect(own).to_be_visible()
    test = {"trigger": 1, "at": feed.now()}
    feed.press("room", screen__5=screen(sound=False, layout="structure", test=test))
    expect(page.locator("#announcement-bar")).to_have_text("In the money")
    expect(own).to_be_visible()
    expect(page.locator("#stage > [data-layout=clock]:not(.leaving)")).to_have_count(0)
