"""Texts of the page of a home game."""

from django.utils.translation import gettext_lazy as _

HOME_GAME_WORDS = {
    "home.length": _("Length of the level"),
    "home.left": _("Players left"),
    "home.entries": _("Entries"),
    "home.rebuys": _("Rebuys"),
    "home.add_ons": _("Add-ons"),
    "home.bust": _("One player is out"),
    "home.back_in": _("One player is back in"),
    "home.enter": _("One more entry"),
    "home.take_entry": _("One fewer entry"),
    "home.rebuy": _("One more rebuy"),
    "home.take_rebuy": _("One fewer rebuy"),
    "home.add_on": _("One more add-on"),
    "home.take_add_on": _("One fewer add-on"),
    "home.next": _("Next level"),
    "home.back": _("Previous level"),
    "home.pool": _("Prize pool"),
    "home.average": _("Average"),
    "home.next_blinds": _("Next level"),
    "home.break": _("Break in"),
    "home.payouts": _("Payouts"),
    "home.named": _("Players with names"),
    "home.out": _("Out"),
    "home.close_entry": _("Close registration"),
    "home.entry_open": _("Registration is open."),
    "home.one_left": _("One player is left. Close registration to end the event."),
    "home.entry_closed": _("Registration is closed."),
    "home.is_out": _("{name} is out"),
}
