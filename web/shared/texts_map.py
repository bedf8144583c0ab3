"""Texts of the live map of the room by key. The script fills in {names}."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

MAP_WORDS: dict[str, Promise] = {
    "map.title": _("Map of the room"),
    "map.tables": _("Tables"),
    "map.tools": _("View"),
    "map.zoom_in": _("Zoom in"),
    "map.zoom_out": _("Zoom out"),
    "map.fit": _("Show all tables"),
    "map.signs": _("Legend"),
    "map.no_tables": _("This event has no tables yet."),
    "map.not_placed": _("Not placed yet"),
    "map.idle": _("{count} tables not in play"),
    "map.idle_one": _("1 table not in play"),
    "map.found": _("Tables found: {count}"),
    "map.keys": _(
        "Arrow keys go from table to table, Page Up and Page Down by number, Enter opens one, plus and minus zoom, "
        "0 shows all."
    ),
    # One table.
    "map.table": _("Table {number}"),
    "map.seated": _("{players} of {seats} seated"),
    "map.ghosts": _("ghost stacks: {count}"),
    "map.button": _("button in seat {seat}"),
    "map.away": _("{count} away"),
    "map.away.one_count": pgettext_lazy("one player", "{count} away"),
    "map.coming": _("{count} moving"),
    "map.hand": _("Hand {number}"),
    "map.state_playing": pgettext_lazy("table", "Playing"),
    "map.state_empty": pgettext_lazy("table", "No players"),
    "map.state_short": pgettext_lazy("table", "Short"),
    "map.state_waiting": pgettext_lazy("table", "Players moving"),
    "map.state_breaking": pgettext_lazy("table", "Breaking"),
    "map.state_halted": pgettext_lazy("table", "Halted"),
    "map.state_hand_for_hand": pgettext_lazy("table", "Hand-for-hand"),
    "map.state_paused": pgettext_lazy("table", "Paused"),
    "map.state_reserve": pgettext_lazy("table", "Reserve"),
    "map.state_proposed": pgettext_lazy("table", "Proposal"),
    "map.state_called": pgettext_lazy("table", "Call"),
    "map.state_button": pgettext_lazy("table", "Button with seat number"),
    # Arranging.
    "map.arrange_how": _("Drag a table to its place, or tap it and then its place."),
    "map.lifted": _(
        "Table {number} is selected. Tap its place, or move it with the arrow keys and press Enter to "
        "drop it; Esc cancels."
    ),
    "map.put_down": _("Table {number} has been placed."),
    "map.taken_off": _("Table {number} is no longer on the map."),
    "map.left": _("Table {number} stays in place."),
}


def map_words() -> dict[str, str]:
    """Return all texts in the reader's language."""
    return {key: str(text) for key, text in MAP_WORDS.items()}
