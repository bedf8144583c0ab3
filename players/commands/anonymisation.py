"""Command that deletes a player's personal data."""

from functools import partial
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from players.commands.background_import import delete_import_files
from players.models import Ban, Player
from players.services.events import busy_in, lock_open_events
from players.services.photos import forget_pictures
from players.services.records import living, records_of, tell_names
from players.signals import PersonalDataDeleted, personal_data_deleted
from tourney.access.roles import Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.erasure import erase, forget_freed_pages
from tourney.journal.personal_traces import RECORD
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.live.publish import tell_hubs
from tourney.models import Token


@command(
    "player.anonymise",
    permission=Permission.BAN_PLAYERS,
    scope="room",
    summary=lazy("Anonymised a player, who is now %(name)s"),
    undoable=False,
    undo_hint=lazy("Deleted data can’t be restored."),
)
def anonymise_player(tx: Tx, player: Id) -> Any:
    """Delete a player's personal data. Results and receipts stay under a number.

    Their links stop working and their keep-apart pairs are deleted. Journal entries keep their structure
    without personal data. It can't be undone.

    Args:
        player: the player who asked for deletion.
    """
    lock_open_events()
    row = living(tx, player)
    event = busy_in(row.pk)
    if event is not None:
        message = _("%(name)s is still in “%(event)s”. Wait until it is over.")
        raise Refused("still_in", message % {"name": row.name, "event": event.name})
    name = f"#{row.pk}"
    # Records merged into this one belong to the same person.
    records = records_of(row)
    names = {record.name for record in records}
    delete_import_files()
    personal_data_deleted.send(PersonalDataDeleted(tx, records))
    for record in records:
        tx.save(record, **RECORD, name=f"#{record.pk}", anonymised_at=tx.now)
    tell_names(tx)
    tokens = list(Token.objects.filter(player=row))
    for token in tokens:
        tx.save(token, label=name, revoked_at=token.revoked_at or tx.now)
    if tokens:
        keys = [f"token:{token.pk}" for token in tokens]
        tx.on_commit(lambda: tell_hubs({"close": keys}))
    for ban in Ban.objects.filter(player__in=records):
        tx.save(ban, reason="–")
    photos = erase(
        tx, [record.pk for record in records], names_shared=Player.objects.filter(name__in=names).exists()
    )
    tx.on_commit(partial(forget_pictures, photos))
    tx.on_commit(forget_freed_pages)
    return {"name": name}
