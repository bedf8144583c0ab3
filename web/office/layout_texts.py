"""What the editor of layouts calls things, and which values a content can have: from the schema of documents."""

import typing
from typing import Annotated, Any, Literal

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from displays.rules.announcements import PLACEHOLDERS
from displays.rules.layouts.document import Content
from displays.services.layout_faults import SHAPE_NAMES, STATE_NAMES
from web.shared.texts import WORDS

KIND_NAMES: dict[str, Promise] = {
    "field": _("Figure"),
    "text": _("Text"),
    "ticker": _("Rotating news"),
    "rules": _("House rules"),
    "list": _("List"),
    "chart": _("Bar"),
    "picture": _("Picture"),
    "logo": _("Logo"),
    "chips": _("Chips in play"),
    "sponsor": _("Sponsor"),
    "part": _("Part"),
}
KEY_NAMES: dict[str, Promise] = {
    "field": _("Figure"),
    "list": _("List"),
    "chart": _("Bar"),
    "text": _("Text"),
    "texts": _("Texts, one per line"),
    "title": _("Heading"),
    "label": _("With a label"),
    "picture": _("Picture"),
    "part": _("Part"),
    "event": _("Event"),
    "size": _("Size"),
    "colour": _("Colour"),
    "align": _("Alignment"),
}
VALUE_NAMES: dict[str, dict[str, Promise]] = {
    "field": {
        "time": _("Time left"),
        "headline": _("State, otherwise level"),
        "band": _("State"),
        "level": _("Level"),
        "game": _("Game"),
        "blinds": _("Blinds"),
        "ante": _("Ante"),
        "next": _("Next level"),
        "next_break": _("Next break"),
        "players": _("Players left"),
        "average": _("Average stack"),
        "total_chips": _("Chips in play"),
        "event": _("Name of the event"),
        "time_of_day": _("Time of day"),
        "registration": _("Registration"),
        "places": _("Seats available"),
        "prize_pool": _("Prize pool"),
        "to_the_money": _("To the money"),
        "winner": _("Winner"),
    },
    "chart": {"level": _("Level"), "structure": _("Structure"), "players": _("Players left")},
    "size": {"full": _("full"), "large": _("large"), "medium": _("medium"), "small": _("small")},
    "colour": {"ink": _("white"), "muted": _("grey"), "accent": _("accent")},
    "align": {"start": _("left"), "center": _("centred"), "end": _("right")},
    "background": {
        "none": _("none"),
        "panel": _("panel"),
        "room": _("the room’s colour"),
        "inverse": _("white"),
    },
}
TEXTS: dict[str, Promise] = {
    "shape": _("Shape"),
    "shape_hint": _("Each shape has its own arrangement."),
    "state": _("State"),
    "big": _("Long names, large figures"),
    "undo": _("Undo"),
    "redo": _("Redo"),
    "save": _("Save layout"),
    "save_new": _("Save as a new layout"),
    "name": _("Name"),
    "add": pgettext_lazy("to others", "Add"),
    "cell": _("Cell {number}: {what}"),
    "none": _("No cell selected. Click a cell, or add one."),
    "keys": _("Arrow keys move the cell, with Shift they resize it; Delete removes it."),
    "x": _("Left"),
    "y": _("Top"),
    "w": _("Width"),
    "h": _("Height"),
    "range": _("{first} to {last}"),
    "whole_number": _("Enter a whole number from {first} to {last}."),
    "background": _("Background"),
    "gives_room": _("When empty, neighbouring cells use its space"),
    "seconds": _("Seconds each"),
    "also": _("Also show, in turn"),
    "remove_page": _("Remove"),
    "remove_cell": _("Remove cell"),
    "own_states": _("States with this arrangement: {states}"),
    "shown_as": _("The state “{state}” is shown as “{states}” until you arrange it separately."),
    "always": _("This arrangement is shown in all states."),
    "otherwise": _("This arrangement is shown in all other states."),
    "own_state": _("Arrange this state separately"),
    "drop_state": _("Remove this arrangement"),
    "as_shape": _("This shape is shown as: {shape}."),
    "own_shape": _("Arrange this shape separately"),
    "editing": _("Edit"),
    "screen": _("The whole screen"),
    "part": _("The part “{name}”, shown in cells"),
    "full": _("There is no space left. Make a cell smaller, or remove one."),
    "overlaps": _("Not changed: the cell would overlap cell {number}."),
    "too_low": _("Cell {number} is too low: its text is too small to read from a distance. Make it higher."),
    "outside": _("Not changed: the cell would extend beyond the screen."),
    "upload": _("Choose a picture"),
    "add_picture": _("Add a picture"),
    "file": _("Choose a file"),
    "sample_rule": _("Phones off the table during a hand."),
    "missing_in": _("It is missing in: {places}."),
    "place_there": _("Place it there too"),
    "no_space_in": _("There is no space in: {places}."),
    "upload_hint": _("PNG, JPEG or WebP, at most 1 MB."),
    "too_large": _("The picture is too large. It can have at most 1 MB."),
    "room_picture": _("Set for all displays of the room:"),
    "room_link": _("Theme, logo, sponsor, sounds"),
    "placeholders": _("Placeholders: {names}"),
    "own_event": _("1 (of the display)"),
    "unsaved": _("Not saved yet"),
    "saved": _("Saved"),
}


def choices() -> dict[str, Any]:
    """Return everything that the editor offers: names, and for each kind of content its values in order."""
    lists = {str(one): str(WORDS[f"displays.layout_{one}"]) for one in _values("list", "list")}
    return {
        "kinds": {key: str(name) for key, name in KIND_NAMES.items()},
        "keys": {key: str(name) for key, name in KEY_NAMES.items()},
        "values": {
            **{key: {one: str(name) for one, name in names.items()} for key, names in VALUE_NAMES.items()},
            "list": lists,
        },
        "forms": {_kind(one): _form(one) for one in _contents()},
        "shapes": {key: str(name) for key, name in SHAPE_NAMES.items()},
        "states": {key: str(name) for key, name in STATE_NAMES.items()},
        "texts": {key: str(text) for key, text in TEXTS.items()},
        "placeholders": [f"{{{name}}}" for name in PLACEHOLDERS],
    }


def _contents() -> tuple[Any, ...]:
    return typing.get_args(typing.get_args(Content)[0])


def _kind(content: Any) -> str:
    return str(typing.get_args(content.model_fields["kind"].annotation)[0])


def _values(kind: str, key: str) -> tuple[str, ...]:
    found = next(one for one in _contents() if _kind(one) == kind)
    return typing.get_args(found.model_fields[key].annotation)


def _form(content: Any) -> list[dict[str, str]]:
    """Return the values of a content: the name of each, and how it is entered."""
    hints = typing.get_type_hints(content, include_extras=True)
    order = ["field", "list", "chart", "picture", "part", "title", "text", "texts", "label", "event", "size",
             "colour", "align"]  # fmt: skip
    return [{"key": key, "type": _control(key, hints[key])} for key in order if key in hints]


def _control(key: str, hint: Any) -> str:
    if key in ("picture", "part", "event", "texts"):
        return key
    if typing.get_origin(hint) is Annotated:
        hint = typing.get_args(hint)[0]
    if typing.get_origin(hint) is Literal:
        return "choice"
    return "box" if hint is bool else "text"
