"""Commands for webhooks: add, change, pause and resume, a new secret, test, repeat, remove."""

import uuid
from collections.abc import Sequence
from typing import Annotated, Any, Literal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from tourney.access.field_permissions import WEBHOOK_ADDRESS
from tourney.access.roles import WEBHOOK_SENDER, Permission
from tourney.commands import Name
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import JournalEntry
from tourney.services.outbound import BadAddress, check_address
from webhooks.boards.messages import chosen_kinds
from webhooks.models import MOST_ADDRESS, Delivery, Webhook
from webhooks.services.dispatch import add_repetition, add_test, webhook_networks
from webhooks.services.positions import skip_history
from webhooks.services.secrets import new_salt

MOST_WEBHOOKS = 20
_STOP_ATTEMPTS = 3
Address = Annotated[str, Field(min_length=1, max_length=MOST_ADDRESS), WEBHOOK_ADDRESS]
Kinds = Annotated[list[Annotated[str, Field(max_length=40)]], Field(max_length=40)]


@command(
    "webhook.add",
    permission=Permission.MANAGE_EVENTS,
    scope="room",
    summary=lazy("Added the webhook “%(name)s”"),
    undoable=False,
)
def add_webhook(tx: Tx, name: Name, url: Address, kinds: Kinds) -> Any:
    """Add a webhook: messages of the chosen kinds go to an address from now on.

    Args:
        name: what it is for.
        url: where messages are sent, over HTTPS; in networks that the server allows (`WEBHOOK_NETWORKS`) over HTTP as
            well.
        kinds: kinds of messages.

    Raises:
        Refused: no name or kind; an unknown kind; an address to which nothing is sent (`bad_address`); there are 20
            webhooks already (`too_many`).
    """
    if Webhook.objects.count() >= MOST_WEBHOOKS:
        raise Refused(
            "too_many",
            _("The limit of %(most)s webhooks is reached. Remove one first.") % {"most": MOST_WEBHOOKS},
        )
    row = tx.create(
        Webhook,
        **_checked(name, url, kinds),
        salt=new_salt(),
        renewed_at=tx.now,
        listens_from=tx.now,
    )
    if not Webhook.objects.filter(paused="").exclude(pk=row.pk).exists():
        skip_history(tx.now)
    return {"webhook": row.pk}


@command(
    "webhook.change",
    permission=Permission.MANAGE_EVENTS,
    scope="room",
    summary=lazy("Changed the webhook “%(name)s”"),
)
def change_webhook(tx: Tx, webhook: Id, name: Name, url: Address, kinds: Kinds) -> Any:
    """Change name, address and kinds of messages. Messages that wait go to the new address.

    Args:
        webhook: the webhook.
        name, url, kinds: as in `webhook.add`.

    Raises:
        Refused: as in `webhook.add`.
    """
    tx.save(tx.lock(Webhook, pk=webhook), **_checked(name, url, kinds))
    return None


@command(
    "webhook.pause",
    permission=Permission.MANAGE_EVENTS,
    scope="room",
    summary=lazy("Paused the webhook “%(name)s”"),
    undoable=False,
    # Undo would report what happened during the pause.
    undo_hint=lazy("Resume it."),
)
def pause_webhook(tx: Tx, webhook: Id) -> Any:
    """Pause a webhook: what happens until it is resumed is not reported to it.

    Args:
        webhook: the webhook.

    Raises:
        Refused: it is paused already (`paused_already`).
    """
    row = tx.lock(Webhook, pk=webhook)
    if row.paused:
        raise Refused("paused_already", _("This webhook is already paused."))
    tx.save(row, paused="by_hand")
    return {"name": row.name}


@command(
    "webhook.resume",
    permission=Permission.MANAGE_EVENTS,
    scope="room",
    summary=lazy("Resumed the webhook “%(name)s”"),
    undoable=False,
    undo_hint=lazy("Pause it."),
)
def resume_webhook(tx: Tx, webhook: Id) -> Any:
    """Resume a paused webhook. Messages that were waiting are sent first.

    Args:
        webhook: the webhook.

    Raises:
        Refused: it is not paused (`not_paused`).
    """
    row = tx.lock(Webhook, pk=webhook)
    if not row.paused:
        raise Refused("not_paused", _("This webhook is not paused."))
    if not Webhook.objects.filter(paused="").exists():
        skip_history(tx.now)
    tx.save(row, paused="", listens_from=tx.now)
    return {"name": row.name}


def _summarise_stopped(journal_entry: JournalEntry) -> str:
    texts = {
        "failures": lazy("Paused the webhook “%(name)s”: a message could not be delivered for hours"),
        "refused": lazy("Paused the webhook “%(name)s”: its receiver refused ten messages in a row"),
        "gone": lazy("Paused the webhook “%(name)s”: its receiver no longer accepts messages"),
    }
    return str(texts[journal_entry.arguments["reason"]]) % {"name": (journal_entry.answer or {})["name"]}


