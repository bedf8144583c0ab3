"""Changing one's own password on its page: who may, what is asked, and what ends."""

import json

import pytest
from django.test import Client

from tests.access.second_factors import CODE, enrol, is_in, log_in
from tests.fixtures.room import PASSWORD, press
from tests.fixtures.wall import Wall
from tests.web.visitors import send, text_of
from tourney.access.roles import FIRST_START, Actor
from tourney.commands import set_login_policy, set_password
from tourney.commands.password_links import set_email
from tourney.journal.refused import Refused
from tourney.models import JournalEntry, LoginSession, PasswordLink, User

OWN, PAGE, APP = "/staff/own/", "/staff/own/password/", "/staff/own/app/"
NEW = "a better one than that"
pytestmark = pytest.mark.django_db


def browser(password: str = PASSWORD) -> Client:
    """Return a browser that is logged in."""
    client = Client()
    assert log_in(client, "dora", password)["Location"] == "/staff/journal/"
    return client


def test_the_own_password_is_changed_with_the_present_one_and_other_sessions_end(
    director: Actor, wall: Wall
) -> None:
    here, there = browser(), browser()
    user = int(director.key.partition(":")[2])
    PasswordLink.objects.create(user_id=user, digest="0" * 64, expires_at=wall.now)
    before = here.cookies["room_session"].value
    assert send(here, PAGE, password=PASSWORD, new=NEW)["Location"] == OWN
    assert "Your password has been changed." in text_of(here.get(OWN))
    assert (is_in(here), is_in(there)) == (True, False)
    assert here.cookies["room_session"].value != before
    assert LoginSession.objects.count() == 1, "ended sessions are listed no longer"
    assert not PasswordLink.objects.exists()
    assert log_in(Client(), "dora", PASSWORD).status_code == 200
    browser(NEW)
    entry = JournalEntry.objects.get(kind="login.change_password")
    assert (entry.actor, entry.arguments) == (director.key, {})
    written = json.dumps(list(JournalEntry.objects.values("arguments", "answer", "changes")), default=str)
    assert NEW not in written


def test_a_wrong_present_password_and_a_weak_new_one_change_nothing(director: Actor) -> None:
    client = browser()
    for password, new, said in (
        ("not it", NEW, "This is not your password."),
        (PASSWORD, "short", "The password needs at least 8 characters."),
        (PASSWORD, "password1", "This password is too common."),
        (PASSWORD, PASSWORD, "Enter a password other than the current one."),
    ):
        refused = send(client, PAGE, password=password, new=new)
        assert (refused.status_code, text_of(refused).count(said)) == (422, 1), said
    assert not JournalEntry.objects.filter(kind="login.change_password").exists()
    browser()


def test_all_faults_of_the_form_are_marked_at_once_and_no_code_is_used_up(
    director: Actor, wall: Wall
) -> None:
    client = browser()
    app = enrol(client, wall, APP, password=PASSWORD)
    wall.passes(minutes=1)
    for password, code in (("not it", "000000"), (PASSWORD, "000000")):
        page = text_of(send(client, PAGE, password=password, new="short", code=code))
        assert "at least 8 characters" in page
        assert ("This is not your password." in page) == (password != PASSWORD)
        assert "This code is wrong" in page
    code = app.code(wall)
    page = text_of(send(client, PAGE, password="not it", new="short", code=code))
    assert "This code is wrong" not in page
    assert send(client, PAGE, password=PASSWORD, new=NEW, code=code)["Location"] == OWN


def test_a_browser_that_was_logged_out_elsewhere_says_so_at_the_login(director: Actor) -> None:
    here, there = browser(), browser()
    said = "This browser was logged out"
    assert said not in text_of(Client().get("/login/"))
    send(here, PAGE, password=PASSWORD, new=NEW)
    assert said in text_of(there.get(OWN, follow=True))
    here.post("/logout/")
    assert said not in text_of(here.get(OWN, follow=True))


def test_directors_change_their_own_password_with_the_present_one_alone(director: Actor) -> None:
    client = browser()
    path = f"/staff/people/{director.key.removeprefix('user:')}/"
    page = text_of(client.get(path))
    assert (page.count('name="own_password"'), page.count(f'href="{PAGE}"')) == (2, 1), (
        "for role and access, and the e-mail address"
    )
    for asked in ({"what": "password", "password": NEW}, {"what": "link"}):
        refused = send(client, path, **asked)
        assert (refused.status_code, "Change your own password on the page" in text_of(refused)) == (
            422,
            True,
        )
    assert not PasswordLink.objects.exists()
    browser()


