"""Responses: data, and errors in one format."""

from collections.abc import Mapping
from typing import Any

import msgspec
from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.core.serializers.json import DjangoJSONEncoder
from django.http import Http404, HttpRequest, HttpResponse
from django.http.multipartparser import MultiPartParserError
from django.utils.translation import gettext as _
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, ValidationError

from tourney.access.guard import LockedOut
from tourney.journal.arguments import sentence
from tourney.journal.refused import Refused
from tourney.models import Tournament

# All other codes are conflicts with the current state: 409.
_STATUS = {
    "bad_request": 400,
    "log_in": 401,
    "unknown_token": 401,
    "not_allowed": 403,
    "page_out_of_date": 403,
    "not_found": 404,
    "no_such_journal_entry": 404,
    "unknown_book": 404,
    "unknown_code": 404,
    "unknown_tournament": 404,
    "wrong_method": 405,
    "picture_too_large": 413,
    "sound_too_large": 413,
    "too_large": 413,
    "wrong_content_type": 415,
    "bad_argument": 422,
    "bad_file": 422,
    "bad_range": 422,
    "bad_value": 422,
    "unreachable": 422,
    "impossible": 422,
    "no_picture": 422,
    "no_sound": 422,
    "sound_too_long": 422,
    "twice": 422,
    "unsound_structure": 422,
    "weak_password": 422,
    "wrong_book": 422,
    "locked_out": 429,
}
_LOCKED_SECONDS = 600


# Sentences that are translated late, and what else is neither plain data nor a struct.
_encode = msgspec.json.Encoder(enc_hook=DjangoJSONEncoder().default).encode


def answer(data: Any, *, status: int = 200) -> HttpResponse:
    """Return plain data or boards as JSON that must not be cached."""
    headers = {"Cache-Control": "no-store"}
    return HttpResponse(_encode(data), content_type="application/json", status=status, headers=headers)


def text_file(text: str, name: str, content_type: str) -> HttpResponse:
    """Return a text as a file download.

    Args:
        name: of the file; plain ASCII.
    """
    headers = {"Cache-Control": "no-store", "Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(text, content_type=f"{content_type}; charset=utf-8", headers=headers)


def refusal(error: Refused, headers: Mapping[str, str] | None = None) -> HttpResponse:
    """Return a refusal with the status for its code."""
    body = {"code": error.code, "message": str(error), "rule": error.rule, "fields": error.fields}
    response = answer(body, status=_STATUS.get(error.code, 409))
    if response.status_code == 401:
        response["WWW-Authenticate"] = "Bearer"
    for name, value in (headers or {}).items():
        response[name] = value
    return response


def not_there() -> Refused:
    """Return the response for an unknown address."""
    return Refused("not_found", _("There is nothing at this address."))


# No row has a number above: a database would refuse to look for it.
LARGEST = 2**62


def event_at(tournament: int, code: str = "not_found") -> Tournament:
    """Return the event an address names.

    Raises:
        Refused: there is none (`not_found`, or `unknown_tournament` if requested).
    """
    found = Tournament.objects.filter(pk=tournament).first() if tournament <= LARGEST else None
    if found is None and code == "unknown_tournament":
        raise Refused(code, _("This tournament does not exist."))
    if found is None:
        raise not_there()
    return found


def _invalid(error: ValidationError) -> Refused:
    """Return the response for invalid parameters; an impossible number in the path is a 404."""
    if any(fault["loc"][0] == "path" for fault in error.errors):
        return not_there()
    fields = {str(fault["loc"][-1]): sentence(fault) for fault in error.errors}
    text = " ".join(f"{name}: {fault}" for name, fault in fields.items())
    return Refused("bad_argument", text, fields=fields)


def answer_errors(api: NinjaAPI) -> None:
    """Turn expected errors into refusals. Other errors are bugs, which Django reports."""

    def refused(request: HttpRequest, error: Any) -> HttpResponse:
        return refusal(error)

    def invalid(request: HttpRequest, error: Any) -> HttpResponse:
        return refusal(_invalid(error))

    def unauthenticated(request: HttpRequest, error: Any) -> HttpResponse:
        return refusal(Refused("log_in", _("Log in or send a token.")))

    def locked(request: HttpRequest, error: Any) -> HttpResponse:
        text = _("Too many invalid tokens from this address. Wait ten minutes.")
        return refusal(Refused("locked_out", text), {"Retry-After": str(_LOCKED_SECONDS)})

    def missing(request: HttpRequest, error: Any) -> HttpResponse:
        return refusal(not_there())

    def too_big(request: HttpRequest, error: Any) -> HttpResponse:
        return refusal(Refused("too_large", _("This request is too large.")))

    def unclear(request: HttpRequest, error: Any) -> HttpResponse:
        return refusal(Refused("bad_request", _("The server could not read this request.")))

    def bug(request: HttpRequest, error: Any) -> HttpResponse:
        raise error

    api.add_exception_handler(Refused, refused)
    api.add_exception_handler(ValidationError, invalid)
    api.add_exception_handler(AuthenticationError, unauthenticated)
    api.add_exception_handler(LockedOut, locked)
    api.add_exception_handler(Http404, missing)
    api.add_exception_handler(RequestDataTooBig, too_big)
    api.add_exception_handler(SuspiciousOperation, unclear)
    api.add_exception_handler(MultiPartParserError, unclear)
    api.add_exception_handler(Exception, bug)
