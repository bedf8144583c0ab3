"""`boards.md` and `boards.d.ts`: boards of the feed and the API, from their structs."""

import inspect
import json
import typing
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from api.reference.type_names import type_of
from api.resources import parameters_of, readers_of, resources
from tourney.access.roles import ALLOWED, Role
from tourney.live.boards import AUDIENCES, KINDS, OWN, Audience, Kind
from tourney.live.shapes import schemas_of
from tourney.live.topics import PARTS

_HEAD = """\
# Boards

Written by `make docs` from the structs that boards return; change the code, not this file. [The wire](../wire.md) says
how they travel.
Every board carries the `seq` it belongs to in front of its fields. Timestamps are integers, milliseconds since 1970
UTC; durations milliseconds, chips whole numbers, amounts of money minor units. A field with `?` may be absent.
`boards.d.ts` beside this page declares the same types for browser code.
"""
_DECLARATIONS = """\
// Types of the boards, for browser code: `/** @import { ClockBoard } from "…/docs/reference/boards" */`.
// Written by `make docs` from the structs that boards return; change the code, not this file.
// Kept among the documents and not among the static files: no browser loads it.

/** A board as the feed sends it. */
export type Sent<Board> = { seq: number } & Board;
"""


@dataclass(frozen=True, slots=True)
class _Shown:
    """A board, and the read that returns it."""

    name: str
    facts: str
    read: Callable[..., Any]
    hint: Any


def boards_page() -> str:
    """Return the page."""
    boards, reads = _boards(), resources()
    hints = [*(one.hint for one in boards), *(_answer_of(one.read) for one in reads)]
    schemas, components = schemas_of(hints, "#/{name}")
    parts = [_HEAD, "## On the feed\n", "| board | topic | who sees it | type |", "|---|---|---|---|"]
    parts += [
        f"| `{one.name}` | {one.facts} | {_cell(schema)} |"
        for one, schema in zip(boards, schemas, strict=False)
    ]
    parts += [
        "\n## From the API alone or as well\n",
        "| GET | query | who reads it | type |",
        "|---|---|---|---|",
    ]
    for one, schema in zip(reads, schemas[len(boards) :], strict=True):
        query = ", ".join(f"`{parameter.name}`" for parameter in parameters_of(one))
        seq = "`seq` and " if one.with_seq else ""
        path = one.path.replace("{int:", "{")
        readers = readers_of(one).removeprefix("For").lstrip(": ").rstrip(".")
        parts.append(f"| `{path}` | {query} | {readers} | {seq}{_cell(schema)} |")
    parts.append("\n## Types\n")
    return "\n".join([*parts, type_list(components)])


def type_list(components: Mapping[str, Mapping[str, Any]]) -> str:
    """Return the descriptions of structs, by name."""
    return "\n".join(_type(name, components[name]) for name in sorted(components))


def declarations() -> str:
    """Return the TypeScript file."""
    boards = _boards()
    schemas, components = schemas_of([one.hint for one in boards], "#/{name}")
    parts = [_DECLARATIONS]
    parts += [interface(name, components[name]) for name in sorted(components)]
    names: dict[str, str] = {}
    for one, schema in zip(boards, schemas, strict=True):
        kind = one.name.partition(":")[0]
        names[kind] = " | ".join(dict.fromkeys([*filter(None, [names.get(kind)]), type_of(schema)]))
    parts.append("/** Boards by their names; of a board of many, by what stands before the colon. */")
    parts.append("export interface Boards {")
    parts += [f"  {json.dumps(name)}: Sent<{shown}>;" for name, shown in names.items()]
    return "\n".join([*parts, "}", ""])


def _boards() -> list[_Shown]:
    found = [
        _Shown(
            f"{name}:<id>" if kind.members else name,
            f"{_topic(kind.topic)} | {_seen_by(kind)}",
            kind.read,
            _answer_of(kind.read),
        )
        for name, kind in sorted(KINDS.items())
    ]
    for (topic, name), own in sorted(OWN.items()):
        # One board for each of many players.
        hint = typing.get_args(_answer_of(own.read))[1]
        found.append(_Shown(name, f"{_topic(topic)} | the player alone", own.read, hint))
    return found


def _cell(schema: Mapping[str, Any]) -> str:
    """Return a type for a table cell, with bars escaped."""
    return " or ".join(f"`{part}`" for part in type_of(schema, "integer").split(" | "))


def _topic(topic: str) -> str:
    if topic in PARTS:
        return f"`t<id>/{topic}/<number>`" if PARTS[topic].numbered else f"`t<id>/{topic}`"
    return "`t<id>`" if topic == "t" else "`room`"


def _seen_by(kind: Kind) -> str:
    if kind.permission is not None:
        return ", ".join(role.value for role in Role if kind.permission in ALLOWED[role])
    if kind.audience is Audience.PUBLIC:
        return "everybody"
    return ", ".join(role.value for role, audience in AUDIENCES.items() if audience >= kind.audience)


def _answer_of(read: Callable[..., Any]) -> Any:
    return typing.get_type_hints(read, include_extras=True)["return"]


def _type(name: str, schema: Mapping[str, Any]) -> str:
    lines = [f"### `{name}`\n"]
    if schema.get("description"):
        lines += [_one_line(schema["description"]), ""]
    for field, optional, one in _fields(schema):
        description = one.get("description", "")
        lines.append(
            f"- `{field}{optional}: {type_of(one, 'integer')}`" + (f": {description}" if description else "")
        )
    return "\n".join(lines) + "\n"


def interface(name: str, schema: Mapping[str, Any]) -> str:
    """Return a TypeScript interface of a JSON schema."""
    lines = [f"/** {_one_line(schema['description'])} */"] if schema.get("description") else []
    lines.append(f"export interface {name} {{")
    for field, optional, one in _fields(schema):
        if one.get("description"):
            lines.append(f"  /** {one['description']} */")
        lines.append(f"  {field}{optional}: {type_of(one)};")
    return "\n".join([*lines, "}", ""])


def _fields(schema: Mapping[str, Any]) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    required = set(schema.get("required", ()))
    for name, one in schema.get("properties", {}).items():
        # Fields with defaults are always sent; only a field that is neither required nor has a default may be left out.
        yield name, "" if name in required or "default" in one else "?", one


def _one_line(text: str) -> str:
    return " ".join(inspect.cleandoc(text).partition("\n\n")[0].split())
