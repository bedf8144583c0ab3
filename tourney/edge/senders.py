"""Check whether the sender of a large body has a login or a staff token."""

import asyncio
from collections.abc import Iterable

from django.db import close_old_connections

from tourney.access.viewers import is_staff


async def is_known(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Check a request's credentials outside the event loop."""
    held = {name: value for name, value in headers if name in {b"authorization", b"cookie"}}
    if not held:
        return False

    def check() -> bool:
        close_old_connections()
        try:
            return is_staff(held)
        finally:
            close_old_connections()

    return await asyncio.to_thread(check)
