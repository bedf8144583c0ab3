"""Wrong passwords that their owners read among the activity of their login.

A worker looks the name up and writes the journal entry, so that a login takes equally long whether the name exists or
not. Anybody can enter wrong passwords, so a login gets one entry in a while: outsiders can neither fill the journal
nor push all else off the list. The log of the server has each of them.
"""

import logging
import uuid
from datetime import timedelta

from tourney.access.roles import Actor
from tourney.access.viewers import actor_of_user
from tourney.commands.login_notes import note_wrong_password
from tourney.jobs import enqueue
from tourney.journal.refused import Refused
from tourney.models import Attempt, JournalEntry, User
from tourney.now import room_now

log = logging.getLogger(__name__)
_KIND = "wrong_password"
_NOTED = "noted"
# Time without another entry for the same login.
_QUIET = timedelta(hours=6)


def report(name: str, address: str) -> None:
    """Have a worker record a wrong password."""
    user = User.objects.filter(username=name, is_active=True).values_list("pk", flat=True).first()
    attempt = Attempt.objects.create(kind=_KIND, address=address[:45], at=room_now())
    enqueue("tourney.tasks.record_wrong_password", user or 0, attempt.pk, expires=60)


def record(user: int, attempt: int) -> None:
    """Record a wrong password in the journal, unless there is no such login or an entry is recent.

    Args:
        user: id of the login; 0 if there is none.
        attempt: id of the attempt, which is used up.
    """
    row = Attempt.objects.filter(pk=attempt, kind=_KIND).first()
    if row is None or not Attempt.objects.filter(pk=attempt).delete()[0]:
        return
    owner = User.objects.filter(pk=user, is_active=True).first()
    if owner is None:
        return
    actor = actor_of_user(owner)
    # Asked again under the lock of the room; here, so that a series of guesses does not take it each time.
    if _is_noted(actor):
        return
    try:
        note_wrong_password.carry_out(
            {"address": row.address},
            actor=actor,
            command_id=uuid.uuid4(),
            guard=lambda: _refuse_another(actor),
        )
    except Refused as refusal:
        if refusal.code != _NOTED:
            # A long command of the room, such as an import, is under way.
            log.warning("A wrong password for user:%s is not in the journal: %s", user, refusal.code)


def _is_noted(actor: Actor) -> bool:
    entries = JournalEntry.journal(None).filter(kind=note_wrong_password.kind, actor=actor.key)
    return entries.filter(at__gt=room_now() - _QUIET).exists()


def _refuse_another(actor: Actor) -> None:
    """Refuse a second entry: another worker may have written one since the first look.

    Raises:
        Refused: there is a recent one (`noted`); not shown on any page.
    """
    if _is_noted(actor):
        raise Refused(_NOTED, "")
