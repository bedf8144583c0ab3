"""Pictures of the main screens for docs/screens and the README, in parts."""

import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page

from ops.paths import PROJECT
from tests.processes.rooms import Room

TARGET = PROJECT / "docs" / "screens"
TV = {"width": 1920, "height": 1080}
LAPTOP = {"width": 1440, "height": 900}
TABLET = {"width": 1024, "height": 768}
UPRIGHT = {"width": 768, "height": 1024}
PHONE = {"width": 390, "height": 844}
SETTLED = 2_500


def snap(page: Page, name: str) -> None:
    """Save a screenshot of a page."""
    page.wait_for_timeout(600)
    page.screenshot(path=TARGET / f"{name}.png")
    print(f"docs/screens/{name}.png")


def displays(room: Room, browser: Browser, password: str) -> None:
    """Show a TV from its code to its layouts and states."""
    context = browser.new_context(viewport=TV)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(f"{room.url}/tv/")
    page.wait_for_timeout(SETTLED)
    snap(page, "tv-code")
    config = json.loads(page.locator("#config").text_content() or "{}")
    screen = room.ask(do="pair", code=config["code"])["screen"]
    press = {"do": "act", "event": 1}
    room.ask(**press, kind="clock.go_to", to=6)
    room.ask(**press, kind="clock.set_remaining", ms=761_000)
    page.goto(f"{room.url}/tv/")
    page.wait_for_selector("[data-role=time]:not(:empty)")
    page.wait_for_timeout(SETTLED)
    snap(page, "tv-clock")
    room.ask(**press, kind="clock.set_remaining", ms=45_000)
    snap(page, "tv-last-minute")
    room.ask(**press, kind="clock.pause")
    snap(page, "tv-paused")
    room.ask(**press, kind="clock.resume")
    room.ask(**press, kind="clock.go_to", to=9)
    snap(page, "tv-break")
    room.ask(**press, kind="clock.go_to", to=6)
    show = {"do": "act", "event": None, "kind": "display.show", "screen": screen, "tournament": 1}
    room.ask(**show, layout="structure")
    page.wait_for_timeout(1_000)
    snap(page, "tv-structure")
    # Other lists are empty, and their display shows the clock.
    for layout in ("seats", "eliminations", "map"):
        room.ask(**show, layout=layout)
        page.wait_for_timeout(1_000)
        snap(page, f"tv-{layout}")
    room.ask(**show, layout="clock")
    context.close()


def snap_each(
    room: Room, browser: Browser, password: str, pages: list[tuple[str, str, dict[str, int]]]
) -> None:
    """Save a screenshot of each of these pages as the director sees it: name, path, size."""
    context = browser.new_context(viewport=LAPTOP)  # type: ignore[arg-type]
    log_in(room, context, password)
    for name, path, size in pages:
        page = context.new_page()
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.goto(room.url + path)
        page.wait_for_timeout(SETTLED)
        if name == "api":
            page.wait_for_selector(".opblock")
        snap(page, name)
        page.close()
    context.close()


def staff(room: Room, browser: Browser, password: str) -> None:
    """Show the staff pages, each at its usual size."""
    pages = [
        ("remote-phone", "/staff/t/1/", PHONE),
        ("remote-laptop", "/staff/t/1/", LAPTOP),
        ("staff", "/staff/", TABLET),
        ("displays", "/staff/screens/", TABLET),
        ("structure-editor", "/staff/t/1/structure/", LAPTOP),
        ("journal", "/staff/t/1/journal/", LAPTOP),
        ("rulebooks", "/staff/books/compare/?a=munot&b=pokerstars_live", LAPTOP),
        ("api", "/api/docs", LAPTOP),
    ]
    snap_each(room, browser, password, pages)


def log_in(room: Room, context: BrowserContext, password: str) -> None:
    """Log in as the director."""
    page = context.new_page()
    page.goto(f"{room.url}/login/")
    page.fill("input[name=username]", "director")
    page.fill("input[name=password]", password)
    page.press("input[name=password]", "Enter")
    page.wait_for_url("**/staff/")
    page.close()


def everybody(room: Room, browser: Browser, password: str) -> None:
    """Show the public start page on a phone and a laptop."""
    for name, size in (("lobby-phone", PHONE), ("lobby-laptop", LAPTOP)):
        context = browser.new_context(viewport=size)  # type: ignore[arg-type]
        page = context.new_page()
        page.goto(room.url)
        page.wait_for_timeout(SETTLED)
        snap(page, name)
        context.close()


def players(room: Room, browser: Browser, password: str) -> None:
    """Show a player's page, by day and by night."""
    path = room.ask(do="seat")["path"]
    for name, scheme in (("phone-seat", "light"), ("phone-seat-dark", "dark")):
        context = browser.new_context(viewport=PHONE, color_scheme=scheme)  # type: ignore[arg-type]
        page = context.new_page()
        page.goto(room.url + path)
        page.wait_for_selector("#map .is-mine")
        page.wait_for_timeout(SETTLED)
        snap(page, name)
        context.close()


