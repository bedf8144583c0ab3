"""The public results of an event, on a page and on paper."""

from collections.abc import Sequence
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from clock.signals import day_over
from players.rules.names import alphabetical
from players.services.public_names import entries_in_public
from prizes.boards.listing import bounties_won, listing_of, rows_for_staff, rows_in_public
from prizes.rules.places import Place
from prizes.services.money import payout_of, stages_of_pool
from prizes.services.results import count_placed, deal_of, public_places, whole_field_of
from prizes.signals import out_before
from procedures.boards.stack_counts import chip_leaders
from seasons.services.seasons import seasons_with
from stages.boards.overall_results import OverallBoard, overall_results, overall_results_for_staff
from stages.models import AdvancedStack
from stages.services.onward import forfeited_stacks, stacks_that_advanced
from stages.services.rules import flights_and_days, next_stage, stage_event_of
from tourney.models import Tournament
from tourney.now import room_now
from tourney.rulebooks.shelf import book_of
from tourney.services.field_counts import field_of
from tourney.signals import for_teams
from tourney.snapshot import consistent_read
from web.office.details import event_of
from web.shared.access import staff_page

_A_PAGE = 100
# Batch size of a large field that a browser lays out without delay.
_LINES_AT_ONCE = 600


def head_of(event: Tournament) -> dict[str, Any]:
    """Return the head of an event's results: count, currency, whether prizes and places still change."""
    listing, payout, deal = listing_of(event), payout_of(event), deal_of(event)
    won = listing.results.won.values()
    field, placed, own = whole_field_of(event), count_placed(event), stage_event_of(event)
    # In a later stage, players who busted in earlier stages have places too, but are not in this list.
    before = out_before.ask(event)
    return {
        "field": field,
        "left": listing.results.ranking.left,
        "placed": placed,
        # Of a flight or an earlier day: how many players advanced, or will.
        "goes_on": stages_of_pool(event).goes_on,
        "is_over": event.closed_at is not None or day_over.ask(event) is not None,
        "advanced": _advanced(event).count(),
        "before": before,
        "day_field": field - before,
        "day_placed": placed - before,
        "day_out": field - before - listing.results.ranking.left,
        "stage": "" if own is None else own.stage.name,
        "is_empty": not field and not field_of(event).entries,
        "unconfirmed": len(listing.unconfirmed),
        "decided": any(one.state == "in" for one in listing.results.ranking.places),
        "currency": "" if payout is None else payout.currency,
        "pays": payout is not None,
        "locked": payout is not None and payout.locked_at is not None,
        "deal": deal is not None and deal.state == "stands",
        "deal_pending": deal is not None and deal.state == "open",
        "deal_leaves": deal is not None and sum(deal.left) > 0,
        "has_deal": any(one.deal for one in won),
        "has_bounties": payout is not None and bool(bounties_won(event)),
        "has_things": any(one.award is not None and (one.award.items or one.award.undivided) for one in won),
        "has_points": bool(listing.points),
        "in_championship": book_of(event.book).season.championship is not None,
        "season": next(iter(seasons_with(event)), None),
        "at": room_now(),
    }


def advanced_from(event: Tournament) -> dict[str, Any] | None:
    """Return the name of the next stage, its event if it has only one, the chips of each entry that advanced, and of
    each whose player advanced with another stack; None if there are none.
    """
    own = stage_event_of(event)
    chips = dict(_advanced(event).values_list("source", "chips"))
    lost = forfeited_stacks().filter(source__tournament=event, chips__gt=0)
    forfeited = dict(lost.values_list("source", "chips"))
    following = None if own is None or not (chips or forfeited) else next_stage(own.stage)
    if following is None:
        return None
    events = list(following.events.values_list("tournament", flat=True)[:2])
    return {
        "name": following.name,
        "event": events[0] if len(events) == 1 else None,
        "chips": chips,
        "forfeited": forfeited,
    }


