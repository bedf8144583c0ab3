"""The remote of an event."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from desk.models import Registration
from stages.services.onward import came_from
from tourney.access import reads
from tourney.access.roles import Permission
from tourney.models import Tournament
from tourney.rulebooks.books.schema import Book, cite
from tourney.rulebooks.shelf import book_of
from tourney.signals import for_teams
from web.office.hub import staff_config
from web.shared.access import actor_of, staff_page


def _event(tournament_id: int) -> Tournament:
    event = Tournament.objects.filter(pk=tournament_id).first()
    if event is None:
        raise Http404
    return event


def _end_of_day(book: Book) -> dict[str, Any] | None:
    """Describe how the event's rulebook ends a day."""
    policy = book.clock.end_of_day
    if policy is None:
        return None
    return {"from": policy.from_minutes, "to": policy.to_minutes, "rule": cite(book, policy)}


@never_cache
@staff_page()
@require_GET
def remote(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Show the director's remote of an event; a read-only clock for desk and dealers."""
    event = _event(tournament_id)
    book = book_of(event.book)
    actor = actor_of(request)
    context = {
        "event": event,
        "book": book,
        "for_teams": for_teams.ask(event),
        "end_of_day": _end_of_day(book),
        "home_game": actor.may(reads.BOOKINGS)
        and Registration.objects.filter(tournament=event, without_names=True).exists(),
        "reads_lines": actor.may(Permission.READ_JOURNAL),
        "config": staff_config(
            request,
            tournament=event.pk,
            lines=actor.may(Permission.READ_JOURNAL),
            by_hand=event.counted_by_hand,
            before=came_from(event),
        ),
    }
    return render(request, "remote/page.html", context)
