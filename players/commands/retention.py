"""Command that sets how long personal data is kept."""

from typing import Annotated

from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from players.models import Retention
from tourney.access.roles import Permission
from tourney.journal.commands import command
from tourney.journal.tx import Tx

Months = Annotated[int, Field(ge=1, le=600)]


@command(
    "player.set_retention",
    permission=Permission.MANAGE_EVENTS,
    scope="room",
    summary=lazy("Changed how long player data is kept"),
)
def set_retention(tx: Tx, months: Months | None) -> None:
    """Set after how many months players who were not seen are anonymised.

    It takes effect a week later. Players with open business are kept: banned, owed something, in an open event or
    season.

    Args:
        months: without a visit; null: never.
    """
    row = Retention.objects.select_for_update(of=("self",)).filter(pk=1).first()
    if row is None:
        tx.create(Retention, id=1, months=months, changed_at=tx.now)
    else:
        tx.save(row, months=months, changed_at=tx.now)
