"""The command that ends the sessions of a login."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from tourney.access.login_lock import lock_change
from tourney.access.login_sessions import end_all, end_sessions, sessions_of
from tourney.access.roles import Permission, Role
from tourney.commands.proof import Proof, require_proof
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.live.publish import tell_hubs
from tourney.models import User


@command(
    "login.end_sessions",
    permission=Permission.MANAGE_PEOPLE,
    scope="room",
    summary=lazy("Ended the sessions of %(name)s"),
    undoable=False,
)
def end_sessions_of(tx: Tx, user: Id, session: Id | None = None, *, proof: Proof) -> Any:
    """End one session or all sessions of a login. It can log in again.

    Args:
        user: id of the login.
        session: which session; null: all of them.

    Raises:
        Refused: there is no such session any more (`no_session`); or a login ends those of another director, and its
            own password has not been checked (`password_needed`, `log_in_again`).
    """
    lock_change()
    row = tx.get(User, pk=user)
    # A stranger at a director's open browser must not be able to log the other directors out.
    if row.role == Role.DIRECTOR.value and tx.actor.key != f"user:{user}":
        require_proof(tx, proof)
    wanted = [one for one in sessions_of(user) if session in (None, one.pk)]
    if not wanted:
        raise Refused("no_session", _("This session has already ended."))
    ended = end_sessions(wanted)
    tx.on_commit(lambda: tell_hubs({"close_sessions": ended}))
    return {"name": row.username, "sessions": len(ended)}


def end_sessions_in(tx: Tx, user: User, *, but: str = "") -> None:
    """End the sessions of a login in a transaction. Their sockets are closed when it has been committed.

    Args:
        but: stored key of a session that goes on.
    """
    lock_change()
    ended = end_all(user.pk, but=but)
    tx.on_commit(lambda: tell_hubs({"close_sessions": ended}))
