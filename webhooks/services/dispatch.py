"""Send recorded messages, each webhook's in order. Their state is in rows, so no worker can lose them."""

import http.client
import json
import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import DatabaseError
from django.db.models import QuerySet

from tourney.models import Room
from tourney.now import room_now, to_ms
from tourney.services.outbound import AllowedNetworks, BadAddress, allowed_networks, check_address, post
from webhooks.boards.messages import body_of, encoded
from webhooks.models import Delivery, Webhook
from webhooks.rules.retries import MOST_REFUSED, outcome, pause_after, refuses_all
from webhooks.rules.signature import signature_header
from webhooks.services.secrets import signing_secrets

log = logging.getLogger(__name__)
# Deadline of one exchange.
SECONDS = 5.0
# A message that a worker took and did not finish is sent again after this time.
_LEASE = timedelta(seconds=60)
# Messages that are sent at once: a job is over soon, however slow their receivers are.
_SENDERS = 8
_MOST_ANSWER = 500
KEPT = timedelta(days=14)
Pause = Callable[[int, str], None]


@dataclass(frozen=True, slots=True)
class Attempt:
    """What became of an attempt.

    Attributes:
        status: of the answer; 0 if there was none.
        text: the beginning of the answer, or why there was none.
        wait: seconds that the receiver asks to wait.
        took: milliseconds.
    """

    status: int
    text: str
    wait: int = 0
    took: int = 0


@dataclass(frozen=True, slots=True)
class Request:
    """A message ready to be sent."""

    url: str
    body: bytes
    headers: dict[str, str]


def webhook_networks() -> AllowedNetworks:
    """Return which addresses webhooks may send to."""
    return allowed_networks(settings.WEBHOOK_NETWORKS)


def stopped_webhooks() -> int:
    """Return how many webhooks were paused because their messages were not taken."""
    return Webhook.objects.exclude(paused__in=("", "by_hand")).count()


def due() -> list[Delivery]:
    """Return the next message of each webhook, if it is due: the others wait behind it.

    A test goes first, and to a paused webhook as well.
    """
    now = room_now()
    found = []
    for row in Webhook.objects.all():
        waiting = row.deliveries.filter(state="waiting").select_related("tournament").order_by("pk")
        tests = waiting.filter(kind="test", next_at__lte=now).first()
        first = waiting.exclude(kind="test").first() if tests is None and not row.paused else tests
        if first is not None and first.next_at <= now:
            first.webhook = row
            found.append(first)
    return sorted(found, key=lambda one: one.next_at)


def send_due(pause: Pause) -> int:
    """Send the next message of each webhook, each in one worker only. Return how many were tried.

    Args:
        pause: pauses a webhook for one of `Webhook.PAUSES`.
    """
    now = room_now()
    mine = [delivery for delivery in due()[:_SENDERS] if _take(delivery, now)]
    written = [(delivery, request) for delivery in mine if (request := _request_or_none(delivery, now))]
    limits = webhook_networks()
    with ThreadPoolExecutor(_SENDERS, thread_name_prefix="webhooks") as pool:
        # Threads only talk to receivers; only this thread accesses rows.
        attempts = pool.map(lambda one: _send(one[1], limits), written)
        for (delivery, _request), attempt in zip(written, attempts, strict=True):
            try:
                _settle(delivery, attempt, pause)
            except Exception:
                # Those after it were sent as well: unless they are settled, they would be sent again.
                log.exception("The result of message %s to a webhook could not be stored.", delivery.pk)
    return len(mine)


def _take(delivery: Delivery, now: datetime) -> bool:
    taken = Delivery.objects.filter(pk=delivery.pk, state="waiting", next_at=delivery.next_at).update(
        next_at=now + _LEASE, attempts=delivery.attempts + 1
    )
    delivery.attempts += taken
    return bool(taken)


def _request_or_none(delivery: Delivery, now: datetime) -> Request | None:
    """Return a message ready to be sent; give up one that can't be written, so that those behind it are sent."""
    try:
        return _request(delivery, now)
    except DatabaseError:
        # It is sent once its lease is over.
        log.exception("Message %s to a webhook could not be read; retrying.", delivery.pk)
        return None
    except Exception as error:
        log.exception("Message %s to a webhook could not be written; given up.", delivery.pk)
        Delivery.objects.filter(pk=delivery.pk, state="waiting").update(
            state="given_up",
            tried_at=now,
            status=None,
            answer=f"{type(error).__name__}: {error}"[:_MOST_ANSWER],
            took_ms=None,
        )
        return None


