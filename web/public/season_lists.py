"""The lists of a season as rows of pages, files and print."""

from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from prizes.services.money import registrations_of
from seasons.models import Season
from seasons.rules.titles import Trophy
from seasons.services.cup import Cup, cup_of
from seasons.services.names import full_names, names_in_public
from seasons.services.seasons import SeasonState, state_of
from seasons.services.titles import (
    all_time_of,
    season_championship,
    title_rule,
    titles_of,
    trophies_of,
)
from stages.services.rules import tournament_names
from tourney.rulebooks.books.schema import cite

TITLES: dict[str, Promise] = {
    "champion": lazy("Champion"),
    "player_of_the_year": lazy("Player of the year"),
    "cup_winner": lazy("Cup winner"),
}
WAYS: dict[str, Promise] = {
    "final": lazy("In the final"),
    "preliminary": lazy("Plays the preliminary"),
    "tied": lazy("Tied for the last fixed seat"),
    "out": lazy("Not in the final"),
    "not_qualified": lazy("Not qualified yet"),
}
ROLES: dict[str, Promise] = {
    "counts": lazy("Counts"),
    "left_out": lazy("Left out"),
    "cup_preliminary": lazy("Cup preliminary"),
    "cup_final": lazy("Cup final"),
}
POINTS: dict[str, Promise] = {
    "book": lazy("By the rulebook’s table"),
    "linear": lazy("Field + 1 − place"),
    "percentile": lazy("Share of the field beaten"),
    "root": lazy("√(field ÷ place)"),
    "root_buy_in": lazy("√(field ÷ place), weighted by the buy-in"),
    "inverse": lazy("Field ÷ place"),
    "prize": lazy("Prize money"),
    "pool_share": lazy("Share of the prize pool"),
    "return": lazy("Prize ÷ buy-in"),
    "per_entry": lazy("Per entry bought"),
    "per_fee": lazy("Per fee paid"),
    "per_hour": lazy("Per hour played"),
}
_STATES: dict[str, Promise] = {
    "holds": lazy("holds the trophy"),
    "must_return": lazy("has left the club and returns the trophy"),
    "handed_on": lazy("handed the trophy on"),
}
_WHY: dict[str, Promise] = {
    "in_a_row": lazy("keeps the trophy: hat-trick"),
    "all_titles": lazy("keeps the trophy: all titles of a season"),
}


@dataclass(frozen=True, slots=True)
class Lists:
    """The lists of a season, and the names in them."""

    season: Season
    state: SeasonState
    cup: Cup | None
    names: dict[int, str]


def lists_of(season: Season, *, full: bool) -> Lists:
    """Return the lists of a season.

    Args:
        season: the season.
        full: whether names are full, for staff.
    """
    state = state_of(season)
    championship = season_championship(season)
    people = {
        *(one.player for one in state.ranking),
        *(one.player for one in (() if championship is None else championship.rows)),
        *(one.player for one in all_time_of(season)),
        *(one.player for one, _season in trophies_of(season)),
        *(one.awarded for one in titles_of(season) if one.awarded is not None),
    }
    names = full_names(people) if full else names_in_public(people, season, state.day)
    return Lists(season, state, cup_of(season), names)


def _way_text(way: str, season: Season) -> str:
    if way == "not_qualified" and season.closed_at is not None:
        return _("Not qualified")
    return str(WAYS[way])


def season_context(lists: Lists) -> dict[str, Any]:
    """Return all lists of a season for a page."""
    season, state = lists.season, lists.state
    book = state.book
    by_table, events = season.points == "book", events_of(lists)
    return {
        "season": season,
        "points_text": POINTS[season.points],
        "events": events,
        # Their column headings are numbers; those of the cup's events are names.
        "numbered": [one for one in events if one["number"] and not one["role"]],
        "ranking": ranking_rows(lists),
        "corrected": any(one.correction for one in state.ranking),
        "for_teams": any(one["teams"] for one in events),
        "dropped": any(not result.counts for one in state.ranking for result in one.results),
        "ranking_rule": cite(book, book.season.ranking) if by_table else "",
        "championship": championship_rows(lists),
        "championship_rule": cite(book, book.season.championship),
        "cup": cup_context(lists),
        "titles": title_rows(lists),
        "title_rule": title_rule(season),
        "trophies": trophy_rows(lists),
        "trophy_rule": cite(book, book.season.hat_trick),
        "all_time": all_time_rows(lists),
        "all_time_name": "" if book.season.all_time is None else book.season.all_time.name,
        "all_time_rule": cite(book, book.season.all_time),
    }


