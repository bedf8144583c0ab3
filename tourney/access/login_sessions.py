"""Sessions of staff logins: recorded when they begin, prolonged while they are used, listed and ended."""

from collections.abc import Callable, Iterable

from django.contrib.auth import SESSION_KEY, logout
from django.contrib.sessions.models import Session
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse

from tourney.access.login_lock import lock_new_session
from tourney.access.login_policy import SEEN_EVERY, Policy, is_admitted, login_policy
from tourney.access.sessions import SessionStore, stored_key
from tourney.access.viewers import address_of_request
from tourney.models import LoginSession, User
from tourney.now import room_now


def begin(request: HttpRequest, user: User, *, verified: bool) -> None:
    """Record the session of a login, in the transaction in which the login was checked (`lock_new_session`).

    Args:
        verified: whether a second factor was used.
    """
    store = _store_of(request)
    store.save()
    now, policy = room_now(), login_policy()
    key = stored_key(store.session_key or "")
    values = {"user": user, "verified": verified, "started_at": now, "seen_at": now, **_device(request)}
    store.login, _made = LoginSession.objects.update_or_create(session_id=key, defaults=values)
    store.ends_at = policy.end_of(user.role, now, now)
    Session.objects.filter(pk=key).update(expire_date=store.ends_at)


def own_key(request: HttpRequest) -> str:
    """Return the stored key of a request's session."""
    return stored_key(request.session.session_key or "")


class LoginSessionMiddleware:
    """Note when and where a session was last used, at most once a minute; end those that the policy ends."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._next = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Serve a request."""
        if isinstance(request.user, User) and isinstance(request.session, SessionStore):
            _use(request, request.user, request.session)
        return self._next(request)


def _use(request: HttpRequest, user: User, store: SessionStore) -> None:
    now = room_now()
    row = store.login
    if row is None:
        # Begun before sessions were recorded.
        try:
            with transaction.atomic():
                lock_new_session()
                begin(request, user, verified=False)
        except IntegrityError:
            # Another request has just recorded it, or ended it.
            return
        row = store.login
    elif now - row.seen_at < SEEN_EVERY:
        return
    policy = login_policy()
    if row is None or not is_admitted(policy, user, row):
        logout(request)
        return
    LoginSession.objects.filter(pk=row.pk).update(seen_at=now, **_device(request))
    store.ends_at = policy.end_of(user.role, row.started_at, now)
    Session.objects.filter(pk=row.session_id).update(expire_date=store.ends_at)


def sessions_of(user: int) -> list[LoginSession]:
    """Return the open sessions of a login, the one used last first."""
    rows = LoginSession.objects.filter(user=user, session__expire_date__gt=room_now())
    return list(rows.select_related("session"))


def end_sessions(rows: Iterable[LoginSession]) -> list[str]:
    """End sessions, and return their keys for the hubs (`close_sessions`)."""
    keys = [row.session_id for row in rows]
    Session.objects.filter(pk__in=keys).delete()
    return keys


def end_all(user: int, *, but: str = "") -> list[str]:
    """End the sessions of a login, and return their keys for the hubs (`close_sessions`).

    Args:
        but: stored key of a session that goes on.
    """
    keys = {row.session_id for row in LoginSession.objects.filter(user=user)} | set(unrecorded({user}))
    ended = sorted(keys - {but})
    Session.objects.filter(pk__in=ended).delete()
    return ended


def unrecorded(users: set[int]) -> list[str]:
    """Return the keys of the logins' sessions that were begun before sessions were recorded."""
    rows = Session.objects.filter(login__isnull=True, expire_date__gt=room_now())
    wanted = {str(user) for user in users}
    return [row.pk for row in rows.iterator() if row.get_decoded().get(SESSION_KEY) in wanted]


def not_admitted() -> list[LoginSession]:
    """Return the sessions that need a second factor and were opened without one."""
    policy = login_policy()
    rows = LoginSession.objects.filter(verified=False, user__role__in=sorted(policy.factor_roles))
    return list(rows)


def end_unrecorded() -> list[str]:
    """End the sessions that need a second factor and were begun before sessions were recorded; return their keys."""
    roles = sorted(login_policy().factor_roles)
    users = set(User.objects.filter(role__in=roles).values_list("pk", flat=True)) if roles else set()
    keys = unrecorded(users) if users else []
    Session.objects.filter(pk__in=keys).delete()
    return keys


def shorten(policy: Policy) -> None:
    """Let open sessions end no later than a changed policy says; some end at once."""
    for row in LoginSession.objects.select_related("user", "session"):
        end = policy.end_of(row.user.role, row.started_at, row.seen_at)
        if end < row.session.expire_date:
            Session.objects.filter(pk=row.session_id).update(expire_date=end)


def _device(request: HttpRequest) -> dict[str, str]:
    browser = request.headers.get("User-Agent", "")
    return {
        "address": address_of_request(request),
        "browser": browser.encode("ascii", "replace").decode().replace("\x00", "")[:300],
    }


def _store_of(request: HttpRequest) -> SessionStore:
    store = request.session
    if not isinstance(store, SessionStore):
        raise TypeError("Sessions of logins are kept in the database.")
    return store
