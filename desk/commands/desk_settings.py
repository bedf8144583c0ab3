"""Command for the desk's settings."""

from typing import Annotated

from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from desk.models import DeskSettings
from tourney.access.roles import Permission
from tourney.journal.commands import command
from tourney.journal.tx import Tx


@command(
    "desk_settings.set",
    permission=Permission.SET_REGISTRATION,
    scope="room",
    summary=lazy("Changed the desk settings"),
)
def set_desk_settings(
    tx: Tx,
    minimum_age: Annotated[int, Field(ge=0, le=99)],
    capacity: Annotated[int, Field(ge=1, le=1_000_000)] | None,
    offer_seconds: Annotated[int, Field(ge=10, le=7200)],
    recalls: Annotated[int, Field(ge=0, le=20)],
    at_once_seconds: Annotated[int, Field(ge=0, le=86_400)],
    lookup_by_name: bool,
    one_event_at_a_time: bool = False,
) -> None:
    """Set the desk's rules for all events.

    Args:
        minimum_age: in years; an event's rulebook may require more.
        capacity: maximum number of players in play in the whole room; null: limited by seats only.
        offer_seconds: how long a called player has to come.
        recalls: how often they are called again before they are skipped.
        at_once_seconds: how long after busting a re-entry goes ahead of the waiting list.
        lookup_by_name: whether players may find their page by name and year of birth.
        one_event_at_a_time: whether players in a running event are refused in another one.
    """
    columns = {
        "minimum_age": minimum_age,
        "one_event_at_a_time": one_event_at_a_time,
        "capacity": capacity,
        "offer_seconds": offer_seconds,
        "recalls": recalls,
        "at_once_seconds": at_once_seconds,
        "lookup_by_name": lookup_by_name,
    }
    row = DeskSettings.objects.filter(pk=1).first()
    if row is None:
        tx.create(DeskSettings, pk=1, **columns)
    else:
        tx.save(row, **columns)
