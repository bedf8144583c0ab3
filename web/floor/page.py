"""The floor's page: the map of the room, and the look-ups of its scripts."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from desk.boards.find import find
from penalties.services.proposals import offered_in, proposed_for
from players.services.partners import entry_name, teams_of
from seating.rules.call_for_time import when_up
from tourney.access import reads
from tourney.access.roles import Permission, Role
from tourney.models import Entry, Tournament
from tourney.rulebooks.books.schema import Book
from tourney.rulebooks.shelf import book_of
from tourney.snapshot import consistent_read
from web.floor.texts import FLOOR_WORDS
from web.floor.texts_rulings import RULING_WORDS
from web.office.details import event_of
from web.office.hub import staff_config
from web.office.removal_notes import leaving_means
from web.shared.access import actor_of, staff_page
from web.shared.policies import policies_of
from web.shared.texts_hand_for_hand import HAND_FOR_HAND_WORDS
from web.shared.texts_map import MAP_WORDS
from web.shared.texts_new_seats import SENT_WORDS
from web.shared.texts_penalty import PENALTY_WORDS
from web.shared.texts_race import RACE_WORDS
from web.shared.texts_teams import with_team_words

_LARGEST = 2**62
_MOST_FOUND = 12
_LONGEST = 80
# Table states by which the map can be filtered.
_STATES = (
    "called",
    "proposed",
    "waiting",
    "short",
    "halted",
    "breaking",
    "playing",
    "paused",
    "reserve",
    "empty",
)


@never_cache
@staff_page(reads.FLOOR)
@require_GET
def floor(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Show the floor's page; a dealer is redirected to the tablet."""
    event = event_of(tournament_id)
    actor = actor_of(request)
    if actor.role is Role.DEALER:
        return redirect("dealer_tables", tournament_id)
    book = book_of(event.book)
    balancing = book.seating.balancing
    config = staff_config(
        request,
        tournament=event.pk,
        draws_giving=balancing is not None and balancing.from_table == "drawn_in_advance",
        undoes=actor.may(Permission.UNDO),
        stacks_decide=stacks_decide(book),
        penalties=offered_in(book),
        time_checks=when_up(book, facing_bet=False) == "check",
    )
    words = {
        **MAP_WORDS,
        **FLOOR_WORDS,
        **PENALTY_WORDS,
        **RACE_WORDS,
        **HAND_FOR_HAND_WORDS,
        **RULING_WORDS,
        **SENT_WORDS,
    }
    config["words"] = {
        **config["words"],
        **{key: str(text) for key, text in with_team_words(event, words).items()},
    }
    context = {
        "event": event,
        "config": config,
        "book": policies_of(event, "seating"),
        "same_hand": policies_of(event, "places")["same_hand_same_table"],
        "penalties": policies_of(event, "penalties"),
        "means": leaving_means(book),
        "states": [(state, MAP_WORDS[f"map.state_{state}"]) for state in _STATES],
    }
    return render(request, "floor/page.html", context)


def stacks_decide(book: Book) -> bool:
    """Return whether the stack at the start of the hand ranks players who bust in one hand at one table.

    PokerStars Live 3.13.3, Five Spades 9.5. If the book has no policy, stacks may be recorded all the same:
    nothing else would separate the players.
    """
    policy = book.places.same_hand_same_table
    return policy is None or policy.by == "stack"


def _event(tournament_id: int) -> Tournament:
    event = Tournament.objects.filter(pk=tournament_id).first() if tournament_id <= _LARGEST else None
    if event is None:
        raise Http404
    return event


@never_cache
@staff_page(Permission.SEAT_PLAYERS)
@require_GET
def floor_people(request: HttpRequest, tournament_id: int) -> JsonResponse:
    """Search the people of an event by name, nickname or card (`q`)."""
    with consistent_read():
        return JsonResponse({"found": _found(_event(tournament_id), request.GET.get("q", "")[:_LONGEST])})


@never_cache
@staff_page(Permission.SEAT_PLAYERS)
@require_GET
def floor_penalty(request: HttpRequest, tournament_id: int, entry_id: int) -> JsonResponse:
    """Return the proposed penalty for a player, and earlier ones."""
    with consistent_read():
        event = _event(tournament_id)
        row = Entry.objects.filter(pk=entry_id, tournament=event).first() if entry_id <= _LARGEST else None
        if row is None:
            raise Http404
        return JsonResponse(proposed_for(event, row))


def _found(event: Tournament, sought: str) -> list[dict[str, Any]]:
    """Return the players in play that match a query, a team once by both names; none for an empty query."""
    text = sought.replace("\x00", "").strip()
    rows = [row for row in find(text, event.pk, "in").rows if row["state"] == "in"] if text else []
    teams = teams_of(event.pk, [row["player"] for row in rows])
    found: dict[int, dict[str, Any]] = {}
    for row in rows:
        team = teams.get(row["player"])
        key, name = (
            (row["player"], row["name"]) if team is None else (team.entry.player_id, entry_name(team.entry))
        )
        found.setdefault(key, {"player": key, "name": name, "table": row["table"], "seat": row["seat"]})
    return list(found.values())[:_MOST_FOUND]
