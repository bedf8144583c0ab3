"""Messages to a phone whose page is closed, through a test push service."""

import json
import logging
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from django.test import Client

from notifications.models import Push, Subscription
from notifications.services import push as pushing
from notifications.services import vapid, web_push
from ops.paths import PROJECT
from players.models import Player
from tests.fixtures.database import environment
from tests.fixtures.processes import start_process
from tests.phone.people import a_player, path_of
from tests.phone.push_service import Browser, Service, b64, claims_of, push_service, unb64
from tourney.models import Notice, Token
from tourney.now import room_now

pytestmark = pytest.mark.django_db

# A vapid.pem as version 0.1.0 wrote it, and the matching subscription key. Not used elsewhere.
EARLIER_KEY = """-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgVUOC9m62BGdReDfY
dq8UcyTPpW9RXjsiYB7xtxmcx/ShRANCAARtYFb2h5/KPzwf2QvA+dg4gdGY0hgs
ac+Q4SFbEV07yfimfekzKaxA1ug4DZi5n49+14evBjBj02tSAQmRb1hX
-----END PRIVATE KEY-----
"""
EARLIER_PUBLIC_KEY = "BG1gVvaHn8o_PB_ZC8D52DiB0ZjSGCxpz5DhIVsRXTvJ-KZ96TMprEDW6DgNmLmfj37Xh68GMGPTa1IBCZFvWFc"


@pytest.fixture
def service(settings: Any) -> Iterator[Service]:
    """Run a push service on loopback."""
    settings.PUSH_ANYWHERE = True
    with push_service() as one:
        yield one


def subscribes(client: Client, player: Player, endpoint: str, browser: Browser, language: str = "en") -> int:
    """Subscribe a player's phone to messages, as the page does."""
    body = {"endpoint": endpoint, "expirationTime": None, "keys": browser.keys}
    answer = client.post(
        f"{path_of(player)}push/",
        body,
        content_type="application/json",
        headers={"Accept-Language": language},
    )
    return answer.status_code


def a_notice(player: Player, event: int | None = None, kind: str = "moved", **more: Any) -> Notice:
    """Create a notice to a player."""
    more.setdefault("at", room_now())
    values = more.pop("values", {"table": 12, "seat": 4})
    return Notice.objects.create(player=player, tournament_id=event, kind=kind, values=values, **more)


