"""How parts of a layout contain one another: no circle, not too deeply, not too many cells. Pure.

Each part is visited once, so that a document full of references is checked as fast as any other.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from clock.rules.refusals import gettext_noop as _
from displays.rules.layouts.document import (
    MOST_CELLS_WITH_PARTS,
    MOST_DEPTH,
    Cell,
    LayoutDocument,
    PartContent,
)
from displays.rules.layouts.fault import LayoutFault


@dataclass(frozen=True, slots=True)
class _Extent:
    """What cells amount to with the parts that they show."""

    cells: int
    depth: int


def nesting_faults(document: LayoutDocument) -> Iterator[LayoutFault]:
    """Return the faults of parts within parts."""
    inner = {name: _parts_in(part.cells, document) for name, part in document.parts.items()}
    circles = [(name, circle) for name in inner if (circle := _circle(inner, name))]
    for name, circle in circles:
        yield LayoutFault(
            _("The part contains itself: %(circle)s."), {"circle": " → ".join(circle)}, part=name
        )
    if circles:
        return
    extents: dict[str, _Extent] = {}
    for name in inner:
        _measure(document, inner, name, extents)
    for shape, arrangements in document.shapes:
        for arrangement in arrangements or ():
            parts = _parts_in(arrangement.cells, document)
            extent = _extent(arrangement.cells, [extents[name] for name in parts])
            where: dict[str, Any] = {"shape": shape, "states": tuple(arrangement.states)}
            if extent.depth > MOST_DEPTH:
                message = _("Parts can be nested at most %(most)s levels deep.")
                yield LayoutFault(message, {"most": MOST_DEPTH}, **where)
            if extent.cells > MOST_CELLS_WITH_PARTS:
                message = _("With its parts the arrangement has %(cells)s cells; the limit is %(most)s.")
                yield LayoutFault(message, {"cells": extent.cells, "most": MOST_CELLS_WITH_PARTS}, **where)


def _parts_in(cells: Sequence[Cell], document: LayoutDocument) -> list[str]:
    """Return the parts that cells show, each as often as they show it; without those that are missing."""
    return [
        content.part
        for cell in cells
        for content in cell.show
        if isinstance(content, PartContent) and content.part in document.parts
    ]


def _circle(inner: dict[str, list[str]], first: str) -> list[str]:
    """Return the names on the way from a part back to itself; empty if none leads there."""
    before: dict[str, str] = {}
    waiting = [first]
    while waiting:
        name = waiting.pop()
        for one in inner[name]:
            if one == first:
                way = [first, name]
                while way[-1] != first:
                    way.append(before[way[-1]])
                return way[::-1]
            if one not in before:
                before[one] = name
                waiting.append(one)
    return []


def _measure(
    document: LayoutDocument, inner: dict[str, list[str]], name: str, extents: dict[str, _Extent]
) -> _Extent:
    """Return the extent of a part. Those of the parts in it are measured first, once each."""
    if name not in extents:
        parts = [_measure(document, inner, one, extents) for one in inner[name]]
        extents[name] = _extent(document.parts[name].cells, parts)
    return extents[name]


def _extent(cells: Sequence[Cell], parts: Sequence[_Extent]) -> _Extent:
    return _Extent(
        len(cells) + sum(one.cells for one in parts), max((one.depth + 1 for one in parts), default=0)
    )
