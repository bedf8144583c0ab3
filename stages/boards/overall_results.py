"""Places over all stages of an event, as everybody sees them."""

from collections import Counter

from msgspec import Struct

from players.services.partners import entry_names
from players.services.public_names import entries_in_public
from prizes.services.results import Won, results_of
from stages.models import StageEvent
from stages.rules.stage_names import name_with_label
from stages.services.overall_results import overall_results_of
from stages.services.rules import stage_event_of
from tourney.live.resources import Limit, resource
from tourney.models import Entry, Tournament


class OverallRow(Struct, frozen=True):
    """A player's place over all stages; `worst` differs if it is shared. `stage`: the last one reached ("Day 2", of
    several flights "Day 1A"), or "";
    `prize`: of the place without a deal, in minor units, 0 while it is undecided; `deal`: the share of a deal.
    """

    place: int
    worst: int
    name: str
    stage: str
    prize: int
    deal: int


class OverallBoard(Struct, frozen=True):
    """The places over all stages.

    Attributes:
        event: id of the event of the last stage, which pays the prizes.
        field: players, each once; `entries`: entries sold.
        complete: whether the last stage is decided.
        rows: the best first; players still in play have no place yet.
    """

    event: int
    field: int
    entries: int
    complete: bool
    rows: list[OverallRow]


@resource("/tournaments/{int:tournament}/results/overall", "read_overall_results")
def overall_results(event: Tournament, limit: Limit = 500, after: int = 0) -> OverallBoard:
    """Return the places over all stages of the tournament that an event belongs to, or of the event itself.

    Args:
        event: any of its events.
        limit: number of rows.
        after: rows to skip.
    """
    return _board(event, limit=limit, after=after, full=False)


def overall_results_for_staff(event: Tournament, limit: int) -> OverallBoard:
    """Return the places over all stages with full names."""
    return _board(event, limit=limit, after=0, full=True)


def _board(event: Tournament, *, limit: int, after: int, full: bool) -> OverallBoard:
    found, own = overall_results_of(event), stage_event_of(event)
    prizes = results_of(found.event)
    places = found.places[max(after, 0) :][:limit]
    # By entry: a team keeps its name in the stage that it did not survive.
    entries = [one.entry for one in places]
    stages = {} if own is None else _reached(own.stage.multi_stage_event_id, entries)
    names = _full_names(entries) if full else entries_in_public(event, entries)
    return OverallBoard(
        event=found.event.pk,
        field=found.field,
        entries=found.entries,
        complete=found.is_complete,
        rows=[
            OverallRow(
                place=one.best,
                worst=one.worst,
                name=names[one.entry],
                stage=stages.get(one.entry, ""),
                prize=prizes.prize(one.entry),
                deal=prizes.won.get(one.entry, Won()).deal,
            )
            for one in places
        ],
    )


def _reached(whole: int, entries: list[int]) -> dict[int, str]:
    """Return the last stage of each entry, with the flight if the stage has several events."""
    rows = list(StageEvent.objects.filter(stage__multi_stage_event=whole).select_related("stage"))
    events = Counter(row.stage_id for row in rows)
    names = {
        row.tournament_id: name_with_label(row.stage.name, row.stage.number, row.label)
        if events[row.stage_id] > 1
        else row.stage.name
        for row in rows
    }
    played = Entry.objects.filter(pk__in=entries).values_list("pk", "tournament")
    return {entry: names.get(event, "") for entry, event in played}


def _full_names(entries: list[int]) -> dict[int, str]:
    rows = list(Entry.objects.filter(pk__in=entries).select_related("player"))
    return dict(zip((row.pk for row in rows), entry_names(rows), strict=True))