def test_example_of_the_standard_is_reproduced_byte_for_byte() -> None:
    """RFC 8291, section 5 and appendix A."""
    ours = ec.derive_private_key(
        int.from_bytes(unb64("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big"), ec.SECP256R1()
    )
    target = web_push.Target(
        "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
    )
    text = b"When I grow up, I want to be a watermelon"
    body = web_push.encrypt(text, target, ours=ours, salt=unb64("DGv6ra1nlYgDCS1FRnbzlw"))
    assert b64(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95b"
        "Qpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    private = int.from_bytes(unb64("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"), "big")
    assert Browser(private, unb64(target.auth)).read(body) == text


def test_a_moved_player_reads_it_on_a_closed_phone(client: Client, service: Service, event: int) -> None:
    player, browser = a_player(), Browser()
    assert subscribes(client, player, service.endpoint("anna"), browser) == 200
    notice = a_notice(player, event)
    assert (pushing.hand_out(), pushing.send_due()) == (1, 1)
    assert service.texts("anna", browser) == [
        {"title": "Friday Deep", "body": "You have been moved to table 12, seat 4", "tag": f"t{event}"}
    ]
    notice.refresh_from_db()
    assert notice.pushed_at is not None
    assert not Push.objects.exists()
    assert (pushing.hand_out(), pushing.send_due()) == (0, 0)
    taken = service.taken[0]
    claims = claims_of(taken.headers["authorization"])
    assert claims["aud"] == service.origin
    assert claims["k"] == vapid.public_key()
    assert (taken.headers["content-encoding"], taken.headers["urgency"]) == ("aes128gcm", "high")
    assert b"table" not in taken.body


def test_each_phone_gets_its_players_messages_in_its_language(
    client: Client, service: Service, event: int
) -> None:
    anna, bruno = a_player("Anna Berg"), a_player("Bruno Zumthor")
    browsers = {name: Browser() for name in ("anna1", "anna2", "bruno")}
    subscribes(client, anna, service.endpoint("anna1"), browsers["anna1"])
    subscribes(client, anna, service.endpoint("anna2"), browsers["anna2"], "de")
    subscribes(client, bruno, service.endpoint("bruno"), browsers["bruno"])
    a_notice(anna, event)
    pushing.hand_out()
    pushing.send_due()
    assert len(service.texts("anna1", browsers["anna1"])) == 1
    assert len(service.texts("anna2", browsers["anna2"])) == 1
    assert service.texts("bruno", browsers["bruno"]) == []
    assert sorted(Subscription.objects.values_list("language", flat=True)) == ["de", "en", "en"]


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(client: Client, service: Service, status: int) -> None:
    player = a_player()
    subscribes(client, player, service.endpoint("gone"), Browser())
    service.answers["gone"] = status
    a_notice(player)
    pushing.hand_out()
    pushing.send_due()
    assert not Subscription.objects.exists()
    assert not Push.objects.exists()


def test_a_service_in_trouble_is_tried_again_later_and_given_up_in_the_end(
    client: Client, service: Service
) -> None:
    player, browser = a_player(), Browser()
    subscribes(client, player, service.endpoint("anna"), browser)
    service.answers["anna"] = 503
    a_notice(player)
    pushing.hand_out()
    tries = 0
    while Push.objects.exists():
        assert pushing.send_due() == 1
        tries += 1
        # It is not retried at once, but when it is due.
        assert pushing.send_due() == 0
        Push.objects.update(next_at=room_now() - timedelta(seconds=1))
    assert tries == len(service.taken) == 5
    assert Subscription.objects.exists()


def test_a_service_that_asks_for_patience_gets_it(client: Client, service: Service) -> None:
    player, browser = a_player(), Browser()
    subscribes(client, player, service.endpoint("anna"), browser)
    service.answers["anna"] = (429, {"Retry-After": "90"})
    a_notice(player)
    pushing.hand_out()
    pushing.send_due()
    assert Push.objects.get().next_at > room_now() + timedelta(seconds=80)
    service.answers.clear()
    Push.objects.update(next_at=room_now())
    pushing.send_due()
    assert not Push.objects.exists()


def test_one_phone_in_trouble_keeps_no_other_from_hearing(client: Client, service: Service) -> None:
    anna, bruno, browser = a_player("Anna"), a_player("Bruno"), Browser()
    subscribes(client, anna, "http://127.0.0.1:9/nobody", Browser())
    subscribes(client, bruno, service.endpoint("bruno"), browser)
    a_notice(anna)
    a_notice(bruno)
    pushing.hand_out()
    pushing.send_due()
    assert len(service.texts("bruno", browser)) == 1
    assert [push.notice.player_id for push in Push.objects.all()] == [anna.pk]


def test_old_news_is_not_pushed(client: Client, service: Service) -> None:
    player = a_player()
    subscribes(client, player, service.endpoint("anna"), Browser())
    notice = a_notice(player, at=room_now() - timedelta(minutes=20))
    assert pushing.hand_out() == 0
    notice.refresh_from_db()
    assert notice.pushed_at is not None


def test_revoked_link_gets_no_push_messages(client: Client, service: Service) -> None:
    player = a_player()
    subscribes(client, player, service.endpoint("anna"), Browser())
    a_notice(player)
    pushing.hand_out()
    Token.objects.filter(player=player).update(revoked_at=room_now())
    pushing.send_due()
    assert service.taken == []
    a_notice(player)
    assert pushing.hand_out() == 0


def test_a_message_that_a_dead_worker_had_taken_is_sent_by_another(client: Client, service: Service) -> None:
    player, browser = a_player(), Browser()
    subscribes(client, player, service.endpoint("anna"), browser)
    a_notice(player)
    pushing.hand_out()
    push = Push.objects.get()
    assert pushing._take(push, room_now())
    # It is claimed by one process, so no other sends it as well.
    assert not pushing._take(Push(pk=push.pk, next_at=room_now()), room_now())
    assert pushing.send_due() == 0
    Push.objects.update(next_at=room_now() - timedelta(seconds=1))
    assert pushing.send_due() == 1
    assert len(service.texts("anna", browser)) == 1


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example/x",
        "https://127.0.0.1/x",
        "https://10.0.0.5/x",
        "https://192.168.1.1/x",
        "https://169.254.169.254/latest/meta-data/",
        "https://[::1]/x",
        "https://[::ffff:10.0.0.1]/x",
        "https://0.0.0.0/x",
        "https://push.example:6379/x",
        "https://user:word@push.example/x",
        "https:///x",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "https://[::1/x",
        "https://bücher.example/x",
        "",
        "https://push.example/" + "x" * 1_000,
    ],
)
def test_addresses_inside_of_our_network_take_no_messages(client: Client, endpoint: str) -> None:
    assert subscribes(client, a_player(), endpoint, Browser()) == 422
    assert not Subscription.objects.exists()


