"""`desk.d.ts`: what the desk's scripts read over HTTP, from the types of the reads."""

from api.reference.boards import interface
from desk.boards.find import FoundPerson
from desk.boards.other_events import OtherEvent
from desk.boards.person_types import Person, RefundByOther, VoucherAtEvent
from players.boards.people import Likely
from tourney.live.shapes import schemas_of

_DECLARATIONS = """\
// Types of what the desk reads over HTTP, for browser code: `/** @import { Person } from "…/docs/reference/desk" */`.
// Written by `make docs` from the types of the reads; change the code, not this file.
"""
_READ = (Person, FoundPerson, OtherEvent, VoucherAtEvent, RefundByOther, Likely)


def declarations() -> str:
    """Return the TypeScript file."""
    _schemas, components = schemas_of(_READ, "#/{name}")
    return "\n".join([_DECLARATIONS, *(interface(name, components[name]) for name in sorted(components))])
