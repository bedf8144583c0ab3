"""Invalid requests get a clear refusal in JSON, change nothing, and never cause a 500."""

import json
from typing import Any

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from api.commands import path_of
from tests.api.caller import Program
from tests.examples import examples
from tests.fixtures.journalled import all_rows, journal_tells_the_rows
from tourney.journal.commands import COMMANDS

# Values that only one of the databases accepts: NUL bytes, numbers too large.
pytestmark = pytest.mark.postgres
REFUSAL = {"code", "message", "rule", "fields"}
SLOW = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]


def refused(response: Any, status: int, code: str) -> None:
    assert response["Content-Type"] == "application/json"
    assert set(response.json()) == REFUSAL
    assert (response.status_code, response.json()["code"]) == (status, code)
    assert response.json()["message"]


@pytest.mark.parametrize(
    "path",
    [
        "",
        "nothing",
        "tournaments/",
        "tournaments/x/clock",
        "tournaments/-1/clock",
        "tournaments/1/clock/",
        f"tournaments/{'9' * 5000}/clock",
        "structures/99999999999999999999.csv",
        "structures/7.csv",
        "books/NoSuch",
        "books/..%2f..%2fetc",
        "books/%00",
    ],
)
def test_unknown_address_is_reported(program: Program, path: str) -> None:
    refused(program.get(path), 404, "not_found")
    assert program.send(path, b"{}").status_code in {404, 405}


@pytest.mark.parametrize("number", [0, 999, 2**62, 2**63, 10**30])
def test_an_unknown_tournament_is_not_there(program: Program, number: int) -> None:
    for path in ("clock", "journal", "structure", "structure.csv", "boards"):
        refused(program.get(f"tournaments/{number}/{path}"), 404, "unknown_tournament")
    for path, arguments in (("clock/start", {}), ("undo", {"seq": 1}), ("event/close", {})):
        refused(program.do(f"tournaments/{number}/{path}", **arguments), 404, "unknown_tournament")


def test_unknown_books_and_journal_entries_return_404(program: Program, event: int) -> None:
    refused(program.get("books/no_such"), 404, "unknown_book")
    refused(program.get("books/compare", a="munot", b="no_such"), 404, "unknown_book")
    refused(program.do(f"tournaments/{event}/undo", seq=77), 404, "no_such_journal_entry")


def test_a_wrong_method_is_named(program: Program, event: int) -> None:
    response = program.send(f"tournaments/{event}/clock", b"", method="PUT")
    refused(response, 405, "wrong_method")
    assert response["Allow"] == "GET"
    refused(program.get(f"tournaments/{event}/clock/start"), 405, "wrong_method")


@pytest.mark.parametrize(
    "body",
    [b"{", b"\xff", b'{"ms": NaN}', b'{"ms": 1, "ms": 2}', b'{"ms": 1}x', b"[" * 100_000, b"9" * 5000],
)
def test_invalid_json_is_refused(program: Program, event: int, body: bytes) -> None:
    refused(program.send(f"tournaments/{event}/clock/add", body), 400, "bad_request")


@pytest.mark.parametrize("body", [b"[]", b"null", b"7", b'"ms"', b"true"])
def test_json_that_is_no_object_has_no_arguments(program: Program, event: int, body: bytes) -> None:
    refused(program.send(f"tournaments/{event}/clock/add", body), 422, "bad_argument")


def test_forms_are_not_json(program: Program, event: int) -> None:
    for kind in ("application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain", ""):
        response = program.send(f"tournaments/{event}/clock/add", b"ms=1", kind=kind)
        refused(response, 415, "wrong_content_type")


def test_an_empty_body_is_no_arguments(program: Program, event: int) -> None:
    assert program.send(f"tournaments/{event}/clock/start", b"", kind="").status_code == 200


