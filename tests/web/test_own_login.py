"""“Your login”: second factors and sessions of one's own; what a director may do to those of others."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client

from tests.access.second_factors import CODE, App, enrol, is_in, log_in
from tests.fixtures.room import PASSWORD, press
from tests.fixtures.wall import Wall
from tests.web.visitors import client_of, send, text_of
from tourney.access.roles import FIRST_START, Actor, Role
from tourney.commands import change_person, set_login_policy
from tourney.journal.undo import undo_in_room
from tourney.models import Attempt, Authenticator, JournalEntry, LoginSession

OWN, APP, POLICY = "/staff/own/", "/staff/own/app/", "/staff/people/policy/"
FIREFOX = "Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0"
pytestmark = pytest.mark.django_db


def browser(name: str = "dora", **headers: str) -> Client:
    """Return a browser that is logged in."""
    client = Client(**headers)
    assert log_in(client, name)["Location"] == "/staff/journal/"
    return client


def number_of(actor: Actor) -> int:
    """Return the id of a login."""
    return int(actor.key.partition(":")[2])


def policy(**changed: object) -> None:
    """Set the login policy."""
    asked = {"factor_roles": [], "session_hours": 336, "idle_minutes": 0, "password_length": 8}
    press(set_login_policy, by=FIRST_START, **(asked | changed))


# --- second factors -----------------------------------------------------------------------------------
def test_a_person_sets_up_and_removes_a_factor_with_the_password(director: Actor, wall: Wall) -> None:
    client = browser()
    app = App(text_of(client.get(APP)))
    refused = send(client, APP, code=app.code(wall), password="wrong")
    assert refused.status_code == 422
    assert not Authenticator.objects.exists()
    app = enrol(client, wall, APP, password=PASSWORD)
    assert is_in(client)
    assert "10 unused codes" in text_of(client.get(OWN))
    wall.passes(minutes=1)
    assert log_in(Client())["Location"] == CODE
    factor = Authenticator.objects.get().pk
    for values in ({"what": "remove", "factor": factor}, {"what": "codes"}):
        # These are more wrong passwords than are allowed in a row.
        Attempt.objects.filter(kind__startswith="approval").delete()
        for typed, said, marked in (
            ({"password": "wrong", "code": app.code(wall)}, "This is not your password.", 1),
            ({"password": "wrong", "code": "000000"}, "This is not your password.", 2),
            ({"password": PASSWORD}, "This code is wrong", 1),
            ({"password": PASSWORD, "code": "000000"}, "This code is wrong", 1),
        ):
            wrong = send(client, OWN, **values, **typed)
            page = text_of(wrong)
            # The form is open again, and each wrong field is marked.
            shown = (page.count('class="sure" open'), page.count("aria-invalid"), said in page)
            assert (wrong.status_code, *shown) == (422, 1, marked, True)
    assert Authenticator.objects.exists()
    allowed = {"password": PASSWORD, "code": app.code(wall)}
    assert send(client, OWN, what="remove", factor=factor, **allowed).status_code == 302, (
        "no code was used up"
    )
    assert log_in(Client())["Location"] == "/staff/journal/"
    undoable = JournalEntry.objects.filter(kind__startswith="factor.").latest("seq").seq
    text = text_of(send(client, "/staff/undo/", seq=undoable))
    assert not Authenticator.objects.exists(), text


def test_a_first_factor_ends_other_sessions_and_only_those_with_it_change_factors(
    director: Actor, wall: Wall
) -> None:
    here, there, old = browser(), browser(), client_of(director)
    app = enrol(here, wall, APP, password=PASSWORD)
    assert (is_in(here), is_in(there), is_in(old)) == (True, False, False)
    LoginSession.objects.update(verified=False)
    factor = Authenticator.objects.get()
    for asked in ({"what": "remove", "factor": factor.pk}, {"what": "codes"}):
        refused = send(here, OWN, password=PASSWORD, **asked)
        assert (refused.status_code, "Log out and in again" in text_of(refused)) == (422, True)
    replaced = App(text_of(here.get(APP)))
    assert send(here, APP, code=replaced.code(wall), password=PASSWORD).status_code == 422
    assert Authenticator.objects.get() == factor
    wall.passes(minutes=1)
    again = Client()
    log_in(again)
    assert send(again, CODE, code=app.code(wall)).status_code == 302
    wall.passes(minutes=1)
    allowed = {"password": PASSWORD, "code": app.code(wall)}
    assert send(again, OWN, what="remove", factor=factor.pk, **allowed).status_code == 302


def test_replacing_the_app_needs_a_code_of_the_current_one(director: Actor, wall: Wall) -> None:
    client = browser()
    present = enrol(client, wall, APP, password=PASSWORD)
    wall.passes(minutes=1)
    new = App(text_of(client.get(APP)))
    refused = send(client, APP, code=new.code(wall), password=PASSWORD)
    assert (refused.status_code, text_of(refused).count("aria-invalid")) == (422, 1)
    code = present.code(wall)
    wrong = send(client, APP, code="000000", password=PASSWORD, current_code=code)
    assert wrong.status_code == 422
    done = send(client, APP, code=new.code(wall), password=PASSWORD, current_code=code)
    assert done.status_code == 200, "a wrong code of the new app uses up none of the present one"
    wall.passes(minutes=1)
    log_in(client := Client())
    assert send(client, CODE, code=new.code(wall)).status_code == 302


def test_logins_are_listed_for_their_owner_but_password_changes_are_not(director: Actor, wall: Wall) -> None:
    client = browser(REMOTE_ADDR="192.0.2.7")
    app = enrol(client, wall, APP, password=PASSWORD)
    wall.passes(minutes=1)
    other = Client(REMOTE_ADDR="192.0.2.8")
    log_in(other)
    assert send(other, CODE, code=app.recovery[0]).status_code == 302
    new = {"password": PASSWORD, "new": "a better one than that", "code": app.code(wall)}
    assert send(client, "/staff/own/password/", **new).status_code == 302
    text = text_of(client.get(OWN))
    assert [text.count(f"Logged in from 192.0.2.{last}") for last in (7, 8)] == [1, 1]
    assert JournalEntry.objects.filter(kind="login.note").count() == 2


def test_new_recovery_codes_replace_the_old_ones(director: Actor, wall: Wall) -> None:
    client = browser()
    app = enrol(client, wall, APP, password=PASSWORD)
    old = app.recovery[0]
    wall.passes(minutes=1)
    page = text_of(send(client, OWN, what="codes", password=PASSWORD, code=app.code(wall)))
    new = page.split("<li><code>")[1].split("<")[0]
    other = Client()
    log_in(other)
    assert send(other, CODE, code=old).status_code == 200
    assert send(other, CODE, code=new).status_code == 302


def test_nobody_removes_the_factor_of_another_or_the_last_one_that_the_role_needs(
    director: Actor, other_director: Actor, wall: Wall
) -> None:
    client = browser()
    app = enrol(client, wall, APP, password=PASSWORD)
    policy(factor_roles=["director"])
    assert is_in(client), "it has a verified factor"
    factor = Authenticator.objects.get().pk
    wall.passes(minutes=1)
    allowed = {"password": PASSWORD, "code": app.code(wall)}
    refused = send(client, OWN, what="remove", factor=factor, **allowed)
    assert (refused.status_code, Authenticator.objects.count()) == (422, 1)
    assert "Your role needs a second factor" in text_of(refused)
    policy()
    stranger = browser("dirk")
    assert send(stranger, OWN, what="remove", factor=factor, password=PASSWORD).status_code == 422
    assert Authenticator.objects.count() == 1


def test_a_director_resets_the_factor_on_the_page_of_the_login(
    director: Actor, floor: Actor, wall: Wall
) -> None:
    client = browser("flo")
    enrol(client, wall, APP, password=PASSWORD)
    page = browser()
    path = f"/staff/people/{number_of(floor)}/"
    assert "Authenticator app" in text_of(page.get(path))
    assert send(page, path, what="reset_factors").status_code == 302
    assert not is_in(client)
    assert log_in(Client(), "flo")["Location"] == "/staff/journal/"
    assert send(page, path, what="reset_factors").status_code == 422, "there is none left"


def test_a_director_cannot_reset_their_own_factor_without_using_it(director: Actor, wall: Wall) -> None:
    page = browser()
    enrol(page, wall, APP, password=PASSWORD)
    path = f"/staff/people/{number_of(director)}/"
    assert 'value="reset_factors"' not in text_of(page.get(path))
    refused = send(page, path, what="reset_factors")
    assert (refused.status_code, Authenticator.objects.count()) == (422, 1)
    assert "Remove your own second factor on the page “Your login”." in text_of(refused)
    assert is_in(page)


# --- sessions -----------------------------------------------------------------------------------------
def test_own_sessions_are_listed_and_ended_one_by_one_or_all(director: Actor, wall: Wall) -> None:
    here = browser(HTTP_USER_AGENT=FIREFOX, REMOTE_ADDR="192.168.1.7")
    wall.passes(minutes=5)
    there, third = browser(REMOTE_ADDR="192.168.1.8"), browser(REMOTE_ADDR="192.168.1.9")
    text = text_of(here.get(OWN))
    assert "Firefox · Windows" in text
    assert (
        text.count(">this browser<") == text.count(">Log out this browser<") == text.count("in use now") == 1
    )
    assert text.count("last seen") == 2
    for address in ("192.168.1.7", "192.168.1.8", "192.168.1.9"):
        assert address in text
    row = LoginSession.objects.get(address="192.168.1.8").pk
    assert send(here, OWN, what="end", session=row)["Location"] == OWN
    assert "That browser has been logged out." in text_of(here.get(OWN))
    assert (is_in(here), is_in(there), is_in(third)) == (True, False, True)
    fourth = browser(REMOTE_ADDR="192.168.1.10")
    assert send(here, OWN, what="end_others")["Location"] == OWN
    shown = text_of(here.get(OWN))
    assert (is_in(here), is_in(third), is_in(fourth)) == (True, False, False)
    assert "All other browsers with your login have been logged out." in shown
    assert "end_others" not in shown, "there are no others"
    third = browser(REMOTE_ADDR="192.168.1.9")
    assert send(here, OWN, what="end_all")["Location"] == "/login/"
    assert (is_in(here), is_in(third)) == (False, False)
    assert not Session.objects.exists()
    again = browser()
    assert "You are logged out in this browser." in text_of(again.post("/logout/", follow=True))


def test_nobody_ends_the_session_of_another_but_a_director(
    director: Actor, floor: Actor, desk: Actor
) -> None:
    flo, desi, dora = browser("flo"), browser("desi"), browser()
    row = LoginSession.objects.get(user__username="flo").pk
    send(desi, OWN, what="end", session=row)
    path = f"/staff/people/{number_of(floor)}/"
    assert send(desi, path, what="end_sessions", session=row).status_code == 403
    assert is_in(flo)
    send(dora, f"/staff/people/{number_of(desk)}/", what="end_sessions", session=row)
    assert is_in(flo), "the session is of another login"
    assert send(dora, path, what="end_sessions", session=row).status_code == 302
    assert not is_in(flo)
    entry = JournalEntry.objects.get(kind="login.end_sessions")
    assert entry.answer == {"name": "flo", "sessions": 1}


def test_the_last_use_of_a_session_is_known_to_the_minute(director: Actor, wall: Wall) -> None:
    client = browser(REMOTE_ADDR="192.168.1.7")
    began = wall.now
    wall.passes(seconds=30)
    client.get("/staff/")
    assert LoginSession.objects.get().seen_at == began
    wall.passes(minutes=10)
    client.get("/staff/", REMOTE_ADDR="192.168.1.8")
    row = LoginSession.objects.get()
    assert (row.seen_at, row.started_at, row.address) == (wall.now, began, "192.168.1.8")


def test_a_session_from_before_they_were_recorded_goes_on_and_is_listed(director: Actor) -> None:
    client = client_of(director)
    assert not LoginSession.objects.exists()
    assert "this browser" in text_of(client.get(OWN))
    assert client.get("/staff/").status_code == 200
    assert LoginSession.objects.count() == 1


# --- policy -------------------------------------------------------------------------------------------
def test_sessions_end_after_idle_time_and_after_their_length(director: Actor, wall: Wall) -> None:
    policy(session_hours=2, idle_minutes=30)
    client = browser()
    for _part in range(5):
        wall.passes(minutes=20)
        assert is_in(client), "it is in use"
    wall.passes(minutes=21)
    assert not is_in(client), "two hours are over"
    idle = browser()
    wall.passes(minutes=31)
    assert not is_in(idle)


def test_a_session_in_use_outlasts_the_shortest_idle_time(director: Actor, wall: Wall) -> None:
    policy(idle_minutes=1)
    client = browser()
    for _part in range(8):
        wall.passes(seconds=59)
        assert is_in(client)
    wall.passes(minutes=2)
    assert not is_in(client)


def test_saving_a_session_does_not_prolong_it(director: Actor, wall: Wall) -> None:
    policy(session_hours=1)
    client = browser()
    session = client.session
    session["something"] = 1
    session.save()
    wall.passes(minutes=61)
    assert not is_in(client)


def test_a_shorter_policy_holds_for_open_sessions_at_once(director: Actor, wall: Wall) -> None:
    client = browser()
    wall.passes(minutes=61)
    policy(session_hours=1)
    assert not is_in(client)


def test_tablets_of_dealers_stay_logged_in(dealer: Actor, wall: Wall) -> None:
    policy(session_hours=1, idle_minutes=5)
    client = browser("dean")
    wall.passes(minutes=60 * 24 * 13)
    assert client.get("/staff/").status_code == 200
    assert timedelta(days=14).total_seconds() == settings.SESSION_COOKIE_AGE


def test_requiring_a_factor_ends_sessions_without_one_and_refuses_to_lock_out_oneself(
    director: Actor, floor: Actor, wall: Wall
) -> None:
    client, flo = browser(), browser("flo")
    asked = {"factor_director": "on", "session_hours": 336, "idle_minutes": 0, "password_length": 8}
    asked["own_password"] = PASSWORD
    assert "Set up a second factor for your own login first." in text_of(send(client, POLICY, **asked))
    app = enrol(client, wall, APP, password=PASSWORD)
    for changed in ({}, {"factor_floor": "on"}):
        assert is_in(flo)
        wall.passes(minutes=1)
        assert send(client, POLICY, code=app.code(wall), **asked, **changed).status_code == 302
    assert (is_in(client), is_in(flo)) == (True, False)


def test_requiring_a_factor_ends_sessions_from_before_they_were_recorded(
    director: Actor, floor: Actor
) -> None:
    client_of(director), client_of(floor)
    policy(factor_roles=["floor"])
    left = [row.get_decoded()["_auth_user_id"] for row in Session.objects.all()]
    assert left == [str(number_of(director))]


def test_a_role_that_needs_a_factor_ends_the_sessions_without_one(
    director: Actor, desk: Actor, wall: Wall
) -> None:
    policy(factor_roles=["floor"])
    desi = browser("desi")
    press(change_person, by=FIRST_START, user=number_of(desk), role="floor", active=True)
    assert not is_in(desi)
    press(change_person, by=FIRST_START, user=number_of(desk), role="desk", active=True)
    demoted = JournalEntry.journal(None).latest("seq").seq
    desi = browser("desi")
    press(undo_in_room, by=FIRST_START, seq=demoted)
    assert not is_in(desi), "an undo that gives the role back counts as well"


def test_a_session_that_began_while_the_policy_changed_ends_within_a_minute(
    director: Actor, wall: Wall
) -> None:
    policy(factor_roles=["director"])
    client = client_of(director)
    assert not is_in(client)
    assert not Session.objects.filter(login__isnull=False).exists()


def test_new_passwords_are_as_long_as_the_policy_says(director: Actor, wall: Wall) -> None:
    policy(password_length=14)
    page = browser()
    assert "At least 14 characters" in text_of(page.get("/staff/people/"))
    short = send(page, "/staff/people/", username="anna", role="desk", password="thirteen sign")
    assert short.status_code == 422
    assert "at least 14 characters" in text_of(short)
    long = send(page, "/staff/people/", username="anna", role="desk", password="fourteen signs")
    assert long.status_code == 302


def test_roles_of_the_policy_are_those_of_logins(director: Actor) -> None:
    page = client_of(director)
    text = text_of(page.get(POLICY))
    assert [role for role in Role if f'name="factor_{role.value}"' in text] == [
        role for role in Role if role.for_people
    ]
