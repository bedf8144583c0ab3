"""Seats that players keep from one stage to the next, and why they can't. Reads only."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from seating.models import Seat, TournamentTable
from seating.services.seats import plan_of
from seating.signals import other_use
from stages.models import Join, StageEvent
from stages.services.rules import rule_of
from tourney.journal.refused import Refused
from tourney.models import Entry


@dataclass(frozen=True, slots=True)
class KeptSeats:
    """The tables that players bring to an event with their seats.

    Attributes:
        tables: of the event before, in its order.
        seats: of the players who advance.
        closed: seats at these tables that were closed.
    """

    tables: tuple[TournamentTable, ...]
    seats: tuple[Seat, ...]
    closed: tuple[Seat, ...]


def kept_seats_of(target: StageEvent, sources: Sequence[StageEvent], entries: Sequence[int]) -> KeptSeats:
    """Return which seats the players of an event keep.

    Args:
        target: the event that they advance to.
        sources: the events they come from.
        entries: of the players who advance, in the event they come from.

    Raises:
        Refused: players come from several events (`several_sources`); no plan of seats is set (`no_plan`); the event
            has other tables (`other_tables`); a player has no seat (`not_seated`); a table is in use elsewhere
            (`table_assigned`), is gone (`no_such_table`) or has too few seats now (`no_such_seat`).
    """
    if len(sources) != 1 or Join.objects.filter(target=target).exists():
        raise _refused(
            target,
            "several_sources",
            _("Players come from several events, so they can’t keep their seats. Redraw all seats."),
        )
    seats = list(
        Seat.objects.filter(entry__in=list(entries))
        .select_related("entry__player", "tournament_table__table")
        .order_by("tournament_table__order", "tournament_table", "number")
    )
    _check_seated(target, entries, seats)
    tables = tuple(dict.fromkeys(seat.tournament_table for seat in seats))
    _check_tables(target, sources[0], tables)
    _check_numbers(target, seats)
    closed = Seat.objects.filter(tournament_table__in=tables, kind="closed").order_by("pk")
    return KeptSeats(tables, tuple(seats), tuple(closed))


def _check_seated(target: StageEvent, entries: Sequence[int], seats: Sequence[Seat]) -> None:
    missing = set(entries) - {seat.entry_id for seat in seats}
    if missing:
        name = Entry.objects.filter(pk__in=missing).order_by("pk").values_list("player__name", flat=True)[0]
        message = _("%(name)s has no seat to keep. Redraw all seats.")
        raise _refused(target, "not_seated", message % {"name": name})


def _check_tables(target: StageEvent, source: StageEvent, tables: Sequence[TournamentTable]) -> None:
    """Check that the tables where players sit can go with them, and that no others wait for them."""
    numbers = {one.table.number for one in tables}
    own = TournamentTable.objects.filter(tournament=target.tournament_id, released_at__isnull=True)
    others = sorted(set(own.values_list("table__number", flat=True)) - numbers)
    if others:
        message = _(
            "“%(event)s” has other tables: %(tables)s. Release them so that players keep their seats, or redraw all"
            " seats."
        )
        words = {"event": target.tournament.name, "tables": ", ".join(str(number) for number in others)}
        raise _refused(target, "other_tables", message % words)
    mine = {target.tournament_id, source.tournament_id}
    used = TournamentTable.objects.filter(
        table__in=[one.table_id for one in tables], released_at__isnull=True
    )
    elsewhere = used.exclude(tournament__in=mine).select_related("table", "tournament").first()
    if elsewhere is not None:
        message = _("Table %(number)s is assigned to “%(event)s”, so its players can’t keep their seats.")
        words = {"number": str(elsewhere.table.number), "event": elsewhere.tournament.name}
        raise _refused(target, "table_assigned", message % words)
    for one in tables:
        if one.table.retired:
            message = _("Table %(number)s is no longer in the room, so its players can’t keep their seats.")
            raise _refused(target, "no_such_table", message % {"number": one.table.number})
        use = other_use.ask(one.table)
        if use is not None:
            message = _("Table %(number)s is in use: %(use)s.")
            raise _refused(target, "table_assigned", message % {"number": one.table.number, "use": use})


def _check_numbers(target: StageEvent, seats: Sequence[Seat]) -> None:
    plan = plan_of(target.tournament)
    if plan is None:
        raise _refused(target, "no_plan", _("Set up the seating first. It publishes the proof for the draw."))
    for seat in seats:
        most = min(seat.tournament_table.table.seats, plan.seats_per_table)
        if seat.number > most:
            message = _(
                "Table %(number)s has %(most)s seats in “%(event)s”, but a player sits in seat %(seat)s. Redraw all"
                " seats."
            )
            words = {
                "number": seat.tournament_table.table.number,
                "most": most,
                "event": target.tournament.name,
                "seat": seat.number,
            }
            raise _refused(target, "no_such_seat", message % words)


def _refused(target: StageEvent, code: str, message: str) -> Refused:
    rule = rule_of(target.stage)
    return Refused(code, message, "" if rule is None else rule.rule)
