"""A passkey in a real browser with a virtual authenticator: added, and used at the next login."""

from datetime import timedelta

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.contrib.sessions.models import Session
from playwright.sync_api import Page, expect

from tests.browser.rooms import Server, Visit
from tests.fixtures.room import PASSWORD
from tourney.access.roles import Actor
from tourney.models import Authenticator, LoginSession, User
from tourney.now import room_now

pytestmark = pytest.mark.browser


def log_in(page: Page) -> None:
    """Send name and password."""
    page.get_by_label("Name").fill("dora")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()


def _session_of(user: User, address: str) -> LoginSession:
    until = room_now() + timedelta(days=1)
    session = Session.objects.create(session_key=address.replace(".", ""), expire_date=until)
    times = {"started_at": room_now(), "seen_at": room_now()}
    return LoginSession.objects.create(session=session, user=user, address=address, **times)


def test_a_passkey_is_added_and_logs_in(web_server: Server, visit: Visit, director: Actor) -> None:
    # The server of the tests knows the product's hashes only, not the fast ones of this process.
    User.objects.update(password=PBKDF2PasswordHasher().encode(PASSWORD, "salt" * 6))
    page = visit("/login/")
    # Browsers allow passkeys for names, not for addresses.
    here = web_server.url.replace("127.0.0.1", "localhost")
    authenticator = page.context.new_cdp_session(page)
    authenticator.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2", "transport": "internal", "hasUserVerification": True, "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }  # fmt: skip
    made = authenticator.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    page.goto(f"{here}/login/")
    log_in(page)
    page.wait_for_url("**/staff/")
    page.goto(f"{here}/staff/own/app/")
    form = page.locator("form[data-passkey]")
    form.get_by_label("Name").fill("My laptop")
    form.get_by_label("Your password").fill(PASSWORD)
    form.get_by_role("button", name="Add a passkey").click()
    expect(page.locator(".code-list li")).to_have_count(10)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, (
        "the field for copying is out of sight"
    )
    page.get_by_role("link", name="Continue").click()
    expect(page.get_by_text("My laptop").first).to_be_visible()
    # The codes were shown in response to a form: "Back" neither shows them nor asks to send the form again.
    page.go_back()
    expect(page.get_by_role("heading", name="Set up a second factor")).to_be_visible()
    expect(page.locator(".code-list")).to_have_count(0)
    page.locator("#log-out button").click()
    page.wait_for_url(f"{here}/")
    page.goto(f"{here}/login/")
    log_in(page)
    page.get_by_role("button", name="Use a passkey").click()
    page.wait_for_url("**/staff/**")
    row = Authenticator.objects.get()
    assert (row.kind, row.counter > 0) == ("passkey", True)
    assert LoginSession.objects.filter(verified=True).count() == 1
    page.goto(f"{here}/staff/own/")
    page.locator("summary", has_text="Create new codes").click()
    again = page.locator("details[open] form")
    again.get_by_label("Your password").fill(PASSWORD)
    again.get_by_role("button", name="Create new codes").click()
    expect(page.locator(".code-list li")).to_have_count(10)
    # A passkey is used where a director is added, and not for other roles.
    used = Authenticator.objects.get().counter
    for role, uses in (("floor", 0), ("director", 1)):
        page.goto(f"{here}/staff/people/")
        page.get_by_label("Name", exact=True).fill(f"new-{role}")
        page.get_by_label("Role", exact=True).select_option(role)
        page.get_by_label("Password", exact=True).fill("a long enough secret")
        if uses:
            page.get_by_label("Your password").fill(PASSWORD)
        page.get_by_role("button", name="Add", exact=True).click()
        expect(page.locator(".notice.is-good")).to_contain_text(f"Added new-{role}")
        assert (Authenticator.objects.get().counter > used) == bool(uses)
    # The button that was pressed is sent after the passkey was used: one session ends, the other goes on.
    added = User.objects.get(username="new-director")
    kept, ended = (_session_of(added, address) for address in ("192.168.1.8", "192.168.1.9"))
    page.goto(f"{here}/staff/people/{added.pk}/")
    page.locator("[aria-labelledby=sessions-title] [name=own_password]").fill(PASSWORD)
    page.get_by_role("button", name="192.168.1.9").click()
    expect(page.get_by_role("button", name="192.168.1.9")).to_have_count(0)
    assert list(LoginSession.objects.filter(user=added)) == [kept] != [ended]
    page.locator("#log-out button").click()
    page.wait_for_url(f"{here}/")
    # The same counter again is one of a copy.
    copied = authenticator.send("WebAuthn.getCredentials", {"authenticatorId": made["authenticatorId"]})
    (credential,) = copied["credentials"]
    credential["signCount"] = 1
    known = {"authenticatorId": made["authenticatorId"]}
    authenticator.send("WebAuthn.clearCredentials", known)
    authenticator.send("WebAuthn.addCredential", {**known, "credential": credential})
    Authenticator.objects.update(counter=100)
    page.goto(f"{here}/login/")
    log_in(page)
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_text("This passkey could not be checked")).to_be_visible()
    assert Authenticator.objects.get().counter == 100
