"""Roles and their permissions. Pure: no rows, no requests."""

from dataclasses import dataclass
from enum import StrEnum


class Role(StrEnum):
    """Roles of people and devices."""

    DIRECTOR = "director"
    FLOOR = "floor"
    DESK = "desk"
    DEALER = "dealer"
    DISPLAY = "display"
    PLAYER = "player"
    SYSTEM = "system"

    @property
    def for_people(self) -> bool:
        """Return whether a login can have this role."""
        return self in {Role.DIRECTOR, Role.FLOOR, Role.DESK, Role.DEALER}


class Permission(StrEnum):
    """What a role may allow."""

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
    # The desk: register players and take payments; undo a sale; set prices, limits and desk settings.
    REGISTER_PLAYERS = "register_players"
    REFUND = "refund"
    # Confirm a membership for the club (Five Spades 2.1).
    CONFIRM_MEMBERSHIPS = "confirm_memberships"
    SET_REGISTRATION = "set_registration"
    # View all clerks' drawers, issue vouchers and tickets.
    MANAGE_MONEY = "manage_money"
    BAN_PLAYERS = "ban_players"
    # Prizes: set the payouts; make deals; pay out.
    SET_PRIZES = "set_prizes"
    MAKE_DEALS = "make_deals"
    PAY_OUT = "pay_out"
    # Draw, seat and move players.
    SEAT_PLAYERS = "seat_players"
    # At a table: end a hand, eliminate a player, call the floor.
    DEAL = "deal"
    READ_JOURNAL = "read_journal"
    # In journals: players' dates of birth, cards, notes and photos.
    READ_PERSONAL_DATA = "read_personal_data"
    UNDO = "undo"
    KEEP_TIME = "keep_time"
    # Actions of players on their own phones.
    USE_SELF_SERVICE = "use_self_service"


_FLOOR = {
    Permission.SEE_STAFF,
    Permission.RUN_CLOCK,
    Permission.COUNT_FIELD,
    Permission.MANAGE_SCREENS,
    Permission.MANAGE_TABLES,
    Permission.EDIT_PLAYERS,
    Permission.REGISTER_PLAYERS,
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
    Role.DIRECTOR: frozenset(Permission) - {Permission.KEEP_TIME, Permission.USE_SELF_SERVICE},
    Role.FLOOR: frozenset(_FLOOR),
    Role.DESK: frozenset(
        {
            Permission.SEE_STAFF,
            Permission.COUNT_FIELD,
            Permission.EDIT_PLAYERS,
            Permission.REGISTER_PLAYERS,
            Permission.PAY_OUT,
            Permission.SEAT_PLAYERS,
            Permission.DEAL,
            Permission.READ_JOURNAL,
        }
    ),
    Role.DEALER: frozenset({Permission.SEE_STAFF, Permission.DEAL}),
    Role.DISPLAY: frozenset(),
    Role.PLAYER: frozenset({Permission.USE_SELF_SERVICE}),
    # Scheduled commands only.
    Role.SYSTEM: frozenset({Permission.KEEP_TIME}),
}


@dataclass(frozen=True, slots=True)
class Actor:
    """The person, program or device that sends a command.

    Attributes:
        key: "user:3", "token:5" or "system:clock", as in the journal.
        name: shown to people.
        role: decides the permissions.
    """

    key: str
    name: str
    role: Role

    def may(self, what: Permission) -> bool:
        """Return whether this actor's role has a permission."""
        return what in ALLOWED[self.role]


CLOCKWORK = Actor("system:clock", "Clock", Role.SYSTEM)
# Makes the events of weekly plans.
PLANNER = Actor("system:planner", "Weekly plan", Role.SYSTEM)
# Pauses webhooks whose messages are not taken.
WEBHOOK_SENDER = Actor("system:webhooks", "Webhooks", Role.SYSTEM)
# Automatic actions that the floor has switched on.
BY_ITSELF = Actor("system:floor", "Automatic", Role.FLOOR)
# Anonymises players whose data the room no longer keeps.
RETENTION = Actor("system:retention", "Retention", Role.FLOOR)
FIRST_START = Actor("system:first-start", "First start", Role.DIRECTOR)
