"""A real worker with a real Redis takes the push queue: a notice in the database reaches the phone."""

from typing import Any

import pytest
from django.test import Client

from notifications.periodic import push_what_players_were_told
from tests.live.test_celery import WORKER, Starts, celery
from tests.phone.people import a_player
from tests.phone.push_service import Browser, push_service
from tests.phone.test_push import a_notice, subscribes
from tests.waiting import until
from tourney.models import Notice

__all__ = ["celery"]
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
        until(lambda: service.taken, message="no message came")
        assert [text["body"] for text in service.texts("anna", browser)] == [
            "A seat is open for you. Come to the desk."
        ]
        # The first job is over, so the next notice is taken as well.
        a_notice(player, event, values={"table": 3, "seat": 9})

        def second() -> bool:
            push_what_players_were_told()
            return len(service.taken) == 2

        until(second, message="the second message did not come")
    assert not Notice.objects.filter(pushed_at__isnull=True).exists()
