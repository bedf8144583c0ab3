"""Read request bodies strictly: refuse whatever is ambiguous."""

import json
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.http.request import RawPostDataException
from django.utils.translation import gettext as _

from tourney.journal.arguments import no_strange_characters
from tourney.journal.refused import Refused


def bytes_of(request: HttpRequest) -> bytes:
    """Return the whole body.

    Raises:
        Refused: it is too large (`too_large`), or a form (`wrong_content_type`).
    """
    try:
        body = request.body
    except RawPostDataException:
        # The CSRF check has already read the form.
        raise Refused("wrong_content_type", _("This address does not accept forms.")) from None
    # Django relies on Content-Length, which chunked requests do not have.
    if len(body) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
        raise Refused("too_large", _("This request is too large."))
    return body


def object_of(request: HttpRequest) -> dict[str, Any]:
    """Return the JSON object of a body; an empty body is an empty object.

    Raises:
        Refused: `wrong_content_type`, `too_large`, `bad_request` if it is not JSON, or `bad_argument` if it
            is JSON and not an object, or nested too deeply.
    """
    body = bytes_of(request)
    if not body:
        return {}
    if request.content_type != "application/json":
        raise Refused("wrong_content_type", _("Send JSON with the header Content-Type: application/json."))
    try:
        parsed = json.loads(body.decode(), object_pairs_hook=_once, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise Refused("bad_request", _("The request body is not valid JSON.")) from None
    no_strange_characters(parsed, "")
    if not isinstance(parsed, dict):
        raise Refused("bad_argument", _("Send the arguments as a JSON object."))
    return parsed


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("A name stands in one object twice.")
    return found


def _no_constant(word: str) -> Any:
    raise ValueError(f"{word} is not JSON.")
