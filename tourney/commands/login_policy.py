"""The command for the room's login policy, and what follows from a change of it."""

from typing import Annotated

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from tourney.access.factors import has_factor
from tourney.access.login_lock import lock_change
from tourney.access.login_policy import login_policy
from tourney.access.login_sessions import end_sessions, end_unrecorded, not_admitted, shorten
from tourney.access.roles import Permission
from tourney.commands.argument_types import StaffRole
from tourney.commands.proof import Proof, require_proof
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.live.publish import tell_hubs
from tourney.models import LoginPolicy
from tourney.models.logins import HOURS, IDLE_MINUTES, PASSWORD_LENGTHS


@command(
    "login.policy",
    permission=Permission.MANAGE_PEOPLE,
    scope="room",
    summary=lazy("Changed the login policy"),
)
def set_login_policy(
    tx: Tx,
    factor_roles: Annotated[list[StaffRole], Field(max_length=4)],
    session_hours: Annotated[int, Field(ge=HOURS[0], le=HOURS[1])],
    idle_minutes: Annotated[int, Field(ge=0, le=IDLE_MINUTES)],
    password_length: Annotated[int, Field(ge=PASSWORD_LENGTHS[0], le=PASSWORD_LENGTHS[1])],
    proof: Proof,
) -> None:
    """Set what the room demands of staff logins.

    Sessions without a second factor end if their role needs one now; their logins set one up at the next login.

    Args:
        factor_roles: roles whose logins need a second factor.
        session_hours: how long a session lasts, except on dealers' tablets.
        idle_minutes: after how long without a request a session ends, except on dealers' tablets; 0: never.
        password_length: how many characters a new password needs.

    Raises:
        Refused: a login changes it, and its own password has not been checked (`password_needed`, `log_in_again`); or
            the acting login's role would need a second factor, and it has none (`own_factor`).
    """
    require_proof(tx, proof)
    kind, _colon, number = tx.actor.key.partition(":")
    if tx.actor.role in factor_roles and kind == "user" and not has_factor(int(number)):
        own = _("Set up a second factor for your own login first.")
        raise Refused("own_factor", own, fields={"factor_roles": own})
    columns = {
        "factor_roles": sorted(set(factor_roles)),
        "session_hours": session_hours,
        "idle_minutes": idle_minutes,
        "password_length": password_length,
    }
    row = LoginPolicy.objects.filter(id=1).first()
    if row is None:
        tx.create(LoginPolicy, id=1, **columns)
    else:
        tx.save(row, **columns)
    apply_policy(tx)


def apply_policy(tx: Tx) -> None:
    """End the sessions that the policy does not admit, and shorten those that would last longer than it allows."""
    lock_change()
    ended = end_sessions(not_admitted()) + end_unrecorded()
    shorten(login_policy())
    if ended:
        tx.on_commit(lambda: tell_hubs({"close_sessions": ended}))
