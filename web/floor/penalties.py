"""Penalties of an event as a file, for the office: by full names."""

from django.http import HttpRequest, HttpResponse
from django.utils.functional import Promise
from django.utils.text import slugify
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from penalties.boards.penalties import in_event
from penalties.models import Penalty
from players.services.partners import entry_name
from tourney.access.roles import Permission
from tourney.rules.text_files import write_text
from web.office.csv_files import csv_file, headings
from web.office.details import event_of
from web.shared.access import staff_page

_COLUMNS: dict[str, Promise] = {
    "name": lazy("Player"),
    "kind": lazy("Kind"),
    "count": lazy("Quantity"),
    "players": lazy("Players at the table"),
    "served": lazy("Hands served"),
    "estimated": lazy("Of these, hands not counted by anyone"),
    "hands_left": lazy("Hands left"),
    "rounds_left": lazy("Rounds of the button left"),
    "reason": lazy("Reason"),
    "rule": lazy("Rule"),
    "imposed_at": lazy("Imposed at"),
    "ended_at": lazy("Ended at"),
    "outcome": lazy("Outcome"),
    "lifted_because": lazy("Reason for lifting"),
}


@never_cache
@require_GET
@staff_page(Permission.READ_JOURNAL)
def penalties_file(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Export all penalties of an event in the order in which they were imposed."""
    event = event_of(tournament_id)
    rows = [headings(_COLUMNS), *(_cells(row) for row in in_event(event))]
    return csv_file(rows, f"penalties-{slugify(event.name) or event.pk}.csv")


def _cells(row: Penalty) -> list[str]:
    def text(value: object) -> str:
        return "" if value is None else str(value)

    ended = "" if row.ended_at is None else localtime(row.ended_at).isoformat(timespec="seconds")
    return [
        write_text(entry_name(row.entry)),
        row.kind,
        text(row.count),
        text(row.players),
        text(row.served),
        text(row.estimated),
        text(row.hands_left),
        text(row.rounds_left),
        write_text(row.reason),
        write_text(row.rule),
        localtime(row.imposed_at).isoformat(timespec="seconds"),
        ended,
        row.outcome,
        write_text(row.lifted_because),
    ]
