"""The command by which a login changes its own password. The page checks the current one and the second factor."""

from django.utils.translation import gettext_lazy as lazy

from tourney.access.login_lock import lock_change
from tourney.access.roles import Permission
from tourney.commands.login_sessions import end_sessions_in
from tourney.commands.logins import checked_password
from tourney.commands.proof import Proof, acting_login, require_proof
from tourney.journal.arguments import Secret
from tourney.journal.commands import command
from tourney.journal.tx import Tx


@command(
    "login.change_password",
    permission=Permission.SEE_STAFF,
    scope="room",
    summary=lazy("Changed the password"),
    undoable=False,
    public=False,
)
def change_password(tx: Tx, password: Secret, proof: Proof) -> None:
    """Change the acting login's password and end all its sessions. The second factor stays.

    Args:
        password: the new one; never journalled.

    Raises:
        Refused: the new password is too weak (`weak_password`), or the current one has not been checked in this session
            (`password_needed`, `log_in_again`).
    """
    lock_change()
    user = acting_login(tx)
    require_proof(tx, proof)
    user.password = checked_password(password, user)
    user.save(update_fields=["password"])
    tx.delete_many(list(user.password_links.all()))
    end_sessions_in(tx, user)
