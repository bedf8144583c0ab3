"""What players, dealers and the floor do at the tables of a simulated cash room within a minute."""

from cash.commands.away import come_back, go_away, miss_blind
from cash.commands.breaking import break_cash_table
from cash.commands.changes import ask_for_change
from cash.commands.dinners import end_dinner, start_dinner
from cash.commands.hands import finish_hand, put_button
from cash.commands.money import top_up
from cash.commands.moves import change_seat, move_player
from cash.models import CashSeat, CashTable, DinnerBreak, ListEntry
from cash.services.blinds import hand_state
from cash.services.must_move import next_to_move
from simulation.driver.cash_people import (
    ASKS_FOR_CHANGE,
    CHANGES_SEAT,
    COMES_BACK,
    FORGETS_DINNER,
    GOES_AWAY,
    GOES_TO_DINNER,
    LEAVES,
    Guest,
)
from simulation.driver.cash_room import CashEvening

Seats = dict[int, CashSeat]
_DINNER = (25, 59)
"""Minutes of a dinner break of players who come back."""


def minute(evening: CashEvening) -> None:
    """Let a minute pass at all tables."""
    _forget_given_up(evening)
    for table in evening.tables():
        if seats := evening.seats_at(table):
            _people(evening, table, seats)
        if seats := evening.seats_at(table):
            _hands(evening, evening.now_of(table), seats)
    _moves(evening)
    _break_short_tables(evening)


def _forget_given_up(evening: CashEvening) -> None:
    """Take away the chips of players whose seat was given up: the cage keeps them."""
    for dinner in DinnerBreak.objects.filter(outcome="given_up").select_related("seat__visit"):
        guest = evening.guest_at(dinner.seat)
        if not guest.gone:
            guest.chips, guest.gone = 0, True


def _people(evening: CashEvening, table: CashTable, seats: Seats) -> None:
    """Let players go away, come back, go to dinner, add chips and leave."""
    dice, number = evening.dice, table.table.number
    for row in seats.values():
        guest = evening.guest_at(row)
        if row.state == "dinner":
            if guest.back is not None and evening.minute >= guest.back:
                _come_back(evening, table, row)
        elif row.state == "away":
            if row.missed_big >= 2 or dice.random() < LEAVES:
                evening.leave(row)
            elif dice.random() < COMES_BACK:
                _come_back(evening, table, row)
        elif guest.chips < table.game.big_blind:
            _out_of_chips(evening, table, row, guest)
        elif dice.random() < LEAVES:
            evening.leave(row)
        elif dice.random() < GOES_AWAY:
            evening.press(go_away, table=number, seat=row.number)
        elif not guest.dinner and evening.minute > 60 and dice.random() < GOES_TO_DINNER:
            _go_to_dinner(evening, table, row, guest)
        elif dice.random() < ASKS_FOR_CHANGE:
            evening.press(ask_for_change, player=guest.player)
        elif dice.random() < CHANGES_SEAT:
            empty = [one for one in range(1, table.seats + 1) if one not in evening.seats_at(table)]
            if empty:
                evening.press(change_seat, table=number, seat=row.number, to=dice.choice(empty))


def _out_of_chips(evening: CashEvening, table: CashTable, row: CashSeat, guest: Guest) -> None:
    """Let a player add chips, or leave."""
    if evening.dice.random() < 0.4:
        evening.leave(row)
        return
    amount = table.buy_in_min
    if evening.press(
        top_up, table=table.table.number, seat=row.number, amount=amount, source="cash", stake=guest.chips
    ):
        guest.chips += amount


def _go_to_dinner(evening: CashEvening, table: CashTable, row: CashSeat, guest: Guest) -> None:
    if evening.press(start_dinner, table=table.table.number, seat=row.number, stake=guest.chips):
        guest.dinner = True
        forgets = evening.dice.random() < FORGETS_DINNER
        guest.back = None if forgets else evening.minute + evening.dice.randint(*_DINNER)


