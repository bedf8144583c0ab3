"""A browser profile or page that is used again holds nothing of the previous test."""

import pytest
from playwright.sync_api import Browser

from tests.browser.profiles import profiles_of
from tests.browser.rooms import Server

pytestmark = pytest.mark.browser

STORE = """async () => {
  localStorage.setItem("mark", "1");
  sessionStorage.setItem("mark", "1");
  document.cookie = "mark=1; path=/";
  await (await caches.open("mark")).put("/mark", new Response("1"));
  await new Promise((done) => {
    const asked = indexedDB.open("mark", 1);
    asked.onsuccess = () => { asked.result.close(); done(); };
  });
  await navigator.serviceWorker.register("/p/sw.js", { scope: "/p/" });
}"""
STORED = """async () => [
  localStorage.length, sessionStorage.length, document.cookie.includes("mark") ? 1 : 0, (await caches.keys()).length,
  (await indexedDB.databases()).length, (await navigator.serviceWorker.getRegistrations()).length,
]"""


def test_reused_browser_profile_has_empty_storage(chromium: Browser, web_server: Server) -> None:
    with profiles_of(chromium) as borrowed:
        profile = borrowed.take(locale="en-GB", timezone_id="Asia/Tokyo")
        first = profile.context
        page = profile.new_page({"width": 300, "height": 200})
        page.goto(f"{web_server.url}/")
        page.on("dialog", lambda _dialog: pytest.fail("a listener of another test"))
        page.emulate_media(color_scheme="dark")
        page.evaluate(STORE)
        assert page.evaluate(STORED) == [1, 1, 1, 1, 1, 1]
        page.route("**/*", lambda route: route.abort())
        first.set_offline(True)
    with profiles_of(chromium) as borrowed:
        profile = borrowed.take(locale="en-GB", timezone_id="Asia/Tokyo")
        assert profile.context is first
        again = profile.new_page()
        again.goto(f"{web_server.url}/")
        assert again is page
        assert again.evaluate(STORED) == [0, 0, 0, 0, 0, 0]
        assert again.evaluate("[innerWidth, matchMedia('(prefers-color-scheme: dark)').matches]") == [
            1280,
            False,
        ]
        again.once("dialog", lambda dialog: dialog.accept())
        assert again.evaluate("confirm('?')") is True


def test_a_page_with_a_script_for_each_load_is_not_used_again(chromium: Browser, web_server: Server) -> None:
    for turn in range(2):
        with profiles_of(chromium) as borrowed:
            page = borrowed.take(locale="en-GB", timezone_id="Asia/Tokyo").new_page()
            page.goto(f"{web_server.url}/")
            assert page.evaluate("window.mark") is None
            if turn == 0:
                page.add_init_script("window.mark = 1")
                page.goto(f"{web_server.url}/")
                assert page.evaluate("window.mark") == 1


def test_a_profile_with_permissions_is_not_used_again(chromium: Browser) -> None:
    taken = []
    for _turn in range(2):
        with profiles_of(chromium) as borrowed:
            taken.append(borrowed.take(permissions=["notifications"]).context)
    assert taken[0] is not taken[1]


def test_a_profile_with_simulated_time_is_not_used_again(chromium: Browser) -> None:
    taken = []
    for turn in range(2):
        with profiles_of(chromium) as borrowed:
            taken.append(borrowed.take(locale="en-GB", timezone_id="Asia/Tokyo"))
            page = taken[-1].new_page()
            if turn == 0:
                page.clock.install()
            page.goto("data:text/html,<title>empty</title>")
            assert taken[-1].has_simulated_time == (turn == 0)
    assert taken[0].context is not taken[1].context
