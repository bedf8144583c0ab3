"""Commands for links with which a login gets a new password. Only a hash of a link is stored."""

from datetime import timedelta
from typing import Annotated, Any, Literal

from django.core.exceptions import ValidationError
from django.core.validators import EmailValidator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from tourney.access.field_permissions import FieldPermission
from tourney.access.login_lock import lock_change
from tourney.access.roles import Permission, Role
from tourney.commands.login_sessions import end_sessions_in
from tourney.commands.logins import checked_password
from tourney.commands.proof import Proof, acting_login, require_proof
from tourney.journal.arguments import Id, Secret
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.live.publish import tell_hubs
from tourney.models import PasswordLink, User

LINK_HOURS: dict[str, int] = {"director": 24, "mail": 1}
Email = Annotated[str, Field(max_length=254), FieldPermission(Permission.MANAGE_PEOPLE)]


@command(
    "login.email",
    permission=Permission.MANAGE_PEOPLE,
    scope="room",
    summary=lazy("Changed the e-mail address of %(name)s"),
)
def set_email(tx: Tx, user: Id, email: Email, proof: Proof) -> Any:
    """Set the e-mail address to which a login can have a link for a new password sent.

    Args:
        user: id of the login.
        email: the address, or "" for none.

    Raises:
        Refused: this is no e-mail address (`no_address`); or a login changes it, and its own password has not been
            checked (`password_needed`, `log_in_again`).
    """
    require_address(email)
    # Links for a new password go there, and single sign-on may match it, even after the login is made a director's.
    require_proof(tx, proof)
    row = tx.get(User, pk=user)
    tx.save(row, email=email.strip())
    return {"name": row.username}


def require_address(email: str) -> None:
    """Check that a text is an e-mail address, or empty.

    Raises:
        Refused: it is not (`no_address`).
    """
    try:
        EmailValidator()(email.strip() or "a@b.example")
    except ValidationError:
        message = _("Enter a valid e-mail address.")
        raise Refused("no_address", message, fields={"email": message}) from None


@command(
    "login.make_link",
    permission=Permission.MANAGE_PEOPLE,
    scope="room",
    summary=lazy("Created a link for a new password for %(name)s"),
    undoable=False,
    public=False,
)
def make_password_link(
    tx: Tx, user: Id, digest: Secret, way: Literal["director", "mail"], proof: Proof
) -> Any:
    """Make a link with which a login gets a new password, once.

    Earlier links of the login stop working; a link by mail ends those by mail only.

    Args:
        user: id of the login.
        digest: SHA-256 of the link's secret, which the caller has generated; never journalled.
        way: how the person gets it; decides how long it works.

    Raises:
        Refused: the login is inactive (`inactive`) or the director's own (`own_login`); or it is another director's,
            and the acting login's own password has not been checked (`password_needed`, `log_in_again`).
    """
    if tx.actor.key == f"user:{user}":
        raise Refused("own_login", _("Change your own password on the page “Your login”."))
    row = tx.get(User, pk=user)
    if not row.is_active:
        raise Refused("inactive", _("This login is inactive."))
    if row.role == Role.DIRECTOR.value:
        require_proof(tx, proof)
    # Strangers can have links sent by mail: those leave the director's link alone.
    earlier = row.password_links.filter(way="mail") if way == "mail" else row.password_links.all()
    tx.delete_many(list(earlier))
    until = tx.now + timedelta(hours=LINK_HOURS[way])
    tx.create(PasswordLink, user=row, digest=digest, expires_at=until, way=way)
    return {"name": row.username}


@command(
    "login.use_link",
    permission=Permission.SEE_STAFF,
    scope="room",
    summary=lazy("Set a new password with a link"),
    undoable=False,
    public=False,
)
def use_password_link(tx: Tx, digest: Secret, password: Secret) -> None:
    """Set the password of one's own login with a link, and end all its sessions. The second factor stays.

    Args:
        digest: of the link's secret; never journalled.
        password: the new one; never journalled.

    Raises:
        Refused: the link was used, has ended or is too old (`link_used`), or the password is too weak
            (`weak_password`).
    """
    lock_change()
    user = acting_login(tx)
    if not user.password_links.filter(digest=digest, expires_at__gt=tx.now).exists():
        raise Refused("link_used", _("This link no longer works."))
    user.password = checked_password(password, user)
    user.save(update_fields=["password"])
    tx.delete_many(list(user.password_links.all()))
    end_sessions_in(tx, user)
    tx.on_commit(lambda: tell_hubs({"close": [f"user:{user.pk}"]}))
