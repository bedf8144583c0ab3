"""Plain forms that carry out actions: sent twice they happen once, refused they lose nothing of what was typed.

They are no `django.forms`: an action's signature already says which arguments it takes and within which bounds, so a
Django form would list them a second time. Django's fields also take more than they should: an IntegerField reads
"1_000" and "12.0" as numbers, and a DateTimeField refuses the hour that an autumn night has twice.
"""

import re
import uuid
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.http.request import QueryDict
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from clock.rules.cells import CellFault, read_chips
from tourney.access.roles import Permission
from tourney.jobs.commands import carry_out, refusal_of
from tourney.journal.boards import line_board
from tourney.journal.commands import COMMANDS, CommandResult
from tourney.journal.readable import readable
from tourney.journal.refused import Refused
from tourney.models import Job, JournalEntry
from web.shared.access import actor_of, staff_page

_LONGEST_NUMBER = 40
_WHOLE = re.compile(r"-?[0-9]{1,15}")


class Form:
    """What stands in a form, and what is wrong with it.

    Attributes:
        values: field → what was typed, or what stood there at first.
        errors: field → the sentence that belongs beside it.
        message: why it was refused as a whole, or "". `rule`: what that rests on, or "".
        command_id: made when the form was shown, so that sending it twice happens once.
    """

    def __init__(self, values: Mapping[str, object] | None = None) -> None:
        self.values: dict[str, str] = {name: str(value) for name, value in (values or {}).items()}
        self.errors: dict[str, str] = {}
        self.message = ""
        self.rule = ""
        self.command_id = str(uuid.uuid4())

    @classmethod
    def sent(cls, request: HttpRequest) -> "Form":
        """The form as somebody sent it."""
        form = cls(_single(request.POST))
        form.command_id = form.values.get("command_id", "")
        return form

    @property
    def is_wrong(self) -> bool:
        """Whether there is anything to say about it."""
        return bool(self.errors or self.message)

    def text(self, name: str) -> str:
        """A text without the spaces around it; line ends as one character."""
        return self.values.get(name, "").replace("\r\n", "\n").strip()

    def flag(self, name: str) -> bool:
        """Whether a box is ticked."""
        return bool(self.values.get(name))

    def whole(self, name: str) -> int:
        """A whole number; what is none is an error of the field."""
        typed = self.text(name)
        if len(typed) <= _LONGEST_NUMBER and _WHOLE.fullmatch(typed):
            return int(typed)
        self.fail(name, _("This must be a whole number.") if typed else _("This field is required."))
        return 0

    def chips(self, name: str) -> int:
        """An amount of chips as people write it (12500, 12'500); what is none is an error of the field."""
        typed = self.text(name)
        try:
            return read_chips(typed) if typed else self._missing(name)
        except CellFault as fault:
            self.fail(name, _(fault.message) % fault.params)
            return 0

    def chosen(self, name: str) -> int | None:
        """The number behind a choice, None for "none of them"."""
        return self.whole(name) if self.text(name) else None

    def _missing(self, name: str) -> int:
        self.fail(name, _("This field is required."))
        return 0

    def fail(self, name: str, sentence: str) -> None:
        """Say what is wrong with a field; the first sentence stands."""
        self.errors.setdefault(name, sentence)

    def refuse(self, error: Refused) -> None:
        """Take in why an action said no."""
        self.message, self.rule = error.message, error.rule
        for name, sentence in error.fields.items():
            self.fail(name, sentence)
        if error.code == "command_reused":
            # The way here is the browser's back button: the same form, filled in anew.
            self.message = _("This form was already sent with different content. Check it and send it again.")
            self.command_id = str(uuid.uuid4())

    def act(
        self, request: HttpRequest, kind: str, /, *, tournament_id: int | None = None, **arguments: Any
    ) -> CommandResult | None:
        """Carry out what the form asks for, unless something is wrong with it; say so with the way back.

        Args:
            kind: of the action.
            tournament_id: where; None for actions of the room.
            arguments: what the action takes.
        """
        if self.errors:
            return None
        try:
            command_id = command_of(self.command_id)
            done = COMMANDS[kind](
                actor=actor_of(request), command_id=command_id, tournament_id=tournament_id, **arguments
            )
        except Refused as error:
            self.refuse(error)
            return None
        say_done(request, tournament_id, done)
        return done

    def hand_over(
        self, request: HttpRequest, kind: str, /, *, tournament_id: int, **arguments: Any
    ) -> Job | None:
        """As `act`, for a command that is left to a worker.

        Returns:
            Its job; None where it was refused, or where the same form has been sent before and all is done.
        """
        try:
            done = carry_out(
                COMMANDS[kind],
                actor=actor_of(request),
                command_id=command_of(self.command_id),
                tournament_id=tournament_id,
                arguments=arguments,
            )
        except Refused as error:
            self.refuse(error)
            return None
        if isinstance(done, Job):
            return done
        say_done(request, tournament_id, done)
        return None


def _single(data: QueryDict) -> dict[str, str]:
    return {name: str(data.get(name, "")) for name in data}


def command_of(text: str) -> uuid.UUID:
    """The number of a command.

    Raises:
        Refused: it is none.
    """
    try:
        return uuid.UUID(text)
    except ValueError:
        raise Refused("bad_argument", _("This form is incomplete. Reload the page.")) from None


def say_done(request: HttpRequest, tournament_id: int | None, done: CommandResult) -> None:
    """Tell on the next page what happened, with the way back."""
    line = JournalEntry.journal(tournament_id).select_related("undone_by__undone_by").get(seq=done.seq)
    board = line_board(readable(line, actor_of(request)))
    scope = "room" if tournament_id is None else str(tournament_id)
    undo = f"undo-{scope}-{line.seq}" if board["undoable"] and actor_of(request).may(Permission.UNDO) else ""
    messages.success(request, board["text"], extra_tags=undo)


def say_outcome(request: HttpRequest, job: Job) -> None:
    """Tell on the next page what came of a job that has ended."""
    if job.seq is None:
        say_refused(request, refusal_of(job))
    else:
        say_done(request, job.tournament_id, CommandResult(job.seq, None))


def say_refused(request: HttpRequest, error: Refused) -> None:
    """Tell on the next page why something was refused."""
    text = f"{error.message} ({error.rule})" if error.rule else error.message
    messages.error(request, text)


def upload_of(request: HttpRequest, name: str) -> UploadedFile | None:
    """The file that came in a field, if one did."""
    file = request.FILES.get(name)
    return file if isinstance(file, UploadedFile) else None


def way_back(request: HttpRequest, otherwise: str) -> HttpResponse:
    """To the page of ours that a form names in `next`, or to another one."""
    wanted = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
    parts = urlsplit(wanted) if safe else None
    if parts is None or not parts.path.startswith("/") or len(wanted) > 2000:
        return redirect(otherwise)
    return redirect(parts._replace(scheme="", netloc="").geturl())


@require_POST
@staff_page(Permission.UNDO)
def undo(request: HttpRequest, tournament_id: int | None = None) -> HttpResponse:
    """Undo a line of a journal, and say what came of it on the page it was asked from."""
    form = Form.sent(request)
    seq = form.whole("seq")
    kind = "room.undo" if tournament_id is None else "undo"
    if form.act(request, kind, tournament_id=tournament_id, seq=seq) is None:
        say_refused(request, Refused("refused", form.message or " ".join(form.errors.values()), form.rule))
    return way_back(request, "hub")
