"""Public verification of a draw: inputs, seed, hash, and the recomputed result."""

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from players.services.public_names import entries_in_public
from seating.models import Draw
from seating.services.draw_verification import (
    announced_for,
    announcement_of,
    draw_of,
    entries_in,
    inputs_sha256,
    is_undone,
    record_of,
    verdict_of,
    withheld,
)
from tourney.access import reads
from tourney.access.viewers import viewer_of_user
from tourney.signals import for_teams
from web.public.draw_rows import (
    Again,
    Rows,
    card_rows,
    envelope_words,
    found_in,
    name_rows,
    race_rows,
    seat_rows,
)

_A_PAGE = 200


def _titles() -> dict[str, str]:
    return {
        "field": _("Draw of the field"),
        "seat": _("Draw of one seat"),
        "button": _("Draw of the button"),
        "break": _("Draw for a broken table"),
        "redraw": _("Redraw of all seats"),
        "order": _("Draw for which table gives up players first"),
        "envelope": _("Envelope draw"),
        "names": _("Draw of bounty targets"),
        "race": _("Chip race cards"),
    }


def _rows(draw: Draw, again: Again) -> Rows:
    """Return the rows of a draw that lists people."""
    if draw.kind == "names":
        return name_rows(draw, again)
    return seat_rows(draw, again) if "seats" in draw.outcome else []


@never_cache
@require_GET
def draw(request: HttpRequest, digest: str) -> HttpResponse:
    """Show one draw, or the hash of a draw not held yet."""
    row = draw_of(digest)
    if row is None:
        event = announced_for(digest)
        if event is None:
            raise Http404
        return render(request, "public/draw.html", {"waits": event, "digest": digest})
    verdict = verdict_of(row)
    asked = request.GET.get("q", "").strip()[:80]
    rows = found_in(_rows(row, verdict.again), asked)
    return render(
        request,
        "public/draw.html",
        {
            "draw": row,
            "for_teams": for_teams.ask(row.tournament),
            "digest": digest,
            "title": _titles()[row.kind],
            "verdict": verdict,
            "announced": announcement_of(row),
            "undone": is_undone(row),
            "withheld": withheld(row),
            "inputs_sha256": inputs_sha256(row),
            "rows": Paginator(rows, _A_PAGE).get_page(request.GET.get("page")),
            "asked": asked,
            "cards": card_rows(row) if row.kind == "button" else [],
            "raced": race_rows(row) if row.kind == "race" else [],
            "envelope": envelope_words(row, verdict.again) if row.kind == "envelope" else None,
        },
    )


@never_cache
@require_GET
def draw_file(request: HttpRequest, digest: str) -> HttpResponse:
    """Export the draw as JSON for independent verification. Staff get the conditions about people as well."""
    row = draw_of(digest)
    if row is None:
        raise Http404
    actor = viewer_of_user(request.user).actor
    record = record_of(row, whole=actor is not None and actor.may(reads.DRAW_CONDITIONS))
    record["names"] = entries_in_public(row.tournament, entries_in(row))
    answer = JsonResponse(record, json_dumps_params={"ensure_ascii": False})
    answer["Content-Disposition"] = f'attachment; filename="draw-{digest[:12]}.json"'
    return answer
