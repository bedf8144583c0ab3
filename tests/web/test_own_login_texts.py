"""What “Your login” says about second factors: who is logged out, the recovery codes, and which field is wrong."""

import re

import pytest
from django.test import Client

from tests.access.second_factors import App, enrol, log_in
from tests.fixtures.room import PASSWORD
from tests.fixtures.wall import Wall
from tests.web.visitors import send, text_of
from tourney.access.roles import Actor
from tourney.models import Attempt, Authenticator, JournalEntry

OWN, APP = "/staff/own/", "/staff/own/app/"
pytestmark = pytest.mark.django_db


def browser() -> Client:
    """Return a browser that is logged in."""
    client = Client()
    assert log_in(client)["Location"] == "/staff/journal/"
    return client


def test_the_first_factor_says_that_other_browsers_are_logged_out_and_shows_its_codes_once(
    director: Actor, wall: Wall
) -> None:
    client = browser()
    before = "all other browsers with your login are logged out."
    after = "All other browsers with your login have been logged out."
    assert f"When you set up your first one, {before}" in text_of(client.get(OWN))
    page = text_of(client.get(APP))
    assert f"This browser stays logged in; {before}" in page
    app = App(page)
    page = text_of(send(client, APP, code=app.code(wall), password=PASSWORD))
    assert after in page
    codes = re.findall(r"<li><code>([a-z0-9-]+)</code>", page)
    # They are copied as they are shown, and are not shown again.
    assert (len(set(codes)), f'value="{" ".join(codes)}"' in page) == (10, True)
    shown = [text_of(client.get(path)) for path in (OWN, APP)]
    assert not [code for code in codes if any(code in one for one in shown)]
    assert not [one for one in shown if before in one]
    wall.passes(minutes=1)
    replaced = App(shown[1])
    asked = {"code": replaced.code(wall), "current_code": codes[0], "password": PASSWORD}
    page = text_of(send(client, APP, **asked))
    assert ("<li><code>" in page, after in page) == (True, False)
    assert "10 unused codes" in text_of(client.get(OWN))


def test_an_old_tab_of_a_set_up_leads_to_the_login_and_says_why(director: Actor, wall: Wall) -> None:
    client = browser()
    app = enrol(client, wall, APP, password=PASSWORD)
    wall.passes(minutes=1)
    answer = send(client, APP, code=app.code(wall), password=PASSWORD)
    assert (answer.status_code, answer["Location"]) == (302, OWN)
    assert "An authenticator app has been set up in another tab in the meantime." in text_of(client.get(OWN))
    assert Authenticator.objects.count() == 1


def test_a_refused_set_up_says_why_beside_the_field(director: Actor, wall: Wall) -> None:
    client = browser()
    client.get(APP)
    page = text_of(send(client, APP, code="000000", password=PASSWORD))
    # The box has the focus: above the QR code it would take the field out of sight.
    assert page.index('class="qr-sheet"') < page.index('class="form-errors"') < page.index('name="code"')
    box = page[page.index('class="form-errors"') : page.index('name="code"')]
    assert "This code is wrong." in box


def test_guesses_at_a_code_beside_a_wrong_password_are_told_a_few_times_and_lock_nothing(
    director: Actor, wall: Wall
) -> None:
    client = browser()
    app = enrol(client, wall, APP, password=PASSWORD)
    wall.passes(minutes=1)
    told = []
    for _guess in range(7):
        # Past the limit of wrong passwords, in between.
        Attempt.objects.filter(kind__startswith="approval").delete()
        page = text_of(send(client, OWN, what="codes", password="wrong", code="000000"))
        told.append("This code is wrong" in page)
    assert told == [True] * 5 + [False] * 2
    assert not JournalEntry.objects.filter(kind="factor.note_wrong").exists()
    Attempt.objects.filter(kind__startswith="approval").delete()
    assert send(client, OWN, what="codes", password=PASSWORD, code=app.code(wall)).status_code == 200


def test_removing_the_last_factor_says_that_the_password_alone_is_enough(director: Actor, wall: Wall) -> None:
    said = "Your password alone is now enough to log in."
    client = browser()
    app = enrol(client, wall, APP, password=PASSWORD)
    wall.passes(minutes=1)
    [factor] = Authenticator.objects.values_list("pk", flat=True)
    asked = {"what": "remove", "factor": str(factor), "password": PASSWORD}
    assert send(client, OWN, **asked, code="000000").status_code == 422
    assert said not in text_of(client.get(OWN))
    assert send(client, OWN, **asked, code=app.code(wall)).status_code == 302
    # It is said once.
    assert [text_of(client.get(OWN)).count(said) for _visit in range(2)] == [1, 0]
