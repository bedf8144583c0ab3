"""Limit password guesses per address and per name, with growing delays.

No lock-out is permanent. A delay is at most one minute for a name and five for an address. A name is locked
for one address for a time after a few wrong passwords (`LOGIN_FAILURES`, `LOGIN_LOCKED_HOURS`). A cookie
marks devices on which a login was used before; there, guesses of others at the same name or from the same
address cause no delay.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

from tourney.access.viewers import address_of_request
from tourney.edge.rates import client_of, share_of
from tourney.models import Attempt, User
from tourney.now import room_now

DEVICE_COOKIE = "room_device"
_DEVICE_SECONDS = 180 * 24 * 3600
_SALT = "room.device"
_WINDOW = timedelta(hours=1)
_PAIR = "login_pair"


@dataclass(frozen=True, slots=True)
class _Bound:
    """How many wrong passwords cause no delay, and the longest delay after more, in seconds."""

    kind: str
    key: str
    free: int
    longest: float


@dataclass(frozen=True, slots=True)
class Guesses:
    """The counters for passwords tried for one name.

    Attributes:
        pair: key of the name at one address, which can be locked; "" if nothing is locked.
    """

    bounds: tuple[_Bound, ...]
    pair: str

    def wait(self, *, but: Sequence[int] = ()) -> float:
        """Return the seconds to wait before the next attempt.

        Args:
            but: keys of attempts that do not count, as `note` returned them.
        """
        now = room_now()
        wait = 0.0
        for bound in self.bounds:
            times = Attempt.objects.filter(kind=bound.kind, address=bound.key, at__gte=now - _WINDOW)
            times = times.exclude(pk__in=but)
            latest = times.order_by("-at").values_list("at", flat=True).first()
            over = times.count() - bound.free
            if latest is None or over < 0:
                continue
            pause = min(2.0 ** min(over, 20), bound.longest)
            wait = max(wait, pause - (now - latest).total_seconds())
        return wait

    def lock(self, *, but: Sequence[int] = ()) -> float:
        """Return the seconds for which this name is locked for this address; 0 if it is not.

        Args:
            but: keys of attempts that do not count, as `note` returned them.
        """
        if not self.pair:
            return 0.0
        locked = timedelta(hours=settings.LOGIN_LOCKED_HOURS)
        times = Attempt.objects.filter(kind=_PAIR, address=self.pair).exclude(pk__in=but)
        latest = times.order_by("-at").values_list("at", flat=True).first()
        # The attempts before the last one count, not those before now: the lock lasts its full time from the last one
        # on, and afterwards as many attempts are free as before.
        if latest is None or times.filter(at__gte=latest - locked).count() < settings.LOGIN_FAILURES:
            return 0.0
        return max(0.0, (locked - (room_now() - latest)).total_seconds())

    def note(self) -> list[int]:
        """Count an attempt as failed before checking it, so that concurrent ones count.

        Returns:
            Keys of the recorded attempts, for `guard.withdraw`.
        """
        now = room_now()
        Attempt.objects.filter(kind__in=[bound.kind for bound in self.bounds], at__lt=now - _WINDOW).delete()
        keys = [(bound.kind, bound.key) for bound in self.bounds]
        if self.pair:
            old = now - 2 * timedelta(hours=settings.LOGIN_LOCKED_HOURS)
            Attempt.objects.filter(kind=_PAIR, at__lt=old).delete()
            keys.append((_PAIR, self.pair))
        return [Attempt.objects.create(kind=kind, address=key, at=now).pk for kind, key in keys]

    def forget(self) -> None:
        """Clear the wrong attempts for this name from this address, because the password was right."""
        Attempt.objects.filter(kind=_PAIR, address=self.pair).delete()


def guesses_at_login(request: HttpRequest, name: str) -> Guesses:
    """Return the counters of a login: the name, the address and both; on a known device, the device.

    Names are counted separately for the room, for outside and for this machine.
    """
    device = _device_of(request, name)
    if device is not None:
        return Guesses((_Bound("login_device", _short(device), 5, 60.0),), "")
    address = address_of_request(request)
    share = share_of(address)
    place = "here" if address in {"127.0.0.1", "::1"} else "room" if share > 1 else "outside"
    client = client_of(address)
    return Guesses(
        (
            _Bound("login_name", _short(f"{place} {name.casefold()}"), 10, 60.0),
            _Bound("login_address", client[:45], 60 if share > 1 else 20, 300.0),
        ),
        _short(f"{client} {name.casefold()}"),
    )


def guesses_at_approval(clerk: int, name: str) -> Guesses:
    """Return the counters of a supervisor who approves at a clerk's desk: for that clerk alone.

    So no clerk can lock a supervisor's login, and guesses at a login do not hold up an approval.
    """
    return Guesses(
        (
            _Bound("approval_name", _short(f"{clerk} {name.casefold()}"), 5, 60.0),
            _Bound("approval_clerk", str(clerk), 20, 300.0),
        ),
        "",
    )


def remember_device(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """Mark this browser as one on which this login was used."""
    value = signing.dumps([user.pk, _mark_of(user)], salt=_SALT)
    response.set_cookie(
        DEVICE_COOKIE,
        value,
        max_age=_DEVICE_SECONDS,
        httponly=True,
        samesite="Strict",
        secure=request.is_secure(),
        path="/login/",
    )


def _device_of(request: HttpRequest, name: str) -> str | None:
    cookie = request.COOKIES.get(DEVICE_COOKIE, "")
    if not cookie:
        return None
    try:
        number, mark = signing.loads(cookie, salt=_SALT, max_age=_DEVICE_SECONDS)
    except (signing.BadSignature, TypeError, ValueError):
        return None
    user = User.objects.filter(pk=number, username=name, is_active=True).first()
    return cookie if user is not None and _mark_of(user) == mark else None


def _mark_of(user: User) -> str:
    return _short(user.password)[:16]


def _short(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:40]
