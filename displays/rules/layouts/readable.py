"""Read the valid parts of a document that does not follow the schema, so that its other faults are found too. Pure."""

from typing import Any

from pydantic import TypeAdapter, ValidationError

from displays.rules.layouts.document import (
    MOST_ARRANGEMENTS,
    MOST_CELLS,
    MOST_PAGES,
    MOST_PARTS,
    SHAPES,
    Arrangement,
    Cell,
    Content,
    LayoutDocument,
    Length,
    Part,
    Place,
    Shapes,
    TextContent,
)

_PLACE: TypeAdapter[int] = TypeAdapter(Place)
_LENGTH: TypeAdapter[int] = TypeAdapter(Length)
_CONTENT: TypeAdapter[Content] = TypeAdapter(Content)
_PLACES = {"x": _PLACE, "y": _PLACE, "w": _LENGTH, "h": _LENGTH}
# Replaces a content that cannot be read, so that the others keep their numbers.
_UNREADABLE = TextContent(kind="text", text="–")


def readable_document(value: dict[str, Any]) -> LayoutDocument:
    """Return a document, not validated, with the values that follow the schema.

    Cells and contents keep their numbers. A cell has only those of `x`, `y`, `w` and `h` that can be read
    (`is_placed`). Lists are at most as long as the schema allows.
    """
    given = _object(value.get("shapes"))
    shapes: dict[str, Any] = {
        name: [_arrangement(one) for one in _list(given[name], MOST_ARRANGEMENTS)]
        for name in SHAPES
        if given.get(name) is not None
    }
    parts = list(_object(value.get("parts")).items())[:MOST_PARTS]
    return LayoutDocument.model_construct(
        name=value["name"] if isinstance(value.get("name"), str) else "",
        shapes=Shapes.model_construct(**shapes),
        parts={
            name[:20]: Part.model_construct(cells=_cells(_object(part).get("cells"))) for name, part in parts
        },
    )


def is_placed(cell: Cell) -> bool:
    """Return whether the position and size of a cell are known."""
    return _PLACES.keys() <= cell.model_fields_set


def _object(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: Any, most: int) -> list[Any]:
    return value[:most] if isinstance(value, list) else []


def _arrangement(value: Any) -> Arrangement:
    given = _object(value)
    states = [one for one in _list(given.get("states"), MOST_ARRANGEMENTS) if isinstance(one, str)]
    return Arrangement.model_construct(states=states, cells=_cells(given.get("cells")))


def _cells(value: Any) -> list[Cell]:
    return [_cell(_object(one)) for one in _list(value, MOST_CELLS)]


def _cell(given: dict[str, Any]) -> Cell:
    sides = {name: given[name] for name, side in _PLACES.items() if _follows(side, given.get(name))}
    show = [
        _CONTENT.validate_python(one) if _follows(_CONTENT, one) else _UNREADABLE
        for one in _list(given.get("show"), MOST_PAGES)
    ]
    return Cell.model_construct(show=show, **sides)


def _follows(schema: TypeAdapter[Any], value: Any) -> bool:
    try:
        schema.validate_python(value, strict=True)
    except ValidationError:
        return False
    return True
