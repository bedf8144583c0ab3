"""Labels of the clock and its structures: journal kinds, rows and columns. Pure."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

KINDS: dict[str, Promise] = {
    "clock.add": _("Time added or removed"),
    "clock.advance": _("Level changes"),
    "clock.announce_level": _("Next level announced"),
    "clock.as_if_never_stopped": _("Outage counted as played"),
    "clock.draw_hands": _("Last hands drawn"),
    "clock.due": _("Automatic"),
    "clock.extend_break": _("Break extended"),
    "clock.go_to": _("Clock moved to a level"),
    "clock.hands_played": _("Last hands played"),
    "clock.last_hand": _("Last hand announced"),
    "clock.next": _("Next level"),
    "clock.note_outage": _("Outage detected"),
    "clock.pause": _("Paused"),
    "clock.plan_start": _("Start planned"),
    "clock.previous": _("Previous level"),
    "clock.reset": _("Clock reset"),
    "clock.restart": _("Restarted from level 1"),
    "clock.resume": _("Resumed"),
    "clock.resume_from_stop": _("Resumed after an outage"),
    "clock.say": _("Announcement"),
    "clock.set_remaining": _("Remaining time set"),
    "clock.skip_break": _("Break skipped"),
    "clock.start": _("Started"),
    "clock.stop_day": _("Clock stopped for the day"),
    "clock.structure": _("Structure changed"),
    "structure.save": _("Saved"),
    "structure.remove": _("Removed"),
}

MODELS: dict[str, Promise] = {
    "clock.clock": _("Clock"),
    "clock.levelrow": _("Row of a structure"),
    "clock.structure": _("Structure"),
}

COLUMNS: dict[str, Promise] = {
    "although_other_hands": _("Although other hands were counted"),
    "although_paid": _("Undo anyway"),
    "although_unfinished": _("Although something is unfinished"),
    "anchor_at": _("Running since"),
    "ante_kind": _("Who pays the ante"),
    "colour_up": _("Colour-up"),
    "draw_digest": _("Published draw proof"),
    "duration": _("Length"),
    "elapsed": _("Elapsed time"),
    "ends_day": _("Ends the day"),
    "family": _("Kind of game"),
    "last_hand_position": _("Last hand before row"),
    "last_hands": _("Last hands of the day"),
    "last_hands_rule": _("Rule of the last hands"),
    "levels": _("Levels"),
    "ms": _("Time"),
    "outage_elapsed": _("Elapsed time at the outage"),
    "outage_from": _("Outage from"),
    "outage_position": _("Row at the outage"),
    "outage_until": _("Outage until"),
    "running": _("Running"),
    "since": _("Since"),
    "started": _("Started"),
}
