"""Limit the size and duration of request bodies while they arrive.

Every client may send a small body. Paths where staff and programs send files and lists accept more from known
senders; unknown senders are refused before the rest has arrived.
"""

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable, Iterable
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import RequestAborted
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation.trans_real import get_supported_language_variant, parse_accept_lang_header

from tourney.edge.senders import is_known

Headers = Iterable[tuple[bytes, bytes]]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
_FOR_KNOWN = (b"/staff/", b"/do/", b"/api/v1/")
_IMPORTS = (b"/staff/room/players/import/", b"/staff/screens/layouts/import/")
_IN_JSON = (b"/do/", b"/api/", b"/live/")
# How long, and how much, of the rest of a refused body is still read and dropped, so that its sender gets the answer.
_LINGER_SECONDS = 5.0
_LINGER_BYTES = 16 * 2**20


class TooLarge(RequestAborted):
    """The body exceeds this sender's limit."""


class TooSlow(RequestAborted):
    """The body did not arrive in time."""


def smallest_bound() -> int:
    """Return the limit for any sender, in bytes."""
    return int(settings.BODY_KILOBYTES) * 1024


def needs_question(path: bytes, length: int | None) -> bool:
    """Return whether the limit depends on the sender: the body may be large, and the path accepts large ones.

    Args:
        path: with or without a query.
        length: as declared; None if it is not.
    """
    return (length is None or length > smallest_bound()) and path.startswith(_FOR_KNOWN)


async def bound_of(path: bytes, length: int | None, headers: Headers) -> int:
    """Return the limit for this sender, in bytes."""
    if needs_question(path, length) and await is_known(headers):
        if path.partition(b"?")[0] in _IMPORTS:
            # The file and the other fields of the form.
            return int(settings.IMPORT_KILOBYTES) * 1024 + smallest_bound()
        return int(settings.UPLOAD_KILOBYTES) * 1024
    return smallest_bound()


def refusal_of(
    path: bytes, headers: Headers, status: int, bound: int
) -> tuple[list[tuple[bytes, bytes]], bytes]:
    """Return headers and text of the refusal: as JSON for API requests, as a page for browsers.

    Args:
        path: with or without a query.
        headers: of the request.
        status: 413 or 408.
        bound: the limit that applied, in bytes.
    """
    held = {name.lower(): value.decode("latin-1") for name, value in headers}
    with translation.override(_language(held)):
        if path.startswith(_IN_JSON):
            kind, text = b"application/json", _as_json(status)
        else:
            kind, text = b"text/html; charset=utf-8", _as_page(path, held.get(b"referer", ""), status, bound)
    body = text.encode()
    return [
        (b"content-type", kind),
        (b"content-length", b"%d" % len(body)),
        (b"connection", b"close"),
        (b"cache-control", b"no-store"),
    ], body


def _as_json(status: int) -> str:
    code = "too_large" if status == 413 else "too_slow"
    message = _("This request is too large.") if status == 413 else _("The request took too long to arrive.")
    return json.dumps({"code": code, "message": message, "rule": "", "fields": {}}, ensure_ascii=False)


def _as_page(path: bytes, referer: str, status: int, bound: int) -> str:
    """Return a page that says what is accepted, with a link back to the form."""
    title, text = _("This file is too large"), _("This request is too large.")
    if status != 413:
        title, text = _("The upload took too long"), _("The request took too long to arrive.")
    elif bound > smallest_bound() and bound >= 2**20:
        text = _("At most %(most)s MB can be uploaded here. Nothing was saved.") % {"most": bound // 2**20}
    elif path.startswith(_FOR_KNOWN):
        text = _("Nothing was saved. Log in again, then upload the file once more.")
    return render_to_string(
        "shared/broken.html", {"title": title, "text": text, "back": _page_before(referer)}
    )


def _page_before(referer: str) -> str:
    """Return the path of the page that a request came from; "" if it has none. It never leads to another site."""
    try:
        back = urlsplit(referer).path
    except ValueError:
        return ""
    return back if back.startswith("/") and not back.startswith("//") and "\\" not in back else ""


def _language(headers: dict[bytes, str]) -> str:
    """Return the language chosen in this browser, else the browser's own."""
    try:
        chosen = SimpleCookie(headers.get(b"cookie", "")).get(settings.LANGUAGE_COOKIE_NAME)
    except CookieError:
        chosen = None
    if chosen is not None and chosen.value in dict(settings.LANGUAGES):
        return chosen.value
    return language_of(headers.get(b"accept-language", ""))


def language_of(accepted: str) -> str:
    """Return the first language of an Accept-Language header that refusals are written in, else English."""
    for code, _weight in parse_accept_lang_header(accepted[:200]):
        with contextlib.suppress(LookupError):
            return get_supported_language_variant(code)
    return "en"


class BodyBounds:
    """ASGI middleware that limits request bodies."""

    def __init__(self, application: Any) -> None:
        """Wrap an application."""
        self._application = application

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Serve a request."""
        body = _Body(scope, receive)
        with contextlib.suppress(TooLarge, TooSlow):
            await self._application(scope, body.receive, send)
        if body.refused:
            await body.drop_rest()
            headers, text = refusal_of(scope["path"].encode(), scope["headers"], body.refused, body.bound)
            await send({"type": "http.response.start", "status": body.refused, "headers": headers})
            await send({"type": "http.response.body", "body": text})


class _Body:
    """A request body as it arrives."""

    def __init__(self, scope: dict[str, Any], receive: Receive) -> None:
        self._receive = receive
        self._path = scope["path"].encode()
        self._headers = scope["headers"]
        self._length = _declared(self._headers)
        self._taken = 0
        self._whole = False
        self._until = asyncio.get_running_loop().time() + settings.BODY_SECONDS
        # The status of the refusal; 0 before one.
        self.refused = 0
        # The limit in bytes; -1 before it is known.
        self.bound = -1

    async def receive(self) -> dict[str, Any]:
        """Return the next piece of the body.

        Raises:
            TooLarge, TooSlow: Django aborts the request; `refused` holds the status for the answer.
        """
        if self._whole:
            return await self._receive()
        try:
            async with asyncio.timeout_at(self._until):
                if self.bound < 0:
                    self.bound = await bound_of(self._path, self._length, self._headers)
                    if (self._length or 0) > self.bound:
                        self.refused = 413
                        raise TooLarge
                event = await self._receive()
        except TimeoutError:
            self.refused = 408
            raise TooSlow from None
        self._taken += len(event.get("body", b""))
        self._whole = event["type"] != "http.request" or not event.get("more_body", False)
        if self._taken > self.bound:
            self.refused = 413
            raise TooLarge
        return event

    async def drop_rest(self) -> None:
        """Read and discard the rest of the body for a few seconds."""
        if self.refused != 413:
            return
        dropped = 0
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_LINGER_SECONDS):
                while not self._whole and dropped < _LINGER_BYTES:
                    event = await self._receive()
                    dropped += len(event.get("body", b""))
                    self._whole = event["type"] != "http.request" or not event.get("more_body", False)


def _declared(headers: Headers) -> int | None:
    for name, value in headers:
        if name == b"content-length":
            return int(value) if value.isdigit() and len(value) < 16 else 2**62
        if name == b"transfer-encoding":
            return None
    return 0