def _come_back(evening: CashEvening, table: CashTable, row: CashSeat) -> None:
    """Let a player come back in one of the ways that are open."""
    ways = hand_state(evening.now_of(table), evening.seats_at(table)).ways(row.number)
    choice = evening.dice.choice(ways).choice
    verb = end_dinner if row.state == "dinner" else come_back
    evening.press(
        verb, table=table.table.number, seat=row.number, choice=None if choice == "free" else choice
    )


def _hands(evening: CashEvening, table: CashTable, seats: Seats) -> None:
    """Play a hand now and then: the dealer gives missed-blind buttons, the chips move, the button moves."""
    dice, number = evening.dice, table.table.number
    present = [row for row in seats.values() if row.state == "playing"]
    if len(present) < 2 or dice.random() * 60 > evening.wanted.hands:
        return
    if table.button is None:
        evening.press(put_button, table=number, button=dice.choice(present).number)
        table = evening.now_of(table)
    blinds = hand_state(table, seats).blinds
    for row in seats.values():
        if blinds is not None and row.number in blinds.missing_small:
            evening.press(miss_blind, table=number, seat=row.number, blind="small")
        if blinds is not None and row.number in blinds.missing_big:
            evening.press(miss_blind, table=number, seat=row.number, blind="big")
    dealt = [evening.guest_at(row) for row in present if row.posts != "waits"]
    raked = table.game.collection == "rake"
    evening.chips.play_hand(number, dealt, table.game.big_blind, raked, dice)
    evening.press(finish_hand, table=number, hand=table.hands + 1)


def _moves(evening: CashEvening) -> None:
    """Move players of a must-move table to the main table, and grant changes of table."""
    for feeder in evening.tables():
        if feeder.feeds is None:
            continue
        main = feeder.feeds
        row = next_to_move(evening.seats_at(feeder).values())
        if row is not None and len(evening.seats_at(main)) < main.seats:
            _move(evening, row, main, "must_move")
    if not evening.view.changes:
        return
    requests = ListEntry.objects.filter(kind="change", state="waiting").select_related("player", "table")
    for request in requests.order_by("waiting_since"):
        here = CashSeat.objects.filter(visit__player=request.player, left_at__isnull=True).first()
        if here is None or here.state != "playing":
            continue
        for table in evening.tables():
            if table.game_id != request.game_id or table.pk == here.cash_table_id or here.cash_table.feeds_id:
                continue
            if len(evening.seats_at(table)) < table.seats:
                _move(evening, here, table, "change")
                break


def _move(evening: CashEvening, row: CashSeat, table: CashTable, cause: str) -> None:
    taken = evening.seats_at(table)
    empty = [number for number in range(1, table.seats + 1) if number not in taken]
    evening.press(
        move_player, table=row.cash_table.table.number, seat=row.number, to=table.table.number,
        to_seat=evening.dice.choice(empty), stake=evening.guest_at(row).chips, cause=cause,
    )  # fmt: skip


def _break_short_tables(evening: CashEvening) -> None:
    """Break a table with few players whose seats are open elsewhere, the newest first; the rest go on the list."""
    for table in reversed(evening.tables()):
        seats = evening.seats_at(table)
        others = [
            one for one in evening.tables_of(table.game) if one.pk != table.pk and one.feeds_id != table.pk
        ]
        short = len(seats) <= 3 and evening.minute > 90 and bool(others)
        if not short or any(row.state != "playing" for row in seats.values()):
            continue
        if rake := evening.chips.count_rake(table.table.number):
            evening.drop(table, rake)
        free = [
            (one.table.number, seat)
            for one in others
            for seat in range(1, one.seats + 1)
            if seat not in evening.seats_at(one) and not evening.view.called[one.pk]
        ]
        goes = dict(zip(sorted(seats), free, strict=False))
        players = [
            {
                "seat": number,
                "stake": evening.guest_at(row).chips,
                **({"to": goes[number][0], "to_seat": goes[number][1]} if number in goes else {}),
            }
            for number, row in seats.items()
        ]
        done = evening.press(break_cash_table, table=table.table.number, players=players)
        if done is not None:
            for number, row in seats.items():
                if number not in goes:
                    evening.guest_at(row).chips = 0
        return
