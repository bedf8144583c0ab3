"""Webhooks and their log, for the API."""

from msgspec import Struct

from tourney.access import reads
from tourney.live.resources import Limit, Number, resource
from tourney.now import to_ms
from webhooks.models import Delivery, Webhook


class WebhookRow(Struct, frozen=True):
    """A webhook, without its secret.

    Attributes:
        paused: why it gets no messages: "by_hand", "failures", "refused", "gone"; "" while it gets them.
        waiting: messages that are not delivered yet.
    """

    webhook: int
    name: str
    url: str
    kinds: list[str]
    paused: str
    waiting: int


class WebhookDelivery(Struct, frozen=True):
    """A message to a webhook. Times in ms.

    Attributes:
        message: its id, as the receiver sees it; repetitions have the same.
        at: when it happened.
        state: "waiting", "delivered", "refused" or "given_up".
        next_at: next attempt while it waits.
        status: of the last answer; null without one.
        answer: the beginning of the last answer, or why there was none.
    """

    delivery: int
    message: str
    kind: str
    tournament: int | None
    seq: int
    at: int | None
    state: str
    attempts: int
    next_at: int | None
    status: int | None
    answer: str
    took_ms: int | None


@resource("/webhooks", "read_webhooks", permission=reads.WEBHOOKS)
def webhooks() -> list[WebhookRow]:
    """List the webhooks of the room."""
    return [
        WebhookRow(
            webhook=row.pk,
            name=row.name,
            url=row.url,
            kinds=row.kinds,
            paused=row.paused,
            waiting=row.deliveries.filter(state="waiting").count(),
        )
        for row in Webhook.objects.all()
    ]


@resource("/webhook-deliveries", "read_webhook_deliveries", permission=reads.WEBHOOKS)
def webhook_deliveries(
    webhook: Number = None, before: Number = None, limit: Limit = 100
) -> list[WebhookDelivery]:
    """List messages to webhooks of the last two weeks, the newest first.

    Args:
        webhook: only those of this one.
        before: only those with a smaller `delivery`: the next page.
        limit: how many.
    """
    rows = Delivery.objects.order_by("-pk")
    if webhook is not None:
        rows = rows.filter(webhook=webhook)
    if before is not None:
        rows = rows.filter(pk__lt=before)
    return [
        WebhookDelivery(
            delivery=row.pk,
            message=str(row.message),
            kind=row.kind,
            tournament=row.tournament_id,
            seq=row.seq,
            at=to_ms(row.at),
            state=row.state,
            attempts=row.attempts,
            next_at=to_ms(row.next_at) if row.state == "waiting" else None,
            status=row.status,
            answer=row.answer,
            took_ms=row.took_ms,
        )
        for row in rows[:limit]
    ]
