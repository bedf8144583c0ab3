"""The remote of an event: the page, and the latest journal entries in the reader's language."""

from collections.abc import Collection
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from clock.services.progress import progress_of
from tourney.access import reads
from tourney.access.roles import Actor, Permission
from tourney.journal.boards import JournalEntryBoard, journal_entries, journal_entry_board
from tourney.journal.commands import COMMANDS
from tourney.journal.readable import readable
from tourney.models import Tournament
from tourney.rulebooks.books.schema import Book, cite
from tourney.rulebooks.shelf import book_of
from web.office.hub import staff_config
from web.shared.access import actor_of, staff_page

_LINES = 12
# Once play has begun, only the journal's page offers to undo the draw: it reseats everybody.
_DRAWS = frozenset({"seats.draw", "button.draw"})


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
        "section": "events",
        "event": event,
        "book": book,
        "end_of_day": _end_of_day(book),
        "reads_lines": actor.may(Permission.READ_JOURNAL),
        "config": staff_config(
            request,
            tournament=event.pk,
            lines=actor.may(Permission.READ_JOURNAL),
            by_hand=event.counted_by_hand,
        ),
    }
    return render(request, "remote/page.html", context)


@never_cache
@staff_page(reads.JOURNAL)
@require_GET
def lines(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Return the latest entries of an event's journal, newest first, each with whether this reader may undo
    it.
    """
    event = _event(tournament_id)
    actor = actor_of(request)
    kept = _DRAWS if progress_of(event).started else frozenset()
    found = [
        _line(journal_entry_board(readable(journal_entry, actor)), actor, kept)
        for journal_entry in journal_entries(event.pk)[:_LINES]
    ]
    return JsonResponse({"seq": found[0]["seq"] if found else 0, "lines": found})


def _line(board: JournalEntryBoard, actor: Actor, kept: Collection[str]) -> JournalEntryBoard:
    """Return an entry for this reader; `kept` are kinds only the journal's page offers to undo."""
    made = COMMANDS.get(board["kind"])
    allowed = (
        made is not None
        and actor.may(Permission.UNDO)
        and actor.may(made.permission)
        and board["kind"] not in kept
    )
    board["undoable"] = board["undoable"] and allowed
    return board
