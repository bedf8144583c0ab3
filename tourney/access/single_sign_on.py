"""Single sign-on by OpenID Connect: the code flow with PKCE, and the check of what the provider says."""

import base64
import hashlib
import http.client
import json
import secrets
import urllib.error
import urllib.request
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

import jwt
from django.conf import settings

from tourney.access.roles import Role

# No symmetric ones, and never "none".
_ALGORITHMS = ["RS256", "PS256", "ES256", "EdDSA"]
_SECONDS = 10.0
_MOST_BYTES = 512 * 1024
_LEEWAY_SECONDS = 60
_LONGEST_CLAIM = 255
_LOOPBACK = {"127.0.0.1", "::1", "localhost"}


class SignOnFailed(Exception):
    """The provider could not be reached, or what it said is not valid. The text is for the log."""


@dataclass(frozen=True, slots=True)
class Started:
    """What waits in the session while the person is at the provider.

    Attributes:
        state: comes back with the browser.
        nonce: comes back in the token.
        verifier: proves that the code is redeemed by who asked for it (PKCE).
        callback: the address to which the browser comes back.
    """

    state: str
    nonce: str
    verifier: str
    callback: str

    def as_json(self) -> dict[str, str]:
        """Return it for the session."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Identity:
    """A person as the provider names them.

    Attributes:
        issuer, subject: identify the person, together.
        name: proposed as the name of a login.
        email: "" unless the provider has verified it.
        role: of the groups that the settings map; None if there is none.
    """

    issuer: str
    subject: str
    name: str
    email: str
    role: Role | None


def is_configured() -> bool:
    """Return whether the room has a provider."""
    return bool(settings.OIDC_ISSUER and settings.OIDC_CLIENT_ID)


def start(callback: str) -> tuple[str, Started]:
    """Return the address at the provider to which the browser goes, and what has to be remembered.

    Raises:
        SignOnFailed: the provider could not be reached.
    """
    started = Started(
        secrets.token_urlsafe(32), secrets.token_urlsafe(32), secrets.token_urlsafe(48), callback
    )
    challenge = (
        base64.urlsafe_b64encode(hashlib.sha256(started.verifier.encode()).digest()).rstrip(b"=").decode()
    )
    values = {
        "response_type": "code",
        "client_id": settings.OIDC_CLIENT_ID,
        "redirect_uri": callback,
        "scope": settings.OIDC_SCOPE,
        "state": started.state,
        "nonce": started.nonce,
        "code_challenge": challenge,
        "code_challenge_method": "S256",
    }
    address = _address(_provider(), "authorization_endpoint")
    return f"{address}{'&' if '?' in address else '?'}{urlencode(values)}", started


def complete(code: str, started: Started) -> Identity:
    """Redeem a code, and return who the person is.

    Raises:
        SignOnFailed: the provider could not be reached, or its token is not valid.
    """
    provider = _provider()
    form = {
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": started.callback,
        "client_id": settings.OIDC_CLIENT_ID,
        "code_verifier": started.verifier,
    }
    answer = _fetch(_address(provider, "token_endpoint"), urlencode(form).encode(), _credentials())
    token = answer.get("id_token")
    if not isinstance(token, str):
        raise SignOnFailed("the answer has no id_token")
    return _identity(_claims(token, _fetch(_address(provider, "jwks_uri")), started.nonce))


def _claims(token: str, keys: dict[str, Any], nonce: str) -> dict[str, Any]:
    """Return the claims of a token after checking signature, issuer, audience, times and nonce."""
    try:
        header = jwt.get_unverified_header(token)
        algorithm = header.get("alg")
        if algorithm not in _ALGORITHMS:
            raise SignOnFailed(f"the token is signed with {algorithm}")
        key = _key(jwt.PyJWKSet.from_dict(keys), header.get("kid"))
        claims: dict[str, Any] = jwt.decode(
            token,
            key,
            algorithms=[algorithm],
            audience=settings.OIDC_CLIENT_ID,
            issuer=settings.OIDC_ISSUER,
            leeway=_LEEWAY_SECONDS,
            options={"require": ["exp", "iat", "iss", "aud", "sub"]},
        )
    except (jwt.PyJWTError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise SignOnFailed(f"the token is not valid: {error}") from None
    if not secrets.compare_digest(str(claims.get("nonce", "")).encode(), nonce.encode()):
        raise SignOnFailed("the token has another nonce")
    # A token for several clients says which of them asked for it (OpenID Connect Core 3.1.3.7).
    azp = claims.get("azp")
    if (
        azp is not None or (isinstance(claims["aud"], list) and len(claims["aud"]) > 1)
    ) and azp != settings.OIDC_CLIENT_ID:
        raise SignOnFailed("the token was issued to another client")
    return claims


def _key(keys: jwt.PyJWKSet, kid: object) -> jwt.PyJWK:
    fitting = [key for key in keys.keys if key.key_id == kid] if kid is not None else keys.keys
    if len(fitting) != 1:
        raise SignOnFailed("the provider has no key with which the token is signed")
    return fitting[0]


def _identity(claims: dict[str, Any]) -> Identity:
    subject = str(claims["sub"])
    if not 0 < len(subject) <= _LONGEST_CLAIM or "\x00" in subject:
        raise SignOnFailed("the subject is too long")
    email = claims.get("email") if claims.get("email_verified") is True else ""
    name = next(
        (str(claims[key]) for key in ("preferred_username", "name", "email") if claims.get(key)), subject
    )
    return Identity(settings.OIDC_ISSUER, subject, name, str(email or ""), _role(claims))


def _role(claims: dict[str, Any]) -> Role | None:
    """Return the first role of the settings that one of the person's groups has."""
    given = claims.get(settings.OIDC_ROLES_CLAIM)
    groups = (
        {given}
        if isinstance(given, str)
        else {str(one) for one in given}
        if isinstance(given, list)
        else set()
    )
    return next((Role(role) for group, role in settings.OIDC_ROLES if group in groups), None)


