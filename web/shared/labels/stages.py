"""Labels of stages: journal kinds and rows. Pure."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

KINDS: dict[str, Promise] = {
    "stages.set_up": _("Set up"),
    "stages.add_event": _("Event added"),
    "stages.set_rule": _("Rule changed"),
    "stages.set_seats": _("Seats of the stage"),
    "stages.advance": _("Players advanced"),
    "stages.end_event": _("Flight ended"),
}

MODELS: dict[str, Promise] = {
    "stages.multistageevent": _("Multi-stage event"),
    "stages.stage": _("Stage"),
    "stages.stageevent": _("Event of a stage"),
    "stages.join": _("Joined event"),
    "stages.advance": _("Player who advanced"),
    "stages.advancedstack": _("Stack of a player who advanced"),
}

COLUMNS: dict[str, Promise] = {
    "carried": _("Goes forward"),
    "chosen": _("Chosen stacks"),
    "days": _("Number of days"),
    "entries_most": _("Maximum entries per player"),
    "in_money": _("Only players in the money"),
    "multi_stage_event": _("Multi-stage event"),
    "preset": _("Format"),
    "rank": _("Rank"),
    "source": _("From"),
    "sources": _("From"),
    "stage": _("Stage"),
    "starts": _("Starts"),
    "take": _("Stacks that go forward"),
    "target": _("Into"),
}
