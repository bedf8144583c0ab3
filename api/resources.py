"""GET endpoints made from the registry of reads (`tourney.live.resources`): a new one needs nothing here."""

import importlib
import inspect
import typing
from collections.abc import Callable, Iterable
from typing import Annotated, Any

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router
from ninja.constants import NOT_SET

from api.auth import allowed
from api.commands import tag_of_module
from api.docstrings import words_of
from api.public_cache import public_answer
from api.responses import answer, event_at, not_there
from api.schemas.core import READ_REFUSALS, Refusal
from tourney.access.roles import ALLOWED, Role
from tourney.live.boards import seq_of
from tourney.live.publish import encoded
from tourney.live.resources import RESOURCES, Resource
from tourney.live.shapes import Schema, schemas_of
from tourney.snapshot import consistent_read

# Modules with reads that nobody loads for their boards.
_MODULES = (
    "dealers.boards.dealers",
    "desk.boards.bookings",
    "players.boards.players",
    "rulings.boards.rulings",
    "tourney.boards.room",
)
_PUBLIC_REFUSALS: dict[Any, type[Refusal]] = {404: Refusal, 422: Refusal}
_SCHEMA = "#/components/schemas/{name}"
_OF_EVENT = "{int:tournament}"


def resources() -> list[Resource]:
    """Return all reads by their names."""
    for module in _MODULES:
        importlib.import_module(module)
    return [RESOURCES[name] for name in sorted(RESOURCES)]


def add_resources(router: Router, found: Iterable[Resource], also: Iterable[Any] = ()) -> dict[str, Schema]:
    """Add an endpoint for every read.

    Args:
        also: structs that other operations return.

    Returns:
        The schemas of the responses, by name.
    """
    listed = list(found)
    schemas, components = schemas_of([*(return_type(one) for one in listed), *also], _SCHEMA)
    for one, schema in zip(listed, schemas, strict=False):
        words = words_of(one.read)
        router.get(
            one.path,
            auth=None if one.permission is None else NOT_SET,
            response=_PUBLIC_REFUSALS if one.permission is None else READ_REFUSALS,
            operation_id=one.operation,
            summary=words.summary,
            description="\n\n".join(part for part in (words.text, readers_of(one)) if part),
            tags=[tag_of_module(one.read.__module__)],
            openapi_extra=answered(_numbered(schema) if one.with_seq else schema),
        )(_view_of(one))
    return components


def return_type(one: Resource) -> Any:
    """Return the type a read returns."""
    return typing.get_type_hints(one.read, include_extras=True)["return"]


def readers_of(one: Resource) -> str:
    """Return a description of who may read it."""
    if one.permission is None:
        return "For everybody."
    return f"For: {', '.join(role.value for role in Role if one.permission in ALLOWED[role])}."


def parameters_of(one: Resource) -> list[inspect.Parameter]:
    """Return the query parameters with types and defaults."""
    hints = typing.get_type_hints(one.read, include_extras=True)
    said = words_of(one.read).arguments
    query: Any = Query
    return [
        parameter.replace(
            # The address names it in the path; the query may describe it.
            annotation=hints[name]
            if f":{name}}}" in one.path
            else Annotated[hints[name], query(_default(parameter), description=said.get(name))],
            kind=inspect.Parameter.KEYWORD_ONLY,
        )
        for name, parameter in inspect.signature(one.read).parameters.items()
        if name not in _given_by_us(one) and not name.startswith("_")
    ]


def _default(parameter: inspect.Parameter) -> Any:
    return ... if parameter.default is inspect.Parameter.empty else parameter.default


def _given_by_us(one: Resource) -> set[str]:
    return {"reader", *({"event", "tournament_id"} if _OF_EVENT in one.path else ())}


def answered(schema: Schema) -> dict[str, Any]:
    """Return the responses of an operation, for the OpenAPI document."""
    return {"responses": {200: {"description": "OK", "content": {"application/json": {"schema": schema}}}}}


def _numbered(schema: Schema) -> Schema:
    number = {"type": "object", "properties": {"seq": {"type": "integer"}}, "required": ["seq"]}
    return {"allOf": [number, schema]}


def _view_of(one: Resource) -> Callable[..., HttpResponse]:
    wanted = set(inspect.signature(one.read).parameters)
    of_event = _OF_EVENT in one.path

    def view(request: HttpRequest, **given: Any) -> HttpResponse:
        tournament = given.pop("tournament", None)
        if one.permission is not None:
            actor = allowed(request, one.permission)
            if "reader" in wanted:
                given["reader"] = actor
        topic = f"t{tournament}" if of_event else "room"
        if one.permission is not None or not one.kept:
            return answer(_found(one, topic, tournament, given))
        asked = " ".join([one.operation, *(f"{value!r}" for value in given.values())])
        return public_answer(topic, asked, lambda: _found(one, topic, tournament, given))

    tournament = inspect.Parameter("tournament", inspect.Parameter.KEYWORD_ONLY, annotation=int)
    view.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [
            inspect.Parameter("request", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=HttpRequest),
            *([tournament] if of_event else []),
            *parameters_of(one),
        ]
    )
    return view


def _found(one: Resource, topic: str, tournament: int | None, given: dict[str, Any]) -> Any:
    """Run the read on one database snapshot."""
    wanted = inspect.signature(one.read).parameters
    with consistent_read():
        if tournament is not None:
            event = event_at(tournament, one.missing)
            given |= {"event": event} if "event" in wanted else {}
            given |= {"tournament_id": event.pk} if "tournament_id" in wanted else {}
        else:
            given |= {"_scope": 0} if "_scope" in wanted else {}
        found = one.read(**given)
        if found is None:
            raise not_there()
        return encoded(seq_of(topic) or 0, found) if one.with_seq else found
