"""Commands: the only way to write.

The decorator owns the transaction, the lock, idempotency, the journal entry and publishing; the body contains
only the poker.
"""

import logging
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Concatenate, Literal, ParamSpec

from django.db import IntegrityError, OperationalError, transaction
from django.utils.translation import gettext as _
from pydantic import BaseModel

from tourney.access.field_permissions import FieldPermission
from tourney.access.roles import Actor, Permission
from tourney.edge.log_context import COMMAND
from tourney.edge.metrics import COMMANDS as CARRIED_OUT
from tourney.edge.metrics import REFUSALS
from tourney.edge.tracing import span
from tourney.journal.arguments import arguments_of, body_arguments, checked, plain
from tourney.journal.refused import Refused
from tourney.journal.sqlite_write_queue import turn
from tourney.journal.tx import Tx
from tourney.live.publish import publish
from tourney.models import JournalEntry, Room, Tournament
from tourney.now import database_now
from tourney.services.planned_statements import retry_if_outdated
from tourney.services.postgres_errors import DEADLOCK, LOCK_TIMEOUT, code_of
from tourney.services.prepared_query import PreparedQuery, can_vary
from tourney.services.prepared_writes import insert, set_columns
from tourney.snapshot import command_cache, in_consistent_read

log = logging.getLogger(__name__)
# One record of each command, in the journal's order only by its seq.
carried_out = logging.getLogger("tourney.journal.carried_out")
P = ParamSpec("P")
Scope = Literal["tournament", "room"]
Answer = dict[str, Any] | None
Check = Callable[[Actor, int | None, Mapping[str, Any]], None]
Guard = Callable[[], None]
Background = bool | Callable[[int, Mapping[str, Any]], bool]
Summary = Any  # a lazily translated template, or a function of the journal entry

COMMANDS: dict[str, "Command"] = {}
# Only a test that shows what the lock prevents turns this off.
locking = True


