"""One prize pool over all stages, and their bounties: the event of the last one pays them. Reads only."""

from itertools import groupby

from django.db.models import QuerySet

from prizes.services.money import payout_of
from prizes.signals import Behind, Onward, PoolStages
from stages.models import AdvancedStack, Join, Stage, StageEvent
from stages.rules.stage_rule import InMoney, WithChips
from stages.services.overall_results import entries_sold, overall_results_of
from stages.services.rules import rule_after, rule_of, stage_event_of
from tourney.models import Entry, Tournament


def first_of_last_stage(own: StageEvent) -> StageEvent:
    """Return the event of the last stage that pays the prizes: the first one."""
    rows = StageEvent.objects.filter(stage__multi_stage_event=own.stage.multi_stage_event_id)
    return rows.select_related("tournament").order_by("-stage__number", "pk")[0]


def pays_instead_of(event: Tournament) -> Tournament | None:
    """Return the event of the last stage if it pays all prizes; None if this event pays prizes itself."""
    own = stage_event_of(event)
    if own is None:
        return None
    following = rule_after(own.stage)
    if following is None or isinstance(following.who, InMoney) or payout_of(event) is not None:
        return None
    return first_of_last_stage(own).tournament


def players_behind(event: Tournament) -> tuple[tuple[Behind, ...], ...]:
    """Return the players who did not reach the last stage, the best first; those who share a place together."""
    results = overall_results_of(event)
    last = {entry.player_id for entry in Entry.objects.filter(tournament=event, voided_at__isnull=True)}
    behind = [one for one in results.places if one.player not in last]
    return tuple(
        tuple(Behind(one.entry, one.player) for one in tied)
        for _place, tied in groupby(behind, key=lambda one: one.best)
    )


def stages_of_pool(own: StageEvent) -> PoolStages:
    """Return which events pay into the pool of an event: all earlier ones into the first of the last stage."""
    first = first_of_last_stage(own)
    if own.pk != first.pk:
        return PoolStages(
            goes_on=True, paid_by=first.tournament, players=_players_of(own) if _is_later_day(own) else None
        )
    rows = StageEvent.objects.filter(stage__multi_stage_event=own.stage.multi_stage_event_id).exclude(
        pk=own.pk
    )
    earlier = list(rows.select_related("tournament", "stage").order_by("stage__number", "pk"))
    previous = rows.filter(stage__number=own.stage.number - 1)
    awaited = tuple(row.tournament for row in _awaited(previous, own))
    return PoolStages(
        earlier=tuple(row.tournament for row in earlier),
        first=tuple(row.tournament for row in earlier if row.stage.number == 1),
        entries=entries_sold(own.stage.multi_stage_event_id),
        players=_players_of(own),
        is_complete=not awaited,
        awaited=awaited,
    )


def _players_of(own: StageEvent) -> int:
    """Return the number of players of all stages, each counted once."""
    entries = Entry.objects.filter(
        tournament__stage_event__stage__multi_stage_event=own.stage.multi_stage_event_id,
        voided_at__isnull=True,
    )
    return entries.values("player").distinct().count()


def players_out_before(own: StageEvent) -> int:
    """Return the number of players of earlier stages who did not reach an event that ranks the whole field.

    It is 0 while others may still reach the event.
    """
    if stages_of_pool(own).players is None:
        return 0
    stages = StageEvent.objects.filter(stage__multi_stage_event=own.stage.multi_stage_event_id)
    beside = stages.filter(stage=own.stage_id).exclude(pk=own.pk)
    if beside.exists() or _awaited(stages.filter(stage__number=own.stage.number - 1), own):
        return 0
    came = Entry.objects.filter(tournament=own.tournament_id, voided_at__isnull=True)
    return _players_of(own) - came.values("player").distinct().count()


def _is_later_day(own: StageEvent) -> bool:
    """Return whether the stage is a later day for all flights, so that its places are those of the whole event."""
    stage = own.stage
    if stage.number == 1 or StageEvent.objects.filter(stage=stage).exclude(pk=own.pk).exists():
        return False
    following = Stage.objects.filter(
        multi_stage_event=stage.multi_stage_event_id, number=stage.number + 1
    ).first()
    rule = None if following is None else rule_of(following)
    return rule is not None and isinstance(rule.who, WithChips)


def _awaited(previous: QuerySet[StageEvent], own: StageEvent) -> list[StageEvent]:
    """Return the events of the previous stage whose players may still advance. A closed one without players left sends
    none, if only stacks advance.
    """
    rows = previous.exclude(pk__in=Join.objects.filter(stage=own.stage_id).values("source"))
    rows = rows.select_related("tournament").order_by("pk")
    closed = [row.tournament_id for row in rows if row.tournament.closed_at is not None]
    if not closed:
        return list(rows)
    entries = Entry.objects.filter(tournament__in=closed, voided_at__isnull=True)
    rule = rule_of(own.stage)
    if rule is not None and isinstance(rule.who, WithChips):
        entries = entries.filter(out_at__isnull=True)
    sending = set(entries.values_list("tournament", flat=True))
    return [row for row in rows if row.tournament.closed_at is None or row.tournament_id in sending]


def players_onward_from(own: StageEvent) -> Onward:
    """Return with which entries of the next stage the players of a multi-stage event go on."""
    whole = own.stage.multi_stage_event_id
    rows = AdvancedStack.objects.filter(stage__multi_stage_event=whole)
    found: dict[int, int] = {}
    # A stack of an early stage may come into several later ones; its player goes on in the next one.
    for source, entry in rows.order_by("stage__number", "pk").values_list("source", "advance__entry"):
        found.setdefault(source, entry)
    joins = Join.objects.filter(stage__multi_stage_event=whole).order_by("-stage__number", "-pk")
    return Onward(found, dict(joins.values_list("source__tournament", "at")))