@command(
    "webhook.stop",
    permission=Permission.KEEP_TIME,
    scope="room",
    summary=_summarise_stopped,
    undoable=False,
    public=False,
)
def stop_webhook(tx: Tx, webhook: Id, reason: Literal["failures", "refused", "gone"]) -> Any:
    """Pause a webhook whose messages are not taken.

    Args:
        webhook: the webhook.
        reason: why.

    Raises:
        Refused: it is paused already (`paused_already`).
    """
    row = tx.lock(Webhook, pk=webhook)
    if row.paused:
        raise Refused("paused_already", _("This webhook is already paused."))
    tx.save(row, paused=reason)
    return {"name": row.name}


def stop(webhook: int, reason: str) -> None:
    """Pause a webhook whose messages are not taken, unless it is paused or gone."""
    for left in reversed(range(_STOP_ATTEMPTS)):
        try:
            stop_webhook(actor=WEBHOOK_SENDER, command_id=uuid.uuid4(), webhook=webhook, reason=reason)
        except Refused as refused:
            if refused.code == "conflict" and left:
                continue
            if refused.code not in {"paused_already", "not_found"}:
                raise
        return


@command(
    "webhook.new_secret",
    permission=Permission.MANAGE_EVENTS,
    scope="room",
    summary=lazy("Created a new secret for the webhook “%(name)s”"),
    undoable=False,
)
def renew_secret(tx: Tx, webhook: Id) -> Any:
    """Create a new secret. The old one keeps signing for 24 hours, alongside the new one.

    Args:
        webhook: the webhook.
    """
    row = tx.lock(Webhook, pk=webhook)
    tx.save(row, salt=new_salt(), former_salt=row.salt, renewed_at=tx.now)
    return {"name": row.name}


@command(
    "webhook.test",
    permission=Permission.MANAGE_EVENTS,
    scope="room",
    summary=lazy("Sent a test message to the webhook “%(name)s”"),
    undoable=False,
)
def send_test(tx: Tx, webhook: Id) -> Any:
    """Send a test message, also to a paused webhook. It is tried once.

    Args:
        webhook: the webhook.
    """
    row = tx.lock(Webhook, pk=webhook)
    made = add_test(row)
    return {"name": row.name, "delivery": made.pk}


@command(
    "webhook.repeat",
    permission=Permission.MANAGE_EVENTS,
    scope="room",
    summary=lazy("Repeated a message to the webhook “%(name)s”"),
    undoable=False,
)
def repeat_message(tx: Tx, delivery: Id) -> Any:
    """Send a message again, under the same id.

    Args:
        delivery: of the log.

    Raises:
        Refused: it is still waiting (`waiting`), or it is a test (`is_test`).
    """
    row = tx.lock(Delivery, pk=delivery)
    if row.state == "waiting":
        raise Refused("waiting", _("This message is still being sent."))
    if row.kind == "test":
        raise Refused("is_test", _("Run a new test instead."))
    add_repetition(row)
    return {"name": row.webhook.name, "webhook": row.webhook_id}


@command(
    "webhook.remove",
    permission=Permission.MANAGE_EVENTS,
    scope="room",
    summary=lazy("Removed the webhook “%(name)s”"),
    undoable=False,
)
def remove_webhook(tx: Tx, webhook: Id) -> Any:
    """Remove a webhook with its messages.

    Args:
        webhook: the webhook.
    """
    row = tx.lock(Webhook, pk=webhook)
    name = row.name
    tx.delete(row)
    return {"name": name}


def _checked(name: str, url: str, kinds: Sequence[str]) -> dict[str, Any]:
    """Return the columns of a webhook from what was entered."""
    if not name.strip():
        text = _("This field is required.")
        raise Refused("bad_argument", text, fields={"name": text})
    known = [kind.name for kind in chosen_kinds()]
    unknown = [kind for kind in kinds if kind not in known]
    if unknown:
        text = _("Unknown kind of message: %(kind)s.") % {"kind": unknown[0]}
        raise Refused("bad_argument", text, fields={"kinds": text})
    if not kinds:
        text = _("Choose at least one kind of message.")
        raise Refused("bad_argument", text, fields={"kinds": text})
    address = url.strip()
    try:
        check_address(address, webhook_networks())
    except BadAddress:
        text = _(
            "Messages can’t be sent to this address. It must begin with https:// and must not lead into a private "
            "network."
        )
        raise Refused("bad_address", text, fields={"url": text}) from None
    return {"name": name.strip(), "url": address, "kinds": [kind for kind in known if kind in kinds]}
