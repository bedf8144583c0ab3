"""What is wrong with a file that was to be imported."""

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

# Whoever gets a hundred complaints about a file mends its cause, not each line.
MOST_FAULTS = 100


@dataclass(frozen=True, slots=True)
class FileFault:
    """One thing wrong, or odd, in a file.

    Attributes:
        line: physical line, counted from 1; None where there is none to name.
        row: entry of the structure, counted from 1; None where it concerns the file or its head.
        column: the column as the file calls it (its number where that is not known), or the name of the value in
            JSON; "" where it concerns all of it.
        code: short and stable.
        message: an English template; `params` fill it.
    """

    line: int | None
    row: int | None
    column: str
    code: str
    message: str
    params: Mapping[str, object] = dataclasses.field(default_factory=dict, hash=False)

    @property
    def text(self) -> str:
        """The sentence in English, filled in, without its place."""
        return self.message % self.params


class ImportFault(Exception):
    """The file is refused; `faults` says why, in the order of the file, at most `MOST_FAULTS`."""

    def __init__(self, faults: Iterable[FileFault]) -> None:
        self.faults = tuple(faults)[:MOST_FAULTS]
        super().__init__(
            "; ".join(f"line {fault.line}, {fault.column}: {fault.text}" for fault in self.faults)
        )


def refuse(
    code: str, message: str, params: Mapping[str, object] | None = None, *, line: int | None = None
) -> ImportFault:
    """One fault that concerns the file as a whole."""
    return ImportFault([FileFault(line, None, "", code, message, params or {})])
