"""Leases in the database: of several equal processes one is in charge, and another one takes over when it ends.

A lease runs out by the database's clock, so hosts with different clocks agree about it.
"""

import os
import socket
import uuid
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.db.models import Q

from tourney.models import Lease
from tourney.now import database_now

SECONDS = 3.0


def own_name() -> str:
    """Return a name for this process that no other one has, now or later."""
    return f"{socket.gethostname()[:50]}:{os.getpid()}:{uuid.uuid4().hex[:8]}"


def hold(name: str, holder: str, seconds: float = SECONDS) -> bool:
    """Take a lease, or prolong it.

    Args:
        name: what to be in charge of.
        holder: see `own_name`.
        seconds: after which another process may take it, unless it is prolonged before.

    Returns:
        Whether the holder has it now.
    """
    now = database_now()
    until = now + timedelta(seconds=seconds)
    free = Q(holder=holder) | Q(until__lte=now)
    # Compare and set in one statement: of two that find it free, one takes it. A time far in the future means that the
    # database's clock was set back.
    free |= Q(until__gt=now + timedelta(seconds=10 * seconds))
    if Lease.objects.filter(free, name=name).update(holder=holder, until=until):
        return True
    try:
        with transaction.atomic():
            return Lease.objects.get_or_create(name=name, defaults={"holder": holder, "until": until})[1]
    except IntegrityError:
        return False


def release(name: str, holder: str) -> None:
    """Give a lease up, so that another process need not wait for its end."""
    Lease.objects.filter(name=name, holder=holder).update(until=database_now())
