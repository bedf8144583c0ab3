"""Labels of journal kinds, roles and rows, one module per app. Pure."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from web.shared.labels import (
    cash,
    clock,
    core,
    dealers,
    desk,
    displays,
    penalties,
    planning,
    players,
    prizes,
    procedures,
    rulings,
    seasons,
    seating,
    simulation,
    stages,
    webhooks,
)
from web.shared.labels.columns import COLUMNS as _COLUMNS
from web.shared.punctuation import labelled

__all__ = ["COLUMNS", "FAMILIES", "KINDS", "MODELS", "ROLES", "family_of", "kind_words", "role_word"]

Word = Promise | str

# In the order of the select.
FAMILIES: dict[str, Word] = {
    "clock": _("Clock"),
    "look": _("Look of displays"),
    "field": _("Players and entries"),
    "event": _("Events"),
    "home_game": _("Home game"),
    "structure": _("Structures"),
    "table": _("Tables"),
    "plan": _("Seating"),
    "template": _("Templates"),
    "weekly_plan": _("Weekly plans"),
    "closed_days": _("Closed days"),
    "webhook": _("Webhooks"),
    "seats": _("Draw"),
    "seat": _("Seats"),
    "button": _("Button"),
    "apart": _("Separated players"),
    "entries": _("Entries"),
    "entry": _("Entries"),
    "hand": _("Hands"),
    "hand_for_hand": _("Hand-for-hand"),
    "race": _("Chip race"),
    "bags": _("Bags"),
    "day": _("Days"),
    "shot": _("Shot clock"),
    "time": _("Calling time"),
    "penalty": _("Penalties"),
    "ruling": _("Rulings"),
    "dealer": _("Dealers"),
    "dealers": _("Dealer pushes"),
    "stack": _("Stacks"),
    "stacks": _("Chip counts"),
    "stages": _("Stages"),
    "move": _("Moves"),
    "moves": _("Moves to a table"),
    "proposal": _("Proposals"),
    "break": _("Break order"),
    "giving": _("Order of giving up players"),
    "floor": _("Floor"),
    "ghosts": _("Ghost players"),
    "add_on": _("Add-on"),
    "registration": _("Registration"),
    "booking": _("Bookings"),
    "waiting_list": _("Waiting list"),
    "self_service": _("Players on their phones"),
    "display": _("Displays"),
    "announcement": _("Announcements"),
    "screen_group": _("Display groups"),
    "trigger": _("Display triggers"),
    "rotation": _("Rotations"),
    "layout": _("House layouts"),
    "overlay": _("Stream overlays"),
    "player": _("Players"),
    "membership": _("Memberships"),
    "memberships": _("Several memberships"),
    "desk": _("Sales"),
    "drawer": _("Drawers"),
    "voucher": _("Vouchers"),
    "ticket": _("Tickets"),
    "payout": _("Prizes"),
    "deal": _("Deals"),
    "prize": _("Prize payments"),
    "envelopes": _("Envelopes"),
    "envelope": _("Envelopes drawn"),
    "bounty_targets": _("Bounty targets"),
    "bust": _("Busts"),
    "season": _("Seasons"),
    "cash": _("Cash room"),
    "cash_game": _("Cash games"),
    "cash_table": _("Cash tables"),
    "cash_list": _("Cash lists"),
    "cash_seat": _("Cash seats"),
    "cash_hand": _("Hands of cash games"),
    "dinner": _("Dinner breaks"),
    "cash_money": _("Fills and credits"),
    "cash_penalty": _("Penalties in cash games"),
    "comp": _("Comps"),
    "desk_settings": _("Desk"),
    "printing": _("Printing"),
    "login": _("Logins"),
    "factor": _("Second factors"),
    "token": _("Tokens"),
    "book": _("Rulebooks"),
    "chips": _("Chips"),
    "room": _("Room"),
    "simulation": _("Demos"),
    "undo": _("Undo"),
}

_ROOMS = (
    clock,
    core,
    players,
    seating,
    desk,
    penalties,
    rulings,
    dealers,
    prizes,
    cash,
    procedures,
    stages,
    seasons,
    planning,
    webhooks,
    displays,
    simulation,
)
COLUMNS: dict[str, Word] = {
    **cash.COLUMNS,
    **clock.COLUMNS,
    **players.COLUMNS,
    **seating.COLUMNS,
    **desk.COLUMNS,
    **penalties.COLUMNS,
    **prizes.COLUMNS,
    **_COLUMNS,
    **procedures.COLUMNS,
    **stages.COLUMNS,
    **seasons.COLUMNS,
    **planning.COLUMNS,
    **webhooks.COLUMNS,
    **displays.COLUMNS,
}
KINDS: dict[str, Word] = {kind: word for room in _ROOMS for kind, word in room.KINDS.items()}
MODELS: dict[str, Word] = {model: word for room in _ROOMS for model, word in room.MODELS.items()}

# Internal actors cannot be chosen as a person, so only roles of logins and tokens have labels.
ROLES: dict[str, tuple[Word, Word]] = {
    "director": (
        _("Director"),
        _(
            "Everything: events, structures, rulebooks, logins and the room. At least one login must "
            "have this role."
        ),
    ),
    "floor": (
        _("Floor"),
        _(
            "Runs the clock, counts players, manages tables and displays, reads the journal and undoes "
            "actions."
        ),
    ),
    "desk": (_("Desk"), _("Registers entries, adds and edits players, reads the journal.")),
    "dealer": (
        _("Dealer"),
        _("Runs a table: completed hands, busts, calls for the floor. Can see the staff pages."),
    ),
    "display": (_("Display"), _("Shows what a display shows and nothing else. Not for logins.")),
}


def family_of(kind: str) -> str:
    """Return the family of a kind: "clock" of "clock.pause"; both kinds of undo are one family."""
    return "undo" if kind in {"undo", "room.undo"} else kind.partition(".")[0]


def kind_words(kind: str) -> str:
    """Return the label of a kind with its family: "Clock: Paused"."""
    if family_of(kind) == "undo":
        return str(FAMILIES["undo"])
    family = FAMILIES.get(family_of(kind), family_of(kind))
    return labelled(family, KINDS.get(kind, kind))


def role_word(role: str) -> str:
    """Return the label of a role."""
    return str(ROLES[role][0]) if role in ROLES else role
