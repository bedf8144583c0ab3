"""The feature table on a display, and an overlay over a stream."""

import re
from datetime import timedelta
from io import BytesIO
from typing import Any

import pytest
from django.db.models import F
from PIL import Image
from playwright.sync_api import expect

from clock.commands.clock import start
from displays.commands.feature_table import choose_feature_table
from displays.commands.overlays import add_overlay
from displays.models import OverlayState
from displays.periodic import record_overlays
from players.models import Player
from seating.commands import count_stack, put_button
from tests.browser.barriers import ENHANCED, barriers
from tests.browser.browsers import Open, settle, show_still
from tests.browser.mock_feed import MockFeed
from tests.browser.prize_scenes import prizes
from tests.browser.rooms import Visit
from tests.browser.scenes import MINUTE, Board, board, clock, screen
from tests.browser.test_tv_announcements import announcement
from tests.fixtures.room import MakesEvents, press
from tests.seating.seating_scenes import seated
from tourney.access.roles import Actor
from tourney.access.viewers import digest_of_secret

pytestmark = pytest.mark.browser
SIZES = [(1280, 720), (1920, 1080), (3840, 2160), (2560, 1080), (1080, 1920)]
LONG = "Maximiliane-Alexandra von Hohenstein-Ruh"
NAMES = [
    LONG,
    "Zoë Z.",
    "Anna B.",
    "Bartholomäus Kirchgässner",
    "Ö.",
    "Jean-Luc P.",
    "Mia K.",
    "Reto F.",
    "Beat S.",
    "Noor A.",
]
# Boxes of seats and the clock that overlap or leave the screen, and texts that are cut.
FAULTS = """() => {
  const boxes = [...document.querySelectorAll(".feature-seat, .feature-clock, .feature-side")];
  const faults = [];
  for (const [i, one] of boxes.entries()) {
    const a = one.getBoundingClientRect();
    if (a.left < -5 || a.top < -5 || a.right > innerWidth + 5 || a.bottom > innerHeight + 5) {
      faults.push(`${one.className} leaves the screen`);
    }
    for (const other of boxes.slice(i + 1)) {
      const b = other.getBoundingClientRect();
      const [wide, high] = [Math.min(a.right, b.right) - Math.max(a.left, b.left),
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)];
      if (wide > 1 && high > 1) faults.push(`${one.className} ${one.dataset.seat} overlaps ${other.className}`);
    }
  }
  for (const part of document.querySelectorAll(".feature-stack")) {
    const [line, type] = [part.parentElement.clientHeight, parseFloat(getComputedStyle(part).fontSize)];
    if (line < type * 0.8) faults.push(`${part.textContent} of ${type} px is cut to ${line}`);
  }
  for (const part of document.querySelectorAll(".feature :is(span, b, p, dd, dt, h1, h2)")) {
    const high = part.matches(".feature-name") ? part.scrollHeight - part.clientHeight : 0;
    if (part.clientWidth && (part.scrollWidth > part.clientWidth + 2 || high > part.clientHeight * 0.15)) {
      faults.push(`${part.className} is cut: ${part.textContent} ${high}`);
    }
  }
  // Names share one size; only very long ones, on two lines, are smaller.
  const names = [...document.querySelectorAll(".feature-name")];
  const sizes = new Set(names.filter((one) => one.dataset.long === undefined)
    .map((one) => parseFloat(getComputedStyle(one).fontSize).toFixed(1)));
  if (sizes.size > 1) faults.push(`names of ${[...sizes]} px`);
  const side = document.querySelector(".feature-side");
  if (side.scrollHeight > side.clientHeight + 4) faults.push(`the side is cut: ${side.scrollHeight}`);
  return faults;
}"""
# Places that overlap or lie outside, for tables of 2 to 12 seats, and seats that are not in clockwise order.
PLACES = """async () => {
  const { seatPlaces, plateOf } = await import("/static/tv/layouts/feature.js");
  const faults = [];
  for (const high of [false, true]) for (let seats = 2; seats <= 12; seats += 1) {
    const { width, height } = plateOf(seats, high);
    const places = seatPlaces(seats, high);
    const inside = ({ x, y }) => Math.min(x, 1 - x) >= width / 2 - 1e-9 && Math.min(y, 1 - y) >= height / 2 - 1e-9;
    const apart = (a, b) => Math.abs(a.x - b.x) >= width - 1e-9 || Math.abs(a.y - b.y) >= height - 1e-9;
    const turn = places.map(({ x, y }) => (Math.atan2(x - 0.5, y - 0.5) * -180 / Math.PI + 360) % 360);
    if (places.length !== seats || !places.every(inside)) faults.push(`${seats} ${high}: outside`);
    const free = places.every((a, i) => places.slice(i + 1).every((b) => apart(a, b)));
    if (!free) faults.push(`${seats} ${high}: overlap`);
    if (turn.some((angle, i) => i && angle <= turn[i - 1])) faults.push(`${seats} ${high}: not clockwise`);
  }
  return faults;
}"""


