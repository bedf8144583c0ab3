"""Read permissions, declared once for the page, the API operation and the board."""

from tourney.access.roles import Permission

# Payables and payouts.
PAYOUTS = Permission.PAY_OUT
# The deal of the remaining players, with stacks and amounts.
DEAL = Permission.MAKE_DEALS
# Reservations and the waiting list by name.
BOOKINGS = Permission.REGISTER_PLAYERS
# Player records: search by name, card and date of birth.
PLAYERS = Permission.EDIT_PLAYERS
# The export of all players; `players.rules.player_fields` decides which fields lists show.
PLAYERS_IN_BULK = Permission.READ_PERSONAL_DATA
# The file of everything that is held about one person, for that person.
PERSONAL_DATA_OF_ONE = Permission.READ_PERSONAL_DATA
# Receipts in general; `desk.boards.receipts.may_read_receipt` decides which ones.
RECEIPTS = Permission.REGISTER_PLAYERS
# Constraints of a draw: players to be kept apart, and players with special seats.
DRAW_CONDITIONS = Permission.SEAT_PLAYERS
# What happens at tables: seats, calls, penalties, moves.
FLOOR = Permission.DEAL
JOURNAL = Permission.READ_JOURNAL
# The signed export of the journals.
AUDIT = Permission.MANAGE_EVENTS
DEALERS = Permission.MANAGE_TABLES
DRAWERS = Permission.MANAGE_MONEY
VOUCHERS = Permission.MANAGE_MONEY
WEBHOOKS = Permission.MANAGE_EVENTS
LOGINS = Permission.MANAGE_PEOPLE
# Cash tables with names and stakes, and the cash lists with full names; dealers read the board of a table.
CASH_FLOOR = Permission.SEAT_PLAYERS
# Money at cash tables, and players' visits with what they won and lost.
CASH_MONEY = Permission.REFUND
CASH_VISITS = Permission.MANAGE_MONEY
