"""Places and field of an event over all its stages. Reads only.

An event without stages is its own and only stage, so callers need not tell the two apart.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from prizes.services.places import ranking_of, winners_of
from stages.models import Advance, Join, Stage, StageEvent
from stages.rules.advancement import EntryResult, points_of
from stages.rules.overall_ranking import OverallPlace, StageReached, overall_places
from stages.rules.stage_rule import StageRule
from stages.services.results import read_latest_results
from stages.services.rules import rule_of, stage_event_of, stage_events_of
from tourney.models import Entry, Tournament
from tourney.snapshot import cached_in_snapshot


@dataclass(frozen=True, slots=True)
class OverallResults:
    """The result of an event over all its stages.

    Attributes:
        event: the event of the last stage, which has the prizes.
        field: players who took part, each counted once.
        entries: entries sold, re-entries included.
        places: best first; players still in play have none.
        is_complete: whether the last stage was won or closed.
    """

    event: Tournament
    field: int
    entries: int
    places: tuple[OverallPlace, ...]
    is_complete: bool


def last_event_of(event: Tournament) -> Tournament:
    """Return the event in which the places of a whole tournament are decided: of the last stage, or the event itself.

    Lists of whole tournaments, such as a season, count an event only if it is its own last event.
    """
    return last_events_of([event])[event.pk]


def last_events_of(events: Sequence[Tournament]) -> dict[int, Tournament]:
    """Return the last event of each event (`last_event_of`) by its id."""
    rows = {pk: row for pk, row in stage_events_of(events).items() if row is not None}
    wholes = {row.stage.multi_stage_event_id for row in rows.values()}
    found: dict[int, Tournament] = {}
    if wholes:
        staged = StageEvent.objects.filter(stage__multi_stage_event__in=wholes)
        for row in staged.select_related("tournament", "stage").order_by("-stage__number", "pk"):
            found.setdefault(row.stage.multi_stage_event_id, row.tournament)
    return {
        event.pk: found[rows[event.pk].stage.multi_stage_event_id] if event.pk in rows else event
        for event in events
    }


@cached_in_snapshot
def overall_results_of(event: Tournament) -> OverallResults:
    """Return places and field of an event over all its stages, whichever of its events is given."""
    row = stage_event_of(event)
    if row is None:
        return _of_single(event)
    whole = row.stage.multi_stage_event
    stages = list(Stage.objects.filter(multi_stage_event=whole).order_by("number"))
    sources: dict[int, list[StageEvent]] = defaultdict(list)
    rows = StageEvent.objects.filter(stage__multi_stage_event=whole).select_related("tournament", "stage")
    for source in rows.order_by("stage__number", "pk"):
        sources[source.stage.number].append(source)
    furthest: dict[int, StageReached] = {}
    results: list[EntryResult] = []
    for index, stage in enumerate(stages):
        following = stages[index + 1] if index + 1 < len(stages) else None
        for one in _reached_in(stage, following, sources[stage.number], results):
            # Ordered by the last stage reached, not by the first.
            furthest.pop(one.player, None)
            furthest[one.player] = one
    last = sources[stages[-1].number]
    return OverallResults(
        event=last[0].tournament if last else event,
        field=len(furthest),
        entries=entries_sold(whole.pk),
        places=overall_places(furthest.values()),
        is_complete=bool(last) and all(_is_over(one.tournament) for one in last),
    )


def entries_sold(whole: int) -> int:
    """Return the entries sold over all stages; players who advanced are no new entries."""
    entries = Entry.objects.filter(tournament__stage_event__stage__multi_stage_event=whole)
    return entries.filter(voided_at__isnull=True, advance__isnull=True).count()


def _of_single(event: Tournament) -> OverallResults:
    ranking = ranking_of(event)
    entries = Entry.objects.filter(tournament=event, voided_at__isnull=True)
    return OverallResults(
        event=event,
        field=entries.values("player").distinct().count(),
        entries=entries.count(),
        places=tuple(OverallPlace(one.player, one.entry, 1, one.best, one.worst) for one in ranking.places),
        is_complete=_is_over(event),
    )


def _reached_in(
    stage: Stage, following: Stage | None, sources: list[StageEvent], results: list[EntryResult]
) -> list[StageReached]:
    """Return how far the players of a stage got in it.

    Args:
        following: the next stage; None after the last one.
        sources: the events of the stage.
        results: of entries of earlier stages; those of this one are added.
    """
    rule = None if following is None else rule_of(following)
    own = [one for source in sources for one in read_latest_results(source)]
    results += own
    points = {} if rule is None else points_of(rule, results)
    rankings = [ranking_of(source.tournament) for source in sources]
    unranked = {entry for ranking in rankings for entry in ranking.unranked}
    behind = _behind_final_table(stage, sources)
    over = {
        source.tournament_id for source in sources if following is not None and _is_over(source.tournament)
    }
    if following is not None:
        joins = Join.objects.filter(stage=following, source__in=sources)
        over |= set(joins.values_list("source__tournament", flat=True))
    best: dict[int, StageReached] = {}
    # Players who share a place are listed in the order of their event's own results.
    listed = [place for ranking in rankings for place in ranking.places]
    order = {place.entry: position for position, place in enumerate(listed)}
    # The places of the event's own results: they also rank the players left in an event that was closed early.
    own_places = {place.entry: place.best for place in listed}
    for one in sorted(own, key=lambda one: order.get(one.entry, len(order))):
        if one.entry in unranked:
            continue
        place = own_places.get(one.entry, one.place)
        key = (int(one.entry in behind), *_key(rule, one, place, points.get(one.player, 0)))
        is_in = one.is_in and one.entry not in own_places and one.event not in over
        found = StageReached(one.player, one.entry, stage.number, key, is_in=is_in)
        other = best.get(one.player)
        if other is None or (not found.is_in, found.key) < (not other.is_in, other.key):
            best[one.player] = found
    return list(best.values())


def _is_over(event: Tournament) -> bool:
    """Return whether nobody plays on in an event: it was closed, or won."""
    return event.closed_at is not None or bool(winners_of(event))


def _key(rule: StageRule | None, one: EntryResult, place: int, points: int) -> tuple[int, ...]:
    """Return what ranks a player among those who reached the same stage.

    Args:
        place: in the event.
    """
    if rule is None or rule.others == "place":
        return (place,)
    return (-points, place) if rule.others == "points" else (-one.chips, place)


def _behind_final_table(stage: Stage, sources: list[StageEvent]) -> set[int]:
    """Return the entries that play for the places behind the final table (Five Spades 4.19)."""
    rule = rule_of(stage)
    if rule is None or rule.final_seats is None:
        return set()
    others = Advance.objects.filter(target__in=sources, rank__gt=rule.final_seats)
    return set(others.values_list("entry", flat=True))
