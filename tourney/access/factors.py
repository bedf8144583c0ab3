"""Check second factors at a login. Codes are accepted once, whichever process checks them."""

import logging
from datetime import timedelta

from django.conf import settings
from django.utils.crypto import constant_time_compare

from tourney.access import guard
from tourney.access.one_time_codes import DIGITS, digest_of_code, step_of
from tourney.access.sealed import Unreadable, unseal
from tourney.models import Authenticator, RecoveryCode, User
from tourney.now import room_now

log = logging.getLogger(__name__)


def has_factor(user: int) -> bool:
    """Return whether a login has a second factor."""
    return Authenticator.objects.filter(user=user).exists()


def owner_of_key(user: int) -> str:
    """Return the owner of an app's secret, for `sealed`."""
    return f"app of user:{user}"


def recovery_bounds(user: int) -> tuple[guard.Bound, ...]:
    """Return how many wrong recovery codes a login may have: they still work after too many wrong codes of the app."""
    return (
        guard.Bound("recovery", str(user), 5, timedelta(minutes=10)),
        guard.Bound("recovery_day", str(user), 30, timedelta(days=1)),
    )


def code_bounds(user: int) -> tuple[guard.Bound, ...]:
    """Return how many wrong codes a login may have. Only those who know the password get so far."""
    return (
        guard.Bound("code", str(user), 5, timedelta(minutes=10)),
        guard.Bound("code_day", str(user), 30, timedelta(days=1)),
    )


def unused_code_bounds(user: int) -> tuple[guard.Bound, ...]:
    """Return after how many wrong codes, entered beside a wrong password, codes are no longer checked."""
    return (
        guard.Bound("code_unused", str(user), 5, timedelta(minutes=10)),
        guard.Bound("code_unused_day", str(user), 30, timedelta(days=1)),
    )


def is_recovery_code(code: str) -> bool:
    """Return whether a code is too long for one of the app, right or wrong."""
    return len("".join(code.split())) > DIGITS


def accept_app_code(user: int, code: str) -> bool:
    """Return whether a code of the app is right; it is then used up."""
    row, step = _step_of(user, code)
    if row is None or step is None:
        return False
    # Compare and set: of two requests with the same code one is accepted.
    rows = Authenticator.objects.filter(pk=row.pk, counter__lt=step)
    return rows.update(counter=step, used_at=room_now()) == 1


def is_code_right(user: int, code: str) -> bool:
    """Return whether a code of the app or a recovery code is right, without using it up."""
    return _step_of(user, code)[1] is not None or recovery_digest(user, code) is not None


def is_code_used(user: int, code: str) -> bool:
    """Return whether a code was right and is used up. To enter it again is no guess."""
    if is_recovery_code(code):
        digest = digest_of_code(code, user, settings.SECRET_KEY)
        return RecoveryCode.objects.filter(user=user, used_at__isnull=False, digest=digest).exists()
    return _step_of(user, code)[1] is None and _step_of(user, code, used_too=True)[1] is not None


def _step_of(user: int, code: str, *, used_too: bool = False) -> tuple[Authenticator | None, int | None]:
    """Return the app of a login, and the time step of its code; None if it has none, or the code is wrong."""
    row = Authenticator.objects.filter(user=user, kind=Authenticator.APP).first()
    if row is None:
        return None, None
    try:
        secret = unseal(row.key, owner_of_key(user))
    except Unreadable:
        log.error("The second factor of login %s can't be read: SECRET_KEY is another one. Reset it.", user)
        return None, None
    return row, step_of(code, secret, room_now().timestamp(), 0 if used_too else row.counter)


def recovery_digest(user: int, code: str) -> str | None:
    """Return the digest of an unused recovery code; None if there is no such code."""
    digest = digest_of_code(code, user, settings.SECRET_KEY)
    codes = RecoveryCode.objects.filter(user=user, used_at__isnull=True).values_list("digest", flat=True)
    return digest if any(constant_time_compare(one, digest) for one in codes) else None


def codes_left(user: User) -> int:
    """Return how many recovery codes of a login are unused."""
    return user.recovery_codes.filter(used_at__isnull=True).count()
