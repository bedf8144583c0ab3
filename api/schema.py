"""The API as a whole: its OpenAPI document and the page that shows it."""

import threading
from collections.abc import Callable, Iterable, Sequence
from http.client import responses
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from ninja import NinjaAPI, Router
from ninja.constants import NOT_SET
from ninja.openapi.docs import DocsBase
from ninja.openapi.schema import REF_TEMPLATE, OpenAPISchema
from pydantic.fields import FieldInfo
from pydantic.json_schema import GenerateJsonSchema, models_json_schema

from api.docstrings import words_of
from api.schemas.core import Happened, Refusal
from api.uploads import TokenInput, WebhookInput
from tourney.journal.commands import Command


class Untitled(GenerateJsonSchema):
    """Schemas whose fields have names and no titles made of them."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        """Return False."""
        return False


def argument_schemas(
    commands: Iterable[Command],
) -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, Any]]]:
    """Return the arguments of commands as JSON schemas, described by their docstrings.

    Returns:
        For each kind a reference to its schema, and the schemas by name for the document's components.
    """
    known = {made.kind: made for made in commands}
    references, whole = models_json_schema(
        [(made.arguments, "validation") for made in known.values()],
        ref_template=REF_TEMPLATE,
        schema_generator=Untitled,
    )
    found: dict[str, dict[str, Any]] = whole.get("$defs", {})
    by_kind = {}
    for kind, made in known.items():
        reference = references[made.arguments, "validation"]
        by_kind[kind] = reference
        properties = found[reference["$ref"].rpartition("/")[2]].get("properties", {})
        for name, description in words_of(made.body).arguments.items():
            properties[name]["description"] = _description(description, made.arguments.model_fields[name])
    return by_kind, found


def _description(text: str, field: FieldInfo) -> str:
    unit = field.description
    return f"{text} ({unit})" if unit and unit not in text else text


class Page(DocsBase):
    """The documentation page without inline scripts, as our content security policy requires."""

    def render_page(self, request: HttpRequest, api: NinjaAPI, **kwargs: Any) -> HttpResponse:
        """Render all operations."""
        config = {"url": self.get_openapi_url(api, kwargs)}
        return render(request, "api/docs.html", {"config": config, "title": api.title})


# Answers that views make themselves, as finished responses which no model checks.
_FINISHED = (Happened, Refusal)


class RoomRouter(Router):
    """A router that documents refusals and results of commands without a response model of their own.

    Ninja builds a model for each status of each operation: 2,400 of them took more than half of the time in which a
    web process starts.
    """

    def add_api_operation(
        self, path: str, methods: list[str], view_func: Callable[..., Any], **options: Any
    ) -> None:
        """Add an operation whose finished answers appear only in the document."""
        declared: dict[Any, Any] = options.pop("response")
        finished = {
            status: _described(status, model) for status, model in declared.items() if model in _FINISHED
        }
        answers = {status: model for status, model in declared.items() if model not in _FINISHED}
        # Without any, as of reads that describe their answer themselves, ninja would refuse to write the document.
        options["response"] = answers or NOT_SET
        extra = options.get("openapi_extra") or {}
        options["openapi_extra"] = {**extra, "responses": finished | extra.get("responses", {})}
        super().add_api_operation(path, methods, view_func, **options)


def _described(status: int, model: type[Happened | Refusal]) -> dict[str, Any]:
    schema = {"$ref": REF_TEMPLATE.format(model=model.__name__)}
    return {"description": responses[status], "content": {"application/json": {"schema": schema}}}


class RoomAPI(NinjaAPI):
    """The room's API.

    Attributes:
        boards: schemas of the answers to reads, by name.
        commands: those with an endpoint.
        bodies: by kind, the schema of a command's arguments. They are filled when the document is composed: composing
            them would otherwise be a third of the time in which a web process loads the API.
    """

    boards: dict[str, dict[str, Any]]
    commands: Sequence[Command]
    bodies: dict[str, dict[str, Any]]
    _document: OpenAPISchema | None = None
    _composing = threading.Lock()

    def components(self) -> dict[str, dict[str, Any]]:
        """Compose the schemas of all commands' arguments; return all schemas that ninja does not find by itself.

        Raises:
            ValueError: arguments and boards have the same name.
        """
        references, found = argument_schemas(self.commands)
        for kind, reference in references.items():
            self.bodies[kind].update(reference)
        more = models_json_schema(
            [(TokenInput, "validation"), (WebhookInput, "validation")],
            ref_template=REF_TEMPLATE,
            schema_generator=Untitled,
        )
        found |= more[1]["$defs"]
        found |= {model.__name__: model.model_json_schema(mode="serialization") for model in _FINISHED}
        if twice := self.boards.keys() & found.keys():
            raise ValueError(f"Arguments and boards are both called {', '.join(sorted(twice))}.")
        return found | self.boards

    def get_openapi_schema(
        self, *, path_prefix: str | None = None, path_params: dict[str, Any] | None = None
    ) -> OpenAPISchema:
        """Return the OpenAPI document; made once, because it is the same for everybody.

        Raises:
            ValueError: two different schemas have the same name.
        """
        with self._composing:
            if self._document is None:
                components = self.components()
                document = super().get_openapi_schema(path_prefix=path_prefix, path_params=path_params)
                schemas = document["components"]["schemas"]
                for name, schema in components.items():
                    if schemas.setdefault(name, schema) != schema:
                        raise ValueError(f"Two schemas are called {name}.")
                self._document = document
        return self._document
