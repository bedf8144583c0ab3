"""Faults of an imported file."""

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

# A hundred faults have a common cause; more would not help to fix it.
MOST_FAULTS = 100


@dataclass(frozen=True, slots=True)
class FileFault:
    """A fault or oddity in a file.

    Attributes:
        line: physical line, from 1; None if there is none.
        row: row of the structure, from 1; None if it concerns the file or its header.
        column: the column's name in the file (its number if that is unknown), or the name of the value in
            JSON; "" if it concerns the whole row.
        code: short and stable.
        message: an English template, filled with `params`.
    """

    line: int | None
    row: int | None
    column: str
    code: str
    message: str
    params: Mapping[str, object] = dataclasses.field(default_factory=dict, hash=False)

    @property
    def text(self) -> str:
        """Return the message in English, filled in, without its position."""
        return self.message % self.params


class ImportFault(Exception):
    """The file is refused; `faults` lists the reasons in file order, at most `MOST_FAULTS`."""

    def __init__(self, faults: Iterable[FileFault]) -> None:
        self.faults = tuple(faults)[:MOST_FAULTS]
        super().__init__(
            "; ".join(f"line {fault.line}, {fault.column}: {fault.text}" for fault in self.faults)
        )


def refuse(
    code: str, message: str, params: Mapping[str, object] | None = None, *, line: int | None = None
) -> ImportFault:
    """Build an error with one fault that concerns the whole file."""
    return ImportFault([FileFault(line, None, "", code, message, params or {})])
