"""Comparison of responses with their documentation."""

import types
import typing
from typing import Any

import msgspec
from pydantic import TypeAdapter


def fits(shape: Any, found: Any, *, with_seq: bool = False) -> None:
    """Assert that a response matches a struct, a list of structs, or a schema of the API.

    Args:
        with_seq: the response begins with the seq of its topic.
    """
    if with_seq:
        assert next(iter(found)) == "seq"
        assert isinstance(found["seq"], int)
        found = {name: value for name, value in found.items() if name != "seq"}
    if _is_struct(shape):
        # The round trip through the struct keeps everything, so the response has no other fields.
        assert msgspec.json.decode(msgspec.json.encode(msgspec.convert(found, shape))) == found
    else:
        TypeAdapter(shape).validate_python(found, strict=False)


def _is_struct(shape: Any) -> bool:
    parts = typing.get_args(shape) if isinstance(shape, types.GenericAlias) else (shape,)
    return all(isinstance(part, type) and issubclass(part, msgspec.Struct) for part in parts)
