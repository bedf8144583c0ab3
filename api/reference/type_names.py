"""JSON schemas as types of TypeScript, which is also how the reference names types."""

import json
from collections.abc import Mapping
from typing import Any

Schema = Mapping[str, Any]
_PLAIN = {"string": "string", "boolean": "boolean", "null": "null", "number": "number", "object": "object"}


def name_of(reference: str) -> str:
    """The name that a `$ref` points at."""
    return reference.rpartition("/")[2]


def type_of(schema: Schema, integer: str = "number") -> str:
    """A type as TypeScript writes it.

    Args:
        integer: what whole numbers are called.
    """
    if "$ref" in schema:
        return name_of(schema["$ref"])
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(json.dumps(one) for one in sorted(schema["enum"], key=lambda one: (one is None, 0)))
    for key in ("anyOf", "oneOf"):
        if key in schema:
            parts = [type_of(one, integer) for one in schema[key]]
            return " | ".join(
                [*dict.fromkeys(part for part in parts if part != "null")] + ["null"] * ("null" in parts)
            )
    match schema.get("type"):
        case "integer":
            return integer
        case "array":
            return _array(schema, integer)
        case "object" if isinstance(schema.get("additionalProperties"), Mapping):
            return f"Record<string, {type_of(schema['additionalProperties'], integer)}>"
        case str() as plain:
            return _PLAIN[plain]
    return "unknown"


def _array(schema: Schema, integer: str) -> str:
    if "prefixItems" in schema:
        return "[" + ", ".join(type_of(one, integer) for one in schema["prefixItems"]) + "]"
    item = type_of(schema.get("items") or {}, integer)
    return f"({item})[]" if " | " in item else f"{item}[]"
