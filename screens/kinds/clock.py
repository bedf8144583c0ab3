"""Words for the clock and its structures: the journal’s kinds and the rows they touch. Pure words."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

KINDS: dict[str, Promise] = {
    "clock.add": _("Time added or taken"),
    "clock.advance": _("How levels change"),
    "clock.announce_level": _("Next level announced"),
    "clock.as_if_never_stopped": _("As if never stopped"),
    "clock.draw_hands": _("Last hands drawn"),
    "clock.due": _("By itself"),
    "clock.extend_break": _("Break extended"),
    "clock.go_to": _("Moved to a row"),
    "clock.last_hand": _("Last hand announced"),
    "clock.next": _("Next level"),
    "clock.note_outage": _("Outage noticed"),
    "clock.pause": _("Paused"),
    "clock.plan_start": _("Start planned"),
    "clock.previous": _("Previous level"),
    "clock.reset": _("Clock reset"),
    "clock.restart": _("Level begun anew"),
    "clock.resume": _("Resumed"),
    "clock.resume_from_stop": _("Resumed from where it stopped"),
    "clock.say": _("Announcement"),
    "clock.set_remaining": _("Remaining time set"),
    "clock.skip_break": _("Break skipped"),
    "clock.start": _("Started"),
    "clock.stop_day": _("Clock stopped for the day"),
    "clock.structure": _("Structure changed"),
    "round.announce": _("Announced"),
    "round.all_in": _("All-in, cards face down"),
    "round.resolve": _("Cards turned up"),
    "round.deal": _("Next hand dealt"),
    "round.end": _("Ended"),
    "structure.save": _("Saved"),
    "structure.remove": _("Removed"),
}

MODELS: dict[str, Promise] = {
    "clock.clock": _("Clock"),
    "clock.round": _("Hand-for-hand"),
    "clock.roundtable": _("Table in hand-for-hand"),
    "clock.levelrow": _("Row of a structure"),
    "clock.structure": _("Structure"),
}
