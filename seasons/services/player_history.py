"""A player's events, prizes and seasons over the years. Reads only."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date

from django.db.models import Q

from players.models import Partner
from players.services.partners import held_by
from prizes.services.championship import day_of, eliminated_by, with_begin
from seasons.models import Season, SeasonEvent
from seasons.services.event_results import results_in
from seasons.services.seasons import state_of
from stages.services.overall_results import last_events_of
from stages.services.rules import tournament_names
from tourney.models import Entry, Tournament

# Newest events and seasons that a page lists.
_EVENTS, _SEASONS = 200, 8


@dataclass(frozen=True, slots=True)
class PlayedEvent:
    """An event that a player has played. Amounts in minor units.

    Attributes:
        name: of the whole tournament, if the event is the last one of several days.
        place: None while it is not certain, or without one.
        field: players ranked.
        entries: of this player.
        prize: money won, a share of a deal included.
        eliminated: opponents eliminated for good.
        over: whether the event is over.
    """

    event: Tournament
    name: str
    day: date
    place: int | None
    field: int
    entries: int
    prize: int
    currency: str
    eliminated: int
    over: bool


@dataclass(slots=True)
class Year:
    """A player's events of a year; prizes by currency."""

    year: int
    events: list[PlayedEvent] = field(default_factory=list)
    entries: int = 0
    wins: int = 0
    paid: int = 0
    eliminated: int = 0
    prizes: dict[str, int] = field(default_factory=lambda: defaultdict(int))


@dataclass(frozen=True, slots=True)
class SeasonPlace:
    """A player's place in the ranking of a season, among so many."""

    season: Season
    best: int
    worst: int
    points: int
    ranked: int


def events_of_player(player: int) -> list[Tournament]:
    """Return the events that have begun in which a player has an entry, the newest first."""
    own = Entry.objects.filter(held_by(player), voided_at__isnull=True).values("tournament")
    rows = Tournament.objects.filter(pk__in=own, demo_speed__isnull=True)
    begun = with_begin(rows).filter(begun__isnull=False).order_by("-begun", "-pk")
    return list(begun[:_EVENTS])


def _by_last_event(events: Sequence[Tournament]) -> dict[int, tuple[Tournament, list[Tournament]]]:
    """Return the events in which a player's events count, with those of the player: stages count once."""
    last = last_events_of(events)
    found: dict[int, tuple[Tournament, list[Tournament]]] = {}
    for event in events:
        whole = last[event.pk]
        found.setdefault(whole.pk, (whole, []))[1].append(event)
    return found


def played_years_of(player: int) -> list[Year]:
    """Return a player's years with their events, the newest first."""
    events = events_of_player(player)
    wholes = _by_last_event(events)
    results, eliminated = results_in(whole for whole, _own in wholes.values()), eliminated_by(events)
    by = _registered_by(player, events)
    names = tournament_names([whole for whole, _own in wholes.values()])
    found: dict[int, Year] = {}
    for event, own_events in wholes.values():
        own = results[event.pk].players.get(player)
        if own is None:
            continue
        day = day_of(own_events[0])
        year = found.setdefault(day.year, Year(day.year))
        row = PlayedEvent(
            event,
            names[event.pk],
            day,
            own.place,
            results[event.pk].field,
            own.bought,
            own.prize,
            results[event.pk].currency,
            sum(eliminated.get(one.pk, Counter[int]())[by[one.pk]] for one in own_events),
            results[event.pk].over,
        )
        year.events.append(row)
        year.entries += row.entries
        year.wins += row.place == 1
        year.paid += row.prize > 0
        year.eliminated += row.eliminated
        if row.prize:
            year.prizes[row.currency] += row.prize
    return [found[year] for year in sorted(found, reverse=True)]


def _registered_by(player: int, events: Sequence[Tournament]) -> dict[int, int]:
    """Return who registered the entries of a player, by event: the player, or the partner who shares them."""
    rows = Partner.objects.filter(player=player, tournament__in=events, entry__voided_at__isnull=True)
    return {event.pk: player for event in events} | dict(rows.values_list("tournament", "entry__player"))


def season_places_of(player: int) -> list[SeasonPlace]:
    """Return a player's places in the latest seasons in which they have a result, the newest first."""
    played = Entry.objects.filter(held_by(player), voided_at__isnull=True).values("tournament")
    days = with_begin(Tournament.objects.filter(pk__in=played)).filter(begun__isnull=False)
    within = Q(pk__in=SeasonEvent.objects.filter(tournament__in=played).values("season"))
    for book, day in sorted({(event.book, day_of(event)) for event in days.order_by("-begun")[:_EVENTS]}):
        within |= Q(book=book, first_day__lte=day, last_day__gte=day)
    found = []
    for season in Season.objects.filter(within).order_by("-first_day", "-pk")[:_SEASONS]:
        ranking = state_of(season).ranking
        row = next((one for one in ranking if one.player == player), None)
        if row is not None:
            found.append(SeasonPlace(season, row.best, row.worst, row.points, len(ranking)))
    return found


def has_history(player: int) -> bool:
    """Return whether a player has been in an event that is over for them."""
    own = Entry.objects.filter(held_by(player), voided_at__isnull=True, tournament__demo_speed__isnull=True)
    return own.filter(Q(out_at__isnull=False) | Q(tournament__closed_at__isnull=False)).exists()
