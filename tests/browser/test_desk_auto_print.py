"""Automatic print after a sale: a setting of the browser, applied once per sale."""

import pytest
from playwright.sync_api import Route, expect

from tests.browser.desks import Keyboard, add, clerk, opened, selling
from tests.browser.rooms import Visit
from tests.waiting import until
from tourney.access.roles import Actor

__all__ = ["clerk", "selling"]
pytestmark = [pytest.mark.browser, pytest.mark.processes]

# The sheet's content at each print request; it survives a reload.
COUNTED = """window.print = () => localStorage.setItem("sheets", JSON.stringify(
  [...JSON.parse(localStorage.getItem("sheets") ?? "[]"), document.querySelector(".desk-sheet").textContent]));
0"""
SHEETS = 'JSON.parse(localStorage.getItem("sheets") ?? "[]")'


@pytest.mark.soak
def test_a_sale_is_printed_once_where_the_browser_is_set_to(visit: Visit, clerk: Actor, selling: int) -> None:
    for name in ("Anna Berger", "Bert Conrad", "Cleo Damm"):
        add(name)
    page = opened(visit, selling, clerk)
    page.add_init_script(COUNTED)
    page.evaluate(COUNTED)
    hands = Keyboard(page)
    newest = page.locator(".is-newest")
    box = page.get_by_label("Print after each sale")
    expect(box).not_to_be_checked()
    hands.name("anna")
    hands.key("Enter", "Enter")
    expect(newest).to_contain_text("Anna Berger")
    box.check()
    hands.name("bert")
    hands.key("Enter", "Enter")
    expect(newest).to_contain_text("Bert Conrad")
    until(lambda: page.wait_for_timeout(20) or bool(page.evaluate(SHEETS)))
    # The first sale was made while it was off; the next name is typed without an extra key press.
    sheets = page.evaluate(SHEETS)
    assert len(sheets) == 1
    assert "Bert Conrad" in sheets[0]

    # The next sale is made but its response is lost: it arrives after a reload and prints then.
    lost: list[Route] = []
    page.route("**/desk.register/", lambda route: route.continue_() if lost else lost.append(route))
    hands.name("cleo")
    hands.key("Enter", "Enter")
    until(lambda: page.wait_for_timeout(20) or bool(lost))
    waiting = page.evaluate("localStorage.getItem('commands')")
    lost[0].fetch()
    # The route stays: without it the lost request would pass, and print while the page unloads.
    page.reload()
    expect(newest).to_contain_text("Cleo Damm")
    until(lambda: page.wait_for_timeout(20) or len(page.evaluate(SHEETS)) > 1)
    # Another tab had the same command in its queue, so it gets a second response.
    page.evaluate("kept => localStorage.setItem('commands', kept)", waiting)
    with page.expect_response("**/desk.register/"):
        page.reload()
    expect(newest).to_contain_text("Cleo Damm")
    expect(page.get_by_label("Print after each sale")).to_be_checked()
    hands.name("anna")
    sheets = page.evaluate(SHEETS)
    assert len(sheets) == 2
    assert "Cleo Damm" in sheets[1]
