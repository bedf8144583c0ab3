"""Texts for recording a ruling on the floor's page by key. The scripts fill in {names}."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

RULING_WORDS: dict[str, Promise] = {
    "ruling.title": _("Ruling at table {number}"),
    "ruling.text": _("Situation and decision"),
    "ruling.no_text": _("Enter the decision."),
    "ruling.as_typed": _("Will be saved as: {rule}"),
    "ruling.people": _("Players involved"),
    "ruling.rule": _("Rule number or keywords"),
    "ruling.rule_chosen": _("Rule"),
    "ruling.rule_away": _("Without {rule}"),
    "ruling.nothing": _("No rule found"),
    "ruling.photo": _("Add a photo"),
    "ruling.photo_again": _("Another photo"),
    "ruling.photo_of": pgettext_lazy("photo", "{name}, added"),
    "ruling.photo_wrong": _("This file is not a supported picture."),
    "ruling.photo_away": _("The photo could not be sent. Try again in a moment."),
    "ruling.keep": _("Save ruling"),
}
