"""The API: all routers and endpoints."""

from api.auth import KNOWN
from api.commands import add_commands
from api.resources import add_resources, resources
from api.responses import answer_errors
from api.routers.clock import add_clock_reads
from api.routers.core import add_reads
from api.routers.players import add_people_reads
from api.routers.prizes import add_prizes_reads
from api.routers.rulebooks import add_book_reads
from api.routers.seating import add_seating_reads
from api.routers.till import add_till_reads
from api.schema import Page, RoomAPI, RoomRouter
from api.uploads import add_makes
from clock.boards.structs import StructureFile
from tourney.journal.commands import COMMANDS

ABOUT = """\
Whatever a page of the room can do, a program can do here.

**Who you are.** `Authorization: Bearer <token>`; a director issues tokens, each with a role, and can revoke them at
any moment. A login's session works as well, and then needs `X-CSRFToken` on everything that is not a GET.

**Doing things.** Every command is a POST with a JSON object of arguments and a header `Idempotency-Key` with a UUID of
your own. The same key twice happens once and answers the same, so after a lost answer simply send it again. The
answer names the `seq` of the command's journal entry; undo takes that number.

**Not allowed.** Every refusal is `{"code", "message", "rule", "fields"}`, and nothing has changed. 400 not
understood, 401 unknown token, 403 your role may not, 404 not there, 405 wrong method, 409 it does not fit how things
stand, 413 too large, 415 not JSON, 422 wrong arguments (see `fields`), 429 too many unknown tokens.

**Units.** Timestamps are milliseconds since 1970 UTC, durations milliseconds, chips whole numbers, money
minor units. Sentences come in the language of `Accept-Language` (English, German, French or Italian).

**Live.** `/ws/live/` sends the same boards as they change.
"""


def make_api() -> RoomAPI:
    """Build the API with an endpoint for every command of the registry."""
    api = RoomAPI(
        title="Poker room",
        version="1",
        description=ABOUT,
        docs=Page(),
        auth=KNOWN,
        urls_namespace="api",
    )
    public = [COMMANDS[kind] for kind in sorted(COMMANDS) if COMMANDS[kind].public]
    api.commands = public
    api.bodies = {made.kind: {} for made in public}
    router = RoomRouter()
    api.boards = add_resources(router, resources(), [StructureFile])
    add_clock_reads(router)
    add_reads(router)
    add_people_reads(router)
    add_book_reads(router)
    add_till_reads(router)
    add_seating_reads(router)
    add_prizes_reads(router)
    add_makes(router)
    add_commands(router, public, api.bodies)
    api.add_router("/v1", router)
    answer_errors(api)
    return api
