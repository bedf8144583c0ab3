"""Setting up an authenticator app: a secret that waits in the session until a code of the app confirms it."""

import secrets
from base64 import b32encode
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from tourney.access.factors import owner_of_key
from tourney.access.login_sessions import own_key
from tourney.access.one_time_codes import SECRET_BYTES, app_address, new_recovery_codes, step_of
from tourney.access.sealed import Unreadable, seal, unseal
from tourney.access.viewers import actor_of_user
from tourney.commands.factors import add_app
from tourney.journal.refused import Refused
from tourney.models import Room, User
from tourney.now import room_now
from tourney.services.qr import qr_picture
from web.shared.forms import Form, command_of

_WAITING = "new_app"


def app_context(request: HttpRequest, user: User) -> dict[str, Any]:
    """Return what the page shows of the app to be set up: its secret, as a QR code, as a link and as a key to type."""
    secret = _waiting(request, user)
    if secret is None:
        secret = secrets.token_bytes(SECRET_BYTES)
        request.session[_WAITING] = seal(secret, owner_of_key(user.pk))
    text = b32encode(secret).decode()
    room = Room.objects.filter(id=1).first() or Room()
    address = app_address(text, user.username, room.name)
    return {
        "qr": qr_picture(address, symbol_mm=40),
        "app_address": address,
        "key": text,
        "secret": " ".join(text[at : at + 4] for at in range(0, len(text), 4)),
    }


def app_waits(request: HttpRequest, user: User) -> bool:
    """Return whether an app is being set up in this browser."""
    return _waiting(request, user) is not None


def check_code_of_app(request: HttpRequest, user: User, form: Form) -> None:
    """Add an error to the form unless the code is from the app that is being set up."""
    _step_of(request, user, form)


def set_up_app(request: HttpRequest, user: User, form: Form) -> list[str] | None:
    """Set the app up if the code is right.

    Returns:
        The new recovery codes; None if the form has errors.
    """
    secret, step = _waiting(request, user), _step_of(request, user, form)
    if secret is None or step is None:
        return None
    codes = new_recovery_codes()
    try:
        add_app(
            actor=actor_of_user(user),
            command_id=command_of(form.command_id),
            key=seal(secret, owner_of_key(user.pk)),
            step=step,
            codes=codes,
            session=own_key(request),
        )
    except Refused as error:
        form.refuse(error)
        return None
    del request.session[_WAITING]
    return codes


def _step_of(request: HttpRequest, user: User, form: Form) -> int | None:
    secret = _waiting(request, user)
    step = None if secret is None else step_of(form.text("code"), secret, room_now().timestamp(), 0)
    if step is None:
        form.fail("code", _("This code is wrong. Enter the six digits that the app shows now."))
    return step


def _waiting(request: HttpRequest, user: User) -> bytes | None:
    try:
        return unseal(str(request.session.get(_WAITING, "")), owner_of_key(user.pk))
    except Unreadable:
        return None
