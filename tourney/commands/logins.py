"""Commands for logins and tokens."""

from typing import Annotated, Any, Literal

from django.contrib.auth.hashers import make_password
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from tourney.access.field_permissions import SECRET
from tourney.access.login_lock import lock_change
from tourney.access.login_policy import login_policy
from tourney.access.look_alikes import skeleton
from tourney.access.roles import Permission, Role
from tourney.commands.argument_types import Language, Name, StaffRole
from tourney.commands.login_policy import apply_policy
from tourney.commands.login_sessions import end_sessions_in
from tourney.commands.proof import Proof, require_proof
from tourney.journal.arguments import Id, Secret
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.live.publish import tell_hubs
from tourney.models import Token, User


def checked_password(password: str, user: User) -> str:
    """Return the hash of a new password.

    Raises:
        Refused: it is too short for the room's policy, or too common (`weak_password`).
    """
    require_strong(password, user)
    return make_password(password)


def require_strong(password: str, user: User) -> None:
    """Refuse a new password that is too weak.

    Raises:
        Refused: it is too short for the room's policy, too common, or like the name (`weak_password`).
    """
    # Spaces at the ends and repeated spaces do not count towards the length of a password.
    plain = " ".join(password.split())
    shortest = login_policy().password_length
    text = ""
    if len(plain) < shortest:
        # Further reasons would not help: it has to be another one in any case.
        text = _("The password needs at least %(count)s characters.") % {"count": shortest}
    else:
        try:
            validate_password(plain, user)
        except ValidationError as error:
            text = " ".join(error.messages)
    if text:
        raise Refused("weak_password", _("Choose another password."), fields={"password": text})


@command(
    "login.add",
    permission=Permission.MANAGE_PEOPLE,
    scope="room",
    summary=lazy("Added %(username)s as %(role)s"),
)
def add_person(
    tx: Tx,
    username: Annotated[str, Field(min_length=1, max_length=60)],
    role: StaffRole,
    password: Secret,
    proof: Proof,
) -> Any:
    """Create a staff login.

    Args:
        username: for logging in.
        role: the role of the login.
        password: at least eight characters, not a common one; never journalled.

    Raises:
        Refused: a login creates a director, and its own password has not been checked (`password_needed`,
            `log_in_again`).
    """
    if role == Role.DIRECTOR.value:
        require_proof(tx, proof)
    looks = skeleton(username)
    if any(skeleton(taken) == looks for taken in User.objects.values_list("username", flat=True)):
        taken = _("This name is already taken.")
        raise Refused("name_taken", taken, fields={"username": taken})
    user = User(username=username, role=role)
    user = tx.create(
        User, username=username, role=role, password=checked_password(password, user), is_active=True
    )
    return {"user": user.pk}


@command(
    "login.change",
    permission=Permission.MANAGE_PEOPLE,
    scope="room",
    summary=lazy("Changed a login’s role to %(role)s"),
)
def change_person(tx: Tx, user: Id, role: StaffRole, active: bool, proof: Proof) -> None:
    """Change a login's role, or whether it is active.

    Its links for a new password stop working: their holders must not get the rights of the new role. When it becomes a
    director's, its sessions end and its password stops working as well; it needs a new one.

    Args:
        user: id of the login.
        role: the new role.
        active: whether the login works.

    Raises:
        Refused: it is the last director (`last_director`); or a login changes a director's, or makes another one a
            director, and its own password has not been checked (`password_needed`, `log_in_again`).
    """
    lock_change()
    row = tx.get(User, pk=user)
    if (row.role, row.is_active) != (role, active):
        if Role.DIRECTOR.value in {row.role, role}:
            require_proof(tx, proof)
        end_links(tx, row)
    if role == Role.DIRECTOR.value != row.role:
        end_password(tx, row)
    if row.is_active and not active:
        # Not journalled: an undo enables the login again, but its old sessions stay ended.
        row.switched_off += 1
        row.save(update_fields=["switched_off"])
        end_sessions_in(tx, row)
    tx.save(row, role=role, is_active=active)
    check_somebody_runs_the_room()
    apply_policy(tx)
    tx.on_commit(lambda: tell_hubs({"close": [f"user:{user}"]}))


