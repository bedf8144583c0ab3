"""Recording of single prints: each one is a submitted form and a journal entry; later ones are reprints."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from django.http import HttpRequest
from django.urls import Resolver404, resolve

from desk.services.prints import NAMED, Printout
from tourney.access.roles import Permission
from web.shared.access import actor_of
from web.shared.forms import Form

_DESK = frozenset({"desk", "desk_event"})


@dataclass(frozen=True, slots=True)
class Print:
    """A page with one printout.

    Attributes:
        form: the submitted form.
        now: whether the browser prints at once: the form was submitted.
        again: whether it was printed before.
    """

    form: Form
    now: bool
    again: bool


def print_of(
    request: HttpRequest, tournament_id: int | None, what: Printout, key: int, *, again: bool
) -> Print:
    """Return what a page prints; a submitted form is recorded in the event's journal.

    Args:
        tournament_id: None for a receipt without an event: its prints are not recorded, and a submitted form
            counts as a reprint.
        what: which printout.
        key: of the receipt, the entry or the booking.
        again: whether a print of it is on record. What the command answers counts: it reads under its lock.
    """
    sent = request.method == "POST"
    form = Form.sent(request) if sent else Form()
    if tournament_id is None:
        return Print(form, sent, sent)
    if not sent:
        return Print(form, False, again)
    arguments = {"what": what, NAMED[what]: key}
    done = form.act(request, "desk.printed", tournament_id=tournament_id, **arguments)
    return Print(form, False, again) if done is None else Print(form, True, (done.answer or {})["again"])


def back_of(request: HttpRequest) -> str:
    """Return the page that opened a print, "floor" or "desk"; if unknown, the usual one for the viewer's role."""
    sent = request.POST.get("back", "")
    came = sent if sent in ("floor", "desk") else _opened_on(request)
    return came or ("floor" if actor_of(request).may(Permission.MANAGE_TABLES) else "desk")


def _opened_on(request: HttpRequest) -> str:
    try:
        name = resolve(urlsplit(request.headers.get("Referer", "")).path).url_name
    except (Resolver404, ValueError):
        return ""
    return "desk" if name in _DESK else "floor" if name == "floor" else ""
