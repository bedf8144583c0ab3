"""Results and bounty leaderboard as files for the office: CSV and JSON, by full names."""

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.functional import Promise
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from desk.rules.amounts import places_of, write_amount
from desk.services.prices import decimal_mark
from prizes.boards.listing import listing_of, rows_for_staff
from prizes.services.bounty_leaderboard import leaderboard_of
from prizes.services.money import payout_of
from prizes.services.results import whole_field_of
from tourney.access.roles import Permission
from tourney.models import Entry, Tournament
from tourney.now import from_ms
from tourney.rules.text_files import write_text
from tourney.snapshot import consistent_read
from web.office.csv_files import csv_file, headings
from web.office.details import event_of
from web.shared.access import staff_page

_COLUMNS: dict[str, Promise] = {
    "place": lazy("Place"),
    "place_to": lazy("Last shared place"),
    "state": lazy("State"),
    "name": lazy("Player"),
    "entry": lazy("Entry"),
    "entry_number": lazy("Player’s entry number"),
    "prize": lazy("Prize"),
    "deal": lazy("Deal"),
    "bounty": lazy("Bounty"),
    "currency": lazy("Currency"),
    "things": lazy("Non-cash prizes"),
    "points": lazy("Points"),
    "out_at": lazy("Busted at"),
    "table": lazy("Table"),
    "seat": lazy("Seat"),
    "stack": lazy("Stack"),
    "knocked_out_by": lazy("Eliminated by"),
    "rule": lazy("Rule"),
}
_LEADERS: dict[str, Promise] = {
    "name": lazy("Player"),
    "knockouts": lazy("Knockouts"),
    "drawn": lazy("Of these, drawn names"),
    "points": lazy("Points"),
    "won": lazy("Prize money"),
    "currency": lazy("Currency"),
}


@never_cache
@require_GET
@staff_page(Permission.READ_JOURNAL)
def results_file(request: HttpRequest, tournament_id: int, ending: str) -> HttpResponse:
    """Export all results of an event, entries without a place last."""
    event = event_of(tournament_id)
    with consistent_read():
        listing = listing_of(event)
        rows = rows_for_staff(event, listing.entries)
        head = _head(event)
    if ending == "csv":
        return _csv([headings(_COLUMNS), *(_cells(row, head["currency"]) for row in rows)], "results", event)
    more = {"field": whole_field_of(event), "left": listing.results.ranking.left}
    return _json({**head, **more, "results": rows}, ending, "results", event)


@never_cache
@require_GET
@staff_page(Permission.READ_JOURNAL)
def bounties_file(request: HttpRequest, tournament_id: int, ending: str) -> HttpResponse:
    """Export the bounties won by each player, most first."""
    event = event_of(tournament_id)
    with consistent_read():
        found = leaderboard_of(event)
        names = dict(
            Entry.objects.filter(pk__in=[one.entry for one in found]).values_list("pk", "player__name")
        )
        head = _head(event)
    rows: list[dict[str, Any]] = [
        {
            "name": names.get(one.entry, ""),
            "knockouts": one.score.knockouts,
            "drawn": one.score.drawn,
            "points": one.score.points,
            "won": one.won,
        }
        for one in found
    ]
    if ending == "csv":
        lines = [
            [
                write_text(row["name"]),
                *(str(row[name]) for name in ("knockouts", "drawn", "points")),
                _amount(row["won"], head["currency"]),
                head["currency"],
            ]
            for row in rows
        ]
        return _csv([headings(_LEADERS), *lines], "bounty-leaders", event)
    return _json({**head, "leaders": rows}, ending, "bounty-leaders", event)


def _head(event: Tournament) -> dict[str, Any]:
    """Return the event and its number format: `places` decimals of minor units."""
    payout = payout_of(event)
    currency = "" if payout is None else payout.currency
    return {
        "tournament": event.pk,
        "event": event.name,
        "line": event.seq,
        "currency": currency,
        "places": places_of(currency),
    }


def _amount(minor: int, currency: str) -> str:
    return write_amount(minor, places_of(currency), decimal=decimal_mark(), group="")


def _cells(row: dict[str, Any], currency: str) -> list[str]:
    def plain(name: str) -> str:
        return "" if row[name] is None else str(row[name])

    at = None if row["at"] is None else from_ms(row["at"])
    return [
        plain("best"),
        plain("worst"),
        row["penalty"] or row["state"],
        write_text(row["name"]),
        plain("entry"),
        plain("number"),
        # An undecided prize is left empty: 0 would be read as an amount.
        "" if row["undecided"] else _amount(row["prize"], currency),
        *(_amount(row[name], currency) for name in ("deal", "bounty")),
        currency,
        write_text(", ".join(row["things"] or row["undivided"])),
        plain("points"),
        "" if at is None else at.isoformat(timespec="seconds"),
        *(plain(name) for name in ("table", "seat", "stack")),
        write_text(", ".join(one["name"] for one in row["knocked_out_by"])),
        write_text(row["rule"]),
    ]


def _name(what: str, event: Tournament, ending: str) -> str:
    return f"{what}-{slugify(event.name) or event.pk}.{ending}"


def _csv(rows: Sequence[Sequence[str]], what: str, event: Tournament) -> HttpResponse:
    return csv_file(rows, _name(what, event, "csv"))


def _json(data: dict[str, Any], ending: str, what: str, event: Tournament) -> HttpResponse:
    if ending != "json":
        raise Http404
    answer = JsonResponse(data, json_dumps_params={"ensure_ascii": False})
    disposition = content_disposition_header(as_attachment=True, filename=_name(what, event, "json"))
    answer["Content-Disposition"] = disposition or "attachment"
    return answer
