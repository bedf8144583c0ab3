"""The link to a player's page: derived, revocable, impossible to guess, and valid for that player only."""

import json
import re
import uuid
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client, RequestFactory

from notifications.commands.player_links import link_of, links_of, renew_link, typed_address
from notifications.models import Subscription
from tests.fixtures.room import press
from tests.phone.people import a_player, a_seat, a_table, an_entry, path_of, secret_in
from tourney.access.roles import Actor
from tourney.access.viewers import digest_of_secret
from tourney.edge.logs import without_secrets
from tourney.models import Attempt, JournalEntry, Token
from tourney.services.addresses import room_address
from web.phone.page import SERVE

pytestmark = pytest.mark.django_db


def page_text(answer: Any) -> str:
    return str(answer.content.decode())


def test_a_link_is_printed_again_without_its_secret_being_stored(desk: Actor) -> None:
    player = a_player()
    first = link_of(player.pk, by=desk)
    assert link_of(player.pk) == first
    secret = secret_in(first)
    assert re.fullmatch(r"[0-9a-hjkmnp-tv-z]{24}", secret)
    token = Token.objects.get(player=player)
    assert secret not in json.dumps(
        [token.digest, *JournalEntry.objects.values_list("arguments", "answer", "changes")], default=str
    )
    line = JournalEntry.journal(None).get(kind="token.for_players")
    assert (line.actor, line.answer) == (desk.key, {"given": 1})


def test_a_link_typed_by_hand_opens_the_page_as_printed(client: Client) -> None:
    path = path_of(a_player())
    secret = secret_in(path)
    grouped = typed_address(f"http://room.example{path}").removeprefix("room.example/p/")
    assert re.fullmatch(r"(\w{4}-){5}\w{4}", grouped)
    mistaken = grouped.upper().replace("0", "O").replace("1", "l").replace("-", " ")
    for typed in (grouped, secret.upper(), mistaken):
        answer = client.get(f"/p/{quote(typed)}/")
        assert (answer.status_code, answer["Location"]) == (302, path)
    assert client.get(path).status_code == 200
    for typed in (quote(mistaken), mistaken, mistaken.replace(" ", "."), mistaken.replace(" ", "\u00a0")):
        assert without_secrets(f'"GET /p/{typed}/ HTTP/1.1"') == '"GET /p/…/ HTTP/1.1"'


def test_a_link_of_an_earlier_version_opens_as_it_was_printed(client: Client) -> None:
    player = a_player()
    path_of(player)
    old = "Ab-_Cd" * 4
    Token.objects.filter(player=player).update(digest=digest_of_secret(old))
    assert client.get(f"/p/{old}/").status_code == 200
    assert client.get(f"/p/{old.lower()}/").status_code == 404


def test_a_link_leads_to_the_room_s_public_address_wherever_it_is_printed(
    desk: Actor, rf: RequestFactory, settings: Any
) -> None:
    player, printing = a_player(), rf.get("/staff/", headers={"host": "127.0.0.1:8000"})
    path = path_of(player)
    settings.PUBLIC_URL = "https://poker.example/"
    assert link_of(player.pk, by=desk) == f"https://poker.example{path}"
    assert link_of(player.pk, by=desk, request=printing) == f"https://poker.example{path}"
    assert room_address(printing) == "https://poker.example"
    settings.PUBLIC_URL = ""
    assert "poker.example" not in link_of(player.pk, by=desk, request=printing)


