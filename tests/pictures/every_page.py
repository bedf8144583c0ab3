"""Every page at every size, light and dark, in each language: a picture of each, and a list of faults.

The pages are all addresses of the project that answer with HTML, and every layout of a display. They show an event with
long names and blinds of a million. The pictures and `faults.txt` are in build/screens.
"""

import json
import re
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error, Page

from ops.paths import PROJECT
from tests.browser.barriers import ENHANCED, LOOKS, barriers
from tests.pictures.faults import faults_of
from tests.pictures.main_screens import LAPTOP, SETTLED, TV, log_in, played
from tests.processes.rooms import Room

PICTURES = PROJECT / "build" / "screens"
PHONE = (390, 844)
SIZES = ((1920, 1080), (3840, 2160), (1080, 1920), (1366, 768), (1024, 768), (768, 1024), PHONE)
SIZE_NAMES = {f"{wide}x{high}": (wide, high) for wide, high in SIZES}
LANGUAGES = ("en-GB", "de-DE", "fr-FR", "it-IT")
# Pictures of longer pages end there, in pixels.
HIGHEST = 6_000
# How long a page may load, and lay itself out again at another size, in ms.
LOADED, RESIZED = 1_200, 300
# States of a display's clock, each with the command that leads to it.
STATES: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("last-minute", "clock.set_remaining", {"ms": 45_000}),
    ("paused", "clock.pause", {}),
    ("resumed", "clock.resume", {}),
    ("break", "clock.go_to", {"to": 3}),
    ("level-up", "clock.go_to", {"to": 4}),
    ("registration-closed", "registration.close", {}),
    ("prizes-locked", "payout.lock", {}),
    ("hand-for-hand", "hand_for_hand.announce", {}),
)
# What takes the event back to where the states began.
AFTER_STATES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("hand_for_hand.end", {"hand": 0}),
    ("payout.unlock", {"reason": "Pictures"}),
    ("registration.open_again", {}),
    ("clock.go_to", {"to": 2}),
)
LAYOUTS = (
    "clock", "structure", "seats", "waiting", "moves", "eliminations", "free", "map", "prizes", "payouts", "results",
    "bounty_leaderboard", "chip_leaders", "season_ranking", "cash_lists", "feature",
)  # fmt: skip
# Layouts that are taken with locked prizes as well, of an event at its final table.
LOCKED = ("clock", "prizes", "payouts", "results", "bounty_leaderboard")
# Taken as a display below, or not a page.
LEFT_OUT = {"tv", "logout", "overlay", "overlay_feed"}
PARAMETER = re.compile(r"<(?:[a-z]+:)?([a-z_]+)>")


