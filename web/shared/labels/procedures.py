"""Labels of the procedures: journal kinds and rows. Pure."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

KINDS: dict[str, Promise] = {
    "hand_for_hand.announce": _("Announced"),
    "hand_for_hand.all_in": _("All-in, cards face down"),
    "hand_for_hand.resolve": _("Cards turned up"),
    "hand_for_hand.deal": _("Next hand dealt"),
    "hand_for_hand.end": _("Ended"),
    "shot.set": _("Set up"),
    "shot.off": _("Turned off"),
    "shot.bank": _("Time bank used"),
    "shot.give": _("Time banks given"),
    "stacks.open_count": _("Chip count started"),
    "stacks.count_table": _("Table counted"),
    "stacks.close_count": _("Chip count closed"),
    "race.plan": _("Planned"),
    "add_on.credit": _("Credited"),
    "race.start": _("Started"),
    "race.enter": _("Odd chips counted"),
    "race.deal": _("Cards dealt"),
    "race.cards": _("Real cards recorded"),
    "race.table_done": _("Table finished"),
    "race.finish_tables": _("Remaining tables done"),
    "race.finish": _("Finished"),
    "race.cancel": _("Called off"),
    "chips.found": _("Old chips found"),
    "chips.colour_up": _("Coloured up at discretion"),
}

MODELS: dict[str, Promise] = {
    "procedures.handforhand": _("Hand-for-hand"),
    "procedures.handforhandtable": _("Table in hand-for-hand"),
    "procedures.race": _("Chip race"),
    "procedures.racetable": _("Table in a chip race"),
    "procedures.raceseat": _("Seat in a chip race"),
    "procedures.stackcount": _("Chip count"),
    "procedures.tablecount": _("Table in a chip count"),
    "procedures.countedstack": _("Stack in a chip count"),
    "procedures.shotclock": _("Shot clock"),
    "procedures.bankmove": _("Time bank"),
}

COLUMNS: dict[str, Promise] = {
    "mode": _("Mode"),
    "difference": _("Accepted difference"),
    "counted_by": _("Counted by"),
    "in_play": _("Chips in play"),
    "occasion": _("Occasion"),
    "stack_count": _("Chip count"),
}
