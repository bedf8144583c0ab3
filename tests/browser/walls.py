"""A paired display on the real server."""

from typing import Any

from playwright.sync_api import Page

from displays.commands.displays import pair_screen
from displays.services.pairing import new_pairing
from tests.browser.rooms import Visit
from tests.fixtures.room import FIRST_START, press
from tests.fixtures.servers import Server
from tourney.access.viewers import SCREEN_COOKIE


def wall(visit: Visit, web_server: Server, event: int, layout: str = "clock", **more: Any) -> Page:
    """Open a display that is paired with an event; `before` is called with the page before it loads."""
    secret, pairing = new_pairing("127.0.0.1")
    name = f"Wall {pairing.code}"
    press(pair_screen, by=FIRST_START, code=pairing.code, name=name, tournament=event, layout=layout)
    cookie = {"name": SCREEN_COOKIE, "value": secret, "url": web_server.url}
    prepare = more.pop("before", None)

    def before(page: Page) -> None:
        page.context.add_cookies([cookie])
        if prepare is not None:
            prepare(page)

    return visit("/tv/", before=before, **more)
