"""What a layout needs from outside: pictures, events, seat lists. Pure."""

from collections.abc import Iterator
from typing import Any

from displays.rules.layouts.document import Cell, Content, LayoutDocument, ListContent, PictureContent


def cells_of(document: LayoutDocument) -> Iterator[Cell]:
    """Return all cells of a layout, those of its parts included."""
    for _shape, arrangements in document.shapes:
        for arrangement in arrangements or ():
            yield from arrangement.cells
    for part in document.parts.values():
        yield from part.cells


def contents_of(document: LayoutDocument) -> Iterator[Content]:
    """Return all contents of a layout."""
    for cell in cells_of(document):
        yield from cell.show


def pictures_of(document: LayoutDocument) -> list[str]:
    """Return the names of its pictures, each once."""
    return sorted({one.picture for one in contents_of(document) if isinstance(one, PictureContent)})


def events_of(document: LayoutDocument) -> int:
    """Return the highest number of an event that it shows."""
    return max((getattr(one, "event", 1) for one in contents_of(document)), default=1)


def lists_seats(document: LayoutDocument) -> bool:
    """Return whether it shows a seat list."""
    return any(isinstance(one, ListContent) and one.list == "seats" for one in contents_of(document))


def plain(document: LayoutDocument) -> dict[str, Any]:
    """Return a document as it is stored and exported: without shapes that are not given, and without defaults."""
    return {
        "format": document.format,
        "version": document.version,
        **document.model_dump(mode="json", exclude_defaults=True),
    }
