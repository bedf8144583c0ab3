"""Endpoints of all public commands, built from the registry."""

from collections.abc import Callable, Iterable
from typing import Annotated, Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from ninja import Header, Router

from api.auth import allowed
from api.docstrings import words_of
from api.responses import answer
from api.schemas.core import REFUSALS, Happened
from tourney.access.roles import ALLOWED, Role
from tourney.edge.request_body import object_of
from tourney.journal.commands import Command, CommandResult

ROOMS = {"tourney": "Ground floor", "seating": "Tables", "clock": "Clock"}
CommandId = Annotated[
    UUID,
    Header(
        alias="Idempotency-Key",
        description="A fresh UUID for each thing you want done. Send the same one again when you did not hear the "
        "answer: it is done once, and the first answer comes back with `repeated: true`.",
    ),
]


def path_of(made: Command) -> str:
    """Return the path of a command: "clock.pause" at `clock/pause` of its tournament, "event.create" at
    `room/event/create`.
    """
    if made.scope == "tournament":
        return "/tournaments/{int:tournament}/" + made.kind.replace(".", "/")
    return "/room/" + made.kind.removeprefix("room.").replace(".", "/")


def operation_id(made: Command) -> str:
    """Return the operation id of a command for generated clients; it is stable as long as the kind is."""
    return made.kind.replace(".", "_")


def tag_of_module(module: str) -> str:
    """Return the app under which the documentation lists a module's endpoints."""
    if module.startswith("tourney.rulebooks"):
        return "Rulebooks"
    room = module.partition(".")[0]
    return ROOMS.get(room, room.capitalize())


def carried_out(made: Command, request: HttpRequest, command: UUID, tournament: int | None) -> HttpResponse:
    """Run the command of a request.

    Raises:
        Refused: it is not allowed; nothing has changed.
    """
    actor = allowed(request, made.permission)
    return response_of(
        made.carry_out(object_of(request), actor=actor, command_id=command, tournament_id=tournament)
    )


def response_of(done: CommandResult) -> HttpResponse:
    """Return the response for the result of a command."""
    return answer({"seq": done.seq, "answer": done.answer, "repeated": done.repeated})


def description_of(made: Command) -> str:
    """Return a command's description: its text, permission, and whether it can be undone."""
    roles = [role.value for role in Role if made.permission in ALLOWED[role]]
    undo = "Can be undone." if made.undoable else "Can't be undone."
    return "\n\n".join(
        part for part in (words_of(made.body).text, f"For: {', '.join(roles)}. {undo}") if part
    )


def _view_of(made: Command) -> Callable[..., HttpResponse]:
    def in_tournament(request: HttpRequest, tournament: int, command: CommandId) -> HttpResponse:
        return carried_out(made, request, command, tournament)

    def in_room(request: HttpRequest, command: CommandId) -> HttpResponse:
        return carried_out(made, request, command, None)

    return in_tournament if made.scope == "tournament" else in_room


def _body_of(made: Command, schema: dict[str, Any]) -> dict[str, Any]:
    needed = any(field.is_required() for field in made.arguments.model_fields.values())
    return {"requestBody": {"required": needed, "content": {"application/json": {"schema": schema}}}}


def add_commands(router: Router, commands: Iterable[Command], schemas: dict[str, dict[str, Any]]) -> None:
    """Add an endpoint for every command.

    Args:
        schemas: for each kind, the JSON schema of its arguments (see `api.schema.RoomAPI`).
    """
    for made in commands:
        router.post(
            path_of(made),
            operation_id=operation_id(made),
            summary=words_of(made.body).summary,
            description=description_of(made),
            tags=[tag_of_module(made.body.__module__)],
            response={200: Happened, **REFUSALS},
            openapi_extra=_body_of(made, schemas[made.kind]),
            url_name=operation_id(made),
        )(_view_of(made))
