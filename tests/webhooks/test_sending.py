"""How webhooks are sent: again after trouble, to no address of our own network, and by one worker only."""

import socket
import threading
from datetime import timedelta
from typing import Any
from unittest.mock import Mock

import pytest
from django.db import IntegrityError, transaction

from clock.commands.clock import pause, resume, start
from notifications.boards.attention import attention_room
from tests.fixtures.room import press, refusal
from tests.phone.push_service import Service
from tests.webhooks.receiver import a_webhook, bodies, is_signed, kinds_of, secret_of, send_all, time_passes
from tourney.access.roles import Actor
from tourney.journal.boards import text_of
from tourney.journal.undo import undo_in_room
from tourney.models import JournalEntry
from tourney.now import room_now
from webhooks.commands.webhooks import (
    add_webhook,
    change_webhook,
    pause_webhook,
    remove_webhook,
    renew_secret,
    repeat_message,
    resume_webhook,
    send_test,
)
from webhooks.models import Delivery, JournalPosition, Webhook
from webhooks.rules.retries import ATTEMPTS
from webhooks.services import dispatch, outbox
from webhooks.services.secrets import OVERLAP
from webhooks.services.secrets import secret_of as present_secret

pytestmark = pytest.mark.django_db
PRESSES = ["clock.started", "clock.paused", "clock.resumed"]


def started(event: int, director: Actor) -> None:
    """Start, pause and resume the clock: three messages."""
    for one in (start, pause, resume):
        press(one, event, by=director)


def test_receiver_in_trouble_gets_the_messages_in_order_once_it_is_back(
    service: Service, director: Actor, event: int
) -> None:
    a_webhook(director, service, PRESSES)
    service.answers["club"] = 503
    started(event, director)
    send_all()
    # The others wait behind the first one, which is not tried again at once.
    assert kinds_of(service) == ["clock.started"]
    assert Delivery.objects.filter(state="waiting").count() == 3
    time_passes()
    send_all()
    service.answers.clear()
    time_passes()
    send_all()
    assert kinds_of(service) == ["clock.started", "clock.started", *PRESSES]
    assert len({one["id"] for one in bodies(service)}) == 3
    assert [one.headers["poker-attempt"] for one in service.taken] == ["1", "2", "3", "1", "1"]
    assert set(Delivery.objects.values_list("state", "status")) == {("delivered", 201)}


def test_message_that_is_never_taken_is_given_up_and_staff_are_told(
    service: Service, director: Actor, event: int
) -> None:
    webhook = a_webhook(director, service, PRESSES)
    service.answers["club"] = 500
    started(event, director)
    for _attempt in range(ATTEMPTS + 2):
        send_all()
        time_passes()
    webhook.refresh_from_db()
    assert len(service.taken) == ATTEMPTS
    assert webhook.paused == "failures"
    assert sorted(Delivery.objects.values_list("state", flat=True)) == ["given_up", "waiting", "waiting"]
    told = JournalEntry.journal(None).latest("seq")
    assert text_of(told) == "Paused the webhook “club”: a message could not be delivered for hours"
    assert ("webhooks", 1) in [(one.kind, one.count) for one in attention_room(0).room]
    # Once resumed, the others are sent, and the one given up can be repeated.
    service.answers.clear()
    press(resume_webhook, by=director, webhook=webhook.pk)
    press(repeat_message, by=director, delivery=Delivery.objects.get(state="given_up").pk)
    send_all()
    assert kinds_of(service)[ATTEMPTS:] == ["clock.paused", "clock.resumed", "clock.started"]
    assert bodies(service)[-1] == bodies(service)[0]


def test_receiver_that_is_gone_is_paused_at_once(service: Service, director: Actor, event: int) -> None:
    webhook = a_webhook(director, service, PRESSES)
    service.answers["club"] = 410
    started(event, director)
    send_all()
    webhook.refresh_from_db()
    assert (webhook.paused, len(service.taken)) == ("gone", 1)


def test_receiver_that_refuses_ten_messages_in_a_row_is_paused(
    service: Service, director: Actor, event: int
) -> None:
    webhook = a_webhook(director, service, ["clock.paused", "clock.resumed"])
    service.answers["club"] = 404
    press(start, event, by=director)
    for _times in range(6):
        press(pause, event, by=director)
        press(resume, event, by=director)
    send_all()
    webhook.refresh_from_db()
    assert (webhook.paused, len(service.taken)) == ("refused", 10)


def test_paused_webhook_is_told_nothing_of_the_time_of_its_pause(
    service: Service, director: Actor, event: int
) -> None:
    webhook = a_webhook(director, service, PRESSES)
    press(pause_webhook, by=director, webhook=webhook.pk)
    press(start, event, by=director)
    send_all()
    press(resume_webhook, by=director, webhook=webhook.pk)
    press(pause, event, by=director)
    send_all()
    assert kinds_of(service) == ["clock.paused"]
    assert refusal(resume_webhook, by=director, webhook=webhook.pk).code == "not_paused"


