"""Close a login's sockets when it changes outside a command (`manage.py changepassword`)."""

from collections.abc import Collection
from typing import Any

from django.db import transaction
from django.db.models.signals import post_save

from tourney.live.publish import tell_hubs
from tourney.models import User

_DECIDES = {"password", "role", "is_active"}


def connect() -> None:
    """Connect the signal for saved logins."""
    post_save.connect(_saved, sender=User, dispatch_uid="tourney.live.revocation")


def _saved(
    sender: Any, instance: User, created: bool, update_fields: Collection[str] | None, **more: Any
) -> None:
    if created or (update_fields is not None and _DECIDES.isdisjoint(update_fields)):
        return
    transaction.on_commit(lambda: tell_hubs({"close": [f"user:{instance.pk}"]}))
