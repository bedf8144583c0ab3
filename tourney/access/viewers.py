"""Who looks: from a session, a token or a screen's cookie to a viewer."""

import hashlib
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any, TypeVar
from urllib.parse import parse_qs

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpRequest, parse_cookie

from tourney.access import guard
from tourney.access.roles import Actor, Role
from tourney.live.boards import Audience
from tourney.models import Token, User

T = TypeVar("T")
SCREEN_COOKIE = "room_screen"


class UnknownToken(Exception):
    """A token that was never given out, or was revoked."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """Somebody who looks.

    Attributes:
        actor: who acts, if anybody known.
        audience: which boards are shown.
        credential: "user:3" or "token:5", or "" for the public.
        player: whose own boards are shown besides; None for everybody but players.
    """

    actor: Actor | None
    audience: Audience
    credential: str
    player: int | None = None


PUBLIC = Viewer(None, Audience.PUBLIC, "")


def digest_of_secret(secret: str) -> str:
    """The hash under which a token is kept. The secrets are long and random, so no salt or stretching is needed."""
    return hashlib.sha256(secret.encode()).hexdigest()


def audience_of(role: Role) -> Audience:
    """Which boards a role sees."""
    if role.for_people:
        return Audience.STAFF
    return Audience.DISPLAY if role is Role.DISPLAY else Audience.PUBLIC


def actor_of_user(user: User) -> Actor:
    """A login as the one who acts."""
    return Actor(f"user:{user.pk}", user.get_full_name() or user.username, Role(user.role))


def viewer_of_user(user: Any) -> Viewer:
    """A login as one who looks; the public if nobody is logged in."""
    if not isinstance(user, User) or not user.is_active:
        return PUBLIC
    actor = actor_of_user(user)
    return Viewer(actor, audience_of(actor.role), actor.key)


def token_of(secret: str) -> Token | None:
    """The valid token with this secret."""
    return Token.objects.filter(digest=digest_of_secret(secret), revoked_at__isnull=True).first()


def viewer_of_token(secret: str, address: str) -> Viewer:
    """A program, a player or a display that shows a token.

    Raises:
        UnknownToken: it is not valid.
        guard.LockedOut: this address showed too many wrong ones.
    """
    token = token_of(secret)
    # A hundred phones share the room's Wi-Fi: somebody's guessing among them must not shut out the others.
    if token is not None and token.role == Role.PLAYER.value:
        return _viewer(token)
    guard.check("token", address)
    if token is None:
        guard.note_failure("token", address)
        raise UnknownToken
    return _viewer(token)


def _viewer(token: Token) -> Viewer:
    actor = Actor(f"token:{token.pk}", token.label, Role(token.role))
    return Viewer(actor, audience_of(actor.role), actor.key, token.player_id)


def viewer_of_request(request: HttpRequest) -> Viewer:
    """Who looks at a page: a token in the header, a login, or a screen's cookie.

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
    # A cookie is kept by a browser long after its screen was retired: it is simply worth nothing then.
    token = token_of(secret) if secret else None
    return _viewer(token) if token else PUBLIC


async def viewer_of_socket(
    scope: Mapping[str, Any], in_thread: Callable[[Callable[[], Viewer]], Awaitable[Viewer]]
) -> Viewer:
    """Who opened a socket: `?token=`, a login's session, or a screen's cookie.

    Raises:
        UnknownToken, guard.LockedOut: for a token.
    """
    query = parse_qs(scope.get("query_string", b"").decode("latin-1"))
    secret = (query.get("token") or [""])[0]
    cookies = _cookies(scope)
    session, screen = cookies.get(settings.SESSION_COOKIE_NAME, ""), cookies.get(SCREEN_COOKIE, "")
    if not secret and not session and not screen:
        return PUBLIC

    def find() -> Viewer:
        if secret:
            return viewer_of_token(secret, address_of_scope(scope))
        if session:
            request = HttpRequest()
            request.session = SessionStore(session)
            viewer = viewer_of_user(get_user(request))
            if viewer.actor is not None:
                return viewer
        return _viewer_of_cookie(screen)

    return await in_thread(find)


def _cookies(scope: Mapping[str, Any]) -> dict[str, str]:
    for name, value in scope.get("headers", []):
        if name == b"cookie":
            # As Django reads them: the standard library gives up at the first odd one, and other programs on
            # this host (cookies know no ports) may have set such a one.
            return parse_cookie(value.decode("latin-1"))
    return {}


def _forwarded(header: str, direct: str) -> str:
    """The client's address behind as many trusted proxies as the settings say; each appends one to the header."""
    hops = [hop.strip() for hop in header.split(",") if hop.strip()]
    trusted = settings.TRUSTED_PROXIES
    if not trusted or len(hops) < trusted:
        return direct
    try:
        return str(ip_address(hops[-trusted]))
    except ValueError:
        return direct


def address_of_request(request: HttpRequest) -> str:
    """The address a request comes from."""
    return _forwarded(request.headers.get("X-Forwarded-For", ""), str(request.META.get("REMOTE_ADDR", "")))[
        :45
    ]


def address_of_scope(scope: Mapping[str, Any]) -> str:
    """The address a socket comes from."""
    header = next(
        (value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"), ""
    )
    return _forwarded(header, str((scope.get("client") or ("",))[0]))[:45]


def still_valid(credentials: Iterable[str]) -> set[str]:
    """Those of the credentials that still open anything."""
    held: dict[str, set[int]] = {"user": set(), "token": set()}
    for credential in credentials:
        kind, _, number = credential.partition(":")
        held[kind].add(int(number))
    users = User.objects.filter(pk__in=held["user"], is_active=True).values_list("pk", flat=True)
    tokens = Token.objects.filter(pk__in=held["token"], revoked_at__isnull=True).values_list("pk", flat=True)
    return {f"user:{pk}" for pk in users} | {f"token:{pk}" for pk in tokens}
