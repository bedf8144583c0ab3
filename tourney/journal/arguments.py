"""Validate command arguments, in the same way for pages, programs and jobs."""

import functools
import inspect
import typing
from collections.abc import Callable, Mapping
from typing import Annotated, Any

from django.utils.translation import gettext as _
from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model

from tourney.journal.labels import label_of
from tourney.journal.refused import Refused
from tourney.rules.text_files import shown

_LARGEST = 10**15
_LONGEST = 2000
# No command takes arguments nested more than a few levels deep.
_DEEPEST = 16

Id = Annotated[int, Field(ge=1, le=2**62)]
Chips = Annotated[int, Field(ge=0, le=_LARGEST)]
Milliseconds = Annotated[int, Field(ge=-(2**40), le=2**40)]


class _Hidden:
    """Mark an argument that is never written to the journal."""


Secret = Annotated[str, Field(min_length=1, max_length=256, repr=False), _Hidden()]
LongSecret = Annotated[str, Field(min_length=1, max_length=4000, repr=False), _Hidden()]
Secrets = Annotated[
    list[Annotated[str, Field(min_length=1, max_length=256)]],
    Field(min_length=1, max_length=20, repr=False),
    _Hidden(),
]
Timestamp = Annotated[int, Field(ge=0, le=4_102_444_800_000, description="milliseconds since 1970 UTC")]


class ArgumentGroup(BaseModel):
    """Arguments that several commands share. A body takes them as one parameter; callers give each of them by its name.

    The docstring of a subclass describes them under "Attributes:".
    """

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


@functools.cache
def groups_of(body: Callable[..., Any]) -> Mapping[str, type[ArgumentGroup]]:
    """Return the groups of arguments that a function takes, by parameter."""
    hints = typing.get_type_hints(body, include_extras=True)
    return {
        name: hints[name]
        for name in inspect.signature(body).parameters
        if inspect.isclass(hints.get(name)) and issubclass(hints[name], ArgumentGroup)
    }


def body_arguments(body: Callable[..., Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return validated arguments as a body takes them: those of a group together."""
    single, groups = dict(given), {}
    for name, group in groups_of(body).items():
        groups[name] = group.model_construct(**{one: single.pop(one) for one in group.model_fields})
    return single | groups


def arguments_of(body: Callable[..., Any], name: str) -> type[BaseModel]:
    """Return a pydantic model of the arguments that a command's body takes besides `tx`."""
    hints = typing.get_type_hints(body, include_extras=True)
    fields: dict[str, Any] = {}
    for parameter in inspect.signature(body).parameters.values():
        if parameter.name == "tx":
            continue
        group = groups_of(body).get(parameter.name)
        if group is not None:
            shared = typing.get_type_hints(group, include_extras=True)
            for one, field in group.model_fields.items():
                fields[one] = (_bounded(shared[one]), ... if field.is_required() else field.default)
            continue
        hint = _bounded(hints[parameter.name])
        fields[parameter.name] = (hint, ... if parameter.default is parameter.empty else parameter.default)
    # Validators are built at first use: most processes run few of the commands.
    config = ConfigDict(extra="forbid", strict=True, defer_build=True)
    return create_model(name, __config__=config, **fields)


def _bounded(hint: Any) -> Any:
    """Give plain numbers and texts bounds that every database can hold."""
    if hint is int:
        return Annotated[int, Field(ge=-_LARGEST, le=_LARGEST)]
    if hint is str:
        return Annotated[str, Field(max_length=_LONGEST)]
    if typing.get_origin(hint) is typing.Union or type(hint).__name__ == "UnionType":
        return typing.Union[tuple(_bounded(part) for part in typing.get_args(hint))]  # noqa: UP007
    return hint


def checked(model: type[BaseModel], arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Validate arguments.

    Returns:
        The arguments as plain Python values, defaults filled in.

    Raises:
        Refused: `bad_argument`, with a sentence per field.
    """
    no_strange_characters(arguments, "")
    try:
        parsed = model.model_validate(dict(arguments))
    except ValidationError as error:
        fields = {".".join(str(part) for part in fault["loc"]): sentence(fault) for fault in error.errors()}
        text = " ".join(f"{label_of(name)}: {fault}" for name, fault in list(fields.items())[:5])
        raise Refused("bad_argument", text, fields=fields) from None
    return {name: getattr(parsed, name) for name in type(parsed).model_fields}


def plain(model: type[BaseModel], arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return arguments as the journal stores them, without secrets."""
    fields = model.model_fields
    hidden = {
        name for name, field in fields.items() if any(isinstance(part, _Hidden) for part in field.metadata)
    }
    return {name: _plain(value) for name, value in arguments.items() if name not in hidden}


def _plain(value: Any) -> Any:
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value


def no_strange_characters(value: Any, place: str, depth: int = 0) -> None:
    """Refuse characters that no database column can hold (NUL, lone surrogates) and values nested too deeply.

    Args:
        value: texts, lists and mappings.
        place: name of the argument, for the message.
        depth: nesting depth of `value` within the argument.

    Raises:
        Refused: `bad_argument`.
    """
    if depth > _DEEPEST:
        raise Refused("bad_argument", _("%(field)s: is nested too deeply.") % {"field": shown(place)})
    if isinstance(value, str):
        if "\x00" in value or any("\ud800" <= character <= "\udfff" for character in value):
            raise Refused(
                "bad_argument", _("%(field)s: contains characters that are not text.") % {"field": place}
            )
    elif isinstance(value, Mapping):
        for key, item in value.items():
            no_strange_characters(str(key), place)
            no_strange_characters(item, f"{place}.{key}" if place else str(key), depth + 1)
    elif isinstance(value, list | tuple):
        for number, item in enumerate(value):
            no_strange_characters(item, f"{place}.{number}", depth + 1)


def sentence(fault: Any) -> str:
    """Return a sentence for an error reported by pydantic."""
    given = fault.get("ctx", {})
    match fault["type"]:
        case "missing":
            return _("is missing.")
        case "extra_forbidden":
            return _("is not a known name.")
        case "int_type" | "int_from_float" | "int_parsing":
            return _("must be a whole number.")
        case "bool_type":
            return _("must be yes or no.")
        case "string_type":
            return _("must be text.")
        case "list_type":
            return _("must be a list.")
        case "uuid_parsing" | "uuid_type":
            return _("must be a UUID.")
        case "greater_than_equal":
            return _("must be at least %(bound)s.") % {"bound": given["ge"]}
        case "greater_than":
            return _("must be more than %(bound)s.") % {"bound": given["gt"]}
        case "less_than_equal":
            return _("must be at most %(bound)s.") % {"bound": given["le"]}
        case "string_too_long":
            return _("may have at most %(bound)s characters.") % {"bound": given["max_length"]}
        case "string_too_short":
            return _("must not be empty.")
        case "too_long":
            return _("may have at most %(bound)s items.") % {"bound": given["max_length"]}
        case "literal_error":
            return _("must be one of: %(choices)s.") % {"choices": given["expected"]}
    return _("is not valid.")
