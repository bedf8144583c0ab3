"""Jobs of the screens."""

import time

from celery import shared_task

from notifications.periodic import pushing_is_over
from notifications.services import push

# Then the next job goes on: ticks of the clock wait behind nobody for long.
_SECONDS = 30.0


@shared_task(name="notifications.tasks.push_notices", ignore_result=True)
def push_notices() -> None:
    """Tell phones whose page is closed what their players were told."""
    until = time.monotonic() + _SECONDS
    try:
        while push.hand_out():
            pass
        while push.send_due() and time.monotonic() < until:
            pass
    finally:
        pushing_is_over()
