"""A repeated command has one effect, and server-side values can't be set by arguments."""

import json
import uuid

import pytest

from tests.api.caller import Program
from tests.fixtures.journalled import all_rows
from tourney.access.viewers import digest_of_secret
from tourney.models import JournalEntry, Token


def test_the_same_key_twice_happens_once_and_answers_the_same(program: Program, event: int) -> None:
    key = uuid.uuid4()
    first = program.do(f"tournaments/{event}/field/count", command=key, entries_by=3).json()
    again = program.do(f"tournaments/{event}/field/count", command=key, entries_by=3).json()
    assert again == {**first, "repeated": True}
    assert JournalEntry.journal(event).count() == 1


def test_a_key_is_for_one_thing_only(program: Program, event: int) -> None:
    key = uuid.uuid4()
    program.do(f"tournaments/{event}/field/count", command=key, entries_by=3)
    for path, arguments in (("field/count", {"entries_by": 4}), ("clock/start", {})):
        response = program.do(f"tournaments/{event}/{path}", command=key, **arguments)
        assert (response.status_code, response.json()["code"]) == (409, "command_reused")


@pytest.mark.parametrize("key", ["", "7", "not-a-uuid", "é"])
def test_a_key_that_is_no_uuid_is_refused(program: Program, event: int, key: str) -> None:
    path = f"/api/v1/tournaments/{event}/clock/start"
    headers = {"Authorization": f"Bearer {program.secret}", "Idempotency-Key": key}
    response = program._client.post(path, headers=headers)
    assert response.status_code == 422
    assert response.json()["fields"] == {"Idempotency-Key": "must be a UUID."}


def test_a_missing_key_is_refused(program: Program, event: int) -> None:
    headers = {"Authorization": f"Bearer {program.secret}"}
    response = program._client.post(f"/api/v1/tournaments/{event}/clock/start", headers=headers)
    assert response.json()["fields"] == {"Idempotency-Key": "is missing."}


@pytest.mark.parametrize("name", ["actor", "due", "command_id", "tournament_id", "tx"])
def test_internal_parameters_are_no_arguments(program: Program, event: int, name: str) -> None:
    before = all_rows()
    response = program.do(f"tournaments/{event}/clock/start", **{name: "2020-01-01"})
    assert response.status_code == 422
    assert set(response.json()["fields"]) == {name}
    assert all_rows() == before


def test_internal_parameters_are_no_form_arguments(director: object, event: int) -> None:
    from django.test import Client

    from tourney.models import User

    client = Client(raise_request_exception=False)
    client.force_login(User.objects.get(username="dora"), backend="django.contrib.auth.backends.ModelBackend")
    for name in ("actor", "due", "command_id", "tournament_id"):
        body = {"command_id": str(uuid.uuid4()), "arguments": {name: "2020-01-01"}}
        response = client.post(
            f"/do/t/{event}/clock.start/", json.dumps(body), content_type="application/json"
        )
        assert response.status_code == 422, name
    assert not JournalEntry.journal(event).exists()


def test_new_token_is_shown_once_and_only_its_hash_is_kept(program: Program) -> None:
    key = uuid.uuid4()
    made = program.do("tokens", command=key, label="Scoreboard", role="dealer").json()
    assert len(made["secret"]) >= 43
    row = Token.objects.get(pk=made["token"])
    assert (row.label, row.digest) == ("Scoreboard", digest_of_secret(made["secret"]))
    kept = json.dumps([[line.arguments, line.answer, line.changes] for line in JournalEntry.objects.all()])
    assert made["secret"] not in kept
    assert made["secret"] not in program.get("tokens").content.decode()

    again = program.do("tokens", command=key, label="Scoreboard", role="dealer")
    assert (again.status_code, again.json()["code"]) == (409, "command_reused")
    assert "revoke" in again.json()["message"]
    assert Token.objects.filter(label="Scoreboard").count() == 1

    assert Program(made["secret"]).get("me").json()["role"] == "dealer"
    assert program.do("room/token/revoke", token=made["token"]).status_code == 200
    assert Program(made["secret"]).get("me").status_code == 401


def test_new_webhook_comes_with_its_secret_once(program: Program) -> None:
    key = uuid.uuid4()
    given = {"name": "Chat", "url": "https://chat.example/hook", "kinds": ["player.out"]}
    made = program.do("webhooks", command=key, **given).json()
    assert made["secret"].startswith("whsec_")
    kept = json.dumps([[line.arguments, line.answer, line.changes] for line in JournalEntry.objects.all()])
    assert made["secret"] not in kept
    again = program.do("webhooks", command=key, **given)
    assert (again.status_code, again.json()["code"]) == (409, "command_reused")
    (row,) = program.get("webhooks").json()
    assert (row["webhook"], row["kinds"], row["paused"]) == (made["webhook"], ["player.out"], "")
    assert made["secret"] not in json.dumps(row)
    program.do("room/webhook/test", webhook=made["webhook"])
    (sent,) = program.get("webhook-deliveries").json()
    assert (sent["kind"], sent["state"]) == ("test", "waiting")


def test_a_token_for_a_player_or_of_no_role_is_not_issued_here(program: Program) -> None:
    for role in ("player", "system", "", 7):
        response = program.do("tokens", label="x", role=role)
        assert (response.status_code, set(response.json()["fields"])) == (422, {"role"})
