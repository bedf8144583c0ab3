"""Places and field of an event over all its stages. Reads only.

An event without stages is its own and only stage, so callers need not tell the two apart.
"""

from collections import defaultdict
from dataclasses import dataclass

from prizes.services.results import is_decided, ranking_of
from stages.models import Advance, Stage, StageEvent
from stages.rules.advancing import Played, points_of
from stages.rules.overall_ranking import OverallPlace, Reached, overall_places
from stages.rules.stage_rule import StageRule
from stages.services.results import latest_played
from stages.services.rules import rule_of, stage_event_of
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
        is_complete: whether the last stage is decided.
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
    row = stage_event_of(event)
    if row is None:
        return event
    last = StageEvent.objects.filter(stage__multi_stage_event=row.stage.multi_stage_event_id)
    return last.select_related("tournament").order_by("-stage__number", "pk")[0].tournament


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
    reached: dict[int, Reached] = {}
    played: list[Played] = []
    for index, stage in enumerate(stages):
        following = stages[index + 1] if index + 1 < len(stages) else None
        for one in _reached_in(stage, following, sources[stage.number], played):
            reached[one.player] = one
    last = sources[stages[-1].number]
    return OverallResults(
        event=last[0].tournament if last else event,
        field=len(reached),
        entries=entries_sold(whole.pk),
        places=overall_places(reached.values()),
        is_complete=bool(last) and all(is_decided(one.tournament) for one in last),
    )


def entries_sold(whole: int) -> int:
    """Return the entries sold over all stages; players who came from an earlier one are no new entries."""
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
        is_complete=is_decided(event),
    )


def _reached_in(
    stage: Stage, following: Stage | None, sources: list[StageEvent], played: list[Played]
) -> list[Reached]:
    """Return how far the players of a stage came in it.

    Args:
        following: the next stage; None after the last one.
        sources: the events of the stage.
        played: entries of earlier stages; those of this one are added.
    """
    rule = None if following is None else rule_of(following)
    own: list[Played] = []
    joined = set()
    for source in sources:
        own += latest_played(source)
        if following is not None and source.joined_to.filter(stage=following).exists():
            joined.add(source.tournament_id)
    played += own
    points = {} if rule is None else points_of(rule, played)
    unranked = {entry for source in sources for entry in ranking_of(source.tournament).unranked}
    seats = rule_of(stage)
    best: dict[int, Reached] = {}
    ranks = _ranks(sources) if seats is not None and seats.final_seats else {}
    decided = {source.tournament_id for source in sources if is_decided(source.tournament)}
    for one in own:
        if one.entry in unranked:
            continue
        table = int(ranks.get(one.entry, 0) > (seats.final_seats or 0)) if seats is not None else 0
        found = Reached(
            one.player,
            one.entry,
            stage.number,
            (table, *_key(rule, one, points.get(one.player, 0))),
            is_in=one.is_in and one.event not in joined and one.event not in decided,
        )
        other = best.get(one.player)
        if other is None or (not found.is_in, found.key) < (not other.is_in, other.key):
            best[one.player] = found
    return list(best.values())


def _key(rule: StageRule | None, one: Played, points: int) -> tuple[int, ...]:
    """Return what ranks a player among those who reached the same stage."""
    if rule is None or rule.others == "place":
        return (one.place,)
    return (-points, one.place) if rule.others == "points" else (-one.chips, one.place)


def _ranks(sources: list[StageEvent]) -> dict[int, int]:
    """Return the rank with which each entry came into a stage: the best sit at the final table."""
    return dict(Advance.objects.filter(target__in=sources).values_list("entry", "rank"))
