"""Endpoints of tournaments, clocks and structures."""

from collections.abc import Sequence
from typing import Annotated, Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from msgspec.structs import asdict
from ninja import Query, Router

from api.auth import OPEN, allowed, viewer_of
from api.public_cache import boards_of
from api.resources import answered
from api.responses import answer, not_there, text_file
from api.routers.core import Limit, Seq, Text, Timestamp, journal_of
from api.schemas import core
from api.schemas.core import READ_REFUSALS, REFUSALS
from clock.boards import clock
from clock.boards.structs import EventStructure, LibraryStructure, StructureFile
from clock.rules.exchange import FileFault, ImportFault, export_csv, import_file
from clock.rules.rows import from_wire
from tourney.access import reads
from tourney.access.roles import Permission
from tourney.edge.request_body import bytes_of
from tourney.journal.refused import Refused
from tourney.live.boards import seq_of

_LARGEST = 2**62
_FILE: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {kind: {"schema": {"type": "string"}} for kind in ("text/csv", "application/json")},
    }
}
_CSV: dict[str, Any] = {
    "responses": {200: {"description": "OK", "content": {"text/csv": {"schema": {"type": "string"}}}}}
}


def _topic(tournament: int) -> str:
    topic = f"t{tournament}"
    try:
        known = seq_of(topic)
    except ValueError:  # More digits than any id has.
        known = None
    if known is None:
        raise Refused("unknown_tournament", _("This tournament does not exist."))
    return topic


def _csv(board: EventStructure | LibraryStructure | None, name: str) -> HttpResponse:
    if board is None:
        raise not_there()
    return text_file(export_csv(from_wire([asdict(row) for row in board.levels])), name, "text/csv")


def _places(faults: Sequence[FileFault]) -> dict[str, str]:
    """Return the errors by location ("line 3, Duration")."""
    found: dict[str, str] = {}
    for fault in faults:
        line = _("line %(line)s") % {"line": fault.line} if fault.line else ""
        row = _("row %(row)s") % {"row": fault.row} if fault.row and not fault.line else ""
        place = ", ".join(part for part in (line, row, fault.column) if part) or _("file")
        found.setdefault(place, _(fault.message) % fault.params)
    return found


def add_clock_reads(router: Router) -> None:
    """Add the endpoints of tournaments and structures."""

    @router.get(
        "/tournaments/{int:tournament}/boards",
        auth=OPEN,
        response={200: core.Boards, **READ_REFUSALS},
        operation_id="read_boards",
        summary="All boards of a tournament that you may see, as of one snapshot.",
        description="For everybody; a token or a login shows more. The same boards travel over the live feed.",
        tags=["Clock"],
        openapi_extra={"security": [{}]},
    )
    def tournament_boards(request: HttpRequest, tournament: int) -> HttpResponse:
        return boards_of(_topic(tournament), viewer_of(request).audience)

    @router.get(
        "/tournaments/{int:tournament}/structure.csv",
        auth=None,
        response={200: None, 404: core.Refusal},
        operation_id="read_structure_csv",
        summary="The structure a tournament plays by, as CSV.",
        description="For everybody.",
        tags=["Clock"],
        openapi_extra=_CSV,
    )
    def structure_csv(request: HttpRequest, tournament: int) -> HttpResponse:
        _topic(tournament)
        return _csv(clock.structure_of(tournament), f"tournament-{tournament}.csv")

    @router.get(
        "/tournaments/{int:tournament}/journal",
        response={200: core.Journal, **READ_REFUSALS},
        operation_id="read_journal",
        summary="A tournament's journal, newest entry first.",
        description="For roles that read the journal. `kind` is a kind (`clock.pause`) or a family of them (`clock`), "
        "`who` a part of a name.",
        tags=["Clock"],
    )
    def journal(
        request: HttpRequest,
        tournament: int,
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
            tournament,
            _topic(tournament),
            kind=kind,
            who=who,
            since=since,
            until=until,
            before_seq=before_seq,
            limit=limit,
        )

    @router.get(
        "/structures/{int:structure}.csv",
        response={200: None, **READ_REFUSALS},
        operation_id="read_library_structure_csv",
        summary="A structure of the library, as CSV.",
        description="For staff.",
        tags=["Clock"],
        openapi_extra=_CSV,
    )
    def library_structure_csv(request: HttpRequest, structure: int) -> HttpResponse:
        allowed(request, Permission.SEE_STAFF)
        found = clock.structure(structure) if structure <= _LARGEST else None
        return _csv(found, f"structure-{structure}.csv")

    @router.post(
        "/structures/read",
        response=REFUSALS,
        operation_id="read_structure_file",
        summary="Read a structure from a CSV or JSON file.",
        description="For roles that edit structures. The file is the body. Nothing is kept: save what comes back with "
        "`structure/save` or `clock/structure`, without the `number` of each row.",
        tags=["Clock"],
        openapi_extra={**_FILE, **answered({"$ref": "#/components/schemas/StructureFile"})},
    )
    def read_file(
        request: HttpRequest,
        filename: Annotated[
            str, Query(max_length=200, description="Its ending decides how it is read.")
        ] = "",
    ) -> HttpResponse:
        allowed(request, Permission.EDIT_STRUCTURE)
        try:
            found = import_file(bytes_of(request), filename or None)
        except ImportFault as error:
            fields = _places(error.faults)
            place, text = next(iter(fields.items()))
            raise Refused("bad_file", f"{place}: {text}", fields=fields) from None
        warnings = [f"{place}: {text}" for place, text in _places(found.warnings).items()]
        return answer(StructureFile(found.name, found.encoding, clock.level_rows(found.levels), warnings))
