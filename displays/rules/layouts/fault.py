"""A fault of a layout's document, and its place. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

MOST_FAULTS = 30


@dataclass(frozen=True, slots=True)
class LayoutFault:
    """A fault of a document.

    Attributes:
        shape: "wide", "ultrawide" or "upright"; "" outside of a shape.
        part: name of the part it is in; "" outside of parts.
        states: of the arrangement it is in; empty for the last one, which applies to all other states.
        among_several: the shape of its cell has other arrangements.
        cell: number of the cell, from 1; None if it concerns no cell.
        page: number of the content within the cell, from 1; None for the cell itself or its only content.
        key: name of the value; "" if it concerns the whole.
        message: an English template, filled with `params`; names among them are a tuple of values of the schema.
    """

    message: str
    params: Mapping[str, object] = field(default_factory=dict, hash=False)
    shape: str = ""
    part: str = ""
    states: tuple[str, ...] = ()
    among_several: bool = False
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
