"""Read permissions, declared once for the page, the API operation and the board."""

from tourney.access.roles import May

# What is still to be paid to whom, and what was paid.
PAYOUTS = May.PAY_OUT
# The deal of the players left, with stacks and amounts.
DEAL = May.MAKE_DEALS
# Reservations and the waiting list by name.
BOOKINGS = May.TAKE_IN
# Records of people: found by name, card and date of birth.
PLAYERS = May.EDIT_PLAYERS
# The export of everybody; which fields lists show, `tourney.access.player_fields` says.
PLAYERS_IN_BULK = May.READ_PERSONAL_DATA
# Receipts at all; whose, `desk.boards.till.may_read_receipt` says.
RECEIPTS = May.TAKE_IN
# What a draw had to respect: who is kept apart from whom, and who needs which seat.
DRAW_CONDITIONS = May.SEAT_PLAYERS
# What happens at tables: chairs, calls, penalties, moves.
FLOOR = May.DEAL
JOURNAL = May.READ_JOURNAL
DEALERS = May.MANAGE_TABLES
DRAWERS = May.MANAGE_MONEY
PAPERS = May.MANAGE_MONEY
LOGINS = May.MANAGE_PEOPLE
