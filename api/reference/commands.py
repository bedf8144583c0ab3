"""`commands.md`: every command, from the registry and docstrings."""

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from api.docstrings import words_of
from api.reference.type_names import name_of, type_of
from api.schema import argument_schemas
from tourney.access.roles import ALLOWED, Role
from tourney.journal.commands import COMMANDS, Command

_HEAD = """\
# Commands

Written by `make docs` from the registry of commands (`tourney/journal/commands.py`); change the code, not this file.

A command is the only thing that writes. Pages send it to `POST /do/t/<tournament>/<kind>/` (of the
room: `/do/<kind>/`), programs as [the API](../api.md) says; those marked *internal* are sent by the server alone.
Scope *room* writes the room's journal, every other its tournament's. Amounts of money are minor units, durations
milliseconds, timestamps milliseconds since 1970 UTC, chips whole numbers.
"""
_DECLARATIONS = """\
// Arguments of the commands, for browser code: `/** @import { CommandArguments } from "…/docs/reference/commands" */`.
// Written by `make docs` from the registry of commands; change the code, not this file.
"""


def commands_page() -> str:
    """Return the page, with commands by app and kind."""
    schemas, named = argument_schemas(COMMANDS.values())
    parts = [_HEAD]
    used: set[str] = set()
    made = sorted(COMMANDS.values(), key=lambda one: (_app(one), one.kind))
    for app, commands in groupby(made, _app):
        parts.append(f"## {app}\n")
        for one in commands:
            arguments = named[name_of(schemas[one.kind]["$ref"])]
            used |= set(_names_in(arguments))
            parts.append(_section(one, arguments))
    parts.append("## Types of arguments\n")
    parts += [_type(name, named[name]) for name in _closure(used, named)]
    return "\n".join(parts)


def declarations() -> str:
    """Return the TypeScript file: the arguments of every command."""
    schemas, named = argument_schemas(COMMANDS.values())
    kinds = {kind: name_of(schemas[kind]["$ref"]) for kind in sorted(COMMANDS) if COMMANDS[kind].public}
    names = _closure(kinds.values(), named)
    parts = [_DECLARATIONS, *(_arguments_type(name, named[name]) for name in names)]
    parts += ["/** Arguments of every command, by its kind. */", "export interface CommandArguments {"]
    parts += [f"  {json.dumps(kind)}: {name};" for kind, name in kinds.items()]
    return "\n".join([*parts, "}", ""])


def _arguments_type(name: str, schema: Mapping[str, Any]) -> str:
    required = set(schema.get("required", ()))
    lines = [f"export interface {name} {{"]
    for field, one in schema.get("properties", {}).items():
        if one.get("description"):
            lines.append(f"  /** {' '.join(one['description'].split())} */")
        # An argument with a default may be left out.
        lines.append(f"  {field}{'' if field in required else '?'}: {type_of(one)};")
    return "\n".join([*lines, "}", ""])


def _app(made: Command) -> str:
    return made.body.__module__.partition(".")[0]


def _section(made: Command, schema: Mapping[str, Any]) -> str:
    words = words_of(made.body)
    roles = ", ".join(role.value for role in Role if made.permission in ALLOWED[role])
    facts = [
        f"`{made.permission.name}` ({roles})",
        *(["scope room"] if made.scope == "room" else []),
        *([] if made.public else ["internal"]),
        *([] if made.undoable else ["not undone"]),
        *([f"boards {', '.join(f'`{name}`' for name in made.boards)}"] if made.boards else []),
        f"`{made.body.__module__}`",
    ]
    lines = [f"### `{made.kind}`\n", words.summary]
    if words.text:
        lines += ["", words.text]
    lines += ["", " · ".join(facts)]
    arguments = list(_arguments(schema))
    if arguments:
        lines += ["", *arguments]
    return "\n".join(lines) + "\n"


def _arguments(schema: Mapping[str, Any]) -> Iterator[str]:
    required = set(schema.get("required", ()))
    for name, one in schema.get("properties", {}).items():
        default = "" if name in required else f" = {json.dumps(one.get('default'), ensure_ascii=False)}"
        description = one.get("description", "")
        yield f"- `{name}: {type_of(one, 'integer')}{default}`" + (f": {description}" if description else "")


def _names_in(schema: Any) -> Iterator[str]:
    if isinstance(schema, Mapping):
        if "$ref" in schema:
            yield name_of(schema["$ref"])
        for part in schema.values():
            yield from _names_in(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from _names_in(part)


def _closure(names: Iterable[str], named: Mapping[str, Any]) -> list[str]:
    found: set[str] = set()
    new = set(names)
    while new:
        found |= new
        new = {inner for name in new for inner in _names_in(named[name])} - found
    return sorted(found)


def _type(name: str, schema: Mapping[str, Any]) -> str:
    description = " ".join(schema.get("description", "").split())
    return (
        "\n".join([f"### `{name}`\n", *([description, ""] if description else []), *_arguments(schema)])
        + "\n"
    )