def _provider() -> dict[str, Any]:
    found = _fetch(f"{settings.OIDC_ISSUER.rstrip('/')}/.well-known/openid-configuration")
    if found.get("issuer") != settings.OIDC_ISSUER:
        raise SignOnFailed("the provider says it is another issuer")
    return found


def _address(provider: dict[str, Any], name: str) -> str:
    address = provider.get(name)
    if not isinstance(address, str):
        raise SignOnFailed(f"the provider names no {name}")
    _check_address(address)
    return address


def _check_address(address: str) -> None:
    parts = urlsplit(address)
    if parts.scheme != "https" and not (parts.scheme == "http" and parts.hostname in _LOOPBACK):
        raise SignOnFailed(f"{parts.scheme}://{parts.hostname} is not reached over TLS")


def _credentials() -> dict[str, str]:
    if not settings.OIDC_SECRET_FILE:
        return {}
    secret = Path(settings.OIDC_SECRET_FILE).read_text(encoding="utf-8").strip()
    pair = f"{quote(settings.OIDC_CLIENT_ID, safe='')}:{quote(secret, safe='')}"
    return {"Authorization": f"Basic {base64.b64encode(pair.encode()).decode()}"}


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_arguments: Any) -> None:
        """Follow no redirect: it could lead away from TLS."""
        return


def _fetch(address: str, body: bytes | None = None, headers: dict[str, str] | None = None) -> dict[str, Any]:
    """Return the JSON object that the provider answers.

    Raises:
        SignOnFailed: it could not be reached, or answered something else.
    """
    _check_address(address)
    request = urllib.request.Request(address, body, {"Accept": "application/json", **(headers or {})})  # noqa: S310
    try:
        with urllib.request.build_opener(_NoRedirect).open(request, timeout=_SECONDS) as answer:
            found = json.loads(answer.read(_MOST_BYTES))
    except (OSError, http.client.HTTPException, ValueError, RecursionError) as error:
        raise SignOnFailed(f"{address}: {error}") from None
    if not isinstance(found, dict):
        raise SignOnFailed(f"{address}: no JSON object")
    return found
