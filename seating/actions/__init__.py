"""Verbs of the tables, the seats and the draws."""

from seating.actions.draws import draw_button, draw_one_seat, draw_seats
from seating.actions.places import place_table, set_table_access
from seating.actions.plan import add_apart, remove_apart, set_plan, set_table_state
from seating.actions.seats import (
    bust,
    close_seat,
    ghosts_leave,
    give_seat,
    leave_seat,
    open_seat,
    remove_entry,
)
from seating.actions.tables import add_tables, lend_table, retire_table, return_table

__all__ = [
    "add_apart",
    "add_tables",
    "bust",
    "close_seat",
    "draw_button",
    "draw_one_seat",
    "draw_seats",
    "ghosts_leave",
    "give_seat",
    "leave_seat",
    "lend_table",
    "open_seat",
    "place_table",
    "remove_apart",
    "remove_entry",
    "retire_table",
    "return_table",
    "set_plan",
    "set_table_access",
    "set_table_state",
]
