"""Passkeys (WebAuthn): options for the browser, and the check of what it answers.

The browser's answer comes as JSON in a field of a form. What it has to answer to waits in the session, and is used
once.
"""

import ipaddress
import json
from typing import Any

from django.http import HttpRequest
from django.http.request import split_domain_port
from django.utils.translation import gettext as _
from fido2.server import Fido2Server
from fido2.utils import websafe_decode, websafe_encode
from fido2.webauthn import (
    AttestedCredentialData,
    AuthenticationResponse,
    PublicKeyCredentialRpEntity,
    PublicKeyCredentialUserEntity,
    UserVerificationRequirement,
)

from tourney.access.login_sessions import own_key
from tourney.access.one_time_codes import new_recovery_codes
from tourney.access.sessions import SessionStore
from tourney.access.viewers import actor_of_user
from tourney.commands.factors import add_passkey
from tourney.journal.refused import Refused
from tourney.models import Authenticator, Room, User
from tourney.now import room_now
from web.shared.forms import Form, command_of

_NEW, _LOGIN = "passkey_new", "passkey_login"
_LONGEST = 20_000
# What the package raises for answers that are no answers.
_FAULTS = (ValueError, TypeError, KeyError, AttributeError, AssertionError)


def can_use_passkeys(request: HttpRequest) -> bool:
    """Return whether browsers allow passkeys at this address: over TLS or on localhost, and for names only."""
    name = _host(request)
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return request.is_secure() or name == "localhost" or name.endswith(".localhost")
    return False


def creation_options(request: HttpRequest, user: User) -> dict[str, Any]:
    """Return the options with which a browser makes a new passkey."""
    room = Room.objects.filter(id=1).first() or Room()
    options, state = _server(request, room.name).register_begin(
        PublicKeyCredentialUserEntity(
            id=f"user:{user.pk}".encode(), name=user.username, display_name=user.username
        ),
        _credentials(user),
        user_verification=UserVerificationRequirement.PREFERRED,
    )
    request.session[_NEW] = state
    return dict(options)["publicKey"]  # type: ignore[no-any-return]


def request_options(request: HttpRequest, user: User) -> dict[str, Any] | None:
    """Return the options with which a browser uses a passkey of a login; None if it has none, or none works here."""
    credentials = _credentials(user)
    if not credentials or not can_use_passkeys(request):
        return None
    options, state = _server(request).authenticate_begin(
        credentials, user_verification=UserVerificationRequirement.PREFERRED
    )
    request.session[_LOGIN] = state
    return dict(options)["publicKey"]  # type: ignore[no-any-return]


def set_up_passkey(request: HttpRequest, user: User, form: Form) -> list[str] | None:
    """Add the passkey that the browser has made.

    Returns:
        The new recovery codes, none if the login has some already; None if the form has errors.
    """
    state = _taken(request, _NEW)
    try:
        made = _server(request).register_complete(state, _answer_in(form))
        data = made.credential_data
        assert data is not None
    except _FAULTS:
        form.message = _("The passkey could not be checked. Try again.")
        return None
    codes = new_recovery_codes()
    try:
        done = add_passkey(
            actor=actor_of_user(user),
            command_id=command_of(form.command_id),
            name=form.text("name"),
            key=websafe_encode(bytes(data)),
            credential=websafe_encode(data.credential_id),
            counter=made.counter,
            codes=codes,
            session=own_key(request),
        )
    except Refused as error:
        form.refuse(error)
        return None
    return codes if (done.answer or {}).get("first") and not done.repeated else []


def accept_passkey(request: HttpRequest, user: User, form: Form) -> bool:
    """Return whether the browser has a passkey of the login. Its answer is then used up."""
    state = _taken(request, _LOGIN)
    try:
        answer = AuthenticationResponse.from_dict(_answer_in(form))
        used = _server(request).authenticate_complete(state, _credentials(user), answer)
    except _FAULTS:
        return False
    counter = answer.response.authenticator_data.counter
    rows = user.authenticators.filter(credential=websafe_encode(used.credential_id))
    # A counter that does not grow is one of a copy; many authenticators keep none and always say 0.
    rows = rows.filter(counter__lt=counter) if counter else rows.filter(counter=0)
    return rows.update(counter=counter, used_at=room_now()) == 1


def _taken(request: HttpRequest, name: str) -> Any:
    return request.session.take(name) if isinstance(request.session, SessionStore) else None


def _answer_in(form: Form) -> Any:
    text = form.values.get("passkey", "")
    if len(text) > _LONGEST:
        raise ValueError
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError from None


def _credentials(user: User) -> list[AttestedCredentialData]:
    rows = user.authenticators.filter(kind=Authenticator.PASSKEY)
    return [AttestedCredentialData(websafe_decode(row.key)) for row in rows]


def _server(request: HttpRequest, room: str = "") -> Fido2Server:
    host = _host(request)
    origin = f"{request.scheme}://{request.get_host()}"
    return Fido2Server(
        PublicKeyCredentialRpEntity(id=host, name=room or host), verify_origin=lambda sent: sent == origin
    )


def _host(request: HttpRequest) -> str:
    return split_domain_port(request.get_host())[0]
