"""Command that records an export of a person's data."""

from typing import Any

from django.utils.translation import gettext_lazy as lazy

from players.services.records import living
from tourney.access import reads
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.tx import Tx


@command(
    "player.export_data",
    permission=reads.PERSONAL_DATA_OF_ONE,
    scope="room",
    summary=lazy("Exported the personal data of %(name)s"),
    undoable=False,
    public=False,
)
def export_data(tx: Tx, player: Id) -> Any:
    """Record that staff get the file of everything that is held about a player.

    Args:
        player: whose data.
    """
    return {"name": living(tx, player).name}
