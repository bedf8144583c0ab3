"""The job that sends webhooks: phones wait for it once at most, and one bad row stops nothing else."""

from typing import Any

import pytest
from celery import current_app

from clock.commands.clock import pause, start
from notifications.periodic import push_what_players_were_told
from tests.fixtures.room import press
from tests.phone.people import a_player
from tests.phone.push_service import Service
from tests.phone.test_push import a_notice
from tests.webhooks.receiver import a_webhook, bodies, kinds_of, send_all, time_passes
from tourney.access.roles import Actor
from tourney.jobs.push_queue import push_is_over
from tourney.journal.refused import Refused
from webhooks import tasks
from webhooks.commands import webhooks as commands
from webhooks.models import Delivery
from webhooks.periodic import push_to_webhooks
from webhooks.services import dispatch, outbox

pytestmark = pytest.mark.django_db
PHONES, WEBHOOKS = "notifications.tasks.push_notices", "webhooks.tasks.push_webhooks"


@pytest.fixture
def jobs(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Record the jobs that are enqueued; a test says when one is over."""
    found: list[str] = []
    monkeypatch.setattr(current_app, "send_task", lambda task, **_more: found.append(task))
    push_is_over()
    return found


def test_phones_and_webhooks_take_turns_while_both_have_messages(
    service: Service, director: Actor, event: int, jobs: list[str]
) -> None:
    a_webhook(director, service)
    press(start, event, by=director)
    a_notice(a_player(), event)
    for _job in range(4):
        # A job of a slow receiver lasts some seconds. Nothing is sent here, so both stay due.
        for _second in range(3):
            push_to_webhooks()
            push_what_players_were_told()
        push_is_over()
    assert jobs == [WEBHOOKS, PHONES, WEBHOOKS, PHONES]


def test_message_that_cannot_be_written_keeps_no_other_from_being_sent(
    service: Service, director: Actor, event: int
) -> None:
    first = a_webhook(director, service, ["clock.started", "clock.paused"], "first")
    a_webhook(director, service, ["clock.started", "clock.paused"], "second")
    press(start, event, by=director)
    press(pause, event, by=director)
    outbox.record_all()
    bad = first.deliveries.order_by("pk")[0]
    Delivery.objects.filter(pk=bad.pk).update(facts={"event": {"entries": 1, "left": 1}, "data": {"row": 3}})
    send_all()
    assert kinds_of(service, "second") == ["clock.started", "clock.paused"]
    assert kinds_of(service, "first") == ["clock.paused"]
    bad.refresh_from_db()
    assert bad.state == "given_up"
    assert "Error" in bad.answer
    first.refresh_from_db()
    assert first.paused == ""


def test_webhook_that_cannot_be_paused_makes_no_other_message_be_sent_again(
    service: Service, director: Actor, event: int
) -> None:
    a_webhook(director, service, ["clock.started"], "gone")
    a_webhook(director, service, ["clock.started"], "second")
    service.answers["gone"] = 410
    press(start, event, by=director)
    outbox.record_all()

    def conflict(*_given: Any) -> None:
        raise Refused("conflict", "Someone else changed this at the same time.")

    assert dispatch.send_due(conflict) == 2
    time_passes()
    send_all()
    assert kinds_of(service, "second") == ["clock.started"]


def test_stop_tries_again_after_a_conflict(service: Service, director: Actor) -> None:
    webhook = a_webhook(director, service)
    stop, tries = commands.stop_webhook, []

    def conflict_once(**given: Any) -> Any:
        tries.append(given)
        if len(tries) == 1:
            raise Refused("conflict", "Someone else changed this at the same time.")
        return stop(**given)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(commands, "stop_webhook", conflict_once)
        commands.stop(webhook.pk, "gone")
    webhook.refresh_from_db()
    assert webhook.paused == "gone"


def test_waiting_messages_are_sent_although_recording_fails(
    service: Service, director: Actor, event: int, jobs: list[str]
) -> None:
    a_webhook(director, service, ["clock.started"])
    press(start, event, by=director)
    outbox.record_all()

    def fails(*_given: Any) -> int:
        raise RuntimeError("not to be read")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(outbox, "record_all", fails)
        tasks.push_webhooks()
    assert [one["kind"] for one in bodies(service)] == ["clock.started"]
