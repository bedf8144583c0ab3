"""Tokens, logins, lockout and languages."""

import json
import uuid

from django.test import Client

from tests.api.caller import Program, program_of, token_for
from tests.fixtures.room import press
from tourney.access.roles import FIRST_START, Actor, Role
from tourney.commands import choose_language, revoke_token
from tourney.models import JournalEntry, User


def test_an_unknown_token_is_refused_and_never_taken_for_the_public(event: int) -> None:
    for path in ("tables", "me", f"tournaments/{event}/boards"):
        response = Program("never-issued").get(path)
        assert (response.status_code, response.json()["code"]) == (401, "unknown_token")
        assert response["WWW-Authenticate"] == "Bearer"


def test_a_revoked_token_is_worthless_at_once(db: None) -> None:
    number, secret = token_for(Role.FLOOR)
    program = Program(secret)
    assert program.get("tables").status_code == 200
    press(revoke_token, by=FIRST_START, token=number)
    assert program.get("tables").status_code == 401
    assert program.do("room/table/add", first=1, last=1).status_code == 401


def test_wrong_tokens_do_not_lock_out_a_valid_one_behind_the_same_address(program: Program) -> None:
    for guess in range(20):
        assert Program(f"guess {guess}").get("tables").status_code == 401
    response = Program("guess").get("tables")
    assert (response.status_code, response.json()["code"]) == (429, "locked_out")
    assert int(response["Retry-After"]) > 0
    assert program.get("tables").status_code == 200
    assert Program().get("lobby").status_code == 200


def test_the_journal_names_the_program(program: Program) -> None:
    program.do("room/player/add", name="Ada")
    line = JournalEntry.objects.latest("id")
    assert (line.actor.partition(":")[0], line.who) == ("token", "a director program")


def test_me_returns_name_role_and_permissions(db: None) -> None:
    content = program_of(Role.DESK).get("me").json()
    assert (content["name"], content["role"]) == ("a desk program", "desk")
    assert content["may"] == [
        "count_field",
        "deal",
        "edit_players",
        "pay_out",
        "read_journal",
        "register_players",
        "seat_players",
        "see_staff",
    ]


def logged_in(actor: Actor) -> Client:
    """Return a logged-in browser that has loaded a page."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(
        User.objects.get(username=actor.name), backend="django.contrib.auth.backends.ModelBackend"
    )
    client.get("/api/docs")
    return client


def add_a_player(client: Client, **headers: str) -> int:
    body = json.dumps({"name": "Ada"})
    headers = {"Idempotency-Key": str(uuid.uuid4()), **headers}
    return client.post(
        "/api/v1/room/player/add", body, content_type="application/json", headers=headers
    ).status_code


def test_a_login_reads_freely_and_writes_only_from_our_own_pages(director: Actor) -> None:
    client = logged_in(director)
    assert client.get("/api/v1/tables").status_code == 200
    assert add_a_player(client) == 403
    assert add_a_player(client, **{"X-CSRFToken": "x" * 64}) == 403
    token = client.cookies["room_csrf"].value
    foreign = {"X-CSRFToken": token, "Origin": "http://elsewhere.example"}
    assert add_a_player(client, **foreign) == 403
    assert add_a_player(client, **{"X-CSRFToken": token}) == 200
    assert JournalEntry.objects.latest("id").actor == director.key


def test_a_token_counts_before_a_login_and_needs_no_csrf(director: Actor) -> None:
    client = logged_in(director)
    _number, secret = token_for(Role.DEALER)
    dealer = {"Authorization": f"Bearer {secret}"}
    assert client.get("/api/v1/people", headers=dealer).status_code == 403
    _number, secret = token_for(Role.DESK)
    assert add_a_player(client, Authorization=f"Bearer {secret}") == 200


def test_other_authorization_schemes_are_anonymous(db: None) -> None:
    response = Client().get("/api/v1/tables", headers={"Authorization": "Basic ZG9yYTpwYXNz"})
    assert (response.status_code, response.json()["code"]) == (401, "log_in")


def test_token_has_no_own_language_and_setting_one_is_refused(program: Program) -> None:
    assert program.do("room/login/language", language="de").json()["code"] == "no_person"


def test_refusals_are_in_the_requested_language(db: None) -> None:
    response = Program(language="de-CH").get("tables")
    assert response["Content-Language"] == "de-ch"
    response = Program(language="en").get("tables")
    assert response["Content-Language"] == "en"


def test_book_texts_are_in_the_requested_language(db: None) -> None:
    _number, secret = token_for(Role.FLOOR)
    german = Program(secret, language="de").get("books/munot").json()
    english = Program(secret, language="en").get("books/munot").json()
    assert german["sections"][0]["label"] != english["sections"][0]["label"]


def test_a_login_may_choose_its_language_over_the_api(director: Actor) -> None:
    press(choose_language, by=director, language="de")
    client = logged_in(director)
    assert client.get("/api/v1/tables")["Content-Language"] == "de"
