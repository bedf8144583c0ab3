"""Check a document of a layout; each fault names its place: "wide, cell 3". Pure."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from pydantic import ValidationError

from clock.rules.refusals import gettext_noop as _
from displays.rules.announcements import unknown_placeholders
from displays.rules.layouts.contents import pictures_of
from displays.rules.layouts.document import (
    GRID,
    MOST_PICTURES,
    SHAPES,
    STATES,
    Arrangement,
    Cell,
    LayoutDocument,
    PartContent,
)
from displays.rules.layouts.fault import LayoutFault, LayoutFaults
from displays.rules.layouts.nesting import nesting_faults
from displays.rules.layouts.readable import is_placed, readable_document

MOST_BYTES = 300_000
_DEEPEST = 12
# A picture: 64 digits and the kind of the file.
_LONGEST_QUOTED = 80
_MARKUP = re.compile(r"<\s*[a-zA-Z!/?]")
_TEXT_KEYS = ("text", "texts", "title", "name")


def read_document(value: Any, *, is_stored: bool = False) -> LayoutDocument:
    """Return a checked document.

    Args:
        value: the document.
        is_stored: it was accepted before, maybe by a version that let two arrangements of a shape name one state.

    Raises:
        LayoutFaults: it is too large, does not follow the schema, cells overlap or leave the grid, a shape names a
            state twice, a text has markup or an unknown placeholder, a part is missing, parts contain one another in a
            circle or are nested too deeply, or there are too many cells with those of the parts, or too many pictures.
    """
    if not isinstance(value, dict) or value.get("format") != "house-layout":
        message = _("This file is not a layout. An exported layout contains “format”: “house-layout”.")
        raise LayoutFaults([LayoutFault(message)])
    if _depth(value) > _DEEPEST:
        raise LayoutFaults([LayoutFault(_("The layout is nested too deeply."))])
    size = len(json.dumps(value).encode())
    if size > MOST_BYTES:
        message = _("The layout has %(bytes)s bytes; the limit is %(most)s.")
        raise LayoutFaults([LayoutFault(message, {"bytes": size, "most": MOST_BYTES})])
    try:
        document = LayoutDocument.model_validate(value)
    except ValidationError as error:
        found = [_fault_with_place(value, fault) for fault in error.errors()]
        faults = [*found, *_other_faults(value, found)]
    else:
        faults = list(_rules_beyond_the_schema(document))
        if not is_stored:
            faults += _states_named_twice(document)
        if not faults:
            return document
    several = [_among_several(value, one) for one in faults]
    raise LayoutFaults(sorted(several, key=lambda one: _order(value, one)))


def _other_faults(value: dict[str, Any], found: Sequence[LayoutFault]) -> list[LayoutFault]:
    """Return the faults of places in which the schema found none, so that all can be fixed at once."""
    places = {_place(fault) for fault in found}
    document = readable_document(value)
    rest = [*_rules_beyond_the_schema(document), *_states_named_twice(document)]
    return [fault for fault in rest if _place(fault) not in places]


def _place(fault: LayoutFault) -> tuple[object, ...]:
    return fault.shape, fault.part, fault.states, fault.cell, fault.page, fault.key


def _among_several(value: dict[str, Any], fault: LayoutFault) -> LayoutFault:
    """Return a fault that says whether its shape has other arrangements, so that its place is clear."""
    shapes = value.get("shapes")
    arrangements = shapes.get(fault.shape) if isinstance(shapes, dict) else None
    several = isinstance(arrangements, list) and len(arrangements) > 1
    return replace(fault, among_several=several and fault.cell is not None)


def _order(value: dict[str, Any], fault: LayoutFault) -> tuple[object, ...]:
    """Return a sort key by place: the order of the file, with the faults of a cell together."""
    shapes = value.get("shapes")
    given = shapes.get(fault.shape) if isinstance(shapes, dict) else None
    states = [tuple(_listed(one.get("states"))) if isinstance(one, dict) else () for one in _listed(given)]
    return (
        bool(fault.part),
        [*SHAPES].index(fault.shape) + 1 if fault.shape in SHAPES else 0,
        fault.part,
        states.index(fault.states) if fault.states in states else len(states),
        fault.cell or 0,
        fault.page or 0,
    )


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _depth(value: Any, so_far: int = 0) -> int:
    if so_far > _DEEPEST:
        return so_far
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return max((_depth(one, so_far + 1) for one in inner), default=so_far)


def _fault_with_place(value: dict[str, Any], fault: Any) -> LayoutFault:
    """Return a fault that pydantic reports with its place and a sentence of ours."""
    where: dict[str, Any] = {}
    rest = list(fault["loc"])
    at: Any = value
    while rest:
        step = rest.pop(0)
        match step, rest:
            case "shapes", [str(shape), *_more]:
                where["shape"] = shape
            case "parts", [str(part), *_more]:
                where["part"] = part[:20]
            case "cells", [int(cell), *_more]:
                where |= {"cell": cell + 1}
            case "show", [int(page), *_more] if len(at.get("show", ())) > 1:
                where["page"] = page + 1
            case _:
                pass
        inside = _step(at, step)
        if isinstance(step, int) and isinstance(inside, dict) and isinstance(inside.get("states"), list):
            where["states"] = tuple(one for one in inside["states"] if isinstance(one, str))[:8]
        at = inside if inside is not None else at
    names = [one for one in fault["loc"] if isinstance(one, str)]
    key = names[-1] if names and names[-1] not in ("show", "cells", where.get("shape")) else ""
    if fault["type"].startswith("union_tag"):
        key = "kind"
    message, params = _sentence(fault)
    if fault["type"] == "extra_forbidden" and fault["loc"][:-1] == ("shapes",):
        # Its name is what is wrong, so it is no place.
        del where["shape"]
        params = {"value": _short(str(fault["loc"][-1])), "names": SHAPES}
        return LayoutFault(_("There is no shape “%(value)s”. Use one of: %(names)s."), params, key="shapes")
    return LayoutFault(message, params, key=key[:40], **where)


def _step(value: Any, step: Any) -> Any:
    if isinstance(value, dict):
        return value.get(step)
    if isinstance(value, list) and isinstance(step, int) and step < len(value):
        return value[step]
    return None


_KINDS = {
    "string_type": _("This must be text in quotation marks."),
    "int_type": _("This must be a whole number without quotation marks."),
    "bool_type": _("This must be true or false, without quotation marks."),
    "list_type": _("This must be a list in square brackets."),
    "int_from_float": _("This must be a whole number without quotation marks."),
    "float_type": _("This must be a number without quotation marks."),
    "model_type": _("This must be an object in braces."),
    "model_attributes_type": _("This must be an object in braces."),
    "dict_type": _("This must be an object in braces."),
}


_WEB_ADDRESS = _("Pictures must be in the file itself, under “pictures”. Web addresses are not accepted.")


def _sentence(fault: Any) -> tuple[str, dict[str, object]]:
    given = fault.get("ctx", {})
    match fault["type"]:
        case "missing":
            return _("This value is missing."), {}
        case "extra_forbidden":
            return _("There is no value with this name."), {}
        case "union_tag_invalid" | "union_tag_not_found":
            return _("There is no cell of the kind “%(kind)s”."), {"kind": _short(str(given.get("tag", "")))}
        case "literal_error" if fault["loc"] == ("version",):
            message = _("Version %(value)s of the file format is not supported. This room reads version 1.")
            return message, {"value": _short(str(fault.get("input")))}
        case "literal_error":
            names = tuple(re.findall(r"'([^']+)'", str(given.get("expected", ""))))
            message = _("There is no “%(value)s” here. Use one of: %(names)s.")
            return message, {"value": _short(str(fault.get("input"))), "names": names}
        case "greater_than_equal" | "greater_than":
            return _("The number must be at least %(bound)s."), {"bound": given.get("ge", given.get("gt"))}
        case "less_than_equal":
            return _("The number must be at most %(bound)s."), {"bound": given["le"]}
        case "less_than":
            return _("The number must be less than %(bound)s."), {"bound": given["lt"]}
        case "string_too_long":
            return _("The text can have at most %(most)s characters."), {"most": given.get("max_length")}
        case "too_long":
            return _("The list can have at most %(most)s items."), {"most": given.get("max_length")}
        case "string_too_short":
            return _("This value must not be empty."), {}
        case "too_short":
            return _("The list must not be empty."), {}
        case "string_pattern_mismatch" if fault["loc"][-1] == "picture":
            if "/" in str(fault.get("input")):
                return _WEB_ADDRESS, {}
            message = _("Picture names end in .png, .jpg or .webp, unlike “%(value)s”.")
            return message, {"value": _short(str(fault.get("input")))}
        case "string_pattern_mismatch":
            return _("This name can have at most 20 characters: lower-case letters, digits, “-” and “_”."), {}
        case kind:
            return _KINDS.get(kind, _("This value has the wrong type.")), {}


# --- what a schema does not say ---------------------------------------------------------------------------
def _rules_beyond_the_schema(document: LayoutDocument) -> Iterator[LayoutFault]:
    if _MARKUP.search(document.name):
        yield LayoutFault(_MARKUP_FOUND, key="name")
    shapes = {name: rows for name, rows in document.shapes if rows is not None}
    if not shapes:
        yield LayoutFault(_("A layout needs at least one shape: wide, ultrawide or upright."), key="shapes")
    for shape, arrangements in shapes.items():
        yield from _arrangements(shape, arrangements)
        for arrangement in arrangements:
            where = {"shape": shape, "states": tuple(arrangement.states)}
            yield from _cells(arrangement.cells, where, document)
    for name, part in document.parts.items():
        yield from _cells(part.cells, {"part": name}, document)
    if len(pictures_of(document)) > MOST_PICTURES:
        yield LayoutFault(_("A layout can have at most %(most)s pictures."), {"most": MOST_PICTURES})
    yield from nesting_faults(document)


def _arrangements(shape: str, arrangements: Sequence[Arrangement]) -> Iterator[LayoutFault]:
    if not arrangements:
        return
    for arrangement in arrangements[:-1]:
        if not arrangement.states:
            yield LayoutFault(
                _("Only the last arrangement applies to all other states; choose states for the others."),
                shape=shape,
            )
    if arrangements[-1].states:
        yield LayoutFault(
            _("The last arrangement applies to all other states; it cannot have states of its own."),
            shape=shape,
        )


def _states_named_twice(document: LayoutDocument) -> Iterator[LayoutFault]:
    """Return the states of which a shape would only show the first arrangement."""
    for shape, arrangements in document.shapes:
        named = Counter(state for one in arrangements or () for state in one.states)
        for state in STATES:
            if named[state] > 1:
                message = _(
                    "The state “%(state)s” is named more than once. Each state can have only one arrangement."
                )
                yield LayoutFault(message, {"state": state}, shape=shape)


def _cells(cells: Sequence[Cell], where: dict[str, Any], document: LayoutDocument) -> Iterator[LayoutFault]:
    for number, cell in enumerate(cells, 1):
        if is_placed(cell):
            yield from _places(cells[:number], where)
        for page, content in enumerate(cell.show, 1):
            place = {**where, "cell": number, "page": page if len(cell.show) > 1 else None}
            for key in _TEXT_KEYS:
                found = getattr(content, key, "")
                for text in found if isinstance(found, list) else [found]:
                    yield from _text(text, key, place)
            if isinstance(content, PartContent) and content.part not in document.parts:
                message = _("The layout has no part “%(part)s”.")
                yield LayoutFault(message, {"part": content.part}, key="part", **place)


def _places(cells: Sequence[Cell], where: dict[str, Any]) -> Iterator[LayoutFault]:
    """Return the faults of the place of the last cell."""
    *before, cell = cells
    if cell.x + cell.w > GRID or cell.y + cell.h > GRID:
        message = _("The cell extends beyond the grid of %(grid)s × %(grid)s.")
        yield LayoutFault(message, {"grid": GRID}, cell=len(cells), **where)
    for number, other in enumerate(before, 1):
        if is_placed(other) and _overlap(cell, other):
            message = _("The cell overlaps cell %(other)s.")
            yield LayoutFault(message, {"other": number}, cell=len(cells), **where)


_MARKUP_FOUND = _("Text cannot contain HTML or scripts.")


def _text(text: str, key: str, place: dict[str, Any]) -> Iterator[LayoutFault]:
    if _MARKUP.search(text):
        yield LayoutFault(_MARKUP_FOUND, key=key, **place)
    if unknown := unknown_placeholders(text):
        yield LayoutFault(
            _("There is no placeholder %(name)s."), {"name": _short(unknown[0])}, key=key, **place
        )


def _overlap(one: Cell, other: Cell) -> bool:
    return (
        one.x < other.x + other.w
        and other.x < one.x + one.w
        and one.y < other.y + other.h
        and other.y < one.y + one.h
    )


def _short(text: str) -> str:
    """Return a text of a file as a fault quotes it; the name of a picture is whole."""
    return text if len(text) <= _LONGEST_QUOTED else f"{text[: _LONGEST_QUOTED - 1]}…"
