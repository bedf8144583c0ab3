"""Who would advance to an event now, from which events, with which stacks. Reads only: the preview and the command
use the same plan.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from players.models import Partner, Player
from players.services.partners import JOINED
from stages.models import Advance, AdvancedStack, Stage, StageEvent
from stages.rules.advancement import EntryResult, StageField, advance
from stages.rules.stage_rule import Carried, InMoney, StageRule
from stages.services.kept_seats import kept_seats_of
from stages.services.results import Stacks, paid_places, read_results
from stages.services.rules import open_sources, rule_of, source_events
from stages.services.stage_state import is_played
from tourney.journal.refused import Refused
from tourney.models import Entry
from tourney.services.figures import grouped

_NAMED = 3


@dataclass(frozen=True, slots=True)
class AdvancePlan:
    """Players who advance to an event.

    Attributes:
        rule: of the stage.
        sources: the events they come from.
        stacks: of each event, by event; None: not counted, because the rule needs none.
        results: of all entries in these events.
        field: who advances.
        already: players with a stack in these events who have advanced to an event of the stage that is played, so that
            it is forfeited.
    """

    rule: StageRule
    sources: tuple[StageEvent, ...]
    stacks: dict[int, Stacks | None]
    results: tuple[EntryResult, ...]
    field: StageField
    already: tuple[int, ...] = ()

    @property
    def difference(self) -> int:
        """Return chips counted minus chips in play over all events, as accepted when they were counted."""
        return sum(one.difference for one in self.stacks.values() if one is not None)


def sources_of(target: StageEvent, events: Sequence[int] = ()) -> list[StageEvent]:
    """Return the events whose players advance to an event: those named, or all that have not been joined.

    Raises:
        Refused: players of the first stage register (`first_stage`); an event is not one of an earlier stage
            (`not_a_source`), or has been joined (`joined_already`).
    """
    rule = rule_of(target.stage)
    if rule is None:
        raise Refused(
            "first_stage",
            _("Players register for the first stage. They cannot advance to it from another one."),
        )
    left = open_sources(target.stage, rule)
    if not events:
        if not left:
            raise Refused("joined_already", _("The players of all events have already advanced."), rule.rule)
        return left
    not_joined = {one.pk for one in left}
    found = {one.tournament_id: one for one in source_events(target.stage, rule)}
    chosen = []
    for event in dict.fromkeys(events):
        one = found.get(event)
        if one is None:
            raise Refused("not_a_source", _("Players of that event do not advance to this stage."), rule.rule)
        if one.pk not in not_joined:
            message = _("The players of “%(event)s” have already advanced.")
            raise Refused("joined_already", message % {"event": one.tournament.name}, rule.rule)
        chosen.append(one)
    return sorted(chosen, key=lambda one: (one.stage.number, one.pk))


def advance_plan(
    target: StageEvent, sources: Sequence[StageEvent], chosen: Collection[int] = ()
) -> AdvancePlan:
    """Return who would advance to an event.

    Args:
        target: the event.
        sources: as `sources_of`.
        chosen: entries whose stack is carried, where players choose.

    Raises:
        Refused: an event has not ended, or its stacks are not known (see `read_results`).
    """
    rule = rule_of(target.stage)
    assert rule is not None
    results: list[EntryResult] = []
    stacks: dict[int, Stacks | None] = {}
    for source in sources:
        rows, counted = read_results(source, rule)
        results += rows
        stacks[source.pk] = counted
    in_money = isinstance(rule.who, InMoney)
    paid = {one.tournament_id: paid_places(one.tournament) for one in sources} if in_money else {}
    advanced = _advanced_for_good(target.stage, rule)
    field = advance(
        rule,
        results,
        starting_stack=target.tournament.starting_stack,
        paid=paid,
        chosen=chosen,
        excluded=advanced,
    )
    already = dict.fromkeys(one.player for one in results if one.is_in and one.player in advanced)
    return AdvancePlan(rule, tuple(sources), stacks, tuple(results), field, tuple(already))


def _advanced_for_good(stage: Stage, rule: StageRule) -> set[int]:
    """Return the players who play, or have played, in an event of a stage. Where stacks are added up there are none: a
    further stack of theirs would be lost.
    """
    if isinstance(rule.stack, Carried) and rule.stack.take == "sum":
        return set()
    events = [one.tournament for one in StageEvent.objects.filter(stage=stage).select_related("tournament")]
    played = [event for event in events if is_played(event)]
    rows = Advance.objects.filter(target__tournament__in=played)
    return set(rows.values_list("entry__player", flat=True))


def check_plan(target: StageEvent, plan: AdvancePlan, difference: int) -> None:
    """Check that a plan can be carried out.

    Raises:
        Refused: no players advance (`no_players_advance`); a player has several stacks and must choose (`choose_stack`)
            or may have only one (`several_stacks`); a player has advanced from another event (`came_already`) or is in
            the event (`already_in`); the stacks do not add up (`does_not_add_up`); seats can't be kept (see
            `kept_seats_of`).
    """
    field, rule = plan.field, plan.rule.rule
    if not field.players:
        raise Refused("no_players_advance", _("No players advance from these events."), rule)
    if field.several_stacks:
        message = _("Only one stack may go forward, but these players have several: %(names)s.")
        raise Refused(
            "several_stacks", message % {"names": names_of(field.several_stacks, plan.sources)}, rule
        )
    if field.undecided:
        message = _("Choose which stack goes forward for these players: %(names)s.")
        raise Refused("choose_stack", message % {"names": names_of(field.undecided, plan.sources)}, rule)
    players = {one.player for one in field.players}
    advanced = AdvancedStack.objects.filter(stage=target.stage)
    earlier = sorted(players & set(advanced.values_list("source__player", flat=True)))
    if earlier:
        message = _(
            "These players have already advanced from another event: %(names)s. Advance the players of all "
            "events together."
        )
        raise Refused("came_already", message % {"names": names_of(earlier, plan.sources)}, rule)
    in_play = Entry.objects.filter(tournament=target.tournament, out_at__isnull=True, voided_at__isnull=True)
    inside = sorted(players & set(in_play.values_list("player", flat=True)))
    if inside:
        message = _("These players are already in the event: %(names)s.")
        raise Refused("already_in", message % {"names": names_of(inside, plan.sources)}, rule)
    if plan.difference != difference:
        named = [
            f"{source.label} ({_signed(counted.difference)})"
            for source in plan.sources
            if (counted := plan.stacks[source.pk]) is not None and counted.difference
        ]
        message = _(
            "The stacks do not add up to the chips in play: %(events)s. Count again, or accept the difference."
        )
        raise Refused("does_not_add_up", message % {"events": ", ".join(named) or "–"}, rule)
    if plan.rule.seats == "kept":
        kept_seats_of(target, plan.sources, [one.entry for one in field.players])


def _signed(chips: int) -> str:
    return ("+" if chips > 0 else "−") + grouped(abs(chips))


def names_of(players: Sequence[int], sources: Sequence[StageEvent]) -> str:
    """Return the names of some players, of teams both: “Anna / Bert, Cleo …”.

    Args:
        players: those who registered.
        sources: the events they come from: a team is the same in all of them.
    """
    named = players[:_NAMED]
    rows = Partner.objects.filter(
        entry__player__in=named,
        entry__voided_at__isnull=True,
        tournament__in=[one.tournament_id for one in sources],
    )
    partners = dict(rows.values_list("entry__player", "player__name"))
    names = Player.objects.filter(pk__in=named).order_by("name").values_list("pk", "name")
    found = [f"{name}{JOINED}{partners[key]}" if key in partners else name for key, name in names]
    return ", ".join(found) + (" …" if len(players) > _NAMED else "")
