"""Periodic tasks: messages to webhooks."""

from tourney.jobs.push_queue import enqueue_push
from tourney.periodic import periodic
from webhooks.models import Webhook
from webhooks.services.dispatch import delete_old, due
from webhooks.services.positions import journals_behind


@periodic
def push_to_webhooks() -> None:
    """Enqueue a job if a journal has unread entries, or a message is due; until then both wait in the database."""
    webhooks = list(Webhook.objects.all())
    if not webhooks:
        return
    delete_old()
    if due() or (any(not row.paused for row in webhooks) and journals_behind()):
        enqueue_push("webhooks.tasks.push_webhooks")
