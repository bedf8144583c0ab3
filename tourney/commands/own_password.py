"""The command that changes the own password. The page checks the current one and the second factor."""

from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from tourney.access.login_lock import lock_change
from tourney.access.roles import Permission
from tourney.commands.factors import acting_login, require_session
from tourney.commands.login_sessions import end_sessions_in
from tourney.commands.logins import checked_password
from tourney.journal.arguments import Secret
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx


@command(
    "login.change_password",
    permission=Permission.SEE_STAFF,
    scope="room",
    summary=lazy("Changed the password"),
    undoable=False,
    public=False,
)
def change_password(tx: Tx, digest: Secret, password: Secret, session: Secret) -> None:
    """Change the own password and end all sessions of the login. The second factor stays.

    Args:
        digest: session hash of the login when its current password was checked; never journalled.
        password: the new one; never journalled.
        session: stored key of the session that asks for it; never journalled.

    Raises:
        Refused: the new password is too weak (`weak_password`), the password has been changed since it was
            checked, or the session has ended or began without the second factor of the login (`log_in_again`).
    """
    lock_change()
    user = acting_login(tx)
    require_session(user, session)
    if not constant_time_compare(digest, user.get_session_auth_hash()):
        raise Refused("log_in_again", _("Log out and in again, then try once more."))
    user.password = checked_password(password, user)
    user.save(update_fields=["password"])
    tx.delete_many(list(user.password_links.all()))
    end_sessions_in(tx, user)