def test_too_large_a_body_is_refused(program: Program, event: int) -> None:
    body = json.dumps({"text": "x" * (2 * 1024 * 1024 + 1)}).encode()
    refused(program.send(f"tournaments/{event}/clock/say", body), 413, "too_large")
    refused(program.send("structures/read", b"x" * (2 * 1024 * 1024 + 1)), 413, "too_large")


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"limit": 0}, "limit"),
        ({"limit": 501}, "limit"),
        ({"limit": "many"}, "limit"),
        ({"before_seq": 0}, "before_seq"),
        ({"before_seq": 2**70}, "before_seq"),
        ({"since": -1}, "since"),
        ({"until": 10**15}, "until"),
        ({"kind": "x" * 121}, "kind"),
        ({"who": "a\x00b"}, "who"),
    ],
)
def test_a_wrong_filter_is_named(program: Program, event: int, query: dict[str, Any], field: str) -> None:
    response = program.get(f"tournaments/{event}/journal", **query)
    assert (response.status_code, response.json()["code"]) == (422, "bad_argument")
    assert field in response.json()["message"]


def test_internal_error_is_json_too(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    from api.routers import core

    def broken(topic: str) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr(core, "names_in", broken)
    response = program.get("screens")
    assert response.status_code == 500
    assert response["Content-Type"] == "application/json"
    assert set(response.json()) >= REFUSAL
    assert "a bug" not in response.content.decode()


def test_a_foreign_host_is_refused_in_json(db: None) -> None:
    response = Client(raise_request_exception=False).get("/api/v1/time", headers={"host": "evil.example"})
    assert response.status_code == 400
    assert response["Content-Type"] == "application/json"


def test_the_short_ways_to_the_documentation_lead_there(db: None) -> None:
    for path in ("/api/", "/api/docs/"):
        response = Client().get(path)
        assert (response.status_code, response["Location"]) == (302, "/api/docs")


plain = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
names = st.sampled_from(
    ["ms", "seq", "levels", "name", "text", "screen", "user", "to", "key", "role", "code"]
)
anything = st.recursive(
    plain, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names | st.text(max_size=4), inner)
)
COMMANDS = sorted(path_of(made)[1:] for made in COMMANDS.values() if made.public)


@settings(max_examples=examples(60), deadline=None, suppress_health_check=SLOW)
@given(path=st.sampled_from([*COMMANDS, "tokens", "structures/read"]), body=st.dictionaries(names, anything))
def test_no_body_causes_a_server_error(program: Program, event: int, path: str, body: dict[str, Any]) -> None:
    response = program.do(path.replace("{int:tournament}", str(event)), **body)
    assert response.status_code in {200, 400, 403, 404, 409, 422}, response.content


@settings(max_examples=examples(40), deadline=None, suppress_health_check=SLOW)
@given(
    path=st.sampled_from([*COMMANDS, "tokens", "structures/read", "pictures", "sounds"]),
    body=st.binary(max_size=60),
    kind=st.sampled_from(["application/json", "text/csv", "image/png", "multipart/form-data", "a/b; c", ""]),
)
def test_no_bytes_cause_a_server_error(
    program: Program, event: int, path: str, body: bytes, kind: str
) -> None:
    response = program.send(path.replace("{int:tournament}", str(event)), body, kind=kind)
    assert response.status_code in {200, 400, 403, 404, 409, 413, 415, 422}, response.content


@settings(max_examples=examples(40), deadline=None, suppress_health_check=SLOW)
@given(path=st.text(max_size=30), query=st.dictionaries(st.sampled_from(["q", "kind", "limit", "a"]), plain))
def test_no_address_causes_a_server_error(program: Program, path: str, query: dict[str, Any]) -> None:
    from urllib.parse import quote

    for place in (quote(path.encode("utf-8", "replace")), "players", "room/journal", "books/compare"):
        given_query = {name: str(value).encode("utf-8", "replace") for name, value in query.items()}
        assert program.get(place, **given_query).status_code in {200, 302, 404, 422}


def test_refused_request_changes_nothing(program: Program, event: int) -> None:
    before = all_rows()
    program.do(f"tournaments/{event}/clock/structure", levels=[{"kind": "level", "duration": 1}])
    program.do(
        "room/structure/save", name="Ten thousand", levels=[{"kind": "break", "duration": 1000}] * 10_000
    )
    program.do("room/book/save", key="munot", text="key = ")
    assert all_rows() == before
    journal_tells_the_rows()
