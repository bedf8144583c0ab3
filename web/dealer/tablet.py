"""The dealer's tablet: the choice of a table, and the page."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from seating.boards.seating import event_tables
from seating.rules.call_for_time import when_up
from seating.services.dealer_tables import tables_of, works_at
from seating.services.seats import tournament_tables_of
from tourney.access import reads
from tourney.rulebooks.shelf import book_of
from tourney.signals import for_teams
from web.dealer.cash_tablet import cash_choices
from web.dealer.texts import DEALER_WORDS
from web.floor.page import stacks_decide
from web.floor.texts_bags import BAG_WORDS
from web.office.details import event_of
from web.office.hub import staff_config
from web.shared.access import actor_of, staff_page
from web.shared.forms import Form
from web.shared.texts_hand_for_hand import HAND_FOR_HAND_WORDS
from web.shared.texts_new_seats import SENT_WORDS
from web.shared.texts_penalty import PENALTY_WORDS
from web.shared.texts_race import RACE_WORDS
from web.shared.texts_teams import with_team_words

# Seats occupied by players, whether or not the seat has been claimed.
_PEOPLE = {"player", "unclaimed"}


@never_cache
@staff_page(reads.FLOOR)
@require_http_methods(["GET", "POST"])
def choose(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Choose the tablet's table; tables in play come first.

    A dealer's login is offered its own tables; a login without tables is assigned the table it chooses.
    """
    event = event_of(tournament_id)
    own = tables_of(actor_of(request))
    form = Form()
    if request.method == "POST":
        form = Form.sent(request)
        number = form.whole("number")
        if form.act(request, "dealer.take_table", number=number) is not None:
            if any(one["number"] == number for one in cash_choices(None)):
                return redirect("cash_dealer", number)
            return redirect("dealer", event.pk, number)
    all_tables = event_tables(event)
    tables = [
        {
            "number": one.number,
            "players": sum(seat.kind in _PEOPLE for seat in one.taken),
            "state": one.state,
        }
        for one in all_tables
        if not own or one.number in own
    ]
    tables.sort(key=lambda one: (not one["players"], one["number"]))
    context = {
        "event": event,
        "tables": tables,
        "cash_tables": cash_choices(own),
        "own": sorted(own or ()),
        "elsewhere": bool(own and all_tables),
        "takes": own == frozenset(),
        "for_teams": for_teams.ask(event),
        "form": form,
    }
    return render(request, "dealer/tables.html", context, status=422 if form.is_wrong else 200)


@never_cache
@staff_page(reads.FLOOR)
@require_GET
def dealer(request: HttpRequest, tournament_id: int, number: int) -> HttpResponse:
    """Show the tablet of a table."""
    event = event_of(tournament_id)
    if number not in {tournament_table.table.number for tournament_table in tournament_tables_of(event)}:
        raise Http404
    if not works_at(actor_of(request), number):
        return redirect("dealer_tables", event.pk)
    book = book_of(event.book)
    config = staff_config(
        request,
        tournament=event.pk,
        table=number,
        stacks_decide=stacks_decide(book),
        time_checks=when_up(book, facing_bet=False) == "check",
    )
    words = {**DEALER_WORDS, **PENALTY_WORDS, **HAND_FOR_HAND_WORDS, **RACE_WORDS, **SENT_WORDS, **BAG_WORDS}
    config["words"] = {
        **config["words"],
        **{key: str(text) for key, text in with_team_words(event, words).items()},
    }
    context = {"event": event, "number": number, "config": config}
    return render(request, "dealer/tablet.html", context)
