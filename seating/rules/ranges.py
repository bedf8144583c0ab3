"""Lists of table numbers as people write them: "1-8, 12"."""

import re

MOST = 500
_LONGEST = 4_000
_PART = re.compile(r"(?P<first>[0-9]{1,6})(?:\s*[-–—]\s*(?P<last>[0-9]{1,6}))?")


class RangeFault(Exception):
    """A list of numbers cannot be read; `part` is the wrong piece, "" if there are too many."""

    def __init__(self, part: str) -> None:
        super().__init__(part)
        self.part = part


def read_numbers(text: str) -> list[int]:
    """Return the numbers in a list like "1-8, 12", each once, in ascending order.

    Raises:
        RangeFault: a piece is not a number, a range is reversed, or there are more than 500 numbers, or 4,000
            characters.
    """
    if len(text) > _LONGEST:
        raise RangeFault("")
    found: set[int] = set()
    for part in re.split(r"[,;]|(?<=[0-9])\s+(?=[0-9])", text):
        piece = _PART.fullmatch(part.strip())
        if piece is None:
            raise RangeFault(part.strip() or text)
        first = int(piece["first"])
        last = int(piece["last"] or first)
        if not 1 <= first <= last:
            raise RangeFault(part.strip())
        if last - first >= MOST or len(found) > MOST:
            raise RangeFault("")
        found.update(range(first, last + 1))
    if len(found) > MOST:
        raise RangeFault("")
    return sorted(found)


def write_numbers(numbers: list[int]) -> str:
    """Format numbers in ascending order as people list them: [1, 2, 3, 12] → "1–3, 12"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)
