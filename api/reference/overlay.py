"""`overlay.d.ts`: what overlays read over HTTP, from the type of their feed."""

from api.reference.boards import interface
from displays.boards.overlay import OverlayBoard
from tourney.live.shapes import schemas_of

_DECLARATIONS = """\
// Types of the feed of an overlay, for browser code: `/** @import { OverlayBoard } from "…/docs/reference/overlay" */`.
// Written by `make docs` from the type of the feed; change the code, not this file.
"""


def declarations() -> str:
    """Return the TypeScript file."""
    _schemas, components = schemas_of((OverlayBoard,), "#/{name}")
    return "\n".join([_DECLARATIONS, *(interface(name, components[name]) for name in sorted(components))])
