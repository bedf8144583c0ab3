"""JSON schemas of boards for their documentation, with the descriptions of their docstrings."""

import inspect
import re
import types
import typing
from collections.abc import Iterable
from typing import Any

import msgspec

Schema = dict[str, Any]
_ATTRIBUTE = re.compile(r"^ {4}([a-z_]+(?:, [a-z_]+)*): (.+)$")


def schemas_of(hints: Iterable[Any], ref_template: str) -> tuple[list[Schema], dict[str, Schema]]:
    """Return the schemas of types, and of all structs they contain by name.

    Args:
        hints: structs, lists and unions of them.
        ref_template: where the schema of `{name}` is.
    """
    wanted = [_parts(one) for one in hints]
    flat = [part for parts in wanted for part in parts]
    found, components = msgspec.json.schema_components(flat, ref_template=ref_template)
    for struct in _structs_in(flat):
        _describe(components[struct.__name__], struct)
    left = iter(found)
    schemas = [[next(left) for _part in parts] for parts in wanted]
    return [one[0] if len(one) == 1 else {"anyOf": one} for one in schemas], components


def _parts(hint: Any) -> list[Any]:
    """Return the alternatives of a type without None: a read may return one of several structs."""
    if typing.get_origin(hint) in (typing.Union, types.UnionType):
        return [part for part in typing.get_args(hint) if part is not type(None)]
    return [hint]


def _structs_in(hints: Iterable[Any]) -> list[type[msgspec.Struct]]:
    found: dict[type[msgspec.Struct], None] = {}
    waiting = [msgspec.inspect.type_info(one) for one in hints]
    while waiting:
        one = waiting.pop()
        if isinstance(one, msgspec.inspect.StructType):
            if one.cls in found:
                continue
            found[one.cls] = None
            waiting += [field.type for field in one.fields]
        elif isinstance(one, msgspec.inspect.UnionType):
            waiting += one.types
        elif isinstance(one, msgspec.inspect.DictType):
            waiting.append(one.value_type)
        elif isinstance(one, msgspec.inspect.TupleType):
            waiting += one.item_types
        elif isinstance(one, msgspec.inspect.CollectionType):
            waiting.append(one.item_type)
        elif isinstance(one, msgspec.inspect.Metadata):
            waiting.append(one.type)
    return list(found)


def _describe(schema: Schema, struct: type[msgspec.Struct]) -> None:
    """Add a struct's docstring and those of its fields to its schema; base classes describe inherited
    fields.
    """
    schema.pop("title", None)
    names = {field.name: field.encode_name for field in msgspec.structs.fields(struct)}
    for base in reversed(struct.__mro__):
        if not issubclass(base, msgspec.Struct) or base is msgspec.Struct:
            continue
        text, attributes = described(base)
        schema["description"] = text
        for name, description in attributes.items():
            if description:
                schema["properties"][names[name]]["description"] = description


def described(struct: type) -> tuple[str, dict[str, str]]:
    """Return the docstring of a struct, and those of its fields."""
    text, _mark, rest = inspect.cleandoc(struct.__doc__ or "").partition("\n\nAttributes:\n")
    attributes: dict[str, str] = {}
    names: list[str] = []
    for line in rest.splitlines():
        found = _ATTRIBUTE.match(line)
        if found:
            names = found[1].split(", ")
            attributes |= dict.fromkeys(names, found[2].strip())
        else:
            attributes |= {name: f"{attributes[name]} {line.strip()}" for name in names}
    return " ".join(text.split()), attributes
