"""Lock out addresses that guess tokens or pairing codes."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.db import connection, transaction

from tourney.edge.peers import group_of
from tourney.models import Attempt
from tourney.now import room_now

_WINDOW = timedelta(minutes=10)
_LIMIT = 20


class LockedOut(Exception):
    """Too many wrong guesses.

    Attributes:
        wait: time until another one is checked.
    """

    def __init__(self, wait: timedelta) -> None:
        super().__init__(wait)
        self.wait = wait


@dataclass(frozen=True, slots=True)
class Bound:
    """How many wrong guesses lock out.

    Attributes:
        kind: of attempt.
        address: of the client, or a name for the target of the guesses.
        limit: number of wrong attempts within `window` that locks it out.
    """

    kind: str
    address: str
    limit: int = _LIMIT
    window: timedelta = _WINDOW


def count(*bounds: Bound) -> list[int]:
    """Count a guess as wrong before it is checked, so that parallel ones cannot exceed a limit together.

    Returns:
        Keys of the recorded attempts, for `withdraw` if the guess was right.

    Raises:
        LockedOut: there were too many wrong attempts; this one is not counted.
    """
    keys = sorted({(one.kind, group_of(one.address)[:45]): one for one in bounds}.items())
    # Without a lock first: a flood of refused guesses must not hold up those who write.
    _refuse_if_locked(keys)
    now = room_now()
    for (kind, _address), bound in keys:
        Attempt.objects.filter(kind=kind, at__lt=now - bound.window).delete()
    with transaction.atomic():
        for (kind, address), _bound in keys:
            _queue(f"{kind} {address}")
        _refuse_if_locked(keys)
        return [
            Attempt.objects.create(kind=kind, address=address, at=now).pk for (kind, address), _bound in keys
        ]


def withdraw(noted: Sequence[int]) -> None:
    """Withdraw an attempt, because the guess was right or was not checked."""
    Attempt.objects.filter(pk__in=noted).delete()


def clear(*bounds: Bound) -> None:
    """Forget wrong guesses."""
    for bound in bounds:
        Attempt.objects.filter(kind=bound.kind, address=group_of(bound.address)[:45]).delete()


def _refuse_if_locked(keys: Sequence[tuple[tuple[str, str], Bound]]) -> None:
    now, free_at = room_now(), []
    for (kind, address), bound in keys:
        recent = Attempt.objects.filter(kind=kind, address=address, at__gte=now - bound.window)
        # The newest ones that reach the limit: it is free again when the first of them has passed.
        times = recent.order_by("-at").values_list("at", flat=True)[: bound.limit]
        if len(times) >= bound.limit:
            free_at.append(times[bound.limit - 1] + bound.window)
    if free_at:
        raise LockedOut(max(free_at) - now)


def _queue(key: str) -> None:
    """Let one transaction at a time count under a key. On SQLite, transactions queue by themselves."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [f"guess {key}"])