@dataclass(frozen=True, slots=True)
class CommandResult:
    """Result of a command.

    Attributes:
        seq: number of its journal entry.
        answer: what the body returned, as the journal stores it.
        repeated: the command had been carried out before; this call changed nothing.
    """

    seq: int
    answer: Answer
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class Command:
    """A command and its options.

    Attributes:
        kind: its name in the journal, "clock.pause".
        permission: what the actor's role must allow.
        scope: the tournament or the room: which row it locks and which journal it writes to.
        boards: the boards it always changes.
        summary: text of its journal entry; a template of its arguments and answer.
        undoable: whether undo may restore its rows.
        first: called with the tournament before the transaction, to process due times.
        public: whether pages and programs may call it; otherwise only the server itself does.
        undo_hint: what to do instead where an undo is refused; "" for nothing.
        yields_to_undo: whether its changes to a row are dropped when the entry that created the row is
            undone. For changes that the server makes soon after a command, before any user could
            undo that command.
        answer_permissions: permissions to read parts of its answer in the journal, by path ("issued.number").
        check: called under the lock with the actor, the tournament and the arguments; raises Refused where the role
            alone does not decide (a dealer's login acts at its own tables).
        background: whether pages leave it to a worker (`tourney/jobs/commands.py`), or a function that
            decides this from the tournament and the arguments. For commands that affect the whole room.
    """

    kind: str
    permission: Permission
    scope: Scope
    boards: tuple[str, ...]
    summary: Summary
    undoable: bool
    public: bool
    first: Callable[[int], None] | None
    body: Callable[..., Any]
    arguments: type[BaseModel]
    undo_hint: Summary = ""
    yields_to_undo: bool = False
    answer_permissions: Mapping[str, FieldPermission] = field(default_factory=dict)
    check: Check | None = None
    background: Background = False

    def __call__(
        self,
        *,
        actor: Actor,
        command_id: uuid.UUID,
        tournament_id: int | None = None,
        due: datetime | None = None,
        **arguments: Any,
    ) -> CommandResult:
        """Carry out the command; see `carry_out`."""
        return self.carry_out(
            arguments, actor=actor, command_id=command_id, tournament_id=tournament_id, due=due
        )

    def carry_out(
        self,
        arguments: Mapping[str, Any],
        *,
        actor: Actor,
        command_id: uuid.UUID,
        tournament_id: int | None = None,
        due: datetime | None = None,
        guard: Guard | None = None,
    ) -> CommandResult:
        """Carry out the command. Its arguments are validated here, once.

        Args:
            arguments: of the body, by name, as they were sent. A mapping, so that names can't collide.
            actor: who sends the command.
            command_id: a repeated ID is carried out once and returns the same answer.
            tournament_id: for commands of a tournament.
            due: for a scheduled command, the time it was due; it takes effect from then.
            guard: called under the lock unless the command was carried out before; raises Refused if the command came
                too late for what its sender saw.

        Raises:
            Refused: the command is not allowed; nothing has changed.
        """
        mark = COMMAND.set(str(command_id))
        try:
            with span(
                f"command {self.kind}", command=self.kind, event=tournament_id, command_id=str(command_id)
            ) as measured:
                try:
                    result = self._attempt(arguments, actor, command_id, tournament_id, due, guard)
                except Refused as refusal:
                    measured.refuse(refusal.code)
                    raise
                measured.note(seq=result.seq, repeated=result.repeated or None)
            if not result.repeated:
                CARRIED_OUT.labels(self.kind).inc()
                carried_out.info("%s", self.kind, extra=_about(self, tournament_id, seq=result.seq))
            return result
        except Refused as refusal:
            REFUSALS.labels(self.kind, refusal.code).inc()
            carried_out.info(
                "%s refused: %s",
                self.kind,
                refusal.code,
                extra=_about(self, tournament_id, code=refusal.code),
            )
            raise
        finally:
            COMMAND.reset(mark)

    def _attempt(
        self,
        arguments: Mapping[str, Any],
        actor: Actor,
        command_id: uuid.UUID,
        tournament_id: int | None,
        due: datetime | None,
        guard: Guard | None,
    ) -> CommandResult:
        given = checked(self.arguments, arguments)
        if not actor.may(self.permission):
            raise Refused("not_allowed", _("Your role does not allow this."))
        if (tournament_id is None) != (self.scope == "room"):
            raise TypeError(f"{self.kind} belongs to a {self.scope}.")
        if in_consistent_read():
            raise TypeError(f"{self.kind} can't be carried out while a page or a board is being read.")
        if self.first is not None and tournament_id is not None:
            self.first(tournament_id)

        def act() -> CommandResult:
            with turn() as let_go, transaction.atomic():
                # Runs first after the commit, so that clients need not wait for the other callbacks.
                transaction.on_commit(let_go)
                return self._carry_out(actor, command_id, tournament_id, due, given, guard)

        try:
            return retry_if_outdated(act)
        except (IntegrityError, OperationalError) as error:
            code = code_of(error)
            if isinstance(error, OperationalError) and code not in {DEADLOCK, LOCK_TIMEOUT}:
                raise
            # Commands of two scopes raced despite their locks (the same table assigned twice, the same command sent
            # to two tournaments), and a database constraint refused the second one. Or two waited for each other's
            # rows, and PostgreSQL ended this one; or this one waited too long for the other one. Nothing has changed;
            # report that to its sender.
            log.info("%s refused by the database: %s", self.kind, error)
            message = (
                _("Another change is taking a long time. Nothing was saved. Try again in a minute.")
                if code == LOCK_TIMEOUT
                else _("Someone else changed this at the same time. Check it again.")
            )
            raise Refused("conflict", message) from error

    def _carry_out(
        self,
        actor: Actor,
        command: uuid.UUID,
        tournament_id: int | None,
        due: datetime | None,
        given: dict[str, Any],
        guard: Guard | None,
    ) -> CommandResult:
        scope = lock_room() if tournament_id is None else lock_tournament(tournament_id)
        before = _SAME_COMMAND.first(command)
        if before is not None:
            return self._answer_again(before, actor, tournament_id, given)
        if self.check is not None:
            self.check(actor, tournament_id, given)
        if guard is not None:
            guard()
        now = database_now()
        now = now.replace(microsecond=now.microsecond // 1000 * 1000)
        tx = Tx(scope, actor, now, due)
        # Commands of the room may change what viewers are allowed to read.
        with command_cache(tx.changes, of_room=tournament_id is None):
            answer = self.body(tx, **body_arguments(self.body, given))
        journal_entry = JournalEntry(
            tournament_id=tournament_id,
            seq=scope.seq + 1,
            kind=self.kind,
            at=now,
            due_at=due,
            actor=actor.key,
            who=actor.name,
            command=command,
            arguments=plain(self.arguments, given),
            answer=answer,
            rule=tx.rule,
            changes=tx.changes,
            undoes_id=tx.undoes,
        )
        insert(journal_entry)
        set_columns(type(scope), scope.pk, seq=journal_entry.seq)
        topic = "room" if tournament_id is None else f"t{tournament_id}"
        boards = sorted({*self.boards, *tx.boards})
        touched = {change["model"] for change in tx.changes}
        transaction.on_commit(
            lambda: publish(topic, journal_entry.seq, boards, tx.players, touched, tx.changes)
        )
        for follower in tx.followers:
            transaction.on_commit(follower)
        return CommandResult(journal_entry.seq, answer)

    def _answer_again(
        self, journal_entry: JournalEntry, actor: Actor, tournament_id: int | None, given: Mapping[str, Any]
    ) -> CommandResult:
        same = (
            journal_entry.kind == self.kind
            and journal_entry.actor == actor.key
            and journal_entry.tournament_id == tournament_id
            and journal_entry.arguments == plain(self.arguments, given)
        )
        if not same:
            raise Refused(
                "command_reused", _("This command ID has already been used for a different command.")
            )
        return CommandResult(journal_entry.seq, journal_entry.answer, repeated=True)


def _about(command: Command, tournament_id: int | None, **more: Any) -> dict[str, Any]:
    """Return the fields of a log record about a command."""
    return {"kind": command.kind, "event": tournament_id, **more}


_SAME_COMMAND = PreparedQuery(lambda command: JournalEntry.objects.filter(command=command))
_NOT_LOCKED = PreparedQuery(lambda pk: Tournament.objects.filter(pk=pk))
_LOCKED = PreparedQuery(lambda pk: Tournament.objects.filter(pk=pk).select_for_update(of=("self",)))


def lock_room() -> Room:
    """Return the room's row, locked until the transaction ends."""
    rows = Room.objects.select_for_update() if locking else Room.objects
    room, _created = rows.get_or_create(id=1)
    return room


def lock_tournament(tournament_id: int) -> Tournament:
    """Return a tournament's row, locked until the transaction ends.

    Raises:
        Refused: there is no such tournament.
    """
    # No row has a number that the database can't hold.
    found = (_LOCKED if locking else _NOT_LOCKED).first(tournament_id) if can_vary(tournament_id) else None
    if found is None:
        raise Refused("unknown_tournament", _("This tournament does not exist."))
    return found


def command(
    kind: str,
    *,
    permission: Permission,
    summary: Summary,
    scope: Scope = "tournament",
    boards: tuple[str, ...] = (),
    undoable: bool = True,
    public: bool = True,
    first: Callable[[int], None] | None = None,
    undo_hint: Summary = "",
    yields_to_undo: bool = False,
    answer_permissions: Mapping[str, FieldPermission] | None = None,
    check: Check | None = None,
    background: Background = False,
) -> Callable[[Callable[Concatenate[Tx, P], Answer]], Command]:
    """Register a function as the body of a command. See `Command` for the arguments.

    Raises:
        ValueError: the kind is taken, or a command for dealers does not name the table it applies to.
    """
    if permission == Permission.DEAL and check is None:
        raise ValueError(f"{kind} needs a check of the dealer's table.")

    def make(body: Callable[Concatenate[Tx, P], Answer]) -> Command:
        if kind in COMMANDS:
            raise ValueError(f"Two commands are called {kind}.")
        name = "".join(part.capitalize() for part in kind.replace("_", ".").split("."))
        arguments = arguments_of(body, name)
        made = Command(
            kind,
            permission,
            scope,
            boards,
            summary,
            undoable,
            public,
            first,
            body,
            arguments,
            undo_hint,
            yields_to_undo,
            answer_permissions or {},
            check,
            background,
        )
        COMMANDS[kind] = made
        return made

    return make


@contextmanager
def without_lock() -> Iterator[None]:
    """Run commands without their lock, as the control of a race test."""
    global locking
    locking = False
    try:
        yield
    finally:
        locking = True
