"""Labels of seasons: journal kinds and rows. Pure."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

KINDS: dict[str, Promise] = {
    "season.create": _("Created"),
    "season.change": _("Changed"),
    "season.close": _("Closed or reopened"),
    "season.add_event": _("Event added"),
    "season.leave_out_event": _("Event left out"),
    "season.correct_points": _("Points corrected"),
    "season.decide_cup_seat": _("Seat in the cup final decided"),
    "season.award_title": _("Title awarded"),
    "season.withdraw_title": _("Title withdrawn"),
}

MODELS: dict[str, Promise] = {
    "seasons.season": _("Season"),
    "seasons.seasonevent": _("Event of a season"),
    "seasons.pointscorrection": _("Correction of points"),
    "seasons.cupseat": _("Seat in the cup final"),
    "seasons.title": _("Title"),
}

COLUMNS: dict[str, Promise] = {
    "season": _("Season"),
    "first_day": _("First day"),
    "last_day": _("Last day"),
    "points": _("Points"),
    "parameters": _("Parameters of the formula"),
    "best_of": _("Best results that count"),
    "drops": _("Drop dates"),
    "ties": _("Equal points"),
    "cup_played_from": _("Cup: events played"),
    "cup_scored_from": _("Cup: events with points"),
    "cup_seats": _("Cup: seats in the final"),
    "cup_fixed": _("Cup: fixed seats"),
    "closed": _("Closed"),
    "has_seat": _("Seat in the cup final"),
    "awarded_at": _("Awarded"),
}