def test_pause_and_resumption_are_not_undone(service: Service, director: Actor) -> None:
    webhook = a_webhook(director, service, PRESSES)
    for made, advice in ((pause_webhook, "Resume it."), (resume_webhook, "Pause it.")):
        seq = press(made, by=director, webhook=webhook.pk).seq
        refused = refusal(undo_in_room, by=director, seq=seq)
        assert refused.code == "not_undoable"
        assert refused.message.endswith(advice)


def test_message_of_a_killed_worker_is_sent_by_the_next_one_once(
    service: Service, director: Actor, event: int
) -> None:
    a_webhook(director, service, PRESSES)
    press(start, event, by=director)
    # One worker dies before it has stored what it read.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(Delivery.objects), "bulk_create", Mock(side_effect=SystemExit))
        with pytest.raises(SystemExit):
            outbox.record_all()
    assert not JournalPosition.objects.filter(seq__gt=0).exists()
    assert outbox.record_all() == 1
    # Another one dies with the message in its hands.
    delivery = dispatch.due()[0]
    assert dispatch._take(delivery, room_now())
    assert not dispatch._take(Delivery(pk=delivery.pk, next_at=room_now()), room_now())
    assert dispatch.send_due(lambda *_: None) == 0
    time_passes()
    send_all()
    assert kinds_of(service) == ["clock.started"]


def test_receiver_that_does_not_answer_is_tried_again(
    service: Service, director: Actor, event: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dispatch, "SECONDS", 0.3)
    silent = socket.create_server(("127.0.0.1", 0))
    try:
        port = silent.getsockname()[1]
        press(add_webhook, by=director, name="slow", url=f"http://127.0.0.1:{port}/", kinds=PRESSES)
        press(start, event, by=director)
        send_all()
    finally:
        silent.close()
    row = Delivery.objects.get()
    assert (row.state, row.status, row.attempts) == ("waiting", None, 1)
    assert row.answer


def test_answer_is_kept_shortened_and_a_redirect_is_not_followed(
    service: Service, director: Actor, event: int
) -> None:
    a_webhook(director, service, PRESSES)
    service.answers["club"] = (302, {"Location": f"{service.origin}/hooks/elsewhere"})
    press(start, event, by=director)
    send_all()
    assert [one.path for one in service.taken] == ["/hooks/club"]
    assert Delivery.objects.get().state == "refused"


@pytest.mark.parametrize(
    "url",
    [
        "http://club.example/hook",
        "https://127.0.0.1/hook",
        "https://10.0.0.5/hook",
        "https://169.254.169.254/latest/meta-data/",
        "https://[fd00:ec2::254]/latest/meta-data/",
        "https://[::ffff:192.168.1.1]/hook",
        "https://user:word@club.example/hook",
        "https://club.example/a hook",
        "ftp://club.example/",
        "https:///hook",
        # Names that can't be resolved: a message would fail each time.
        "https://club..example/hook",
        f"https://{'a' * 64}.example/hook",
    ],
)
def test_address_in_our_own_network_is_refused(director: Actor, url: str, db: None) -> None:
    refused = refusal(add_webhook, by=director, name="x", url=url, kinds=PRESSES)
    assert refused.code == "bad_address"
    assert list(refused.fields) == ["url"]


@pytest.mark.parametrize(
    ("answers", "reached"),
    [
        # One address is public, the other is ours: the name is refused as a whole.
        ([["93.184.216.34", "127.0.0.1"]], []),
        # The name leads to us only when it is used: what counts is the answer that the connection uses.
        ([["127.0.0.1"]], []),
        ([["169.254.169.254"]], []),
        # It is resolved once: a second answer would lead to us.
        ([["93.184.216.34"], ["127.0.0.1"]], ["93.184.216.34"]),
    ],
)
def test_name_is_resolved_once_and_the_connection_goes_to_the_checked_address(
    director: Actor,
    event: int,
    monkeypatch: pytest.MonkeyPatch,
    settings: Any,
    answers: list[list[str]],
    reached: list[str],
) -> None:
    settings.WEBHOOK_NETWORKS = []
    press(add_webhook, by=director, name="club", url="https://club.example/hook", kinds=PRESSES)
    press(start, event, by=director)
    resolved = iter(answers)
    tried: list[str] = []

    def connect(address: tuple[str, int], **_more: Any) -> Any:
        tried.append(address[0])
        raise ConnectionRefusedError

    def resolve(*_a: Any, **_k: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, 443)) for one in next(resolved)]

    outbox.record_all()
    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    monkeypatch.setattr(socket, "create_connection", connect)
    dispatch.send_due(lambda *_: None)
    assert tried == reached
    assert Delivery.objects.get().state == "waiting"


