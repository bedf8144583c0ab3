"""A receiver of webhooks on loopback, and helpers to send to it."""

import hashlib
import hmac
import json
from datetime import timedelta
from typing import Any

from tests.fixtures.room import press
from tests.phone.push_service import Service, Taken
from tourney.access.roles import Actor
from tourney.now import room_now
from webhooks.boards.messages import chosen_kinds
from webhooks.commands.webhooks import add_webhook, stop
from webhooks.models import Delivery, Webhook
from webhooks.services import dispatch, outbox
from webhooks.services.secrets import secret_of

ALL = [kind.name for kind in chosen_kinds()]


def a_webhook(
    director: Actor, service: Service, kinds: list[str] | None = None, name: str = "club"
) -> Webhook:
    """Add a webhook to the receiver."""
    done = press(
        add_webhook,
        by=director,
        name=name,
        url=f"{service.origin}/hooks/{name}",
        kinds=ALL if kinds is None else kinds,
    )
    assert done.answer is not None
    return Webhook.objects.get(pk=done.answer["webhook"])


def send_all() -> None:
    """Do what the worker does."""
    outbox.record_all()
    while dispatch.send_due(stop):
        pass


def time_passes() -> None:
    """Make all waiting messages due."""
    Delivery.objects.filter(state="waiting").update(next_at=room_now() - timedelta(seconds=1))


def bodies(service: Service, name: str = "club") -> list[dict[str, Any]]:
    """Return the messages that a webhook has received."""
    return [json.loads(one.body) for one in service.taken if one.path == f"/hooks/{name}"]


def kinds_of(service: Service, name: str = "club") -> list[str]:
    """Return the kinds of messages that a webhook has received."""
    return [one["kind"] for one in bodies(service, name)]


def is_signed(taken: Taken, secret: str) -> bool:
    """Check a signature as the documentation tells a receiver to, a second time from the description."""
    signed = taken.headers["poker-timestamp"].encode() + b"." + taken.body
    expected = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
    return f"v1={expected}" in taken.headers["poker-signature"].split(",")


__all__ = ["ALL", "a_webhook", "bodies", "is_signed", "kinds_of", "secret_of", "send_all", "time_passes"]
