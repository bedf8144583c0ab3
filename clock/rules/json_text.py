"""Strict JSON of files that people exchange: whole numbers alone, each key once, and no deep nesting."""

import json
from collections import Counter
from typing import NoReturn

from clock.rules.cells import shown
from clock.rules.filefaults import refuse
from clock.rules.refusals import gettext_noop as _


def strict_json(text: str) -> object:
    """Parse JSON.

    Raises:
        ImportFault: it is broken, has a fraction, a long number or a key twice, or is nested too deeply.
    """
    try:
        parsed: object = json.loads(
            text,
            object_pairs_hook=_once,
            parse_constant=_no_constant,
            parse_int=_short_int,
            parse_float=_no_float,
        )
    except json.JSONDecodeError as broken:
        message = _("The JSON is invalid from character %(sign)s of the line.")
        raise refuse("json_broken", message, {"sign": broken.colno}, line=broken.lineno) from None
    except RecursionError:
        raise refuse("json_deep", _("The file is nested too deeply.")) from None
    return parsed


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Build an object, refusing duplicate keys, of which one value would be lost silently."""
    found = dict(pairs)
    if len(found) != len(pairs):
        counts = Counter(name for name, _value in pairs)
        twice = next(name for name, count in counts.items() if count > 1)
        raise refuse("key_twice", _("“%(key)s” appears twice in one object."), {"key": shown(twice)})
    return found


def _short_int(digits: str) -> int:
    if len(digits) > 20:
        raise refuse("number_long", _("A number is too long (%(digits)s digits)."), {"digits": len(digits)})
    return int(digits)


def _no_float(digits: str) -> NoReturn:
    raise refuse("fraction", _("%(number)s is not a whole number."), {"number": shown(digits)})


def _no_constant(word: str) -> NoReturn:
    raise refuse("fraction", _("%(number)s is not a whole number."), {"number": word})