def feature(seats: int = 9, now: int = 0, **more: Any) -> Board:
    """Return the board of a full feature table; the counts are twelve minutes old."""
    players = [
        {"seat": seat, "name": NAMES[(seat - 1) % len(NAMES)], "stack": None if seat == 4 else 123_450_000 // seat,
         "counted_at": None if seat == 4 else now - 12 * MINUTE - 1_000, "all_in": seat == 2}
        for seat in range(1, seats + 1)
    ]  # fmt: skip
    return {
        "number": 12, "chosen": 12, "final": False, "seats": seats, "button": 3, "all_in": True, "players": players,
        "out": [{"name": LONG, "seat": 1, "at": now}], **more,
    }  # fmt: skip


@pytest.fixture
def room(feed: MockFeed) -> MockFeed:
    """Return a screen that shows the feature table of tournament 7."""
    feed.press("room", screen__5=screen(layout="feature"))
    feed.press("t7", **board(clock(2, 1_000)))
    return feed


def test_feature_table_shows_seats_stacks_and_payouts_at_every_size(tv: Open, room: MockFeed) -> None:
    page = tv()
    # Without a feature table the clock is shown.
    expect(page.locator("#stage > .clock")).to_be_visible()
    now = room.now()
    ladder = [
        {"from": n, "to": n, "cash": 100_000_000 // n, "things": [], "worth": 0, "deal": False}
        for n in range(1, 10)
    ]
    room.press(
        "t7", **board(clock(2, 1_000, now)), feature_table=feature(now=now), prizes=prizes(ladder, left=9)
    )
    seats = page.locator(".feature-seat")
    expect(seats).to_have_count(9)
    expect(seats.nth(0)).to_contain_text(LONG)
    expect(seats.nth(0)).to_contain_text("123,450,000")
    expect(seats.nth(3).locator(".feature-stack")).to_have_text("–")
    expect(seats.nth(2).locator(".feature-button")).to_have_text("D")
    expect(seats.nth(1)).to_contain_text("All-in")
    expect(page.get_by_text("Counted 12 min ago")).to_be_visible()
    expect(page.locator(".feature-prizes li").first).to_contain_text("€1,000,000")
    faults: dict[str, Any] = {"places": page.evaluate(PLACES)}
    for size in SIZES:
        show_still(page, size)
        for count in (9, 10, 6, 2):
            room.press("t7", feature_table=feature(count, now=room.now()), prizes=prizes(ladder, left=count))
            expect(seats).to_have_count(count)
            settle(page, room)
            faults[f"{size} {count}"] = page.evaluate(FAULTS)
        # Without payouts the table has more room.
        room.press("t7", feature_table=feature(9, now=room.now()), prizes=prizes([], state="none"))
        expect(page.locator(".feature[data-bare]")).to_be_visible()
        settle(page, room)
        faults[f"{size} without payouts"] = page.evaluate(FAULTS)
    # A message above an upright table leaves less room for the plates.
    message = announcement(1, "Final table", room.now() - 1_000)
    room.press("room", announcements={"announcements": [message]})
    expect(page.locator("#announcement-bar")).to_be_visible()
    show_still(page, (1080, 1920))
    for count in (9, 12):
        room.press("t7", feature_table=feature(count, now=room.now()), prizes=prizes(ladder, left=9))
        expect(seats).to_have_count(count)
        settle(page, room)
        faults[f"message {count}"] = page.evaluate(FAULTS)
    room.press("room", announcements={"announcements": []})
    faults["axe"] = barriers(page, ENHANCED)
    assert not any(faults.values()), str({k: v for k, v in faults.items() if v})
    # In a break, the blinds are those of the next level, and said to be.
    room.press("t7", **board(clock(4, 1_000, room.now())))
    expect(page.locator(".feature-upcoming")).to_have_text("Next level")
    expect(page.locator(".feature-blinds")).to_have_text("200 / 400")
    # The last minute of a level stands out.
    room.press("t7", **board(clock(0, 17 * MINUTE + 20_000, room.now())))
    expect(page.locator(".feature")).to_have_attribute("data-state", "last_minute")
    # The clock of an event with a winner has nothing to say.
    room.press("t7", **board(clock(0, 1_000), winner="Kira Zeller"))
    expect(page.locator(".feature-row")).to_have_text("Event over")
    expect(page.locator(".feature-time")).to_have_text("")
    room.press("t7", feature_table=feature(0, number=None, chosen=None, all_in=False, out=[]))
    expect(page.locator("#stage > .clock")).to_be_visible()


def recorded(minutes: int) -> None:
    """Record the event, as if it had been so many minutes ago."""
    OverlayState.objects.update(at=F("at") - timedelta(minutes=2))
    record_overlays()
    OverlayState.objects.filter(pk=OverlayState.objects.latest("pk").pk).update(
        at=F("at") - timedelta(minutes=minutes)
    )


def test_overlay_is_transparent_and_follows_after_its_delay(
    visit: Visit, make_event: MakesEvents, director: Actor
) -> None:
    event = make_event(name="Main Event")
    places = seated(event, {5: (1, 2, 3, 4, 5, 6), 7: (1,)})
    Player.objects.filter(entries__in=[places[5, 1]]).update(name=LONG)
    press(choose_feature_table, event, by=director, number=5)
    press(put_button, event, by=director, number=5, button=3)
    press(count_stack, event, by=director, entry=places[5, 2], chips=12_500)
    press(start, event, by=director)
    secret = "an-address-of-an-overlay-in-a-browser-0"
    press(add_overlay, by=director, name="Stream", tournament=event, digest=digest_of_secret(secret), delay=1)
    page = visit(f"/overlay/{secret}/?show=table,clock,chips", size={"width": 1920, "height": 1080})
    expect(page.get_by_text("Delayed picture starting")).to_be_visible()
    assert page.context.cookies() == []
    recorded(minutes=1)
    seat = page.locator(".table li")
    expect(seat).to_have_count(6)
    expect(seat.nth(1)).to_contain_text("12,500")
    expect(seat.nth(2).locator(".button")).to_be_visible()
    # What is not a minute old stays where it is.
    press(count_stack, event, by=director, entry=places[5, 2], chips=31_000)
    recorded(minutes=0)
    for _read in range(2):
        with page.expect_response("**/overlay/*.json"):
            pass
    expect(seat.nth(1)).to_contain_text("12,500")
    recorded(minutes=1)
    expect(seat.nth(1)).to_contain_text("31,000")
    expect(page.locator(".clock .time")).to_have_text(re.compile(r"\d+:\d\d"))
    shot = page.screenshot(omit_background=True)
    assert Image.open(BytesIO(shot)).convert("RGBA").getpixel((1900, 20))[3] == 0
    for size in ((1920, 1080), (1280, 720), (1080, 1920)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
    cut = "(part) => part.scrollWidth > document.documentElement.clientWidth"
    assert not page.locator(".overlay").evaluate(cut)
