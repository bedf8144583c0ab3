"""Error pages: readable texts that disclose nothing."""

from collections.abc import Callable

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from tourney.services.postgres_errors import LOCK_TIMEOUT, code_of


def _answer(
    request: HttpRequest, status: int, code: str, title: str, text: str, back: tuple[str, str] | None = None
) -> HttpResponse:
    # Scripts of a page read the error, whatever the address.
    if request.path.startswith(("/do/", "/live/", "/api/")) or request.content_type == "application/json":
        body = {"ok": False, "code": code, "message": text, "rule": "", "fields": {}}
        return JsonResponse(body, status=status)
    return render(request, "shared/plain.html", {"title": title, "text": text, "back": back}, status=status)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Show the page for 400."""
    return _answer(
        request, 400, "bad_request", _("Bad request"), _("The server could not read this request.")
    )


def not_allowed(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Show the page for 403."""
    text = _("Your role does not allow this page.")
    return _answer(request, 403, "not_allowed", _("Not allowed"), text)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Show the page for 404."""
    return _answer(request, 404, "not_found", _("Page not found"), _("This page does not exist."))


def broken(request: HttpRequest) -> HttpResponse:
    """Show the page for 500."""
    text = _(
        "An error occurred on the server. No change was saved. Try again, and tell the server’s "
        "administrator."
    )
    if request.path.startswith(("/do/", "/live/", "/api/")):
        return _answer(request, 500, "broken", _("Server error"), text)
    # Without the room's name and menu: reading them may be what failed.
    page = render_to_string("shared/broken.html", {"title": _("Server error"), "text": text})
    return HttpResponse(page, status=500)


class BusyDatabase:
    """Middleware that answers 503 if a request waited too long for rows that another transaction had locked."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        """Wrap what answers requests."""
        self._next = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Serve a request."""
        return self._next(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Return the page for 503; None for other errors."""
        if not isinstance(exception, DatabaseError) or code_of(exception) != LOCK_TIMEOUT:
            return None
        text = _("Another change is taking a long time. Nothing was saved. Try again in a minute.")
        response = _answer(request, 503, "busy", _("Busy"), text)
        response["Retry-After"] = "10"
        return response


def csrf_refused(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Refuse a form or command that does not come from one of our own pages, or from an outdated one."""
    text = _("This page is out of date. Reload it and try again.")
    return _answer(request, 403, "page_out_of_date", _("Out of date"), text)


def too_busy(request: HttpRequest) -> HttpResponse:
    """Show the page for too many concurrent password checks."""
    text = _("The server is checking many passwords at the moment. Try again in a few seconds.")
    back = (reverse("login"), _("Back to the staff login"))
    response = _answer(request, 503, "busy", _("Busy"), text, back)
    response["Retry-After"] = "5"
    return response