def _request(delivery: Delivery, now: datetime) -> Request:
    room = Room.objects.filter(id=1).values_list("name", flat=True).first() or ""
    body = body_of(
        str(delivery.message),
        delivery.kind,
        to_ms(delivery.at) or 0,
        room,
        delivery.tournament,
        delivery.seq,
        delivery.facts,
    )
    text = json.dumps(encoded(body), ensure_ascii=False, separators=(",", ":")).encode()
    timestamp = int(now.timestamp())
    return Request(
        delivery.webhook.url,
        text,
        {
            "Content-Type": "application/json; charset=utf-8",
            "User-Agent": f"poker-tournament-server/{settings.VERSION}",
            "Poker-Kind": delivery.kind,
            "Poker-Message": str(delivery.message),
            "Poker-Attempt": str(delivery.attempts),
            "Poker-Timestamp": str(timestamp),
            "Poker-Signature": signature_header(signing_secrets(delivery.webhook, now), timestamp, text),
        },
    )


def _send(request: Request, limits: AllowedNetworks) -> Attempt:
    began = time.monotonic()
    try:
        parts = check_address(request.url, limits)
        answer = post(parts, request.body, request.headers, limits, seconds=SECONDS, most_bytes=_MOST_ANSWER)
    except BadAddress:
        return Attempt(0, "address not allowed", took=_since(began))
    except (OSError, http.client.HTTPException) as error:
        return Attempt(0, (str(error) or type(error).__name__)[:_MOST_ANSWER], took=_since(began))
    except Exception as error:
        log.exception("Sending to a webhook failed.")
        return Attempt(0, type(error).__name__, took=_since(began))
    # Text columns of PostgreSQL take no null characters.
    return Attempt(
        answer.status, answer.text.replace("\x00", "")[:_MOST_ANSWER], answer.retry_after, _since(began)
    )


def _since(began: float) -> int:
    return round((time.monotonic() - began) * 1000)


def _settle(delivery: Delivery, attempt: Attempt, pause: Pause) -> None:
    now = room_now()
    result = outcome(attempt.status, delivery.attempts)
    columns = {
        "tried_at": now,
        "status": attempt.status or None,
        "answer": attempt.text,
        "took_ms": attempt.took,
    }
    rows = Delivery.objects.filter(pk=delivery.pk, state="waiting")
    if delivery.kind == "test":
        # Somebody waits for the result and can press again.
        rows.update(state="delivered" if result == "delivered" else "refused", **columns)
        return
    if result == "again":
        rows.update(next_at=now + pause_after(delivery.attempts, attempt.wait), **columns)
        return
    rows.update(state="refused" if result == "gone" else result, **columns)
    if result == "gone":
        pause(delivery.webhook_id, "gone")
    elif result == "given_up":
        pause(delivery.webhook_id, "failures")
    elif result == "refused":
        ended = (
            Delivery.objects.filter(webhook=delivery.webhook_id)
            .exclude(state="waiting")
            .order_by("-tried_at")
        )
        if refuses_all(list(ended.values_list("state", flat=True)[:MOST_REFUSED])):
            pause(delivery.webhook_id, "refused")


def add_test(row: Webhook) -> Delivery:
    """Record a test message for a webhook."""
    now = room_now()
    return Delivery.objects.create(webhook=row, kind="test", at=now, facts={}, next_at=now)


def add_repetition(delivery: Delivery) -> Delivery:
    """Record a message once more, under the same id."""
    return Delivery.objects.create(
        webhook_id=delivery.webhook_id,
        message=delivery.message,
        kind=delivery.kind,
        tournament_id=delivery.tournament_id,
        seq=delivery.seq,
        at=delivery.at,
        facts=delivery.facts,
        next_at=room_now(),
    )


def delete_old() -> None:
    """Delete messages that were sent, or given up, two weeks ago."""
    old = old_deliveries(room_now())
    if old.exists():
        old.delete()


def old_deliveries(now: datetime) -> QuerySet[Delivery]:
    """Return the messages that are deleted at a time."""
    return Delivery.objects.filter(tried_at__lt=now - KEPT).exclude(state="waiting")
