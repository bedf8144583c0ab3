"""The documentation page in a real browser, under the product's content security policy."""

import pytest
from playwright.sync_api import Page

from tests.browser.rooms import Visit
from tests.fixtures.servers import Server

pytestmark = [pytest.mark.browser, pytest.mark.processes]


@pytest.mark.soak
def test_documentation_works_under_strict_csp_without_third_parties(visit: Visit, web_server: Server) -> None:
    home = web_server.url
    complaints: list[str] = []
    asked: list[str] = []
    policies: list[str] = []

    def listen(page: Page) -> None:
        page.on("console", lambda message: complaints.append(message.text) if message.type != "log" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("requestfailed", lambda request: complaints.append(request.url))
        page.on("request", lambda request: asked.append(request.url))
        page.on("response", lambda answer: complaints.append(answer.url) if answer.status >= 400 else None)
        page.add_init_script(
            "document.addEventListener('securitypolicyviolation',"
            " (event) => console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`));"
        )
        page.on(
            "response",
            lambda answer: policies.append(answer.headers.get("content-security-policy", "")),
        )

    page = visit("/api/docs", before=listen)
    policy = policies[0]
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    page.wait_for_selector(".opblock")
    assert page.locator(".opblock").count() > 70

    operation = page.locator("#operations-Clock-read_clock")
    operation.locator(".opblock-summary").click()
    operation.locator("input[placeholder=tournament]").wait_for()
    assert [url for url in asked if not url.startswith((home, "data:"))] == []
    assert complaints == []

    # “Try it out”: the request reaches the server, and its refusal is shown.
    operation.locator("input[placeholder=tournament]").fill("7")
    operation.locator("button.execute").click()
    operation.get_by_text("unknown_tournament").first.wait_for()

    # Each press is a separate command.
    keys: list[str] = []
    page.on(
        "request",
        lambda request: keys.append(request.headers["idempotency-key"]) if request.method == "POST" else None,
    )
    pause = page.locator("#operations-Clock-clock_pause")
    pause.locator(".opblock-summary").click()
    pause.locator("input[placeholder=tournament]").fill("7")
    for _press in range(2):
        with page.expect_response(lambda answer: answer.request.method == "POST") as refused:
            pause.locator("button.execute").click()
        assert refused.value.status == 401
    assert len(set(keys)) == 2