def test_a_server_that_listens_to_itself_names_no_address_of_the_network(
    rf: RequestFactory, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tourney.services.addresses.lan_addresses", lambda: ["192.168.1.20"])
    settings.ALLOWED_HOSTS = ["*"]
    request = rf.get("/", headers={"host": "127.0.0.1:8000"})
    assert room_address(request) == "http://192.168.1.20:8000"
    monkeypatch.setenv("BIND", "127.0.0.1")
    assert room_address(request) == ""


def test_links_for_a_whole_field_are_issued_by_one_journal_entry(db: None) -> None:
    players = [a_player(f"Player {number}") for number in range(30)]
    links = links_of([player.pk for player in players])
    assert len(set(links.values())) == 30
    assert JournalEntry.journal(None).filter(kind="token.for_players").count() == 1
    assert links_of([player.pk for player in players]) == links


def test_another_key_of_the_server_gives_a_new_link_and_leaves_the_old_one_good(
    client: Client, settings: Any
) -> None:
    player = a_player()
    old = path_of(player)
    settings.SECRET_KEY = "another"
    new = path_of(player)
    assert new != old
    assert (client.get(old).status_code, client.get(new).status_code) == (200, 200)


def test_a_lost_card_is_made_worthless_and_replaced(client: Client, desk: Actor) -> None:
    player = a_player()
    old = path_of(player)
    press(renew_link, by=desk, player=player.pk)
    new = path_of(player)
    assert new != old
    assert client.get(new).status_code == 200
    answer = client.get(old)
    assert answer.status_code == 404
    assert "Anna Berg" not in page_text(answer)


def test_hundreds_of_guesses_are_locked_out_but_no_other_player(client: Client, event: int) -> None:
    player = a_player()
    path = path_of(player)
    statuses = [client.get(f"/p/{uuid.uuid4().hex[:24]}/").status_code for _ in range(400)]
    assert statuses[:20] == [404] * 20
    assert set(statuses[20:]) == {429}
    # No attempts of a locked-out address are recorded, so guessing does not fill the database.
    assert Attempt.objects.count() == 20
    assert client.get(path).status_code == 200
    answer = client.get(f"/live/t{event}/", headers={"Authorization": f"Bearer {secret_in(path)}"})
    assert answer.status_code == 200


@pytest.mark.parametrize("wrong", ["x", "%00" * 24, "a" * 24, "ä" * 24, "../" * 8, "A" * 5_000])
def test_invalid_secret_is_refused(client: Client, wrong: str) -> None:
    assert client.get(f"/p/{wrong}/").status_code in {404, 400}


def test_a_display_or_a_program_is_no_player(client: Client, director: Actor) -> None:
    from tests.access.test_entrances import a_token

    for role in ("display", "director", "desk"):
        _number, secret = a_token(director, role)
        assert client.get(f"/p/{secret}/").status_code in {404, 429}


def test_player_link_gives_no_access_to_another_player(client: Client, event: int) -> None:
    """With Anna's link, no address, topic or API response names Bruno, his seat or his link."""
    anna, bruno = a_player("Anna Berg"), a_player("Bruno Zumthor", nickname="Brunello")
    tournament_table = a_table(event, 77)
    a_seat(an_entry(event, bruno), tournament_table, 3)
    theirs, mine = path_of(bruno), path_of(anna)
    Subscription.objects.create(
        token=Token.objects.get(player=bruno), endpoint="https://push.example/b", p256dh="k", auth="a", language="en",
        created_at=tournament_table.assigned_at,
    )  # fmt: skip
    bearer = {"Authorization": f"Bearer {secret_in(mine)}"}
    answers = [client.get(mine), client.get(f"{mine}app.webmanifest")]
    answers += [client.get(f"/live/{topic}/", headers=bearer) for topic in ("room", f"t{event}")]
    answers += [
        client.post(
            f"{mine}t/{event}/{kind}/", {"command_id": str(uuid.uuid4())}, content_type="application/json"
        )
        for kind in (*SERVE, "player.change", "desk.register", "undo")
    ]
    answers.append(
        client.delete(f"{mine}push/", {"endpoint": "https://push.example/b"}, content_type="application/json")
    )
    answers += [
        client.get(path, headers=bearer)
        for path in (
            "/api/v1/players",
            "/api/v1/tokens",
            f"/api/v1/events/{event}/lines",
            "/staff/room/players/",
        )
    ]
    for answer in answers:
        text = page_text(answer)
        assert not {word for word in ("Bruno", "Brunello", secret_in(theirs)) if word in text}
        assert not re.search(r'"table": ?77', text)
    assert Subscription.objects.filter(token__player=bruno).exists()


def test_players_cannot_run_commands_of_staff(client: Client, event: int) -> None:
    path = path_of(a_player())
    before = JournalEntry.objects.count()
    for kind in ("clock.pause", "desk.refund", "entry.bust", "self_service.nothing"):
        answer = client.post(
            f"{path}t/{event}/{kind}/", {"command_id": str(uuid.uuid4())}, content_type="application/json"
        )
        assert answer.status_code == 404
    assert JournalEntry.objects.count() == before


def test_page_sends_no_referrer(client: Client) -> None:
    answer = client.get(path_of(a_player()))
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert "no-store" in answer.headers["Cache-Control"]
    assert "noindex" in answer.headers["X-Robots-Tag"]
    policy = answer.headers["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "default-src 'self'" in policy


def test_orders_need_the_pages_own_token(event: int) -> None:
    """A page of another site that knows the address can't send orders without the page's token."""
    strict = Client(enforce_csrf_checks=True)
    path = path_of(a_player())
    body = {"command_id": str(uuid.uuid4())}
    assert (
        strict.post(
            f"{path}t/{event}/self_service.reserve/", body, content_type="application/json"
        ).status_code
        == 403
    )
    page = page_text(strict.get(path))
    found = re.search(r'"csrf": "(\w+)"', page)
    assert found is not None
    answer = strict.post(
        f"{path}t/{event}/self_service.reserve/",
        body,
        content_type="application/json",
        headers={"X-CSRFToken": found[1]},
    )
    assert answer.status_code != 403
