"""The triggers that are shipped, with texts in the room's language."""

from typing import Any, Literal, get_args

from django.utils import translation
from django.utils.translation import gettext as _

from tourney.access.language import room_language

ShippedName = Literal["registration_15", "break_5", "last_hand", "bubble", "in_money", "final_table"]
SHIPPED_TRIGGERS: tuple[ShippedName, ...] = get_args(ShippedName)
# Columns that a shipped trigger does not name.
_DEFAULTS: dict[str, Any] = {
    "before_seconds": 0, "number": None, "shown_on": "all", "tournament_id": None, "group_id": None, "sound": "",
    "spoken": "", "message": "", "priority": "normal", "message_seconds": 30, "layout": "", "house_layout_id": None,
    "layout_seconds": None,
}  # fmt: skip


def shipped_triggers() -> dict[ShippedName, dict[str, Any]]:
    """Return the columns of the shipped triggers by name."""
    with translation.override(room_language()):
        shipped: dict[ShippedName, dict[str, Any]] = {
            "registration_15": {
                "when": "registration_closes", "before_seconds": 15 * 60, "sound": "one_minute",
                "spoken": _("Registration closes in 15 minutes."), "message": _("Registration closes in 15 minutes"),
                "message_seconds": 60,
            },
            "break_5": {
                "when": "break_end", "before_seconds": 5 * 60,
                "spoken": _("Play resumes in 5 minutes."), "message": _("Play resumes in 5 minutes"),
                "message_seconds": 60,
            },
            "last_hand": {
                "when": "last_hand", "spoken": _("This is the last hand of the level."),
            },
            "bubble": {
                "when": "bubble", "sound": "gong", "spoken": _("One more bust, and everyone is in the money."),
                "message": _("One bust to the money"), "message_seconds": 60,
            },
            "in_money": {
                "when": "in_money", "sound": "fanfare", "spoken": _("All players left are in the money."),
                "layout": "payouts", "layout_seconds": 60,
            },
            "final_table": {
                "when": "final_table", "sound": "fanfare", "spoken": _("Welcome to the final table."),
                "message": _("Final table"), "message_seconds": 60,
            },
        }  # fmt: skip
    return {name: {**_DEFAULTS, **columns} for name, columns in shipped.items()}
