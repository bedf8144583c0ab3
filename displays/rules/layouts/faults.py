"""Check a document of a layout; each fault names its place: "wide, cell 3". Pure."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import ValidationError

from clock.rules.refusals import gettext_noop as _
from displays.rules.announcements import unknown_placeholders
from displays.rules.layouts.document import GRID, Arrangement, Cell, LayoutDocument, PartContent

MOST_BYTES = 300_000
MOST_FAULTS = 30
_DEEPEST = 12
_MARKUP = re.compile(r"<\s*[a-zA-Z!/?]")
_TEXT_KEYS = ("text", "texts", "title", "name")


@dataclass(frozen=True, slots=True)
class LayoutFault:
    """A fault of a document.

    Attributes:
        shape: "wide", "ultrawide" or "upright"; "" outside of a shape.
        part: name of the part it is in; "" outside of parts.
        states: of the arrangement it is in; empty for the last one, which always holds.
        cell: number of the cell, from 1; None if it concerns no cell.
        page: number of the content within the cell, from 1; None for the cell itself or its only content.
        key: name of the value; "" if it concerns the whole.
        message: an English template, filled with `params`.
    """

    message: str
    params: Mapping[str, object] = field(default_factory=dict, hash=False)
    shape: str = ""
    part: str = ""
    states: tuple[str, ...] = ()
    cell: int | None = None
    page: int | None = None
    key: str = ""


class LayoutFaults(Exception):
    """The document is refused; `faults` has the reasons, at most `MOST_FAULTS`."""

    def __init__(self, faults: Sequence[LayoutFault]) -> None:
        self.faults = tuple(faults)[:MOST_FAULTS]
        super().__init__(
            "; ".join(f"{one.shape} {one.cell} {one.message % one.params}" for one in self.faults)
        )


def read_json(data: bytes) -> Any:
    """Return the value in a JSON file of limited size and depth.

    Raises:
        LayoutFaults: it is too large, no JSON, or nested too deeply.
    """
    if len(data) > MOST_BYTES:
        message = _("The file has %(bytes)s bytes; the limit is %(most)s.")
        raise LayoutFaults([LayoutFault(message, {"bytes": len(data), "most": MOST_BYTES})])
    try:
        value = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise LayoutFaults([LayoutFault(_("This is not a layout that was exported here."))]) from None
    return value


def read_document(value: Any) -> LayoutDocument:
    """Return a checked document.

    Raises:
        LayoutFaults: it does not follow the schema, cells overlap or leave the grid, a text has markup or an unknown
            placeholder, a part is missing, or parts contain one another in a circle.
    """
    if not isinstance(value, dict) or value.get("format") != "house-layout":
        raise LayoutFaults([LayoutFault(_("This is not a layout that was exported here."))])
    if _depth(value) > _DEEPEST:
        raise LayoutFaults([LayoutFault(_("The layout is nested too deeply."))])
    try:
        document = LayoutDocument.model_validate(value)
    except ValidationError as error:
        raise LayoutFaults([_placed(value, fault) for fault in error.errors()]) from None
    faults = list(_sense(document))
    if faults:
        raise LayoutFaults(faults)
    return document


def _depth(value: Any, so_far: int = 0) -> int:
    if so_far > _DEEPEST:
        return so_far
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return max((_depth(one, so_far + 1) for one in inner), default=so_far)


def _placed(value: dict[str, Any], fault: Any) -> LayoutFault:
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
    key = names[-1] if names and names[-1] not in ("show", "cells") else ""
    if fault["type"].startswith("union_tag"):
        key = "kind"
    message, params = _sentence(fault)
    return LayoutFault(message, params, key=key[:40], **where)


def _step(value: Any, step: Any) -> Any:
    if isinstance(value, dict):
        return value.get(step)
    if isinstance(value, list) and isinstance(step, int) and step < len(value):
        return value[step]
    return None


def _sentence(fault: Any) -> tuple[str, dict[str, object]]:
    given = fault.get("ctx", {})
    match fault["type"]:
        case "missing":
            return _("is missing."), {}
        case "extra_forbidden":
            return _("is not a known name."), {}
        case "union_tag_invalid" | "union_tag_not_found":
            return _("There is no cell of the kind “%(kind)s”."), {"kind": str(given.get("tag", ""))[:40]}
        case "literal_error":
            return _("must be one of: %(names)s."), {"names": str(given.get("expected", "")).replace("'", "")}
        case "greater_than_equal" | "greater_than":
            return _("must be at least %(bound)s."), {"bound": given.get("ge", given.get("gt"))}
        case "less_than_equal":
            return _("must be at most %(bound)s."), {"bound": given["le"]}
        case "less_than":
            return _("must be less than %(bound)s."), {"bound": given["lt"]}
        case "string_too_long" | "too_long":
            return _("can have at most %(most)s."), {"most": given.get("max_length")}
        case "string_too_short" | "too_short":
            return _("must not be empty."), {}
        case _:
            return _("has a value of the wrong kind."), {}


# --- what a schema does not say ---------------------------------------------------------------------------
def _sense(document: LayoutDocument) -> Iterator[LayoutFault]:
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
        circle = _circle(document, name, ())
        if circle:
            yield LayoutFault(
                _("The part contains itself: %(circle)s."), {"circle": " → ".join(circle)}, part=name
            )


def _arrangements(shape: str, arrangements: Sequence[Arrangement]) -> Iterator[LayoutFault]:
    for arrangement in arrangements[:-1]:
        if not arrangement.states:
            yield LayoutFault(
                _("Only the last arrangement holds always; choose states for the others."), shape=shape
            )
    if arrangements[-1].states:
        yield LayoutFault(_("The last arrangement must hold always: it has no states."), shape=shape)


def _cells(cells: Sequence[Cell], where: dict[str, Any], document: LayoutDocument) -> Iterator[LayoutFault]:
    for number, cell in enumerate(cells, 1):
        if cell.x + cell.w > GRID or cell.y + cell.h > GRID:
            message = _("The cell leaves the grid of %(grid)s × %(grid)s.")
            yield LayoutFault(message, {"grid": GRID}, cell=number, **where)
        for other in range(number):
            if other + 1 < number and _overlap(cell, cells[other]):
                message = _("The cell overlaps cell %(other)s.")
                yield LayoutFault(message, {"other": other + 1}, cell=number, **where)
        for page, content in enumerate(cell.show, 1):
            place = {**where, "cell": number, "page": page if len(cell.show) > 1 else None}
            for key in _TEXT_KEYS:
                found = getattr(content, key, "")
                for text in found if isinstance(found, list) else [found]:
                    yield from _text(text, key, place)
            if isinstance(content, PartContent) and content.part not in document.parts:
                message = _("The layout has no part “%(part)s”.")
                yield LayoutFault(message, {"part": content.part}, key="part", **place)


_MARKUP_FOUND = _("Text cannot contain HTML or scripts.")


def _text(text: str, key: str, place: dict[str, Any]) -> Iterator[LayoutFault]:
    if _MARKUP.search(text):
        yield LayoutFault(_MARKUP_FOUND, key=key, **place)
    elif unknown := unknown_placeholders(text):
        yield LayoutFault(_("There is no placeholder %(name)s."), {"name": unknown[0][:40]}, key=key, **place)


def _overlap(one: Cell, other: Cell) -> bool:
    return (
        one.x < other.x + other.w
        and other.x < one.x + one.w
        and one.y < other.y + other.h
        and other.y < one.y + one.h
    )


def _circle(document: LayoutDocument, name: str, before: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names on the way from a part back to the first one; empty if none leads there."""
    if before and name == before[0]:
        return (*before, name)
    if name in before or name not in document.parts:
        return ()
    inner = [
        content.part
        for cell in document.parts[name].cells
        for content in cell.show
        if isinstance(content, PartContent)
    ]
    return next((found for one in inner if (found := _circle(document, one, (*before, name)))), ())
