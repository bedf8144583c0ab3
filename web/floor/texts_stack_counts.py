"""Texts of the count of all stacks."""

from django.utils.translation import gettext_lazy as _

OCCASIONS = {
    "break": _("Break"),
    "day_end": _("End of the day"),
    "deal": _("Deal"),
    "check": _("Check"),
}
STACK_COUNT_WORDS = {
    "count.progress": _("{counted} of {stacks} stacks counted"),
    "count.chips.one_chips": _("{chips} chip"),
    "count.chips": _("{chips} chips"),
    "count.of": _("{chips} of {in_play} chips"),
    "count.right": _("The stacks add up."),
    "count.over.one_difference": _("{difference} chip too many"),
    "count.over": _("{difference} chips too many"),
    "count.short.one_difference": _("{difference} chip missing"),
    "count.short": _("{difference} chips missing"),
    "count.table": _("Table {number}"),
    "count.open": _("not counted"),
    "count.reported": _("{reported} of {stacks} entered by players"),
    "count.part": _("{counted} of {stacks}"),
    "count.by": _("{who}, {time}"),
    "count.changed": _("changed {time}, counted by {who} before"),
    "count.one_unseated": _("1 player without a seat"),
    "count.unseated": _("{count} players without a seat"),
    "count.by_value": _("By value:"),
    "count.piece": _("{count} × {value}"),
    "count.other": _("This table was counted in the meantime. Reload the page to see the stacks."),
    "count.ended": _("The count has ended. Reload the page."),
}
