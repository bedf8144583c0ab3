"""Command for how a stage seats its players; players who advance sit down in the seats that they keep."""

from collections.abc import Mapping
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from seating.commands.draws import find_button, planned
from seating.commands.tables import assign_first_tables
from seating.models import Seat, TournamentTable
from seating.services.draws import carried_stacks, known_stack, seat_notice
from seating.services.reviews import review_later
from stages.models import Stage, StageEvent
from stages.rules.stage_rule import Seating, to_plain
from stages.services.kept_seats import KeptSeats
from stages.services.rules import open_sources, rule_of, source_events
from stages.services.stage_state import check_stage_not_played
from tourney.access.roles import Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import Entry, JournalEntry


def _summarise(journal_entry: JournalEntry) -> str:
    words = (
        _("All players keep their seats in %(stage)s")
        if journal_entry.arguments.get("seats") == "kept"
        else _("All seats of %(stage)s are redrawn")
    )
    return words % {"stage": (journal_entry.answer or {}).get("stage", "–")}


@command("stages.set_seats", permission=Permission.RUN_CLOCK, scope="room", summary=_summarise)
def set_stage_seats(tx: Tx, stage: Id, seats: Seating) -> Any:
    """Change how the seats of a later day are assigned, until its players have advanced.

    Args:
        stage: the stage that players advance to.
        seats: `redraw`: all seats are drawn again; `kept`: all players keep those of the stage before.

    Raises:
        Refused: players do not bring their stacks along (`no_stacks`), or the stage is not a later day of flights
            (`no_flights`); its play has begun (`stages_running`), or all players have advanced
            (`joined_already`); players come from several events (`several_sources`).
    """
    row = tx.lock(Stage, pk=stage)
    rule = rule_of(row)
    if rule is not None and not rule.needs_stacks:
        message = _("Players of this stage begin with new stacks, so their seats are drawn.")
        raise Refused("no_stacks", message, rule.rule)
    if rule is None or not row.multi_stage_event.mode.startswith("flights_"):
        message = _("Only the later days of flights can keep their seats.")
        raise Refused("no_flights", message, "" if rule is None else rule.rule)
    check_stage_not_played(row, rule.rule)
    if not open_sources(row, rule):
        raise Refused("joined_already", _("The players of all events have already advanced."), rule.rule)
    if seats == "kept" and len(source_events(row, rule)) > StageEvent.objects.filter(stage=row).count():
        message = _("Players come from several events, so they can’t keep their seats. Redraw all seats.")
        raise Refused("several_sources", message, rule.rule)
    tx.save(row, rule=to_plain(msgspec.structs.replace(rule, seats=seats)))
    return {"stage": row.name}


def keep_seats(tx: Tx, kept: KeptSeats, entry_of: Mapping[int, Entry]) -> None:
    """Assign the tables of the event before to this one, and seat its players there as they sat.

    The button stays where it was, unless the book draws it again for a new day (PokerStars Live 3.1). Empty seats and
    short tables are for the floor to balance, as in play.

    Args:
        kept: the seats.
        entry_of: the new entry of each entry in the event before.
    """
    plan = planned(tx)
    tables = _assigned(tx, kept)
    stacks = carried_stacks(tx.tournament)
    new = [
        Seat(
            tournament_table=tables[seat.tournament_table.table.number],
            number=seat.number,
            kind="player",
            entry=(entry := entry_of[seat.entry_id or 0]),
            taken_at=tx.now,
            **known_stack(tx, stacks.get(entry.pk)),
        )
        for seat in kept.seats
    ]
    tx.create_many(new)
    tx.create_many(
        [
            Seat(
                tournament_table=tables[seat.tournament_table.table.number],
                number=seat.number,
                kind="closed",
                taken_at=tx.now,
            )
            for seat in kept.closed
        ]
    )
    if plan.drawn_at is None:
        tx.save(plan, drawn_at=tx.now)
    policy = tx.book.seating.initial_button
    if policy is not None and "day_resumes" in policy.again:
        find_button(tx, plan)
    tx.notify_many(
        "seated",
        {
            seat.entry.player_id: seat_notice(
                tx.tournament, seat.tournament_table.table.number, seat.number, seat.stack
            )
            for seat in new
            if seat.entry is not None
        },
    )
    tx.touch("floor", "map", "free", "eliminations")
    review_later(tx)


def _assigned(tx: Tx, kept: KeptSeats) -> dict[int, TournamentTable]:
    """Assign the tables that are not this event's yet, and carry over their buttons; return all by number."""
    here = TournamentTable.objects.filter(tournament=tx.tournament, released_at__isnull=True)
    known = set(here.values_list("table__number", flat=True))
    numbers = [one.table.number for one in kept.tables]
    assign_first_tables(tx, tx.tournament, [number for number in numbers if number not in known])
    tables = {one.table.number: one for one in here.select_related("table")}
    for before in kept.tables:
        tx.save(
            tables[before.table.number],
            state="open",
            breaks_at=before.breaks_at,
            button=before.button,
            small_blind=before.small_blind,
            big_blind=before.big_blind,
            button_at=before.button_at,
        )
    return tables
