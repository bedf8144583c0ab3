"""Commands for tables, seats and draws."""

from seating.commands.breaking import break_table, draw_giving_order, redraw_field, set_break_order, set_floor
from seating.commands.busts import bust, bust_several
from seating.commands.calls import answer_call, call_floor, end_time
from seating.commands.dealer_tables import assign_tables, take_table
from seating.commands.draws import draw_button, draw_one_seat, draw_seats
from seating.commands.eliminations import (
    confirm_hand,
    note_bust,
    note_different_hands,
    note_one_hand,
    note_stack_order,
)
from seating.commands.hands import (
    count_stack,
    finish_hand,
    mark_absent,
    mark_back,
    put_button,
)
from seating.commands.moves import arrive, arrive_all, put_right, swap_seats
from seating.commands.own_moves import own_arrive
from seating.commands.plan import add_apart, remove_apart, set_plan, set_table_state
from seating.commands.proposals import accept, dismiss
from seating.commands.seats import (
    close_seat,
    ghosts_leave,
    give_seat,
    leave_seat,
    open_seat,
    reinstate,
    remove_entry,
)
from seating.commands.table_places import place_table, set_table_access
from seating.commands.tables import (
    add_tables,
    assign_table,
    halt_table,
    note_table,
    release_table,
    retire_table,
)
from seating.commands.withdrawals import take_back

__all__ = [
    "accept",
    "add_apart",
    "add_tables",
    "answer_call",
    "arrive",
    "arrive_all",
    "assign_table",
    "assign_tables",
    "break_table",
    "bust",
    "bust_several",
    "call_floor",
    "close_seat",
    "confirm_hand",
    "count_stack",
    "dismiss",
    "draw_button",
    "draw_giving_order",
    "draw_one_seat",
    "draw_seats",
    "end_time",
    "finish_hand",
    "ghosts_leave",
    "give_seat",
    "halt_table",
    "leave_seat",
    "mark_absent",
    "mark_back",
    "note_bust",
    "note_different_hands",
    "note_one_hand",
    "note_stack_order",
    "note_table",
    "open_seat",
    "own_arrive",
    "place_table",
    "put_button",
    "put_right",
    "redraw_field",
    "reinstate",
    "release_table",
    "remove_apart",
    "remove_entry",
    "retire_table",
    "set_break_order",
    "set_floor",
    "set_plan",
    "set_table_access",
    "set_table_state",
    "swap_seats",
    "take_back",
    "take_table",
]
