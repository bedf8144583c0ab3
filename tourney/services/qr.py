"""QR codes for paper: dark modules on a light ground in one path, sized in millimetres."""

from dataclasses import dataclass

import segno

# Width of the code without its quiet zone that every phone can read from a receipt printer.
SMALLEST_MM = 25
_SYMBOL_MM = 28
_QUIET = 4


@dataclass(frozen=True, slots=True)
class QrPicture:
    """A QR code to be drawn as an SVG.

    Attributes:
        path: of the dark modules, in modules.
        modules: the picture's width and height, quiet zone included.
        millimetres: printed width.
    """

    path: str
    modules: int
    millimetres: str


def qr_picture(text: str, *, symbol_mm: int = _SYMBOL_MM) -> QrPicture:
    """Return a QR code of an address, with its quiet zone.

    Args:
        text: the address.
        symbol_mm: printed width of the code without its quiet zone; at least 25.
    """
    rows = segno.make(text, error="m", micro=False).matrix
    parts = []
    for y, row in enumerate(rows):
        x = 0
        while x < len(row):
            run = x
            while run < len(row) and row[run]:
                run += 1
            if run > x:
                # A run of dark modules as one rectangle: printers leave hairlines between neighbours.
                parts.append(f"M{x + _QUIET} {y + _QUIET}h{run - x}v1h-{run - x}z")
            x = run + 1
    modules = len(rows) + 2 * _QUIET
    return QrPicture("".join(parts), modules, f"{max(symbol_mm, SMALLEST_MM) * modules / len(rows):.2f}")
