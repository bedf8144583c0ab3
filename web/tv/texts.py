"""Texts of displays about the floor by key: moves, eliminations, free seats, tables."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

WALL: dict[str, Promise] = {
    # Moves.
    "tv.breaking": _("Table {table} is breaking"),
    "tv.breaking_one": _("Table {table} is breaking: 1 player moving"),
    "tv.breaking_count": _("Table {table} is breaking: {count} players moving"),
    "tv.breaking_tables.one_count": _("Tables {tables} are breaking: {count} player moving"),
    "tv.breaking_tables": _("Tables {tables} are breaking: {count} players moving"),
    "tv.redraw": _("Redraw"),
    "tv.redraw_one": _("Redraw: 1 player moving"),
    "tv.redraw_count": _("Redraw: {count} players moving"),
    "tv.redraw_where": _("Your new seat is on your phone and on the seating displays."),
    "tv.changing": _("Seat changes"),
    "tv.one_moves": _("1 seat change"),
    "tv.many_move": _("{count} seat changes"),
    "tv.one_under_way": _("1 moving"),
    "tv.under_way": _("{count} moving"),
    "tv.none_moves": _("No players moving"),
    "tv.from": _("From"),
    "tv.winner": _("Winner"),
    "tv.average": _("Average"),
    # Eliminations and remaining players.
    "tv.last_out": _("Latest eliminations"),
    "tv.none_out": _("No eliminations yet"),
    "tv.out_at": _("Time"),
    "tv.last_players": _("Last players"),
    "tv.final_table": _("The final table"),
    "tv.stack": _("Chips"),
    # Chip leaders.
    "tv.chip_leaders": _("Chip leaders"),
    "tv.counted_at": _("Counted {time}"),
    "tv.average_stack": _("Average {chips}"),
    "tv.shortest_stack": _("Shortest stack {chips} (table {table})"),
    "tv.one_left": _("1 player left"),
    "tv.left": _("{count} players left"),
    # Tables with free seats.
    "tv.free_seats": _("Open seats"),
    "tv.no_free_seats": _("No open seats"),
    "tv.free": _("Open seats"),
    "tv.players": _("Players"),
    "tv.one_free": _("1 open seat at 1 table"),
    "tv.free_at_one": _("{seats} open seats at 1 table"),
    "tv.free_count": _("{seats} open seats at {tables} tables"),
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
    "tv.state_halted": _("halted"),
    "tv.state_coming": _("players moving here"),
}
