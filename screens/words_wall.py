"""What displays say of the floor: who moves, who is out, where chairs are free, how the tables stand. By key."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

WALL: dict[str, Promise] = {
    # Who moves where.
    "tv.breaking": _("Table {table} is breaking"),
    "tv.breaking_one": _("Table {table} is breaking: 1 player on the way"),
    "tv.breaking_count": _("Table {table} is breaking: {count} players on the way"),
    "tv.breaking_tables": _("Tables {tables} are breaking: {count} players on the way"),
    "tv.redraw": _("All seats are drawn anew"),
    "tv.redraw_one": _("All seats are drawn anew: 1 player on the way"),
    "tv.redraw_count": _("All seats are drawn anew: {count} players on the way"),
    "tv.redraw_where": _("Your new seat stands on your phone and on the displays of seats."),
    "tv.changing": _("Changing tables"),
    "tv.one_moves": _("1 player changes tables"),
    "tv.many_move": _("{count} players change tables"),
    "tv.one_under_way": _("1 on the way"),
    "tv.under_way": _("{count} on the way"),
    "tv.nobody_moves": _("Nobody is on the way"),
    "tv.from": _("From"),
    # Who is out, who is left.
    "tv.last_out": _("Out last"),
    "tv.nobody_out": _("Nobody is out yet"),
    "tv.out_at": _("Time"),
    "tv.last_players": _("The last players"),
    "tv.final_table": _("The final table"),
    "tv.stack": _("Chips"),
    "tv.one_left": _("1 player left"),
    "tv.left": _("{count} players left"),
    # Tables with free chairs.
    "tv.free_seats": _("Free seats"),
    "tv.no_free_seats": _("No seat is free"),
    "tv.free": _("Free"),
    "tv.players": _("Players"),
    "tv.one_free": _("1 seat free at 1 table"),
    "tv.free_at_one": _("{chairs} seats free at 1 table"),
    "tv.free_count": _("{chairs} seats free at {tables} tables"),
    # The map.
    "tv.tables": _("Tables"),
    "tv.no_tables": _("This event has no tables yet"),
    "tv.one_table": _("1 table"),
    "tv.table_count": _("{count} tables"),
    "tv.one_player": _("1 player"),
    "tv.player_count": _("{count} players"),
    "tv.state_open": _("open"),
    "tv.state_full": _("full"),
    "tv.state_reserve": _("in reserve"),
    "tv.state_paused": _("paused"),
    "tv.state_halted": _("stopped"),
    "tv.state_coming": _("players coming"),
}
