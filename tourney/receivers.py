"""Signal receivers of the core."""

from tourney.access.roles import Role
from tourney.commands.books import check_books_exist
from tourney.commands.login_policy import apply_policy
from tourney.commands.logins import check_somebody_runs_the_room, end_links, end_password
from tourney.commands.proof import refuse_to_undo
from tourney.live.publish import tell_hubs
from tourney.models import User
from tourney.signals import Undone, undone


@undone.connect
def keep_books_of_events(event: Undone) -> None:
    """Refuse an undo that removes a rulebook in use."""
    if any(change["model"] == "tourney.bookcopy" for change in event.tx.changes):
        check_books_exist(event.tx)


@undone.connect
def keep_a_director(event: Undone) -> None:
    """Refuse an undo that leaves no director, or that needs a password as a command.

    Ends the links for a new password of logins it changed, and the password of one that becomes a director's. Closes
    the sockets of logins and tokens it changed, and sessions that the login policy does not admit.
    """
    raised = {
        change["pk"]
        for change in event.tx.changes
        if change["model"] == "tourney.user" and (change["after"] or {}).get("role") == Role.DIRECTOR.value
    }
    touched = {(change["model"], change["pk"]) for change in event.tx.changes}
    if any(model == "tourney.user" for model, _pk in touched):
        check_somebody_runs_the_room()
        for user in User.objects.filter(pk__in=[pk for model, pk in touched if model == "tourney.user"]):
            end_links(event.tx, user)
            if user.pk in raised:
                end_password(event.tx, user)
    refuse_to_undo(event.tx)
    if any(model in {"tourney.user", "tourney.loginpolicy"} for model, _pk in touched):
        apply_policy(event.tx)
    held = [
        f"{model.removeprefix('tourney.')}:{pk}"
        for model, pk in touched
        if model in {"tourney.user", "tourney.token"}
    ]
    if held:
        # Viewers who still have access reconnect.
        event.tx.on_commit(lambda: tell_hubs({"close": held}))
