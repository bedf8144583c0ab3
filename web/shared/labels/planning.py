"""Labels of planning: journal kinds and rows. Pure."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

KINDS: dict[str, Promise] = {
    "template.save": _("Saved"),
    "template.import": _("Imported"),
    "template.create_event": _("Event created"),
    "template.remove": _("Removed"),
    "weekly_plan.save": _("Saved"),
    "weekly_plan.remove": _("Removed"),
    "weekly_plan.set_date": _("Date changed"),
    "weekly_plan.make_event": _("Planned event created"),
    "weekly_plan.make_event_now": _("Planned event created ahead of time"),
    "closed_days.add": _("Added"),
    "closed_days.remove": _("Removed"),
}

MODELS: dict[str, Promise] = {
    "planning.eventtemplate": _("Template"),
    "planning.weeklyplan": _("Weekly plan"),
    "planning.planexception": _("Exception to a weekly plan"),
    "planning.closeddays": _("Closed days"),
    "planning.plannedevent": _("Event of a weekly plan"),
}

COLUMNS: dict[str, Promise] = {
    "document": _("Settings"),
    "saved_at": _("Saved"),
    "plan": _("Weekly plan"),
    "start": _("Start"),
    "template": _("Template"),
    "weekday": _("Weekday"),
    "every": _("Weeks between events"),
    "days_ahead": _("Days ahead"),
    "opens": _("Opens registration"),
    "replaces": _("Replaces"),
    "held": _("Held"),
    "closed_days": _("Closed days"),
}
