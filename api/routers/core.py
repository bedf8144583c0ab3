"""Endpoints of the room: each response is a board, unchanged."""

from typing import Annotated

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router

from api.auth import OPEN, allowed, viewer_of
from api.public_cache import boards_of
from api.responses import answer, not_there
from api.schemas import core
from api.schemas.core import READ_REFUSALS
from tourney.access import reads
from tourney.access.roles import Actor, Permission
from tourney.journal.boards import journal_entries, journal_entry_board
from tourney.journal.readable import readable
from tourney.live.boards import Audience, names_in, read_boards, seq_of
from tourney.live.publish import encoded
from tourney.now import from_ms, room_now, to_ms

_LATEST = 4_102_444_800_000
Text = Annotated[str, Query(max_length=120)]
Timestamp = Annotated[int | None, Query(ge=0, le=_LATEST, description="Milliseconds since 1970 UTC.")]
Seq = Annotated[int | None, Query(ge=1, le=2**62)]
Limit = Annotated[int, Query(ge=1, le=500)]


def journal_of(
    reader: Actor,
    tournament: int | None,
    topic: str,
    *,
    kind: str,
    who: str,
    since: int | None,
    until: int | None,
    before_seq: int | None,
    limit: int,
) -> HttpResponse:
    """Return a page of a journal, newest entry first."""
    lines = journal_entries(
        tournament,
        reader=reader,
        kind=kind,
        who=who,
        since=None if since is None else from_ms(since),
        until=None if until is None else from_ms(until),
        before_seq=before_seq,
    )
    found = [journal_entry_board(readable(line, reader)) for line in lines[: limit + 1]]
    return answer({"seq": seq_of(topic) or 0, "lines": found[:limit], "more": len(found) > limit})


def add_reads(router: Router) -> None:
    """Add the endpoints of the room's boards."""

    @router.get(
        "/time",
        auth=None,
        response={200: core.Time},
        operation_id="read_time",
        summary="The room's time.",
        description="For everybody. Measure your own clock's offset against it before you show a clock.",
        tags=["Ground floor"],
    )
    def time(request: HttpRequest) -> HttpResponse:
        return answer({"server": to_ms(room_now())})

    @router.get(
        "/me",
        response={200: core.Me, **READ_REFUSALS},
        operation_id="read_me",
        summary="Who the server takes you for, and what you may do.",
        tags=["Ground floor"],
    )
    def me(request: HttpRequest) -> HttpResponse:
        actor = viewer_of(request).actor
        if actor is None:
            raise not_there()
        may = sorted(what.value for what in Permission if actor.may(what))
        return answer({"key": actor.key, "name": actor.name, "role": actor.role.value, "may": may})

    @router.get(
        "/room/boards",
        auth=OPEN,
        response={200: core.Boards, **READ_REFUSALS},
        operation_id="read_room_boards",
        summary="All boards of the room that you may see, as of one snapshot.",
        description="For everybody; a token or a login shows more. The same boards travel over the live feed.",
        tags=["Ground floor"],
        openapi_extra={"security": [{}]},
    )
    def room_boards(request: HttpRequest) -> HttpResponse:
        return boards_of("room", viewer_of(request).audience)

    @router.get(
        "/room/journal",
        response={200: core.Journal, **READ_REFUSALS},
        operation_id="read_room_journal",
        summary="The room's own journal, newest entry first.",
        description="For roles that read the journal; entries about logins are for directors and the login itself. "
        "`kind` is a kind (`table.add`) or a family of them (`table`), `who` a part of a name.",
        tags=["Ground floor"],
    )
    def journal(
        request: HttpRequest,
        kind: Text = "",
        who: Text = "",
        since: Timestamp = None,
        until: Timestamp = None,
        before_seq: Seq = None,
        limit: Limit = 100,
    ) -> HttpResponse:
        reader = allowed(request, reads.JOURNAL)
        return journal_of(
            reader,
            None,
            "room",
            kind=kind,
            who=who,
            since=since,
            until=until,
            before_seq=before_seq,
            limit=limit,
        )

    @router.get(
        "/screens",
        response={200: list[core.Screen], **READ_REFUSALS},
        operation_id="read_screens",
        summary="The room's displays, and what each shows.",
        description="For staff.",
        tags=["Displays"],
    )
    def screens(request: HttpRequest) -> HttpResponse:
        allowed(request, Permission.SEE_STAFF)
        names = [name for name in names_in("room") if name.startswith("screen:")]
        seq, found = read_boards("room", names)
        return answer([encoded(seq, one) for one in found[Audience.DISPLAY].values()])