def test_directors_change_their_own_e_mail_address_with_the_present_password_and_code(
    director: Actor, wall: Wall
) -> None:
    client, number = browser(), int(director.key.partition(":")[2])
    path = f"/staff/people/{number}/"
    address = "dora@example.com"

    def is_kept(**asked: str) -> bool:
        status = send(client, path, what="email", email=address, **asked).status_code
        stored = User.objects.get(pk=number).email
        assert (status, stored) in {(302, address), (422, "")}
        return status == 302

    assert not is_kept()
    assert not is_kept(own_password="not it")
    assert is_kept(own_password=PASSWORD)
    User.objects.filter(pk=number).update(email="")
    app = enrol(client, wall, APP, password=PASSWORD)
    wall.passes(seconds=30)
    assert 'id="code-email"' in text_of(client.get(path))
    assert not is_kept(own_password=PASSWORD)
    assert not is_kept(own_password=PASSWORD, code="000000")
    assert is_kept(own_password=PASSWORD, code=app.code(wall))
    with pytest.raises(Refused, match="needs your password"):
        press(set_email, by=director, user=number, email="thief@example.com")
    written = json.dumps(list(JournalEntry.objects.values("arguments", "answer", "changes")), default=str)
    assert User.objects.get(pk=number).get_session_auth_hash() not in written


def test_guesses_at_the_present_password_are_limited(director: Actor, wall: Wall) -> None:
    # The time stands still: a slow machine does not wait out the pause between two guesses.
    client = browser()
    for _guess in range(6):
        refused = send(client, PAGE, password="not it", new=NEW)
    assert "Too many wrong passwords" in text_of(refused)
    assert "Too many wrong passwords" in text_of(send(client, PAGE, password=PASSWORD, new=NEW))


def test_a_login_with_a_second_factor_gives_its_code_too(director: Actor, wall: Wall) -> None:
    client = browser()
    app = enrol(client, wall, APP, password=PASSWORD)
    wall.passes(minutes=1)
    code = app.code(wall)
    refused = send(client, PAGE, password=PASSWORD, new="short", code=code)
    assert "at least 8 characters" in text_of(refused)
    for wrong in ({}, {"code": "000000"}):
        refused = send(client, PAGE, password=PASSWORD, new=NEW, **wrong)
        assert (refused.status_code, "This code is wrong" in text_of(refused)) == (422, True)
    done = send(client, PAGE, password=PASSWORD, new=NEW, code=code)
    assert done["Location"] == OWN, "no code is used up by a weak password"
    assert LoginSession.objects.get().verified
    assert log_in(Client(), "dora", NEW)["Location"] == CODE, "the factor stays"


def test_a_session_without_the_factor_of_its_login_changes_no_password(director: Actor, wall: Wall) -> None:
    client = browser()
    app = enrol(client, wall, APP, password=PASSWORD)
    LoginSession.objects.update(verified=False)
    wall.passes(minutes=1)
    refused = send(client, PAGE, password=PASSWORD, new=NEW, code=app.code(wall))
    assert (refused.status_code, "Log out and in again" in text_of(refused)) == (422, True)


def test_a_password_that_a_director_sets_lists_no_ended_sessions(director: Actor) -> None:
    browser(), browser()
    press(set_password, by=FIRST_START, user=int(director.key.partition(":")[2]), password="another fine one")
    assert not LoginSession.objects.exists()


def test_a_short_password_has_one_message_with_the_length_of_the_policy(director: Actor) -> None:
    client = browser()
    policy = {"factor_roles": [], "session_hours": 336, "idle_minutes": 0, "password_length": 14}
    press(set_login_policy, by=FIRST_START, **policy)
    for path, field in ((PAGE, "new"), ("/staff/people/", "password")):
        refused = send(client, path, username="anna", role="desk", **{"password": PASSWORD, field: "pass"})
        text = text_of(refused)
        assert (refused.status_code, text.count("needs at least 14 characters")) == (422, 1)
        assert "8 characters" not in text
        assert "too common" not in text