def test_next_address_of_a_name_is_tried_if_the_first_does_not_answer(
    service: Service, director: Actor, event: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"http://club.example:{service.port}/hooks/club"
    press(add_webhook, by=director, name="club", url=url, kinds=PRESSES)
    press(start, event, by=director)
    outbox.record_all()
    connect, waited = socket.create_connection, []

    def resolve(*_a: Any, **_k: Any) -> list[Any]:
        found = ("127.0.0.2", "127.0.0.3", "127.0.0.1")
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, service.port)) for one in found]

    def lose(address: tuple[str, int], timeout: float) -> Any:
        if address[0] == "127.0.0.1":
            return connect(("127.0.0.1", service.port), timeout)
        waited.append(timeout)
        raise TimeoutError

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    monkeypatch.setattr(socket, "create_connection", lose)
    dispatch.send_due(lambda *_: None)
    monkeypatch.undo()
    assert kinds_of(service) == ["clock.started"]
    # The first ones leave time for the last.
    assert waited[0] <= dispatch.SECONDS / 3
    assert waited[1] <= dispatch.SECONDS / 2


def test_new_secret_signs_at_once_and_the_former_one_for_a_day(
    service: Service, director: Actor, event: int
) -> None:
    webhook = a_webhook(director, service, PRESSES)
    former = secret_of(webhook)
    press(renew_secret, by=director, webhook=webhook.pk)
    webhook.refresh_from_db()
    assert present_secret(webhook) != former
    press(start, event, by=director)
    send_all()
    assert is_signed(service.taken[0], former)
    assert is_signed(service.taken[0], present_secret(webhook))
    Webhook.objects.update(renewed_at=room_now() - OVERLAP)
    press(pause, event, by=director)
    send_all()
    assert not is_signed(service.taken[1], former)
    assert is_signed(service.taken[1], present_secret(webhook))
    texts = "".join(f"{line.arguments}{line.answer}{line.changes}" for line in JournalEntry.journal(None))
    assert former not in texts
    assert present_secret(webhook) not in texts


def test_test_reaches_a_paused_webhook_and_is_tried_once(service: Service, director: Actor) -> None:
    webhook = a_webhook(director, service, PRESSES)
    press(pause_webhook, by=director, webhook=webhook.pk)
    service.answers["club"] = 500
    press(send_test, by=director, webhook=webhook.pk)
    send_all()
    time_passes()
    send_all()
    assert kinds_of(service) == ["test"]
    assert bodies(service)[0]["event"] is None
    assert Delivery.objects.get().state == "refused"
    webhook.refresh_from_db()
    assert webhook.paused == "by_hand"
    assert refusal(repeat_message, by=director, delivery=Delivery.objects.get().pk).code == "is_test"
    press(remove_webhook, by=director, webhook=webhook.pk)
    assert not Delivery.objects.exists()


def test_slow_receiver_holds_up_no_other(
    service: Service, director: Actor, event: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dispatch, "SECONDS", 0.3)
    silent = socket.create_server(("127.0.0.1", 0))
    try:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}/"
        press(add_webhook, by=director, name="slow", url=url, kinds=PRESSES)
        a_webhook(director, service, PRESSES)
        started(event, director)
        send_all()
    finally:
        silent.close()
    assert kinds_of(service) == PRESSES
    assert threading.active_count() < 50


def test_changed_webhook_gets_what_waits_at_its_new_address(
    service: Service, director: Actor, event: int
) -> None:
    webhook = a_webhook(director, service, PRESSES, "old")
    service.answers["old"] = 500
    press(start, event, by=director)
    send_all()
    url = f"{service.origin}/hooks/new"
    press(change_webhook, by=director, webhook=webhook.pk, name="new", url=url, kinds=PRESSES)
    time_passes()
    send_all()
    assert kinds_of(service, "new") == ["clock.started"]


def test_log_is_deleted_after_two_weeks(service: Service, director: Actor, event: int) -> None:
    a_webhook(director, service, PRESSES)
    press(start, event, by=director)
    send_all()
    dispatch.delete_old()
    assert Delivery.objects.count() == 1
    Delivery.objects.update(tried_at=room_now() - timedelta(days=15))
    dispatch.delete_old()
    assert not Delivery.objects.exists()


@pytest.mark.postgres
def test_the_room_has_one_position_however_many_workers_begin(service: Service, director: Actor) -> None:
    a_webhook(director, service, PRESSES)
    outbox.record_all()
    with pytest.raises(IntegrityError), transaction.atomic():
        JournalPosition.objects.create(tournament=None)
    outbox.record_all()
    assert JournalPosition.objects.filter(tournament=None).count() == 1