def _advanced(event: Tournament) -> QuerySet[AdvancedStack]:
    """Return the stacks with which players advanced from an event."""
    return stacks_that_advanced().filter(source__tournament=event, chips__gt=0)


def with_advanced(rows: list[dict[str, Any]], advanced: dict[str, Any] | None) -> list[dict[str, Any]]:
    """Return rows of results with the chips that advanced, and those that were forfeited; None for the others."""
    known: dict[str, dict[int, int]] = advanced or {"chips": {}, "forfeited": {}}
    return [
        {
            **one,
            "advanced": known["chips"].get(one["entry"]),
            "forfeited": known["forfeited"].get(one["entry"]),
        }
        for one in rows
    ]


def sought_in(request: HttpRequest) -> str:
    """Return the name to filter by."""
    return request.GET.get("q", "").replace("\x00", "").strip()[:80]


def _named(event: Tournament, asked: str) -> Sequence[Place]:
    """Return places whose public name contains the query; all of them without one."""
    places = public_places(event)
    if not asked:
        return places
    names = entries_in_public(event, [one.entry for one in places])
    wanted = alphabetical(asked)[0]
    return [one for one in places if wanted in alphabetical(names.get(one.entry, ""))[0]]


def _currency_of(overall: OverallBoard | None) -> str:
    """Return the currency in which the places over all stages are paid; "" while none is."""
    if overall is None or not any(one.prize or one.deal for one in overall.rows):
        return ""
    payout = payout_of(event_of(overall.event))
    return "" if payout is None else payout.currency


def _has_deal(overall: OverallBoard | None) -> bool:
    return overall is not None and any(one.deal for one in overall.rows)


@never_cache
@require_GET
def results(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Show the results in pages, by public names."""
    event = event_of(tournament_id)
    asked = sought_in(request)
    with consistent_read():
        leaders = None if event.closed_at is not None or asked else chip_leaders(event.pk)
        page: Page[Place] = Paginator(_named(event, asked), _A_PAGE).get_page(request.GET.get("page"))
        overall = overall_results(event, limit=_A_PAGE) if stage_event_of(event) and not asked else None
        advanced = advanced_from(event)
        context = {
            "event": event,
            "head": head_of(event),
            "for_teams": for_teams.ask(event),
            "rows": with_advanced(rows_in_public(event, list(page)), advanced),
            "page": page,
            "asked": asked,
            "parts": flights_and_days(event),
            "overall": overall,
            "advanced": advanced,
            # The currency of the event that pays, if any place of it is paid already.
            "overall_pays": _currency_of(overall),
            "overall_deal": _has_deal(overall),
            "leaders": leaders if leaders is not None and leaders.rows else None,
        }
    return render(request, "public/results.html", context)


@never_cache
@require_GET
@staff_page()
def print_results(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Print the results on A4, by public names or by full ones for the office (`names=full`)."""
    event = event_of(tournament_id)
    full = request.GET.get("names") == "full"
    with consistent_read():
        places = listing_of(event).results.ranking.places if full else public_places(event)
        part: Page[Place] = Paginator(places, _LINES_AT_ONCE).get_page(request.GET.get("part"))
        rows = (
            rows_for_staff(event, [one.entry for one in part]) if full else rows_in_public(event, list(part))
        )
        advanced, overall = advanced_from(event), None
        if stage_event_of(event) is not None and not part.has_next():
            read = overall_results_for_staff if full else overall_results
            overall = read(event, limit=_LINES_AT_ONCE)
        context = {
            "event": event,
            "head": head_of(event),
            "for_teams": for_teams.ask(event),
            "rows": with_advanced(rows, advanced),
            "advanced": advanced,
            "part": part,
            "full": full,
            "overall": overall,
            "overall_pays": _currency_of(overall),
            "overall_deal": _has_deal(overall),
        }
    return render(request, "public/print_results.html", context)