def events_of(lists: Lists) -> list[dict[str, Any]]:
    """Return the events that have begun: number among those that count, event, name of the tournament, teams (whether
    an entry is for two players), day, role, field, over.
    """
    found = []
    number = 0
    events = [one.event for one in lists.state.events]
    names, sold = tournament_names(events), registrations_of(events)
    for one in lists.state.events:
        number += one.counts
        registration = sold[one.event.pk]
        found.append(
            {
                "number": number if one.counts else None,
                "event": one.event,
                "name": names[one.event.pk],
                "teams": registration is not None and registration.partner_until != "",
                "day": one.day,
                "role": "" if one.is_open else str(ROLES[one.role]),
                "field": one.result.field,
                "over": one.result.over,
            }
        )
    return found


def ranking_rows(lists: Lists) -> list[dict[str, Any]]:
    """Return the ranking: player, name, best, worst, points, correction, played, cells by event (points, place,
    counts; None: not played).
    """
    counting = lists.state.counting
    found = []
    for one in lists.state.ranking:
        cells = {result.event: result for result in one.results}
        found.append(
            {
                "player": one.player,
                "name": lists.names.get(one.player, ""),
                "best": one.best,
                "worst": one.worst,
                "points": one.points,
                "correction": one.correction,
                "played": one.played,
                "cells": [cells.get(event.event.pk) for event in counting],
            }
        )
    return found


def championship_rows(lists: Lists) -> list[dict[str, Any]]:
    """Return the championship: player, name, best, worst, points, knockouts, drawn."""
    found = season_championship(lists.season)
    return [
        {
            "player": one.player,
            "name": lists.names.get(one.player, ""),
            "best": one.best,
            "worst": one.worst,
            "points": one.points,
            "knockouts": one.knockouts,
            "drawn": one.drawn,
        }
        for one in (() if found is None else found.rows)
    ]


def cup_context(lists: Lists) -> dict[str, Any] | None:
    """Return the cup: its terms, its rule, its events and its candidates."""
    cup = lists.cup
    if cup is None:
        return None
    return {
        "terms": cup.terms,
        "rule": cup.rule,
        "final": cup.final,
        "members": lists.state.member_count,
        "open_events": sum(one.is_open for one in lists.state.events),
        "taken": len(cup.finalists),
        "rows": [
            {
                "player": one.player,
                "name": lists.names.get(one.player, ""),
                "best": one.rank,
                "worst": one.rank,
                "played": one.played,
                "scored": one.scored,
                "way": one.way,
                "way_text": _way_text(one.way, lists.season),
                "by_decision": one.by_decision,
            }
            for one in cup.candidates
        ],
    }


def title_rows(lists: Lists) -> list[dict[str, Any]]:
    """Return the titles: kind, label, the winner, and who is in the lead."""
    return [
        {
            "kind": one.kind,
            "label": TITLES[one.kind],
            "player": one.awarded,
            "winner": "" if one.awarded is None else lists.names.get(one.awarded, ""),
            "leaders": [(player, lists.names.get(player, "")) for player in one.leaders],
        }
        for one in titles_of(lists.season)
    ]


def trophy_rows(lists: Lists) -> list[dict[str, Any]]:
    """Return the titles of all years with their trophies, the latest first."""
    rows = sorted(
        trophies_of(lists.season), key=lambda one: (-one[0].season, list(TITLES).index(one[0].kind))
    )
    return [
        {
            "season": season,
            "label": TITLES[one.kind],
            "name": lists.names.get(one.player, ""),
            "state": _trophy_text(one),
        }
        for one, season in rows
    ]


def _trophy_text(one: Trophy) -> Promise:
    return _WHY[one.why] if one.state == "keeps" else _STATES[one.state]


def all_time_rows(lists: Lists) -> list[dict[str, Any]]:
    """Return the ranking over all years: name, best, worst, points, played, wins, places, eliminated."""
    return [
        {
            "player": one.player,
            "name": lists.names.get(one.player, ""),
            "best": one.best,
            "worst": one.worst,
            "points": one.points,
            "played": one.played,
            "wins": one.wins,
            "places": one.places,
            "eliminated": one.eliminated,
        }
        for one in all_time_of(lists.season)
        if one.points
    ]
