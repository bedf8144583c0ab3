"""A real worker with a real Redis takes the push queue: a notice in the database reaches the phone."""

from typing import Any

import pytest
from django.test import Client

from clock.commands.clock import start
from notifications.periodic import push_what_players_were_told
from tests.fixtures.room import press
from tests.live.test_celery import WORKER, Starts, celery
from tests.phone.people import a_player
from tests.phone.push_service import Browser, push_service
from tests.phone.test_push import a_notice, subscribes
from tests.waiting import until
from tests.webhooks.receiver import a_webhook, kinds_of
from tourney.access.roles import Actor
from tourney.models import Notice
from webhooks.periodic import push_to_webhooks

__all__ = ["celery"]
# Seconds until a worker has started and sent something, beside others on a busy machine.
LONG = 90
pytestmark = [pytest.mark.processes, pytest.mark.django_db(transaction=True)]


def test_periodic_task_makes_a_worker_push_a_notice(
    celery: Starts, client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch, event: int
) -> None:
    settings.PUSH_ANYWHERE = True
    monkeypatch.setenv("PUSH_ANYWHERE", "true")
    player, browser = a_player(), Browser()
    with push_service() as service:
        assert subscribes(client, player, service.endpoint("anna"), browser) == 200
        celery(*WORKER)
        a_notice(player, event, "called")
        push_what_players_were_told()
        until(lambda: service.taken, patience=LONG, message="no message came")
        assert [text["body"] for text in service.texts("anna", browser)] == [
            "A seat is open for you. Come to the desk."
        ]
        # The first job is over, so the next notice is taken as well.
        a_notice(player, event, values={"table": 3, "seat": 9})

        def second() -> bool:
            push_what_players_were_told()
            return len(service.taken) == 2

        until(second, patience=LONG, message="the second message did not come")
    assert not Notice.objects.filter(pushed_at__isnull=True).exists()


def test_periodic_task_makes_a_worker_send_to_a_webhook(
    celery: Starts, settings: Any, monkeypatch: pytest.MonkeyPatch, event: int, director: Actor
) -> None:
    settings.WEBHOOK_NETWORKS = ["127.0.0.0/8"]
    monkeypatch.setenv("WEBHOOK_NETWORKS", "127.0.0.0/8")
    with push_service() as service:
        a_webhook(director, service, ["clock.started"])
        press(start, event, by=director)
        celery(*WORKER)

        def taken() -> bool:
            push_to_webhooks()
            return bool(service.taken)

        until(taken, patience=LONG, message="no message came")
        assert kinds_of(service) == ["clock.started"]
