"""Commands for logins that a provider of single sign-on knows. They are linked by issuer and subject alone."""

from typing import Annotated, Any

from django.contrib.auth.hashers import make_password
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from tourney.access.field_permissions import FieldPermission
from tourney.access.look_alikes import skeleton
from tourney.access.roles import Permission
from tourney.commands.argument_types import StaffRole
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import LoginIdentity, User

Claim = Annotated[str, Field(min_length=1, max_length=255), FieldPermission(Permission.MANAGE_PEOPLE)]


@command(
    "login.add_external",
    permission=Permission.MANAGE_PEOPLE,
    scope="room",
    summary=lazy("Added %(username)s as %(role)s by single sign-on"),
    undoable=False,
    public=False,
)
def add_external(tx: Tx, name: Claim, role: StaffRole, issuer: Claim, subject: Claim) -> Any:
    """Create a login without a password for a person whom the provider knows.

    Args:
        name: as the provider says it; a number is added if it is taken.
        role: the role of the login.
        issuer, subject: who the person is.
    """
    if LoginIdentity.objects.filter(issuer=issuer, subject=subject).exists():
        raise Refused("taken", _("This person already has a login."))
    taken = {skeleton(one) for one in User.objects.values_list("username", flat=True)}
    plain = "".join(sign for sign in name if sign.isalnum() or sign in "@.+-_")[:50] or "login"
    free = (
        one
        for one in (plain, *(f"{plain}-{number}" for number in range(2, 1000)))
        if skeleton(one) not in taken
    )
    username = next(free)
    user = tx.create(User, username=username, role=role, password=make_password(None), is_active=True)
    tx.create(LoginIdentity, user=user, issuer=issuer, subject=subject)
    return {"user": user.pk, "username": username}


@command(
    "login.link",
    permission=Permission.MANAGE_PEOPLE,
    scope="room",
    summary=lazy("Linked %(username)s to single sign-on"),
    undoable=False,
    public=False,
)
def link_identity(tx: Tx, user: Id, issuer: Claim, subject: Claim) -> Any:
    """Let a person whom the provider knows use a login.

    Args:
        user: id of the login.
        issuer, subject: who the person is.
    """
    row = tx.get(User, pk=user)
    tx.create(LoginIdentity, user=row, issuer=issuer, subject=subject)
    return {"username": row.username}