@dataclass
class Survey:
    """What has been taken so far.

    Attributes:
        only: take pages whose name contains this.
        sizes: of `SIZES`.
        faults: lines of text, appended to.
    """

    only: str
    sizes: Sequence[tuple[int, int]]
    faults: list[str]

    def picture(self, page: Page, name: str, size: tuple[int, int], scheme: str, language: str) -> None:
        """Save a picture of a page as it is, and note its faults."""
        target = PICTURES / name / f"{size[0]}x{size[1]}-{scheme}-{language[:2]}.png"
        target.parent.mkdir(parents=True, exist_ok=True)
        height = page.evaluate("document.documentElement.scrollHeight")
        clip = {"x": 0, "y": 0, "width": size[0], "height": max(size[1], min(height, HIGHEST))}
        page.screenshot(path=target, full_page=True, clip=clip)  # type: ignore[arg-type]
        for fault in faults_of(page):
            self.note(name, size, scheme, language, fault)

    def note(self, name: str, size: tuple[int, int], scheme: str, language: str, fault: str) -> None:
        """Note a fault."""
        self.faults.append(f"{name} {size[0]}x{size[1]} {scheme} {language[:2]}: {fault}")
        with (PICTURES / "faults.txt").open("a") as file:
            file.write(f"{self.faults[-1]}\n")

    def axe(self, page: Page, name: str, size: tuple[int, int], scheme: str, language: str) -> None:
        """Note what axe finds; on displays, which are seen from afar, with a contrast of 7:1."""
        display = name.startswith("tv-") and size != PHONE
        # What depends on neither colours nor sizes is examined once.
        options = LOOKS if size != SIZES[0] else None
        for rule, places in barriers(page, ENHANCED if display else options):
            self.note(name, size, scheme, language, f"axe {rule}: {places[0]}")

    def each_size(self, page: Page, name: str, language: str, schemes: Sequence[str]) -> None:
        """Take a page at every size in each of these colour schemes."""
        for scheme in schemes:
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
            for size in self.sizes:
                page.set_viewport_size({"width": size[0], "height": size[1]})
                page.wait_for_timeout(RESIZED)
                self.picture(page, name, size, scheme, language)
                if language == LANGUAGES[0]:
                    self.axe(page, name, size, scheme, language)

    def pages(self, room: Room, context: BrowserContext, scene: dict[str, Any], language: str) -> None:
        """Take every address that answers with a page."""
        values = scene["values"]
        for name, route in scene["addresses"]:
            wanted = PARAMETER.findall(route)
            known = all(values.get(one) is not None for one in wanted)
            if name in LEFT_OUT or self.only not in name:
                continue
            if not known:
                print(f"left out: {name}, {route}")
                continue
            page = context.new_page()
            try:
                answer = page.goto(room.url + "/" + PARAMETER.sub(lambda found: str(values[found[1]]), route))
            except Error:
                # A file to download.
                page.close()
                continue
            html = answer is not None and "text/html" in answer.headers.get("content-type", "")
            # A part of a page has no title.
            if answer and answer.status == 200 and html and page.title():
                page.wait_for_timeout(LOADED)
                self.each_size(page, name, language, ("light", "dark"))
            elif answer and answer.status >= 400:
                print(f"left out: {name}, {route} answers {answer.status}")
            page.close()

    def displays(self, room: Room, browser: Browser, event: int, final_table: int, language: str) -> None:
        """Take every layout of a display, the states of its clock, and an event with locked prizes.

        Args:
            event: with large figures and long names.
            final_table: an event at its final table, with locked prizes.
        """
        context = browser.new_context(viewport=TV, locale=language)  # type: ignore[arg-type]
        page = context.new_page()
        page.goto(f"{room.url}/tv/")
        page.wait_for_timeout(SETTLED)
        config = json.loads(page.locator("#config").text_content() or "{}")
        screen = room.ask(do="pair", code=config["code"])["screen"]
        do = {"do": "act", "event": None, "screen": screen}
        room.ask(
            **do,
            kind="display.settings",
            name="Wall",
            language=language[:2],
            sound=False,
            volume=0,
            speech=False,
        )
        for layout in LAYOUTS:
            room.ask(**do, kind="display.show", tournament=event, layout=layout)
            page.goto(f"{room.url}/tv/")
            page.wait_for_timeout(SETTLED)
            self.each_size(page, f"tv-{layout}", language, ("dark",))
        room.ask(**do, kind="display.show", tournament=event, layout="clock")
        for state, kind, more in STATES:
            room.ask(do="act", event=event, kind=kind, **more)
            page.wait_for_timeout(SETTLED)
            self.each_size(page, f"tv-clock-{state}", language, ("dark",))
        for kind, more in AFTER_STATES:
            room.ask(do="act", event=event, kind=kind, **more)
        for layout in LOCKED:
            room.ask(**do, kind="display.show", tournament=final_table, layout=layout)
            page.goto(f"{room.url}/tv/")
            page.wait_for_timeout(SETTLED)
            self.each_size(page, f"tv-{layout}-locked", language, ("dark",))
        context.close()


def survey(
    room: Room,
    browser: Browser,
    password: str,
    *,
    only: str = "",
    languages: Sequence[str] = LANGUAGES,
    sizes: Sequence[tuple[int, int]] = SIZES,
    faults: list[str],
) -> None:
    """Take every page at every size, light and dark, in each language.

    Args:
        only: take pages whose name contains this; "" for all.
        languages: of `LANGUAGES`.
        sizes: of `SIZES`.
        faults: receives a line for each fault.
    """
    scene = played(room, "tests.pictures.large_scene")
    displays = only in "tv-clock" or only.startswith("tv")
    final_table = played(room, "tests.pictures.prizes_scene")["event"] if displays else 0
    taken = Survey(only, sizes, faults)
    if not only:
        shutil.rmtree(PICTURES, ignore_errors=True)
    PICTURES.mkdir(parents=True, exist_ok=True)
    (PICTURES / "faults.txt").write_text("")
    for language in languages:
        context = browser.new_context(viewport=LAPTOP, locale=language)  # type: ignore[arg-type]
        log_in(room, context, password)
        taken.pages(room, context, scene, language)
        context.close()
        if displays:
            taken.displays(room, browser, scene["values"]["tournament_id"], final_table, language)