def desk(room: Room, browser: Browser, password: str) -> None:
    """Show the clerk's page: a payment, and a new player being typed."""
    for name, size in (("desk-laptop", {"width": 1366, "height": 768}), ("desk-tablet", TABLET)):
        context = browser.new_context(viewport=size)  # type: ignore[arg-type]
        log_in(room, context, password)
        page = context.new_page()
        page.goto(f"{room.url}/staff/desk/2/")
        page.wait_for_selector(".desk-event[data-open=true]")
        if name == "desk-laptop":
            page.keyboard.press("Alt+D")
            page.keyboard.type("200")
            page.keyboard.press("Enter")
            # While a closed dialog is still there, Chromium gives what is typed to no field.
            page.wait_for_selector(".desk-dialog", state="detached")
        page.wait_for_function("document.activeElement?.matches('input:not([type=hidden])')")
        page.keyboard.type("anna" if name == "desk-laptop" else "joanna")
        page.wait_for_timeout(SETTLED)
        snap(page, f"{name}-find")
        page.keyboard.press("Enter")
        page.wait_for_selector("#desk-given")
        page.keyboard.press("Alt+I")
        page.keyboard.press("Alt+G")
        page.keyboard.type("200")
        snap(page, name)
        page.keyboard.press("Enter")
        page.wait_for_selector(".desk-result")
        context.close()