def test_name_that_resolves_into_our_network_is_refused_when_used(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The name may resolve differently after the subscription: all its current addresses are checked."""
    player = a_player()
    assert subscribes(client, player, "https://push.example/x", Browser()) == 200
    answers = [
        (socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 443))
        for address in ("93.184.216.34", "10.0.0.1")
    ]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_a, **_k: answers)
    reached: list[Any] = []
    monkeypatch.setattr(socket, "create_connection", lambda *a, **_k: reached.append(a))
    a_notice(player)
    pushing.hand_out()
    pushing.send_due()
    assert reached == []
    assert not Subscription.objects.exists()


def test_a_redirect_is_not_followed(
    client: Client, service: Service, caplog: pytest.LogCaptureFixture
) -> None:
    player = a_player()
    subscribes(client, player, service.endpoint("anna"), Browser())
    service.answers["anna"] = (307, {"Location": service.endpoint("elsewhere")})
    a_notice(player)
    pushing.hand_out()
    with caplog.at_level(logging.WARNING):
        pushing.send_due()
    assert [one.path for one in service.taken] == ["/send/anna"]
    assert not Push.objects.exists()
    assert "307" in caplog.text


@pytest.mark.parametrize(
    "body",
    [b"", b"[]", b"{}", b'{"endpoint": "https://push.example/x"}', b'{"endpoint": 5, "keys": {}}', b"\xff"],
)
def test_invalid_subscription_is_refused(client: Client, body: bytes) -> None:
    answer = client.post(f"{path_of(a_player())}push/", body, content_type="application/json")
    assert answer.status_code == 422
    assert json.loads(answer.content)["code"] == "bad_argument"


def test_keys_that_are_no_keys_are_refused(client: Client) -> None:
    path = f"{path_of(a_player())}push/"
    good = Browser().keys
    for wrong in (
        {"p256dh": "AAAA"},
        {"auth": "AAAA"},
        {"p256dh": "B" * 87},
        {"auth": "!" * 22},
        {"p256dh": "x" * 500},
    ):
        body = {"endpoint": "https://push.example/x", "keys": {**good, **wrong}}
        assert client.post(path, body, content_type="application/json").status_code == 422


def test_a_phone_that_wants_no_more_is_let_go_and_ten_are_enough(client: Client) -> None:
    player = a_player()
    for number in range(12):
        assert subscribes(client, player, f"https://push.example/{number}", Browser()) == 200
    assert subscribes(client, player, "https://push.example/11", Browser()) == 200
    assert Subscription.objects.count() == 10
    body = {"endpoint": "https://push.example/11"}
    assert client.delete(f"{path_of(player)}push/", body, content_type="application/json").status_code == 200
    assert Subscription.objects.count() == 9


@pytest.mark.soak
def test_processes_that_start_together_agree_on_one_key_that_only_its_owner_reads(tmp_path: Any) -> None:
    code = "import django; django.setup(); from notifications.services.vapid import public_key; print(public_key())"
    data = tmp_path / "data"
    start = {**environment(DATA_DIR=str(data)), "DJANGO_SETTINGS_MODULE": "tourney.settings"}
    running = [
        start_process([sys.executable, "-c", code], cwd=PROJECT, env=start, stdout=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    keys = {process.communicate(timeout=60)[0].strip() for process in running}
    assert len(keys) == 1
    assert len(unb64(keys.pop())) == 65
    assert stat.S_IMODE((data / "vapid.pem").stat().st_mode) == 0o600


def test_phone_can_query_its_subscription_without_changing_it(client: Client) -> None:
    anna, bert = a_player(), a_player("Bert")
    address, browser = "https://push.example/anna", Browser()

    def asks(player: Player, endpoint: str = address) -> object:
        body = {"endpoint": endpoint, "ask": True}
        answer = client.post(f"{path_of(player)}push/", body, content_type="application/json")
        return answer.json()["on"]

    assert asks(anna) is False
    assert subscribes(client, anna, address, browser) == 200
    assert (asks(anna), asks(bert), asks(anna, "https://push.example/x")) == (True, False, False)
    assert Subscription.objects.count() == 1


def test_key_of_an_existing_room_signs_and_is_kept(tmp_path: Any, settings: Any) -> None:
    """Phones that subscribed with it stay subscribed."""
    settings.DATA_DIR = tmp_path
    settings.PUSH_CONTACT = "mailto:floor@club.example"
    (tmp_path / "vapid.pem").write_text(EARLIER_KEY)
    vapid.private_key.cache_clear()
    try:
        claims = claims_of(vapid.authorization("https://[2a00:1450:4001:82a::200e]/send/anna"))
    finally:
        vapid.private_key.cache_clear()
    assert claims["k"] == EARLIER_PUBLIC_KEY
    assert claims["aud"] == "https://[2a00:1450:4001:82a::200e]"
    assert claims["sub"] == "mailto:floor@club.example"
    assert (tmp_path / "vapid.pem").read_text() == EARLIER_KEY
