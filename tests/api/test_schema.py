"""The OpenAPI document is complete, consistent and generated from the code."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from api.api import make_api
from api.commands import operation_id, path_of
from api.docstrings import words_of
from tests.api.caller import HOME
from tourney.access.roles import Permission
from tourney.journal.commands import COMMANDS, Command, command
from tourney.journal.tx import Tx

Document = dict[str, Any]
PUBLIC = [made for made in COMMANDS.values() if made.public]


@pytest.fixture
def document(db: None) -> Document:
    found: Document = Client().get("/api/openapi.json").json()
    return found


def address(made: Command) -> str:
    return HOME.rstrip("/") + path_of(made).replace("{int:", "{")


def operations(document: Document) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield path, method, operation


def references(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        if isinstance(part.get("$ref"), str):
            yield part["$ref"]
        for item in part.values():
            yield from references(item)
    elif isinstance(part, list):
        for item in part:
            yield from references(item)


def test_every_public_command_has_an_endpoint_with_its_arguments(document: Document) -> None:
    assert len(PUBLIC) > 40
    for made in PUBLIC:
        operation = document["paths"][address(made)]["post"]
        body = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"]
        schema = document["components"]["schemas"][body.rpartition("/")[2]]
        assert set(schema.get("properties", {})) == set(made.arguments.model_fields), made.kind
        assert schema["additionalProperties"] is False
        assert any(parameter["name"] == "Idempotency-Key" for parameter in operation["parameters"])


def test_internal_commands_have_no_endpoint(document: Document) -> None:
    private = [made for made in COMMANDS.values() if not made.public]
    assert private
    for made in private:
        assert address(made) not in document["paths"]


def test_every_argument_is_explained_and_every_operation_summarised(document: Document) -> None:
    for made in PUBLIC:
        words = words_of(made.body)
        assert set(words.arguments) == set(made.arguments.model_fields), made.kind
    for path, _method, operation in operations(document):
        assert operation["summary"].endswith("."), path
        assert operation["tags"], path


def test_operation_ids_follow_from_the_kind_and_are_unique(document: Document) -> None:
    ids = [operation["operationId"] for _path, _method, operation in operations(document)]
    assert len(ids) == len(set(ids))
    assert {operation_id(made) for made in PUBLIC} <= set(ids)
    assert document["paths"]["/api/v1/tournaments/{tournament}/clock/set_remaining"]["post"][
        "operationId"
    ] == ("clock_set_remaining")
    assert document["paths"]["/api/v1/room/event/create"]["post"]["operationId"] == "event_create"


def test_no_two_commands_share_an_address() -> None:
    addresses = [address(made) for made in PUBLIC]
    assert len(addresses) == len(set(addresses))


def test_the_document_holds_together(document: Document) -> None:
    assert document["openapi"].startswith("3.1")
    for reference in references(document):
        kind, name = reference.removeprefix("#/components/").split("/")
        assert name in document["components"][kind], reference
    known = set(document["components"]["securitySchemes"])
    for path, method, operation in operations(document):
        named = {part["name"] for part in operation["parameters"] if part["in"] == "path"}
        assert named == {
            part[1:-1].split("}")[0] for part in path.replace(".csv", "").split("/") if "{" in part
        }
        assert "200" in operation["responses"], path
        for way in operation.get("security", []):
            assert set(way) <= known
        if method == "post":
            assert {"401", "403", "404", "409", "422", "429"} <= set(operation["responses"]), path


def test_new_command_is_added_to_the_api_automatically() -> None:
    @command("desk.greet", permission=Permission.SEE_STAFF, summary="Greeted %(name)s")
    def greet(tx: Tx, name: str, times: int = 1) -> None:
        """Greet somebody (Munot 11).

        With a smile.

        Args:
            name: who it is.
            times: how often,
                at most.
        """

    try:
        found = make_api().get_openapi_schema()
    finally:
        del COMMANDS["desk.greet"]
    operation = found["paths"]["/api/v1/tournaments/{tournament}/desk/greet"]["post"]
    assert operation["summary"] == "Greet somebody (Munot 11)."
    assert operation["description"].startswith("With a smile.\n\nFor: director, floor, desk, dealer.")
    properties = found["components"]["schemas"]["DeskGreet"]["properties"]
    assert properties["name"]["description"] == "who it is."
    assert properties["times"]["description"] == "how often, at most."


def test_two_different_schemas_of_one_name_are_noticed() -> None:
    api = make_api()
    api.boards["Me"] = {"type": "string"}
    with pytest.raises(ValueError, match="Two schemas are called Me"):
        api.get_openapi_schema()
    api.boards["ClockPause"] = {"type": "string"}
    with pytest.raises(ValueError, match="both called ClockPause"):
        api.get_openapi_schema()


def test_the_documentation_loads_files_of_this_server_alone(db: None) -> None:
    response = Client().get("/api/docs")
    policy = response["Content-Security-Policy"]
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    files = re.findall(r'(?:src|href)="([^"]+)"', response.content.decode())
    assert any("swagger-ui-bundle" in file for file in files)
    assert all(file.startswith("/") and not file.startswith("//") for file in files), files
