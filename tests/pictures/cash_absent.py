"""Absent players of a cash table for screenshots. Import after Django is set up."""

from cash.commands.away import come_back, go_away, miss_blind
from cash.commands.dinners import start_dinner
from cash.commands.hands import finish_hand, put_button
from simulation.driver.staff import FLOOR, press


def absent_players(table: int) -> None:
    """Let players of a table with seven miss blinds, wait, and go to dinner, with the button known."""
    press(put_button, by=FLOOR, table=table, button=1)
    press(start_dinner, by=FLOOR, table=table, seat=2, stake=123_500)
    for seat in (3, 7):
        press(go_away, by=FLOOR, table=table, seat=seat)
        for blind in ("big", "small"):
            press(miss_blind, by=FLOOR, table=table, seat=seat, blind=blind)
    press(come_back, by=FLOOR, table=table, seat=7, choice="wait")
    press(finish_hand, by=FLOOR, table=table, hand=1)
    press(put_button, by=FLOOR, table=table, button=1)
