"""The pages of webhooks: add one, see its secret once, its log, test and repeat."""

import re
from typing import Any

import pytest
from django.apps import apps
from django.core.exceptions import ImproperlyConfigured
from django.urls import reverse

from clock.commands.clock import start
from tests.fixtures.room import press
from tests.phone.push_service import Service
from tests.web.visitors import client_of, text_of
from tests.webhooks.receiver import a_webhook, is_signed, kinds_of, secret_of, send_all
from tourney.access.roles import Actor
from tourney.models import JournalEntry
from web.office import webhooks as office
from webhooks.commands.webhooks import add_webhook
from webhooks.models import Delivery, Webhook

pytestmark = pytest.mark.django_db
PAGE = "/staff/webhooks/"


def command_in(text: str) -> str:
    """Return the command id of the form that adds a webhook."""
    return re.findall(r'name="command_id" value="([^"]+)"', text)[-1]


def test_director_adds_a_webhook_and_sees_its_secret_once(service: Service, director: Actor) -> None:
    client = client_of(director)
    fields = {
        "command_id": command_in(text_of(client.get(PAGE))),
        "name": "Club site",
        "url": f"{service.origin}/hooks/club",
        "kind_player.out": "on",
        "kind_clock.level": "on",
    }
    shown = text_of(client.post(PAGE, fields))
    row = Webhook.objects.get()
    assert row.kinds == ["clock.level", "player.out"]
    assert secret_of(row) in shown
    assert f'value="{service.origin}' not in shown, "the form is empty again"
    # A reload adds nothing and shows no secret.
    assert client.post(PAGE, fields).status_code == 302
    assert Webhook.objects.count() == 1
    for path in (PAGE, f"{PAGE}{row.pk}/", "/staff/journal/"):
        assert secret_of(row) not in text_of(client.get(path))


def test_refused_address_is_explained_beside_its_field(director: Actor) -> None:
    client = client_of(director)
    fields = {
        "command_id": command_in(text_of(client.get(PAGE))),
        "name": "x",
        "url": "https://127.0.0.1/",
        "kind_player.out": "on",
    }
    answer = client.post(PAGE, fields)
    assert answer.status_code == 422
    assert "must not lead into a private network" in text_of(answer)
    assert 'value="https://127.0.0.1/"' in text_of(answer)
    answer = client.post(PAGE, {**fields, "kind_player.out": ""})
    assert "Choose at least one kind of message." in text_of(answer)


def test_page_says_that_the_limit_of_webhooks_is_reached(
    service: Service, director: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_webhook(director, service)
    monkeypatch.setattr(office, "MOST_WEBHOOKS", 1)
    shown = text_of(client_of(director).get(PAGE))
    assert "The limit of 1 webhooks is reached. Remove one first." in shown
    assert 'name="url"' not in shown


def test_log_shows_the_answer_and_repeats_a_message(service: Service, director: Actor, event: int) -> None:
    row = a_webhook(director, service, ["clock.started"])
    client = client_of(director)
    service.answers["club"] = 404
    press(start, event, by=director)
    send_all()
    path = f"{PAGE}{row.pk}/"
    shown = text_of(client.get(path))
    assert "refused" in shown
    assert "404" in shown
    service.answers.clear()
    delivery = Delivery.objects.get()
    command = command_in(shown)
    sent = client.post(path, {"command_id": command, "what": "repeat", "delivery": delivery.pk})
    assert sent.status_code == 302
    send_all()
    assert kinds_of(service) == ["clock.started", "clock.started"]
    assert "delivered" in text_of(client.get(path))


def test_page_tests_pauses_renews_and_removes(
    service: Service, director: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = a_webhook(director, service, ["clock.started"])
    client, path = client_of(director), f"{PAGE}{row.pk}/"

    def act(what: str) -> str:
        command = command_in(text_of(client.get(path)))
        return text_of(client.post(path, {"command_id": command, "what": what}, follow=True))

    # A worker sends it while the page waits.
    monkeypatch.setattr(office, "_wait_for", lambda _delivery: send_all())
    assert "The test message was delivered." in act("test")
    assert kinds_of(service) == ["test"]
    service.answers[row.url.rpartition("/")[2]] = 500
    assert "The test message was not delivered." in act("test")
    service.taken.pop()
    assert "Paused. What happens now is not reported." in act("pause")
    act("resume")
    shown = act("secret")
    row.refresh_from_db()
    assert secret_of(row) in shown
    assert "Nothing has changed" in act("resume") or "not paused" in act("resume")
    assert is_signed(service.taken[0], secret_of(row)) is False
    act("remove")
    assert client.get(path).status_code == 404


def test_address_with_its_secret_is_read_by_directors_alone(director: Actor, desk: Actor) -> None:
    url = "https://chat.example/hooks/T0SECRETPART"
    press(add_webhook, by=director, name="Chat", url=url, kinds=["clock.started"])
    seq = JournalEntry.journal(None).latest("seq").seq
    for actor, shown in ((director, True), (desk, False)):
        client = client_of(actor)
        pages = [client.get("/staff/journal/"), client.get(reverse("journal_line", args=[seq]))]
        assert all(page.status_code == 200 for page in pages)
        assert any("T0SECRETPART" in text_of(page) for page in pages) == shown
        assert any("Added the webhook “Chat”" in text_of(page) for page in pages)


def test_network_that_is_none_stops_the_start(settings: Any) -> None:
    config = apps.get_app_config("webhooks")
    settings.WEBHOOK_NETWORKS = ["192.168.1.5/24", "fd00::/8"]
    config.ready()
    settings.WEBHOOK_NETWORKS = ["office"]
    with pytest.raises(ImproperlyConfigured, match="office"):
        config.ready()
