"""Roles and what they may do. Pure: no rows, no requests."""

from dataclasses import dataclass
from enum import StrEnum


class Role(StrEnum):
    """The parts people and devices play."""

    DIRECTOR = "director"
    FLOOR = "floor"
    DESK = "desk"
    DEALER = "dealer"
    DISPLAY = "display"
    PLAYER = "player"
    SYSTEM = "system"

    @property
    def for_people(self) -> bool:
        """Whether a login can have this role."""
        return self in {Role.DIRECTOR, Role.FLOOR, Role.DESK, Role.DEALER}


class Permission(StrEnum):
    """What can be allowed or not."""

    SEE_STAFF = "see_staff"
    RUN_CLOCK = "run_clock"
    EDIT_STRUCTURE = "edit_structure"
    COUNT_FIELD = "count_field"
    MANAGE_EVENTS = "manage_events"
    MANAGE_SCREENS = "manage_screens"
    MANAGE_TABLES = "manage_tables"
    MANAGE_PEOPLE = "manage_people"
    EDIT_PLAYERS = "edit_players"
    EDIT_BOOKS = "edit_books"
    # The desk: take people in and money; take a sale back; set prices, limits and the house's rules.
    TAKE_IN = "take_in"
    REFUND = "refund"
    # Confirm a membership for the club (Five Spades 2.1).
    CONFIRM_MEMBERSHIPS = "confirm_memberships"
    SET_REGISTRATION = "set_registration"
    # Look into every clerk's drawer, issue vouchers and tickets.
    MANAGE_MONEY = "manage_money"
    BAN_PLAYERS = "ban_players"
    # The prizes: say what the places get; make deals; pay out.
    SET_PRIZES = "set_prizes"
    MAKE_DEALS = "make_deals"
    PAY_OUT = "pay_out"
    # Draw, seat and move players.
    SEAT_PLAYERS = "seat_players"
    # What happens at a table: a hand is over, somebody is out, the floor is called.
    DEAL = "deal"
    READ_JOURNAL = "read_journal"
    # In journals: dates of birth, cards, notes and photos of players.
    READ_PERSONAL_DATA = "read_personal_data"
    UNDO = "undo"
    KEEP_TIME = "keep_time"
    # What players do on their own phones.
    SERVE_ONESELF = "serve_oneself"


_FLOOR = {
    Permission.SEE_STAFF,
    Permission.RUN_CLOCK,
    Permission.COUNT_FIELD,
    Permission.MANAGE_SCREENS,
    Permission.MANAGE_TABLES,
    Permission.EDIT_PLAYERS,
    Permission.TAKE_IN,
    Permission.REFUND,
    Permission.CONFIRM_MEMBERSHIPS,
    Permission.BAN_PLAYERS,
    Permission.MAKE_DEALS,
    Permission.PAY_OUT,
    Permission.SEAT_PLAYERS,
    Permission.DEAL,
    Permission.READ_JOURNAL,
    Permission.READ_PERSONAL_DATA,
    Permission.UNDO,
}
ALLOWED: dict[Role, frozenset[Permission]] = {
    Role.DIRECTOR: frozenset(Permission) - {Permission.KEEP_TIME, Permission.SERVE_ONESELF},
    Role.FLOOR: frozenset(_FLOOR),
    Role.DESK: frozenset(
        {
            Permission.SEE_STAFF,
            Permission.COUNT_FIELD,
            Permission.EDIT_PLAYERS,
            Permission.TAKE_IN,
            Permission.PAY_OUT,
            Permission.SEAT_PLAYERS,
            Permission.DEAL,
            Permission.READ_JOURNAL,
        }
    ),
    Role.DEALER: frozenset({Permission.SEE_STAFF, Permission.DEAL}),
    Role.DISPLAY: frozenset(),
    Role.PLAYER: frozenset({Permission.SERVE_ONESELF}),
    # Time itself: takes moments that are due, and nothing else.
    Role.SYSTEM: frozenset({Permission.KEEP_TIME}),
}


@dataclass(frozen=True, slots=True)
class Actor:
    """Whoever asks for something.

    Attributes:
        key: "user:3", "token:5" or "system:clock"; stands in the journal.
        name: what people read.
        role: decides what is allowed.
    """

    key: str
    name: str
    role: Role

    def may(self, what: Permission) -> bool:
        """Whether this actor's role allows it."""
        return what in ALLOWED[self.role]


CLOCKWORK = Actor("system:clock", "Clock", Role.SYSTEM)
# What the floor has switched to go by itself.
BY_ITSELF = Actor("system:floor", "Automatic", Role.FLOOR)
FIRST_START = Actor("system:first-start", "First start", Role.DIRECTOR)