def end_links(tx: Tx, user: User) -> None:
    """End the links for a new password of a login. An undo does not bring them back."""
    tx.delete_many(list(user.password_links.all()))


def end_password(tx: Tx, user: User) -> None:
    """End the password and the sessions of a login that becomes a director's. An undo does not bring them back.

    Any open browser of a director could have set the password while the login had another role.
    """
    user.set_unusable_password()
    user.save(update_fields=["password"])
    end_sessions_in(tx, user)


def check_somebody_runs_the_room() -> None:
    if not User.objects.filter(role=Role.DIRECTOR.value, is_active=True).exists():
        raise Refused("last_director", _("This is the last director login. The room needs at least one."))


@command(
    "login.password",
    permission=Permission.MANAGE_PEOPLE,
    scope="room",
    summary=lazy("Gave %(name)s a new password"),
    undoable=False,
)
def set_password(tx: Tx, user: Id, password: Secret, proof: Proof) -> Any:
    """Set a login's password and end all its sessions.

    Args:
        user: id of the login.
        password: at least eight characters, not a common one; never journalled.

    Raises:
        Refused: the login is the director's own (`own_login`); or it is another director's, and the acting login's own
            password has not been checked (`password_needed`, `log_in_again`).
    """
    # “Your login” asks for the current password: an open browser must not be enough to take over the login.
    if tx.actor.key == f"user:{user}":
        raise Refused("own_login", _("Change your own password on the page “Your login”."))
    lock_change()
    row = tx.get(User, pk=user)
    if row.role == Role.DIRECTOR.value:
        require_proof(tx, proof)
    row.password = checked_password(password, row)
    row.save(update_fields=["password"])
    end_links(tx, row)
    end_sessions_in(tx, row)
    tx.on_commit(lambda: tell_hubs({"close": [f"user:{user}"]}))
    return {"name": row.username}


@command(
    "login.language",
    permission=Permission.SEE_STAFF,
    scope="room",
    summary=lazy("Chose the language %(language)s"),
)
def choose_language(tx: Tx, language: Literal["", Language]) -> None:
    """Set your own language.

    Args:
        language: its code, or "" for the browser's.
    """
    kind, _colon, number = tx.actor.key.partition(":")
    if kind != "user":
        raise Refused("no_person", _("Only personal logins have a language setting."))
    tx.save(tx.get(User, pk=int(number)), language=language)


@command(
    "token.issue",
    permission=Permission.MANAGE_PEOPLE,
    scope="room",
    summary=lazy("Issued the token “%(label)s” (%(role)s)"),
)
def issue_token(
    tx: Tx,
    label: Name,
    role: Literal["director", "floor", "desk", "dealer", "display"],
    digest: Annotated[str, Field(pattern="^[0-9a-f]{64}$"), SECRET],
    proof: Proof,
) -> Any:
    """Issue a token to a program or a display. Its secret is generated by the caller and never stored.

    Args:
        label: its purpose.
        role: of its holder.
        digest: SHA-256 of the secret, in hexadecimal digits.

    Raises:
        Refused: a login issues a token of a director, and its own password has not been checked (`password_needed`,
            `log_in_again`).
    """
    if role == Role.DIRECTOR.value:
        require_proof(tx, proof)
    token = tx.create(Token, label=label, role=role, digest=digest, created_at=tx.now)
    return {"token": token.pk}


@command(
    "token.revoke",
    permission=Permission.MANAGE_PEOPLE,
    scope="room",
    summary=lazy("Revoked the token “%(label)s”"),
    undoable=False,
)
def revoke_token(tx: Tx, token: Id) -> Any:
    """Revoke a token at once and permanently.

    Args:
        token: the token's id.
    """
    row = tx.get(Token, pk=token)
    if row.revoked_at is not None:
        raise Refused("already_revoked", _("This token has already been revoked."))
    tx.save(row, revoked_at=tx.now)
    tx.on_commit(lambda: tell_hubs({"close": [f"token:{token}"]}))
    return {"label": row.label}
