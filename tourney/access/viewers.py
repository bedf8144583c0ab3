"""Determine the viewer of a session, a token or a display's cookie."""

import dataclasses
import hashlib
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import parse_qs

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY, get_user
from django.contrib.sessions.models import Session
from django.http import HttpRequest, parse_cookie
from django.utils.crypto import constant_time_compare

from tourney.access import guard
from tourney.access.roles import Actor, Role
from tourney.access.sessions import SessionStore, stored_key
from tourney.live.boards import AUDIENCES, Audience
from tourney.models import Token, User
from tourney.now import room_now

T = TypeVar("T")
SCREEN_COOKIE = "room_screen"
# A second subprotocol that pages offer, for the server to select: the other one is a secret.
SOCKET_PROTOCOL = "room"
_SHOWN_AS = "token."


class UnknownToken(Exception):
    """A token that does not exist or was revoked."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """A viewer and what they may see.

    Attributes:
        actor: the acting login or token, if any.
        audience: the boards they may see.
        credential: "user:3" or "token:5", or "" for the public.
        player: the player whose own boards are shown as well; None for other viewers.
        session: the stored key of their session; "" if there is none.
    """

    actor: Actor | None
    audience: Audience
    credential: str
    player: int | None = None
    session: str = ""


PUBLIC = Viewer(None, Audience.PUBLIC, "")


def digest_of_secret(secret: str) -> str:
    """Return the stored hash of a token. Secrets are long and random, so no salt or stretching is needed."""
    return hashlib.sha256(secret.encode()).hexdigest()


def audience_of(role: Role) -> Audience:
    """Return the audience of a role."""
    return AUDIENCES.get(role, Audience.PUBLIC)


def actor_of_user(user: User) -> Actor:
    """Return the actor of a login."""
    return Actor(f"user:{user.pk}", user.get_full_name() or user.username, Role(user.role))


def actor_of_key(key: str) -> Actor | None:
    """Return the actor of a journal key, with their present role; None if they may no longer act.

    Args:
        key: "user:3" or "token:5".
    """
    kind, _, number = key.partition(":")
    if kind == "user":
        user = User.objects.filter(pk=number, is_active=True).first()
        return None if user is None else actor_of_user(user)
    token = Token.objects.filter(pk=number, revoked_at__isnull=True).first() if kind == "token" else None
    return None if token is None else Actor(key, token.label, Role(token.role))


def viewer_of_user(user: Any) -> Viewer:
    """Return the viewer of a login; the public without a login."""
    if not isinstance(user, User) or not user.is_active:
        return PUBLIC
    actor = actor_of_user(user)
    return Viewer(actor, audience_of(actor.role), actor.key)


def token_of(secret: str) -> Token | None:
    """Return the valid token with this secret."""
    return Token.objects.filter(digest=digest_of_secret(secret), revoked_at__isnull=True).first()


def viewer_of_session(key: str) -> Viewer:
    """Return the viewer of a session's login; the public if there is none."""
    if not key:
        return PUBLIC
    request = HttpRequest()
    request.session = SessionStore(key)
    viewer = viewer_of_user(get_user(request))
    return PUBLIC if viewer.actor is None else dataclasses.replace(viewer, session=stored_key(key))


def viewer_of_token(secret: str, address: str) -> Viewer:
    """Return the viewer of a token: a program, a player or a display.

    Wrong tokens are counted per address and refused sooner after some; valid tokens are never locked out,
    because phones, displays and programs share the room's address. Tokens are too long to be guessed.

    Raises:
        UnknownToken: it is not valid.
        guard.LockedOut: it is not valid, and this address sent too many invalid ones.
    """
    token = token_of(secret)
    if token is not None:
        return _viewer(token)
    guard.count(guard.Bound("token", address))
    raise UnknownToken


def _viewer(token: Token) -> Viewer:
    actor = Actor(f"token:{token.pk}", token.label, Role(token.role))
    return Viewer(actor, audience_of(actor.role), actor.key, token.player_id)


def viewer_of_request(request: HttpRequest) -> Viewer:
    """Return the viewer of a request: from a token in the header, a login, or a display's cookie.

    Raises:
        UnknownToken, guard.LockedOut: for a token in the header.
    """
    kind, _, secret = request.headers.get("Authorization", "").partition(" ")
    if kind.lower() == "bearer":
        return viewer_of_token(secret.strip(), address_of_request(request))
    if request.user.is_authenticated:
        return viewer_of_user(request.user)
    return _viewer_of_cookie(request.COOKIES.get(SCREEN_COOKIE, ""))


def _viewer_of_cookie(secret: str) -> Viewer:
    # A browser keeps the cookie long after its display was retired: it is then ignored.
    token = token_of(secret) if secret else None
    return _viewer(token) if token else PUBLIC