def played(room: Room, scene: str) -> dict[str, Any]:
    """Simulate an event in the room until the state to show; return its last line of output."""
    done = subprocess.run(
        [sys.executable, "-m", scene],
        cwd=PROJECT,
        env=room.environment,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def floor(room: Room, browser: Browser, password: str) -> None:
    """Show the floor's tablet, the map of the room, and the tablet at a table."""
    found = played(room, "tests.pictures.floor_scene")
    at, table = f"/staff/t/{found['event']}", found["table"]
    pages = [
        ("floor-tablet", f"{at}/floor/", TABLET, "light"),
        ("floor-table", f"{at}/floor/#table-{table}", TABLET, "light"),
        ("floor-tablet-dark", f"{at}/floor/", UPRIGHT, "dark"),
        ("floor-map", f"{at}/floor/", TV, "light"),
        ("dealer-tablet", f"{at}/dealer/{table}/", TABLET, "light"),
        ("dealer-tablet-dark", f"{at}/dealer/{table}/", UPRIGHT, "dark"),
    ]
    for name, path, size, scheme in pages:
        context = browser.new_context(viewport=size, color_scheme=scheme, has_touch=True)  # type: ignore[arg-type]
        log_in(room, context, password)
        page = context.new_page()
        page.goto(room.url + path)
        if name == "floor-table":
            page.locator("#panel .chair[data-kind=player]").nth(3).tap()
        page.wait_for_timeout(SETTLED)
        snap(page, name)
        context.close()


def cash_tablet(room: Room, browser: Browser, password: str) -> None:
    """Show the dealer's tablet of a cash table, and what an absent player may do."""
    table = played(room, "tests.pictures.cash_scene")["cash_table"]
    for name, size, scheme in (
        ("cash-tablet", TABLET, "light"),
        ("cash-tablet-dark", UPRIGHT, "dark"),
        ("cash-tablet-phone", PHONE, "light"),
    ):
        context = browser.new_context(viewport=size, color_scheme=scheme, has_touch=True)  # type: ignore[arg-type]
        log_in(room, context, password)
        page = context.new_page()
        page.goto(f"{room.url}/staff/cash/dealer/{table}/")
        page.wait_for_timeout(SETTLED)
        snap(page, name)
        page.locator("[data-seat='3']").tap()
        page.wait_for_timeout(SETTLED)
        snap(page, f"{name}-seat")
        context.close()


def prizes(room: Room, browser: Browser, password: str) -> None:
    """Show prizes: the setup, displays, a deal, the desk, results, a phone."""
    found = played(room, "tests.pictures.prizes_scene")
    event = found["event"]
    for upright, name in ((False, "tv"), (True, "tv-upright")):
        size = {"width": 1080, "height": 1920} if upright else TV
        context = browser.new_context(viewport=size)  # type: ignore[arg-type]
        page = context.new_page()
        page.goto(f"{room.url}/tv/")
        page.wait_for_timeout(SETTLED)
        config = json.loads(page.locator("#config").text_content() or "{}")
        screen = room.ask(do="pair", code=config["code"])["screen"]
        page.goto(f"{room.url}/tv/")
        show = {"do": "act", "event": None, "kind": "display.show", "screen": screen, "tournament": event}
        for layout in ("prizes", "payouts", "results", "bounty_leaderboard"):
            room.ask(**show, layout=layout)
            page.wait_for_timeout(SETTLED)
            snap(page, f"{name}-{layout}")
        context.close()
    at = f"/staff/t/{event}"
    pages = [
        ("prizes", f"{at}/prizes/", LAPTOP),
        ("payouts", f"{at}/payouts/", LAPTOP),
        ("deal", f"{at}/deal/", TABLET),
        ("results", f"/results/{event}/", LAPTOP),
        ("results-phone", f"/results/{event}/", PHONE),
        ("phone-prize", found["path"], PHONE),
    ]
    snap_each(room, browser, password, pages)


def procedures(room: Room, browser: Browser, password: str) -> None:
    """Show a chip race, hand-for-hand, the end of a day, penalties, the shot clock, rules, rulings and dealers."""
    found = played(room, "tests.pictures.procedures_scene")
    race, hands = found["race"], found["round"]
    racing, together = f"/staff/t/{race['event']}", f"/staff/t/{hands['event']}"
    bags, following = (f"/staff/t/{found[name]['event']}" for name in ("bags", "next_day"))
    pages = [
        ("race-floor", f"{racing}/floor/", TABLET),
        ("race-count", f"{racing}/dealer/{race['open']}/", TABLET),
        ("race-cards", f"{racing}/dealer/{race['dealt']}/", UPRIGHT),
        ("round-floor", f"{together}/floor/", TABLET),
        ("round-all-in", f"{together}/dealer/{hands['all_in']}/", TABLET),
        ("bags-floor", f"{bags}/counts/?table={found['bags']['sealing']}", LAPTOP),
        ("bags-dealer", f"{bags}/dealer/{found['bags']['counted']}/", TABLET),
        ("bags-slips", f"{bags}/counts/slips/?table={found['bags']['sealing']}", TABLET),
        ("bags-next-day", f"{following}/counts/?table={found['next_day']['table']}", LAPTOP),
        ("phone-next-day", found["next_day"]["player"], PHONE),
        ("rules", "/staff/rules/?book=tda&q=misdeal", TABLET),
        ("rulings", "/staff/rulings/", TABLET),
        ("dealers", "/staff/dealers/", LAPTOP),
        ("shot-settings", f"{together}/details/", LAPTOP),
    ]
    snap_each(room, browser, password, pages)
    context = browser.new_context(viewport=TABLET, has_touch=True)  # type: ignore[arg-type]
    log_in(room, context, password)
    page = context.new_page()
    page.goto(f"{room.url}{together}/dealer/{hands['playing']}/")
    page.locator("#shot-start").tap()
    page.locator("[data-shot=bank]").tap()
    page.wait_for_timeout(SETTLED)
    snap(page, "shot-clock")
    context.close()


def stages(room: Room, browser: Browser, password: str) -> None:
    """Show a bagged flight, and the preview of the players who come into day 2."""
    found = played(room, "tests.pictures.stages_scene")
    context = browser.new_context(viewport=LAPTOP)  # type: ignore[arg-type]
    log_in(room, context, password)
    page = context.new_page()
    page.goto(f"{room.url}/staff/t/{found['day_2']}/stages/")
    page.get_by_label("1B").uncheck()
    page.get_by_role("button", name="Preview").click()
    page.wait_for_timeout(SETTLED)
    snap(page, "stages")
    context.close()
    snap_each(room, browser, password, [("event-flights", f"/events/{found['flight']}/", PHONE)])


def season(room: Room, browser: Browser, password: str) -> None:
    """Show a season that is over: its public lists on a laptop and a phone, and the page of the staff."""
    found = played(room, "tests.pictures.season_scene")
    lists = f"/seasons/{found['season']}/"
    for name, path, size in (
        ("season-laptop", lists, LAPTOP),
        ("season-phone", lists, PHONE),
        ("season-player", f"{found['player']}results/", PHONE),
    ):
        context = browser.new_context(viewport=size)  # type: ignore[arg-type]
        page = context.new_page()
        page.goto(room.url + path)
        page.wait_for_timeout(SETTLED)
        snap(page, name)
        context.close()
    snap_each(room, browser, password, [("season-settings", f"/staff{lists}settings/", LAPTOP)])


Part = Callable[[Room, Browser, str], None]


def cash(room: Room, browser: Browser, password: str) -> None:
    """Show a busy cash room on a tablet, a laptop and a phone, and the set-up of its games."""
    played(room, "tests.pictures.cash_scene")
    live, games = "/staff/cash/", "/staff/cash/games/"
    sizes = {"cash-floor": TABLET, "cash-floor-laptop": LAPTOP, "cash-floor-phone": PHONE}
    pages = [(name, live, size) for name, size in sizes.items()] + [("cash-games", games, LAPTOP)]
    snap_each(room, browser, password, pages)


PARTS: dict[str, Part] = {
    "displays": displays,
    "staff": staff,
    "everybody": everybody,
    "players": players,
    "desk": desk,
    "floor": floor,
    "prizes": prizes,
    "procedures": procedures,
    "stages": stages,
    "season": season,
    # After the simulated events, which take the first tables of the room.
    "cash_tablet": cash_tablet,
    "cash": cash,
}
