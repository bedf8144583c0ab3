"""The endpoint to which pages send commands."""

import logging
import uuid
from datetime import datetime
from functools import partial
from typing import Annotated, Any

import msgspec
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from seating.services.seen_table import SeenTable, table_is_as_seen
from tourney.access.roles import Actor
from tourney.access.viewers import viewer_of_user
from tourney.edge.request_body import object_of
from tourney.jobs.commands import carry_out
from tourney.journal.boards import JournalEntryBoard, journal_entries, journal_entry_board
from tourney.journal.commands import COMMANDS, Command
from tourney.journal.readable import readable
from tourney.journal.refused import Refused
from tourney.models import Job, JournalEntry
from tourney.now import from_ms, room_now
from web.shared.bust_places import place_note

log = logging.getLogger(__name__)
_Number = Annotated[int, msgspec.Meta(ge=0, lt=2**31)]


class _Seen(msgspec.Struct, frozen=True):
    """A table as the page showed it; see `SeenTable`. `at` is in ms."""

    table: _Number
    seq: _Number
    at: int | None = None
    own: Annotated[list[_Number], msgspec.Meta(max_length=100)] = msgspec.field(default_factory=list)


_STATUS = {
    "not_allowed": 403,
    "log_in": 401,
    "bad_argument": 422,
    "unknown_command": 404,
    "unknown_tournament": 404,
}


def refusal(error: Refused) -> JsonResponse:
    """Return a refusal as pages and programs receive it."""
    body = {
        "ok": False,
        "code": error.code,
        "message": str(error),
        "rule": error.rule,
        "fields": error.fields,
    }
    return JsonResponse(body, status=_STATUS.get(error.code, 409))


def _command_of(
    request: HttpRequest,
) -> tuple[uuid.UUID, dict[str, Any], datetime | None, SeenTable | None]:
    try:
        body = object_of(request)
        command_id = uuid.UUID(body["command_id"])
        arguments = body.get("arguments", {})
        until, seen = body.get("until"), _seen_of(body.get("seen"))
    except (Refused, msgspec.ValidationError, ValueError, KeyError, TypeError, AttributeError):
        raise Refused("bad_argument", _("A command needs a command_id and arguments.")) from None
    if not isinstance(arguments, dict):
        raise Refused("bad_argument", _("The arguments of a command must be named."))
    deadline = _time_of(until)
    if deadline is not None and room_now() > deadline and not _known(command_id):
        # After a network failure a request may arrive long after the browser has given up on it.
        raise Refused("too_late", _("This command arrived too late and was not carried out."))
    return command_id, arguments, deadline, seen


def _seen_of(body: object) -> SeenTable | None:
    if body is None:
        return None
    seen = msgspec.convert(body, _Seen)
    return SeenTable(seen.table, seen.seq, _time_of(seen.at), frozenset(seen.own))


def _time_of(sent: object) -> datetime | None:
    if sent is None:
        return None
    try:
        if type(sent) is int:
            return from_ms(sent)
    except (ValueError, OverflowError, OSError):
        pass
    raise Refused("bad_argument", _("The times of a command must be numbers of milliseconds."))


def _known(command_id: uuid.UUID) -> bool:
    lines, jobs = JournalEntry.objects.filter(command=command_id), Job.objects.filter(command=command_id)
    return lines.exists() or jobs.exists()


def _journal_entry_of(tournament_id: int | None, seq: int, reader: Actor) -> JournalEntryBoard:
    return journal_entry_board(readable(journal_entries(tournament_id, reader=reader).get(seq=seq), reader))


def public_command(kind: str, scope: str) -> Command:
    """Return the command that pages and programs may call by this name.

    Raises:
        Refused: there is none.
    """
    made = COMMANDS.get(kind)
    if made is None or not made.public or made.scope != scope:
        raise Refused("unknown_command", _("The command “%(kind)s” does not exist.") % {"kind": kind[:60]})
    return made


@require_POST
def command(request: HttpRequest, kind: str, tournament_id: int | None = None) -> HttpResponse:
    """Run a command: `{"command_id": uuid, "arguments": {…}}` in, its result out.

    `"until"` (a timestamp) sets the latest time of execution; `"seen"` names the table that its sender saw: a late
    command is refused if somebody else has changed it since. The response carries the summary of the journal
    entry, `"line"`, and more to be said about the result, `"note"`: the place of a player who busted. A background
    command is answered with 202 and its job until it is done; sending the same command again polls its progress.
    """
    try:
        actor = viewer_of_user(request.user).actor
        if actor is None:
            raise Refused("log_in", _("Log in first."))
        made = public_command(kind, "room" if tournament_id is None else "tournament")
        command_id, arguments, until, seen = _command_of(request)
        guard = None
        if seen is not None and tournament_id is not None:
            guard = partial(table_is_as_seen, tournament_id, seen, actor)
        done = carry_out(
            made,
            actor=actor,
            command_id=command_id,
            tournament_id=tournament_id,
            arguments=arguments,
            until=until,
            guard=guard,
        )
    except Refused as error:
        return refusal(error)
    if isinstance(done, Job):
        return JsonResponse({"ok": True, "job": done.pk, "state": done.state}, status=202)
    journal_entry = _journal_entry_of(tournament_id, done.seq, actor)
    note = "" if tournament_id is None else place_note(kind, arguments, tournament_id)
    return JsonResponse(
        {
            "ok": True,
            "seq": done.seq,
            "answer": done.answer,
            "repeated": done.repeated,
            "line": journal_entry,
            "note": note,
        }
    )
