"""The chips in a saved file of The Tournament Director 3. Pure.

Verified with published files of version 3.7.2: `GameChip` has a `Value`, a `Label`, a `Color` (the name of a colour of
CSS, or "#00ff00"), `Use`, and `PerPlayer`.
"""

import re
from dataclasses import dataclass

from clock.rules.filefaults import FileFault, refuse
from clock.rules.refusals import gettext_noop as _
from tourney.rules.director_file import Thing, read_director_file, things
from tourney.rules.text_files import shown

MOST_CHIPS = 20
MOST_VALUE = 10**12
UNKNOWN = "#888888"
_HEX = re.compile(r"#[0-9a-f]{6}")
# The basic colours of CSS, and names that chips have.
_NAMED = {
    "aqua": "#00ffff", "black": "#000000", "blue": "#0000ff", "brown": "#a52a2a", "cyan": "#00ffff",
    "fuchsia": "#ff00ff", "gold": "#ffd700", "gray": "#808080", "green": "#008000", "grey": "#808080",
    "lime": "#00ff00", "magenta": "#ff00ff", "maroon": "#800000", "navy": "#000080", "olive": "#808000",
    "orange": "#ffa500", "pink": "#ffc0cb", "purple": "#800080", "red": "#ff0000", "silver": "#c0c0c0",
    "teal": "#008080", "white": "#ffffff", "yellow": "#ffff00",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class DirectorChips:
    """The chips of a file: value and colour of each, the title of the event, and what to check."""

    title: str
    chips: tuple[tuple[int, str], ...]
    notes: tuple[FileFault, ...]


def read_director_chips(text: str) -> DirectorChips:
    """Read the chips.

    Raises:
        BrokenText: the file is damaged.
        ImportFault: it has no chip with a value.
    """
    whole = read_director_file(text)
    notes: list[FileFault] = []
    found: dict[int, str] = {}
    for number, chip in enumerate(things(whole, "GameChip"), start=1):
        value = _value(chip, number, notes)
        if value is None:
            continue
        if value in found or len(found) == MOST_CHIPS:
            message = _("The chip was left out: its value appears twice, or there are more than 20 chips.")
            notes.append(FileFault(chip.line, number, "Value", "left_out", message))
            continue
        found[value] = _colour(chip, number, notes)
        if chip.values.get("Use") is False:
            message = _("The file marks this chip as not used. Clear its value to leave it out.")
            notes.append(FileFault(chip.line, number, "Use", "not_used", message))
    if not found:
        raise refuse("no_chips", _("The file has no chips with a value."))
    message = _("The file has no edge-spot colours. Choose them.")
    notes.append(FileFault(None, None, "", "no_edges", message))
    message = _(
        "Not read: how many chips each player gets. It follows from the structure and the starting stack here."
    )
    notes.append(FileFault(None, None, "PerPlayer", "not_read", message))
    title = next((one.text("Title") for one in things(whole, "Tournament")), "")
    return DirectorChips(title, tuple(sorted(found.items())), tuple(notes))


def _value(chip: Thing, number: int, notes: list[FileFault]) -> int | None:
    """Return the value of a chip; None, with a note, if it has none."""
    value = chip.number("Value")
    if value is None or value != int(value) or not 1 <= value <= MOST_VALUE:
        message = _("The chip “%(label)s” was left out: its value is not a whole number of 1 or more.")
        label = shown(chip.text("Label"))
        notes.append(FileFault(chip.line, number, "Value", "left_out", message, {"label": label}))
        return None
    return int(value)


def _colour(chip: Thing, number: int, notes: list[FileFault]) -> str:
    text = chip.text("Color").lower()
    colour = text if _HEX.fullmatch(text) else _NAMED.get(text)
    if colour is None:
        message = _("The colour “%(colour)s” was not understood. Choose it.")
        notes.append(FileFault(chip.line, number, "Color", "colour", message, {"colour": shown(text)}))
    return colour or UNKNOWN
