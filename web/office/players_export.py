"""Export of players as CSV."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from players.boards import people as board
from players.rules.people_csv import export_csv
from players.rules.people_sheet import HEADERS
from players.services.records import living_records
from tourney.access import reads
from web.office.csv_files import csv_answer, separator
from web.shared.access import staff_page


@never_cache
@require_GET
@staff_page(reads.PLAYERS_IN_BULK)
def export(request: HttpRequest) -> HttpResponse:
    """Export all records as CSV; an import restores them."""
    columns = [name for name in HEADERS if name != "contact_consent"]
    rows = (
        {
            **row,
            "birth_date": board.iso(row["birth_date"]) or "",
            # Contact data is not stored without consent.
            "contact_consent": bool(row["email"] or row["phone"]),
        }
        for row in living_records().order_by("name", "pk").values(*columns)
    )
    return csv_answer(export_csv(rows, separator()), "players.csv")
