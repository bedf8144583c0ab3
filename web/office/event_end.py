"""Reloaded page parts: next steps after a win, and unclaimed bounties."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from tourney.access.roles import Permission
from web.office.details import event_of
from web.shared.access import staff_page
from web.templatetags.event_parts import end_of, unclaimed_in


@never_cache
@staff_page()
@require_GET
def event_end(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Render the part alone."""
    event = event_of(tournament_id)
    return render(request, "office/part_event_end.html", end_of(event))


@never_cache
@staff_page(Permission.DEAL)
@require_GET
def bounties_open(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Render the part alone."""
    return render(request, "office/part_bounties_open.html", unclaimed_in(event_of(tournament_id)))
