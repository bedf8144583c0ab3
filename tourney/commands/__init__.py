"""Commands of the core: the room, logins, tokens, chips and rulebooks, and the basics of every event."""

from tourney.commands.argument_types import Name
from tourney.commands.books import remove_book, save_book
from tourney.commands.events import change_event, count_field, set_field, set_logo
from tourney.commands.factors import reset_factors
from tourney.commands.login_policy import set_login_policy
from tourney.commands.logins import (
    add_person,
    change_person,
    choose_language,
    issue_token,
    revoke_token,
    set_password,
)
from tourney.commands.room import ChipInput, add_chip_set, change_chip_set, set_room

__all__ = [
    "ChipInput",
    "Name",
    "add_chip_set",
    "add_person",
    "change_chip_set",
    "change_event",
    "change_person",
    "choose_language",
    "count_field",
    "issue_token",
    "remove_book",
    "reset_factors",
    "revoke_token",
    "save_book",
    "set_field",
    "set_login_policy",
    "set_logo",
    "set_password",
    "set_room",
]
