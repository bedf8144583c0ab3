"""Input that the product's pages never send: refused with a 4xx, never a server error."""

import re
import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from desk.commands.desk_settings import set_desk_settings
from notifications.commands.player_links import path_of
from players.commands.players import add_player
from tests.fixtures.room import press
from tests.web.visitors import client_of, done
from tourney.access.roles import Actor
from tourney.journal.arguments import checked
from tourney.journal.commands import COMMANDS
from tourney.journal.refused import Refused
from tourney.rules.numbers import whole_number
from web.phone import find

BOUNDARY = "----x"
FORM = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--{BOUNDARY}--\r\n'
MULTIPART = f"multipart/form-data; boundary={BOUNDARY}"


def browser_of(actor: Actor) -> Client:
    """Return a logged-in browser that reports server errors as responses and needs the page's CSRF token."""
    client = client_of(actor)
    client.raise_request_exception = False
    return client


@pytest.mark.parametrize("kind", [MULTIPART, "application/x-www-form-urlencoded", "text/plain"])
@pytest.mark.parametrize(
    "address",
    ["/do/login.language/", "/do/t/{event}/clock.start/", "/staff/structures/preview/",
     "/staff/t/{event}/deal/preview/",
     "/p/{secret}/push/", "/p/{secret}/t/{event}/self_service.wait/", "/api/v1/pictures", "/api/v1/sounds",
     "/api/v1/room/player/add",
     "/api/v1/tournaments/{event}/clock/start"],
)  # fmt: skip
def test_a_form_sent_to_an_address_of_json_is_refused(
    event: int, director: Actor, address: str, kind: str
) -> None:
    path = path_of(done(add_player, name="Ann")["player"])
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    client.cookies = client_of(director).cookies
    token = "a" * 32
    client.cookies["room_csrf"] = token
    # The token is in the form: Django reads the body for it before the view does.
    body = FORM.replace('name="a"\r\n\r\n1', f'name="csrfmiddlewaretoken"\r\n\r\n{token}')
    if kind != MULTIPART:
        body = f"csrfmiddlewaretoken={token}"
    answer = client.post(
        address.format(event=event, secret=path.split("/")[2]),
        body,
        content_type=kind,
        headers={"Idempotency-Key": str(uuid.uuid4())},
    )
    assert 400 <= answer.status_code < 500, answer.content


@pytest.mark.parametrize("year", [-1, 0, 1, 9999, 10_000, 10**12])
def test_impossible_year_finds_no_player(director: Actor, year: int) -> None:
    done(add_player, name="Ann")
    assert find.find("Ann", year, "10.0.0.1") is None


def addresses(patterns: Any = None, before: str = "") -> list[str]:
    """Return all addresses that contain a number, with a number of more than 64 bits."""
    found: list[str] = []
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        if isinstance(pattern, URLResolver):
            found += addresses(pattern.url_patterns, before + str(pattern.pattern))
        elif isinstance(pattern, URLPattern):
            found.append(before + str(pattern.pattern))
    return found if patterns is not None else [one for one in found if "<" in one]


@pytest.mark.parametrize("number", [2**63, 10**30, 10**400])
def test_a_number_no_row_can_have_is_not_found(director: Actor, number: int) -> None:
    client = browser_of(director)
    for one in addresses():
        path = "/" + re.sub(r"<(?:int|id):[a-z_]+>", str(number), one)
        path = re.sub(r"<(?:str:)?ending>", "csv", path)
        path = re.sub(r"<(?:str:)?[a-z_]+>", "x", path)
        if str(number) in path:
            assert client.get(path).status_code in {404, 405}, path
            status = client.post(path, {}, content_type="application/json").status_code
            # The API first reports the missing key.
            assert status in ({404, 405, 422} if one.startswith("api/") else {404, 405}), path


def test_a_superscript_is_no_digit(event: int, director: Actor) -> None:
    assert [whole_number(text) for text in ("12", "", "²", "٣", "-1", "1 ", "1" * 19)] == [12, *[None] * 6]
    client = browser_of(director)
    for sent in ({"what": "stacks", "stack-²": "5"}, {"what": "stacks", "stack-" + "9" * 30: "5"}):
        answer = client.post(f"/staff/t/{event}/results/", {"command_id": str(uuid.uuid4()), **sent})
        assert answer.status_code == 422, sent
    thing = {"what": "set", "thing_0_name": "Cup", "thing_0_from": "²", "thing_0_to": "²"}
    answer = client.post(f"/staff/t/{event}/prizes/", {"command_id": str(uuid.uuid4()), **thing})
    assert answer.status_code == 422


@pytest.mark.parametrize("depth", [40, 400, 940, 990, 5_000])
@pytest.mark.parametrize("shape", ['{"a":%s}', "[%s]"])
def test_arguments_nested_too_deeply_are_refused(event: int, director: Actor, depth: int, shape: str) -> None:
    deep = "1"
    for _level in range(depth):
        deep = shape % deep
    client = browser_of(director)
    body = f'{{"command_id": "{uuid.uuid4()}", "arguments": {{"name": {deep}}}}}'
    answer = client.post("/do/player.add/", body, content_type="application/json")
    assert answer.status_code == 422
    answer = client.post(
        "/api/v1/room/player/add",
        f'{{"name": {deep}}}',
        content_type="application/json",
        headers={"Idempotency-Key": str(uuid.uuid4())},
    )
    assert 400 <= answer.status_code < 500
    answer = client.post("/staff/structures/preview/", f'{{"rows": {deep}}}', content_type="application/json")
    assert answer.status_code in {200, 422}


def test_arguments_that_were_never_json_are_bounded_as_well(db: None) -> None:
    deep: Any = 1
    for _level in range(5_000):
        deep = [deep]
    with pytest.raises(Refused):
        checked(COMMANDS["player.add"].arguments, {"name": deep})


@pytest.mark.parametrize("tournament", [2**63, 10**30, -1, 0])
def test_structure_preview_of_an_invalid_event_returns_404(director: Actor, tournament: int) -> None:
    client = browser_of(director)
    body = {"rows": [], "tournament": tournament}
    assert client.post("/staff/structures/preview/", body, content_type="application/json").status_code == 404


def test_the_page_of_players_is_found_with_a_year_at_the_edge(director: Actor) -> None:
    press(set_desk_settings, by=director, **{**_desk_settings(), "lookup_by_name": True})
    client = Client(raise_request_exception=False)
    for year in ("0", "10000", "-5", "²"):
        assert client.post("/p/", {"name": "Ann", "year": year}).status_code in {422, 429}


def _desk_settings() -> dict[str, Any]:
    from desk.models import DeskSettings

    row = DeskSettings.objects.get_or_create(pk=1)[0]
    return {name: getattr(row, name) for name in COMMANDS["desk_settings.set"].arguments.model_fields}
