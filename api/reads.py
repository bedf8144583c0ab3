"""What programs read of the room: each answer is a board of some room of the house, unchanged."""

from typing import Annotated, Any

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router

from api import shapes
from api.answers import answer, not_there
from api.callers import OPEN, allowed, viewer_of
from api.public_cache import boards_of, public_answer
from api.shapes import READ_REFUSALS
from clock.boards import lobby
from seating.boards import tables
from tourney import boards
from tourney.access import reads
from tourney.access.roles import Actor, May
from tourney.journal.boards import line_board, lines_of
from tourney.journal.readable import readable
from tourney.live.boards import Audience, names_in, read_boards, seq_of
from tourney.moment import one_moment
from tourney.now import from_ms, room_now, to_ms

_LATEST = 4_102_444_800_000
Text = Annotated[str, Query(max_length=120)]
Moment = Annotated[int | None, Query(ge=0, le=_LATEST, description="Milliseconds since 1970 UTC.")]
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
    """A page of a journal, newest line first."""
    lines = lines_of(
        tournament,
        kind=kind,
        who=who,
        since=None if since is None else from_ms(since),
        until=None if until is None else from_ms(until),
        before_seq=before_seq,
    )
    found = [line_board(readable(line, reader)) for line in lines[: limit + 1]]
    return answer({"seq": seq_of(topic) or 0, "lines": found[:limit], "more": len(found) > limit})


def add_reads(router: Router) -> None:
    """Give the room's boards their addresses."""

    @router.get(
        "/time",
        auth=None,
        response={200: shapes.Time},
        operation_id="read_time",
        summary="The room's time.",
        description="For everybody. Measure your own clock's offset against it before you show a clock.",
        tags=["Ground floor"],
    )
    def time(request: HttpRequest) -> HttpResponse:
        return answer({"server": to_ms(room_now())})

    @router.get(
        "/me",
        response={200: shapes.Me, **READ_REFUSALS},
        operation_id="read_me",
        summary="Who the server takes you for, and what you may do.",
        tags=["Ground floor"],
    )
    def me(request: HttpRequest) -> HttpResponse:
        actor = viewer_of(request).actor
        if actor is None:
            raise not_there()
        may = sorted(what.value for what in May if actor.may(what))
        return answer({"key": actor.key, "name": actor.name, "role": actor.role.value, "may": may})

    @router.get(
        "/room",
        response={200: shapes.RoomBoard, **READ_REFUSALS},
        operation_id="read_room",
        summary="The room, and what new events begin with.",
        description="For staff.",
        tags=["Ground floor"],
    )
    def room(request: HttpRequest) -> HttpResponse:
        allowed(request, May.SEE_STAFF)
        return answer(boards.room())

    @router.get(
        "/room/boards",
        auth=OPEN,
        response={200: shapes.Boards, **READ_REFUSALS},
        operation_id="read_room_boards",
        summary="All boards of the room that you may see, of one moment.",
        description="For everybody; a token or a login shows more. The same boards travel over the live feed.",
        tags=["Ground floor"],
        openapi_extra={"security": [{}]},
    )
    def room_boards(request: HttpRequest) -> HttpResponse:
        return boards_of("room", viewer_of(request).audience)

    @router.get(
        "/lobby",
        auth=None,
        response={200: shapes.Lobby},
        operation_id="read_lobby",
        summary="The room's open events.",
        description="For everybody.",
        tags=["Clock"],
    )
    def read_lobby(request: HttpRequest) -> HttpResponse:
        def found() -> dict[str, Any]:
            with one_moment():
                return {"seq": seq_of("room") or 0, **(lobby(0, "") or {})}

        return public_answer("room", "lobby", found)

    @router.get(
        "/room/journal",
        response={200: shapes.Journal, **READ_REFUSALS},
        operation_id="read_room_journal",
        summary="The room's own journal, newest line first.",
        description="For roles that read the journal. `kind` is a kind (`table.add`) or a family of them (`table`), "
        "`who` a part of a name.",
        tags=["Ground floor"],
    )
    def journal(
        request: HttpRequest,
        kind: Text = "",
        who: Text = "",
        since: Moment = None,
        until: Moment = None,
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
        "/chip-sets",
        response={200: list[shapes.ChipSet], **READ_REFUSALS},
        operation_id="read_chip_sets",
        summary="The room's cases of chips.",
        description="For staff.",
        tags=["Ground floor"],
    )
    def chip_sets(request: HttpRequest) -> HttpResponse:
        allowed(request, May.SEE_STAFF)
        return answer(boards.chip_sets())

    @router.get(
        "/people",
        response={200: list[shapes.Person], **READ_REFUSALS},
        operation_id="read_people",
        summary="All logins.",
        description="For directors.",
        tags=["Ground floor"],
    )
    def people(request: HttpRequest) -> HttpResponse:
        allowed(request, reads.LOGINS)
        return answer(boards.people())

    @router.get(
        "/tables",
        response={200: list[shapes.Table], **READ_REFUSALS},
        operation_id="read_tables",
        summary="The room's tables, and which event has each.",
        description="For staff.",
        tags=["Tables"],
    )
    def read_tables(request: HttpRequest) -> HttpResponse:
        allowed(request, May.SEE_STAFF)
        return answer(tables())

    @router.get(
        "/screens",
        response={200: list[shapes.Screen], **READ_REFUSALS},
        operation_id="read_screens",
        summary="The room's displays, and what each shows.",
        description="For staff.",
        tags=["Displays"],
    )
    def screens(request: HttpRequest) -> HttpResponse:
        allowed(request, May.SEE_STAFF)
        names = [name for name in names_in("room") if name.startswith("screen:")]
        _seq, found = read_boards("room", names)
        return answer(list(found[Audience.DISPLAY].values()))
