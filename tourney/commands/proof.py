"""The acting login, and proof of its password: an open browser must not be enough to take over the room."""

from typing import Any

from django.contrib.sessions.models import Session
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from tourney.access.factors import has_factor
from tourney.access.roles import Role
from tourney.journal.arguments import ArgumentGroup, Secret
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import LoginSession, User
from tourney.now import room_now


class Proof(ArgumentGroup):
    """What a page knows once it has checked the password and the second factor.

    Attributes:
        own_digest: session hash of the acting login when its password was checked; never journalled.
        own_session: stored key of the session that asks for it; never journalled.
    """

    own_digest: Secret = ""
    own_session: Secret = ""


def acting_login(tx: Tx) -> User:
    """Return the login that acts.

    Raises:
        Refused: it is a token (`no_person`).
    """
    kind, _colon, number = tx.actor.key.partition(":")
    if kind != "user":
        raise Refused("no_person", _("Only personal logins have a second factor."))
    return tx.get(User, pk=int(number))


def require_session(user: User, session: str) -> None:
    """Refuse a session that has ended, or that began without the second factor of its login.

    Pages check this before they check a password or a code; it is checked again under the lock, because another browser
    may have set up a factor or ended the session meanwhile.

    Raises:
        Refused: the session is one of these (`log_in_again`).
    """
    is_open = Session.objects.filter(pk=session, expire_date__gt=room_now()).exists()
    verified = LoginSession.objects.filter(session=session, user=user, verified=True)
    if not is_open or (has_factor(user.pk) and not verified.exists()):
        raise Refused("log_in_again", _("Log out and in again, then try once more."))


def require_proof(tx: Tx, proof: Proof) -> None:
    """Refuse a change by a login that has not proved who it is. A token is a proof itself.

    Raises:
        Refused: it has given no password (`password_needed`); or the session has ended or began without the second
            factor of the login, or the password has changed since (`log_in_again`).
    """
    if not tx.actor.key.startswith("user:"):
        return
    if not proof.own_digest:
        raise Refused(
            "password_needed",
            _("This needs your password. Enter it on the page “Staff logins”, “Login policy” or “Tokens”."),
        )
    user = acting_login(tx)
    require_session(user, proof.own_session)
    if not constant_time_compare(proof.own_digest, user.get_session_auth_hash()):
        raise Refused("log_in_again", _("Log out and in again, then try once more."))


def refuse_to_undo(tx: Tx) -> None:
    """Refuse an undo by which a login, not a token, does what needs proof as a command.

    Such an undo makes another login a director or takes that role away, changes an address or the login policy, or
    brings a director's token back.

    Raises:
        Refused: it does (`password_needed`).
    """
    if any(_needs_proof(change) for change in tx.changes):
        require_proof(tx, Proof())


def _needs_proof(change: dict[str, Any]) -> bool:
    """Return whether a change to a row concerns a director's rights, or what may give them later."""
    before, after = change["before"], change["after"]
    if change["model"] == "tourney.loginpolicy":
        return True
    if change["model"] == "tourney.token":
        return before is None and after["role"] == Role.DIRECTOR.value
    if change["model"] != "tourney.user":
        return False
    if before is not None and after is not None and not {"role", "is_active", "email"} & set(after):
        return False
    if before is not None and "email" in (after or {}):
        return True
    # A change holds only the columns that differ.
    stored: dict[str, Any] = {**(User.objects.filter(pk=change["pk"]).values("role").first() or {})}
    return any(
        picture is not None and {**stored, **picture}["role"] == Role.DIRECTOR.value
        for picture in (before, after)
    )