async def viewer_of_socket(
    scope: Mapping[str, Any], in_thread: Callable[[Callable[[], Viewer]], Awaitable[Viewer]]
) -> Viewer:
    """Return the viewer of a socket: from a token, a login's session, or a display's cookie.

    Raises:
        UnknownToken, guard.LockedOut: for a token.
    """
    secret = _token_of_socket(scope)
    cookies = _cookies(scope)
    session, screen = cookies.get(settings.SESSION_COOKIE_NAME, ""), cookies.get(SCREEN_COOKIE, "")
    if not secret and not session and not screen:
        return PUBLIC

    def find() -> Viewer:
        if secret:
            return viewer_of_token(secret, address_of_scope(scope))
        if session:
            viewer = viewer_of_session(session)
            if viewer.actor is not None:
                return viewer
        return _viewer_of_cookie(screen)

    return await in_thread(find)


def _token_of_socket(scope: Mapping[str, Any]) -> str:
    """Return the token with which a socket was opened.

    Browsers send it as a subprotocol ("token.…"), the only header that a page can set; programs as
    `Authorization: Bearer`, or as `?token=`, which proxies write to their logs.
    """
    for offered in scope.get("subprotocols", []):
        if offered.startswith(_SHOWN_AS):
            return str(offered.removeprefix(_SHOWN_AS))
    for name, value in scope.get("headers", []):
        if name == b"authorization":
            kind, _, secret = value.decode("latin-1").partition(" ")
            if kind.lower() == "bearer":
                return str(secret.strip())
    query = parse_qs(scope.get("query_string", b"").decode("latin-1"))
    return str((query.get("token") or [""])[0])


def _cookies(scope: Mapping[str, Any]) -> dict[str, str]:
    for name, value in scope.get("headers", []):
        if name == b"cookie":
            # Parsed as Django does: the standard library stops at the first malformed cookie, and other programs on
            # this host (cookies ignore ports) may have set one.
            return parse_cookie(value.decode("latin-1"))
    return {}


def address_of_request(request: HttpRequest) -> str:
    """Return the address of a request's client, behind proxies too (tourney/edge/peers.py)."""
    return str(request.META.get("REMOTE_ADDR", ""))[:45]


def address_of_scope(scope: Mapping[str, Any]) -> str:
    """Return the address of a socket's client."""
    return str((scope.get("client") or ("",))[0])[:45]


def is_staff(headers: Mapping[bytes, bytes]) -> bool:
    """Return whether a request's headers contain a staff login or token. Wrong ones are not counted here."""
    kind, _, secret = headers.get(b"authorization", b"").decode("latin-1").partition(" ")
    if kind.lower() == "bearer":
        token = token_of(secret.strip())
        return token is not None and audience_of(Role(token.role)) >= Audience.DEALER
    cookies = parse_cookie(headers.get(b"cookie", b"").decode("latin-1"))
    return viewer_of_session(cookies.get(settings.SESSION_COOKIE_NAME, "")).audience >= Audience.DEALER


@dataclass(frozen=True, slots=True)
class Held:
    """The credentials of an open socket.

    Attributes:
        credential, session: of its viewer.
        role: of its viewer when it was opened.
    """

    credential: str
    session: str
    role: str


def still_valid(held: Collection[Held]) -> set[Held]:
    """Return the credentials that would get the same access today: not revoked, logged out, disabled or given
    another role.
    """
    numbers: dict[str, set[int]] = {"user": set(), "token": set()}
    for one in held:
        kind, _, number = one.credential.partition(":")
        numbers[kind].add(int(number))
    users = {user.pk: user for user in User.objects.filter(pk__in=numbers["user"], is_active=True)}
    tokens = dict(
        Token.objects.filter(pk__in=numbers["token"], revoked_at__isnull=True).values_list("pk", "role")
    )
    sessions = _sessions_of({one.session for one in held if one.session})

    def is_valid(one: Held) -> bool:
        kind, _, number = one.credential.partition(":")
        if kind == "token":
            return tokens.get(int(number)) == one.role
        user = users.get(int(number))
        if user is None or user.role != one.role:
            return False
        return not one.session or _is_of(sessions.get(one.session), user)

    return {one for one in held if is_valid(one)}


def _sessions_of(keys: Collection[str]) -> dict[str, dict[str, Any]]:
    rows = Session.objects.filter(session_key__in=keys, expire_date__gt=room_now())
    return {row.session_key: SessionStore().decode(row.session_data) for row in rows}


def _is_of(session: Mapping[str, Any] | None, user: User) -> bool:
    """Return whether a session is a login with the person's present password."""
    if session is None or str(session.get(SESSION_KEY)) != str(user.pk):
        return False
    return constant_time_compare(str(session.get(HASH_SESSION_KEY, "")), user.get_session_auth_hash())
