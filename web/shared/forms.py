"""Plain forms that run commands: idempotent, and refused input is kept.

They are no `django.forms`: a command's signature already defines its arguments and their bounds, so a Django
form would list them a second time. Django's fields also accept too much: an IntegerField reads "1_000" and
"12.0" as numbers, and a DateTimeField refuses the hour that an autumn night has twice.
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
from tourney.journal.arguments import checked
from tourney.journal.boards import journal_entry_board
from tourney.journal.commands import COMMANDS, CommandResult
from tourney.journal.readable import readable
from tourney.journal.refused import Refused
from tourney.models import Job, JournalEntry
from web.shared.access import actor_of, staff_page

_LONGEST_NUMBER = 40
# Refusals of an undo that the user may repeat with “Undo anyway”.
UNDO_ASKS = ("prizes_paid", "chips_in_play", "played_since")
# Journal kinds that create an event.
CREATED_BY = ("event.create", "event.copy", "event.set_up")
_WHOLE = re.compile(r"-?[0-9]{1,15}")


class Form:
    """The values of a form and their errors.

    Attributes:
        values: field → the submitted or the initial value.
        errors: field → the error shown beside it.
        message: why the whole form was refused, or "". `rule`: the rule's number, or "". `code`: of the
            refusal, or "".
        command_id: generated when the form is shown, so that a repeated submission is applied once.
    """

    def __init__(self, values: Mapping[str, object] | None = None) -> None:
        self.values: dict[str, str] = {name: str(value) for name, value in (values or {}).items()}
        self.errors: dict[str, str] = {}
        self.message = ""
        self.rule = ""
        self.code = ""
        self.command_id = str(uuid.uuid4())

    @classmethod
    def sent(cls, request: HttpRequest) -> "Form":
        """Return the submitted form."""
        form = cls(_single(request.POST))
        form.command_id = form.values.get("command_id", "")
        return form

    def save_in_session(self, request: HttpRequest, name: str) -> None:
        """Save the form for the next page, so that this page is not the response to a POST."""
        values = {field: value for field, value in self.values.items() if field != "csrfmiddlewaretoken"}
        request.session[name] = {**vars(self), "values": values}

    @classmethod
    def from_session(cls, request: HttpRequest, name: str) -> "Form":
        """Take the form saved in the session; return an empty one if there is none."""
        form = cls()
        for field, value in request.session.pop(name, {}).items():
            setattr(form, field, value)
        return form

    @property
    def is_wrong(self) -> bool:
        """Return whether there is an error."""
        return bool(self.errors or self.message)

    def text(self, name: str) -> str:
        """Return a text without surrounding spaces, with normalised line ends."""
        return self.values.get(name, "").replace("\r\n", "\n").strip()

    def flag(self, name: str) -> bool:
        """Return whether a box is ticked."""
        return bool(self.values.get(name))

    def whole(self, name: str) -> int:
        """Return a whole number; an invalid one is an error of the field."""
        typed = self.text(name)
        if len(typed) <= _LONGEST_NUMBER and _WHOLE.fullmatch(typed):
            return int(typed)
        self.fail(name, _("This must be a whole number.") if typed else _("This field is required."))
        return 0

    def chips(self, name: str) -> int:
        """Return an amount of chips (12500, 12'500); an invalid one is an error of the field."""
        typed = self.text(name)
        try:
            return read_chips(typed) if typed else self._missing(name)
        except CellFault as fault:
            self.fail(name, _(fault.message) % fault.params)
            return 0

    def chosen(self, name: str) -> int | None:
        """Return the chosen id, None for "none of them"."""
        return self.whole(name) if self.text(name) else None

    def _missing(self, name: str) -> int:
        self.fail(name, _("This field is required."))
        return 0

    def fail(self, name: str, sentence: str) -> None:
        """Add an error to a field; the first error stays."""
        self.errors.setdefault(name, sentence)

    def refuse(self, error: Refused) -> None:
        """Record a refusal of a command."""
        self.message, self.rule, self.code = error.message, error.rule, error.code
        self._mark(error)
        if error.code == "command_reused":
            # This happens on the browser's back button: the same form with new values.
            self.message = _("This form was already sent with different content. Check it and send it again.")
            self.command_id = str(uuid.uuid4())

    def _mark(self, error: Refused) -> None:
        for name, sentence in error.fields.items():
            # Errors of arguments begin with a verb, because elsewhere they follow a label.
            whole = _("This %(fault)s") % {"fault": sentence} if sentence[:1].islower() else sentence
            self.fail(name, whole)

    def act(
        self, request: HttpRequest, kind: str, /, *, tournament_id: int | None = None, **arguments: Any
    ) -> CommandResult | None:
        """Run the form's command unless the form has errors; show the result with undo.

        A form with errors is marked with those of the arguments as well, so that all are mended in one go.

        Args:
            kind: of the command.
            tournament_id: the event; None for commands of the room.
            arguments: the command's arguments.
        """
        if self.errors:
            try:
                checked(COMMANDS[kind].arguments, arguments)
            except Refused as error:
                self._mark(error)
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
        """Enqueue the form's command for a worker, as `act`.

        Returns:
            Its job; None if it was refused, or if the same form was submitted before and is done.
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
    """Parse a command id.

    Raises:
        Refused: it is invalid.
    """
    try:
        return uuid.UUID(text)
    except ValueError:
        raise Refused("bad_argument", _("This form is incomplete. Reload the page.")) from None


def say_done(request: HttpRequest, tournament_id: int | None, done: CommandResult) -> None:
    """Show on the next page what happened, with undo."""
    journal_entry = (
        JournalEntry.journal(tournament_id).select_related("undone_by__undone_by").get(seq=done.seq)
    )
    board = journal_entry_board(readable(journal_entry, actor_of(request)))
    scope = "room" if tournament_id is None else str(tournament_id)
    undo = (
        f"undo-{scope}-{journal_entry.seq}"
        if board["undoable"] and actor_of(request).may(Permission.UNDO)
        else ""
    )
    messages.success(request, board["text"], extra_tags=undo)


def say_outcome(request: HttpRequest, job: Job) -> None:
    """Show on the next page the result of a finished job."""
    if job.seq is None:
        say_refused(request, refusal_of(job))
    else:
        say_done(request, job.tournament_id, CommandResult(job.seq, None))


def say_refused(request: HttpRequest, error: Refused, asks: str = "") -> None:
    """Show on the next page why a command was refused.

    Args:
        asks: tags of the message, with which the page offers to undo the entry anyway.
    """
    text = f"{error.message} ({error.rule})" if error.rule else error.message
    messages.error(request, text, extra_tags=asks)


def upload_of(request: HttpRequest, name: str) -> UploadedFile | None:
    """Return the file uploaded in a field, if any."""
    file = request.FILES.get(name)
    return file if isinstance(file, UploadedFile) else None


def way_back(request: HttpRequest, otherwise: str) -> HttpResponse:
    """Return to our page named in `next`, or to another one."""
    wanted = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
    parts = urlsplit(wanted) if safe else None
    if parts is None or not parts.path.startswith("/") or len(wanted) > 2000:
        return redirect(otherwise)
    return redirect(parts._replace(scheme="", netloc="").geturl())


@require_POST
@staff_page(Permission.UNDO)
def undo(request: HttpRequest, tournament_id: int | None = None) -> HttpResponse:
    """Undo a journal entry, and show the result on the page that requested it."""
    form = Form.sent(request)
    seq = form.whole("seq")
    kind = "room.undo" if tournament_id is None else "undo"
    sure = {} if tournament_id is None else {"although_paid": form.flag("although_paid")}
    done = form.act(request, kind, tournament_id=tournament_id, seq=seq, **sure)
    if done is not None and (done.answer or {}).get("kind") in CREATED_BY:
        # The page that requested it may have been one of the event, which no longer exists.
        return redirect("hub")
    if done is None:
        asks = f"undo-{tournament_id}-{seq} sure" if form.code in UNDO_ASKS else ""
        text = form.message or " ".join(form.errors.values())
        say_refused(request, Refused("refused", text, form.rule), asks)
    return way_back(request, "hub")
