"""The command of a player who reports their own stack during a count."""

from typing import Annotated, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from clock.rules.structure import MOST_CHIPS
from players.services.current_player import current_player
from players.services.partners import held_by
from procedures.models import ReportedStack
from procedures.rules.stack_counts import smallest_step
from procedures.services.chip_races import chips_left
from procedures.services.stack_counts import is_counted, open_count_of, seats_with_chips
from seating.commands.entries import event_is_open
from seating.services.chip_limits import can_be
from tourney.access.roles import Permission
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import Entry, JournalEntry
from tourney.services.figures import grouped

# Most reports of a player in one count.
_MOST_REPORTS = 10


@command(
    "self_service.report_stack",
    permission=Permission.USE_SELF_SERVICE,
    boards=("stack_count",),
    summary=lazy("%(name)s reported %(chips)s chips (table %(table)s, seat %(seat)s)"),
)
def report_stack(tx: Tx, chips: Annotated[int, Field(ge=1, le=MOST_CHIPS)]) -> Any:
    """Report the caller's own stack in the count in progress; it counts once staff have confirmed it.

    Args:
        chips: the stack.

    Raises:
        Refused: no count is in progress (`no_count`), the caller has no seat (`no_seat`), staff have counted the stack
            (`counted_already`), the stack is not possible (`odd_stack`, `too_many_chips`), the same stack is entered
            already (`entered_already`), or it was changed too often (`too_often`).
    """
    player = current_player(tx)
    event_is_open(tx)
    count = open_count_of(tx.tournament)
    if count is None:
        raise Refused("no_count", _("The stacks are not being counted."))
    own = Entry.objects.filter(held_by(player), tournament=tx.tournament)
    seat = seats_with_chips(tx.tournament.pk).filter(kind="player", entry__in=own).first()
    if seat is None:
        raise Refused("no_seat", _("You have no seat in this event."))
    if is_counted(count, seat.counted_at):
        message = _("Your stack has been counted: %(chips)s chips. If that is wrong, tell the floor.")
        raise Refused("counted_already", message % {"chips": grouped(seat.stack or 0)})
    step = smallest_step(chips_left(tx.tournament))
    if chips % step:
        message = _("%(chips)s chips are not possible, because stacks are multiples of %(step)s.")
        raise Refused("odd_stack", message % {"chips": grouped(chips), "step": grouped(step)})
    can_be(tx, chips)
    row = ReportedStack.objects.filter(stack_count=count, entry=seat.entry).first()
    if row is not None and row.chips == chips:
        raise Refused(
            "entered_already", _("%(chips)s chips have already been entered.") % {"chips": grouped(chips)}
        )
    reports = JournalEntry.journal(tx.tournament.pk).filter(
        kind="self_service.report_stack", actor=tx.actor.key
    )
    if reports.filter(at__gte=count.opened_at).count() >= _MOST_REPORTS:
        raise Refused("too_often", _("The stack was changed too often. Please tell the floor."))
    if row is None:
        tx.create(ReportedStack, stack_count=count, entry=seat.entry, chips=chips, reported_at=tx.now)
    else:
        tx.save(row, chips=chips, reported_at=tx.now)
    return {
        "name": player.name,
        "chips": grouped(chips),
        "table": seat.tournament_table.table.number,
        "seat": seat.number,
    }
