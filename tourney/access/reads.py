"""Read permissions, declared once for the page, the API operation and the board."""

from tourney.access.roles import Permission

# What is still to be paid to whom, and what was paid.
PAYOUTS = Permission.PAY_OUT
# The deal of the players left, with stacks and amounts.
DEAL = Permission.MAKE_DEALS
# Reservations and the waiting list by name.
BOOKINGS = Permission.TAKE_IN
# Records of people: found by name, card and date of birth.
PLAYERS = Permission.EDIT_PLAYERS
# The export of everybody; which fields lists show, `tourney.access.player_fields` says.
PLAYERS_IN_BULK = Permission.READ_PERSONAL_DATA
# Receipts at all; whose, `desk.boards.till.may_read_receipt` says.
RECEIPTS = Permission.TAKE_IN
# What a draw had to respect: who is kept apart from whom, and who needs which seat.
DRAW_CONDITIONS = Permission.SEAT_PLAYERS
# What happens at tables: chairs, calls, penalties, moves.
FLOOR = Permission.DEAL
JOURNAL = Permission.READ_JOURNAL
DEALERS = Permission.MANAGE_TABLES
DRAWERS = Permission.MANAGE_MONEY
PAPERS = Permission.MANAGE_MONEY
LOGINS = Permission.MANAGE_PEOPLE
