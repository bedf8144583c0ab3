"""Command to advance players to an event from events of earlier stages."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from django.db import OperationalError, transaction
from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from pydantic import Field

from clock.models import Clock
from clock.services.progress import progress_of
from penalties.models import Penalty
from penalties.services.serving import from_now_on
from penalties.services.timed_penalties import played_since
from players.models import Partner
from players.services.partners import partners_of
from procedures.models import BankMove, ShotClock
from procedures.services.shot_clock import banks_left, shot_clock_of
from seating.commands.entries import event_is_open
from stages.commands.kept_seats import keep_seats
from stages.models import Advance, AdvancedStack, Join, MultiStageEvent, StageEvent
from stages.rules.advancement import AdvancingPlayer
from stages.rules.stage_rule import Carried
from stages.services.advance_plan import AdvancePlan, advance_plan, check_plan, sources_of
from stages.services.event_end import end_events
from stages.services.first_level import first_row
from stages.services.kept_seats import kept_seats_of
from stages.services.publishing import show_sources_later
from stages.services.rules import stage_event_of
from tourney.access.roles import Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.gc_pause import gc_paused
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import ChipMove, Entry, JournalEntry, Tournament
from tourney.rulebooks.books.schema import cite
from tourney.services.figures import grouped
from tourney.signals import for_teams


def _summarise(journal_entry: JournalEntry) -> str:
    answer = journal_entry.answer or {}
    if answer.get("teams"):
        text = ngettext(
            "Advanced %(count)s team from %(events)s to this event: %(chips)s chips",
            "Advanced %(count)s teams from %(events)s to this event: %(chips)s chips",
            answer["players"],
        )
    else:
        text = ngettext(
            "Advanced %(count)s player from %(events)s to this event: %(chips)s chips",
            "Advanced %(count)s players from %(events)s to this event: %(chips)s chips",
            answer["players"],
        )
    values = {
        "count": grouped(answer["players"]),
        "events": ", ".join(answer["labels"]),
        "chips": grouped(answer["chips"]),
    }
    return text % values


@command(
    "stages.advance",
    permission=Permission.RUN_CLOCK,
    boards=("clock", "clock_staff", "structure", "race", "seating", "registration", "lobby", "prizes"),
    summary=_summarise,
    background=True,
)
def advance_players(
    tx: Tx,
    sources: Annotated[list[Id], Field(max_length=100)] = [],  # noqa: B006
    chosen: Annotated[list[Id], Field(max_length=5_000)] = [],  # noqa: B006
    difference: Annotated[int, Field(ge=-(10**15), le=10**15)] = 0,
) -> Any:
    """Advance players to this event from events of earlier stages, by the rule of its stage. Their seats are drawn
    afterwards with `seats.draw`, unless the stage keeps them (`stages.set_seats`).

    The events that they come from are closed, their tables are released. Penalties, warnings and time banks are carried
    (PokerStars Live 6.9.4).

    Args:
        sources: the events they come from; empty: all that the rule looks at and that have not been joined.
        chosen: entries whose stack is carried, for players who choose one of several.
        difference: the accepted difference between chips counted and chips in play, over all events.

    Raises:
        Refused: the event is not one of a later stage (`no_stage`, `first_stage`); another event can't be joined
            (`not_a_source`, `joined_already`, `still_running`, `not_bagged`, `changed_since_count`); see `check_plan`
            for the players.
    """
    with gc_paused():
        return _advance(tx, sources, chosen, difference)


def _advance(tx: Tx, events: Sequence[int], chosen: Sequence[int], difference: int) -> dict[str, Any]:
    event_is_open(tx)
    target = stage_event_of(tx.tournament)
    if target is None:
        raise Refused("no_stage", _("This event is not part of a multi-stage event."))
    _lock_whole(target.stage.multi_stage_event_id)
    sources = sources_of(target, events)
    locked = _locked(sources)
    for source in sources:
        source.tournament = locked[source.tournament_id]
    plan = advance_plan(target, sources, set(chosen))
    check_plan(target, plan, difference)
    # Before anything reads how far this event is: a penalty's minutes are measured from there.
    _set_clock(tx, plan)
    entries = _create_entries(tx, target, plan)
    _carry_penalties(tx, plan, entries)
    _carry_time_banks(tx, plan, entries)
    kept = None
    if plan.rule.seats == "kept":
        kept = kept_seats_of(target, sources, [one.entry for one in plan.field.players])
    _close_sources(tx, target, plan)
    if kept is not None:
        # The tables are free for this event once the one before is closed.
        keep_seats(tx, kept, {one.entry: entries[one.player] for one in plan.field.players})
    tx.save(tx.tournament, counted_by_hand=False)
    if plan.rule.rule:
        tx.cite(plan.rule.rule)
    field = plan.field
    return {
        "players": len(field.players),
        "teams": for_teams.ask(tx.tournament),
        "chips": sum(one.stack for one in field.players),
        "forfeited": field.forfeited,
        "left": field.left,
        "labels": [source.label for source in sources],
        "seated": 0 if kept is None else len(kept.seats),
    }


def _lock_whole(key: int) -> None:
    """Lock a multi-stage event: two of its events could otherwise take the same player, as each locks only itself.

    It does not wait: the transaction that holds the row may wait for this command's event, which it locks as a source.

    Raises:
        Refused: players are being advanced to another of its events (`conflict`).
    """
    try:
        with transaction.atomic():
            MultiStageEvent.objects.select_for_update(nowait=True).get(pk=key)
    except OperationalError:
        message = _("Players are being advanced to another event of this tournament. Try again shortly.")
        raise Refused("conflict", message) from None


def _locked(sources: Sequence[StageEvent]) -> dict[int, Tournament]:
    """Lock the events that players come from, in the order of their ids."""
    keys = [one.tournament_id for one in sources]
    rows = Tournament.objects.select_for_update(of=("self",)).filter(pk__in=keys).order_by("pk")
    return {row.pk: row for row in rows}


def _create_entries(tx: Tx, target: StageEvent, plan: AdvancePlan) -> dict[int, Entry]:
    """Create the entries with their stacks, and record where they come from.

    Returns:
        The new entry of each player.
    """
    event, players = tx.tournament, plan.field.players
    numbers: dict[int, int] = dict(
        Entry.objects.filter(tournament=event).order_by().values_list("player").annotate(Max("number"))
    )
    made = tx.create_many(
        [
            Entry(
                tournament=event,
                player_id=one.player,
                number=numbers.get(one.player, 0) + 1,
                created_at=tx.now,
            )
            for one in players
        ]
    )
    tx.create_many(
        [
            ChipMove(tournament=event, entry=entry, kind="carried", chips=one.stack, at=tx.effective_at)
            for one, entry in zip(players, made, strict=True)
        ]
    )
    _carry_partners(tx, players, made)
    before = Advance.objects.filter(target=target).aggregate(Max("rank"))["rank__max"] or 0
    advances = tx.create_many(
        [
            Advance(target=target, entry=entry, stack=one.stack, rank=before + rank, points=one.points)
            for rank, (one, entry) in enumerate(zip(players, made, strict=True), start=1)
        ]
    )
    carried = isinstance(plan.rule.stack, Carried)
    tx.create_many(
        [
            AdvancedStack(
                stage=target.stage,
                advance=row,
                source_id=source,
                chips=chips,
                carried=carried and is_carried and chips > 0,
            )
            for one, row in zip(players, advances, strict=True)
            for source, chips, is_carried in _stacks(one)
        ]
    )
    tx.touch_players(*(one.player for one in players))
    return {one.player: entry for one, entry in zip(players, made, strict=True)}


def _carry_partners(tx: Tx, players: Sequence[AdvancingPlayer], made: Sequence[Entry]) -> None:
    """Let the second players of teams share the new entries, with the agreed parts of the prize."""
    teams = partners_of(one.entry for one in players)
    if not teams:
        return
    rows = [
        Partner(
            tournament=tx.tournament,
            entry=entry,
            player=team.player,
            plays=team.plays,
            played_at=team.played_at,
            named_at=tx.now,
            share=team.share,
        )
        for one, entry in zip(players, made, strict=True)
        if (team := teams.get(one.entry)) is not None
    ]
    tx.create_many(rows)
    tx.forget_partners()


def _stacks(player: AdvancingPlayer) -> list[tuple[int, int, bool]]:
    """Return all stacks of a player; the entry that counts if there are none."""
    if not player.bagged:
        return [(player.entry, 0, False)]
    return [(one.entry, one.chips, one.is_carried) for one in player.bagged]


def _carry_penalties(tx: Tx, plan: AdvancePlan, entries: Mapping[int, Entry]) -> None:
    """Move penalties and warnings to the new entries, unless the book says that they end with the day."""
    policy = tx.book.penalties.carrying
    if policy is not None and not policy.to_next_day:
        return
    events = {source.tournament_id: source.tournament for source in plan.sources}
    rows = Penalty.objects.filter(tournament__in=events).select_related("entry").order_by("pk")
    carried = [row for row in rows if row.entry.player_id in entries]
    for row in carried:
        columns: dict[str, Any] = {"tournament": tx.tournament, "entry": entries[row.entry.player_id]}
        if row.kind == "time_out" and row.ended_at is None:
            served = played_since(row, progress_of(events[row.tournament_id]))
            columns["played_mark"] = max(0, progress_of(tx.tournament).played - served)
        elif row.ended_at is None:
            # The hand in progress at the new table is not one to sit out, and a round of the button starts over.
            columns |= {"tournament_table": None, "hand": None, "button_mark": None, **from_now_on(tx)}
        tx.save(row, **columns)
    if carried:
        tx.cite(cite(tx.book, policy))


def _carry_time_banks(tx: Tx, plan: AdvancePlan, entries: Mapping[int, Entry]) -> None:
    """Give each player as many time banks as were left; of several stacks, of the one that is carried."""
    clock = shot_clock_of(tx.tournament)
    if clock is None:
        return
    left: dict[int, int] = {}
    clocks = ShotClock.objects.filter(tournament__in=[one.tournament_id for one in plan.sources])
    by_event: dict[int, list[int]] = defaultdict(list)
    event_of = {one.entry: one.event for one in plan.results}
    for one in plan.field.players:
        by_event[event_of[one.entry]].append(one.entry)
    for source in clocks:
        left |= banks_left(source, by_event[source.tournament_id])
    tx.create_many(
        [
            BankMove(entry=entries[one.player], count=left[one.entry] - clock.banks, at=tx.now)
            for one in plan.field.players
            if left.get(one.entry, clock.banks) != clock.banks
        ]
    )


def _close_sources(tx: Tx, target: StageEvent, plan: AdvancePlan) -> None:
    """Close the events that players come from, and release their tables for this one."""
    tx.create_many(
        [
            Join(
                stage=target.stage,
                target=target,
                source=source,
                chips=None if (stacks := plan.stacks[source.pk]) is None else stacks.chips,
                at=tx.now,
            )
            for source in plan.sources
        ]
    )
    end_events(tx, [source.tournament for source in plan.sources])
    show_sources_later(tx, [source.tournament_id for source in plan.sources])


def _set_clock(tx: Tx, plan: AdvancePlan) -> None:
    """Let the clock of this event begin with the row after those that were played, or with a level."""
    row = Clock.objects.get(tournament=tx.tournament)
    if row.started:
        return
    position = first_row(tx.tournament, plan.rule, [source.tournament for source in plan.sources])
    if position is not None:
        tx.save(row, position=position, elapsed_ms=0)
