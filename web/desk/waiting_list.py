"""The waiting list and the reservations of an event, for staff."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from clock.services.progress import progress_of
from desk.commands.bookings import MOST_NO_SHOWS
from desk.models import Booking, Registration
from desk.rules.reservations import ban_months, is_sure
from desk.rules.waiting_list import FIRST, LAST, Waiter, rank, rule_of
from desk.services.booked_players import booking_name
from desk.services.waiting_list import WaitingList, line_of, ms, starts_at
from players.models import Player
from players.rules.names import alphabetical, surname_first
from tourney.access import reads
from tourney.journal.commands import CommandResult
from tourney.models import Entry, Notice, Tournament
from tourney.rulebooks.books.schema import Book, cite
from tourney.rulebooks.shelf import book_of
from tourney.rules.numbers import whole_number
from web.office.details import event_of
from web.office.hub import staff_config
from web.shared.access import staff_page
from web.shared.forms import Form
from web.shared.player_names import player_named
from web.shared.policies import policies_of

# Commands of the buttons in a row.
_VERBS = {
    "skip": "waiting_list.skip",
    "cancel": "booking.cancel",
    "no_show": "booking.no_show",
    "check_in": "booking.check_in",
}
_MOST = 500


@dataclass(frozen=True, slots=True)
class Row:
    """A booking with its position on the waiting list and the reason for it.

    Attributes:
        position: on the list, from 1; None if called or reserved.
        why: what decides the position. `rule`: the rule's number, or "".
        until: while called and not checked in, the time until which the place is kept, in ms.
        here: called and checked in.
        times: how often they were called.
    """

    booking: Booking
    position: int | None
    why: str
    rule: str
    until: int | None = None
    here: bool = False
    times: int = 0

    @property
    def name(self) -> str:
        """Return the name of the player; of a team, both names."""
        return booking_name(self.booking)


def _times_called(event: Tournament, bookings: Iterable[Booking]) -> Counter[int]:
    """Count the calls of each booking, from the messages sent.

    `Booking.calls` is reset when a player is skipped and is no such count.
    """
    counted = [booking.player_id for booking in bookings if booking.calls]
    called = Notice.objects.filter(tournament=event, kind="called", player__in=counted)
    return Counter(values["booking"] for values in called.values_list("values", flat=True))


def why_there(waiter: Waiter, book: Book) -> tuple[str, str]:
    """Explain a position on the waiting list, with its rule."""
    group, entering = rank(waiter, book), book.entering
    if group == LAST:
        return _("after a surrender: behind all others"), cite(book, entering.surrender)
    if group == FIRST and waiter.wants == "entry":
        return _("member, registered in time: before the others"), cite(book, entering.priority)
    if group == FIRST:
        policy = entering.surrender if waiter.wants == "surrender" else entering.re_entry
        return _("right after busting: before the others"), cite(book, policy)
    return _("first come, first served"), cite(book, entering.waiting_list)


def _with_skip(booking: Booking, why: str, rule: str) -> tuple[str, str]:
    """Explain the position of a skipped player, who stands behind those waiting at that time."""
    if booking.waiting_since is None or booking.waiting_since <= booking.created_at:
        return why, rule
    return _("%(why)s; skipped once, so behind those waiting at that time") % {"why": why}, rule


def _listed(event: Tournament, line: WaitingList) -> tuple[list[Row], list[Row]]:
    times = _times_called(event, line.bookings.values())
    called = [
        Row(
            line.bookings[one.booking],
            None,
            *why_there(one, line.book),
            until=one.until,
            here=one.here,
            times=times[one.booking],
        )
        for one in line.called
    ]
    waiting = [
        Row(
            line.bookings[one.booking],
            place,
            *_with_skip(line.bookings[one.booking], *why_there(one, line.book)),
            times=times[one.booking],
        )
        for place, one in enumerate(line.waiting, start=1)
    ]
    return called, waiting


def reserved_at(event: Tournament, registration: Registration | None, book: Book) -> list[Row]:
    """Return reservations by surname; after the start also those that have lapsed."""
    states = ["reserved", "checked_in"]
    if progress_of(event).started:
        states.append("lapsed")
    start = starts_at(event, registration)
    rows = []
    bookings = Booking.objects.filter(tournament=event, state__in=states, waiting_since__isnull=True)
    # Players who registered after their reservation lapsed are entered.
    came = Entry.objects.filter(tournament=event, voided_at__isnull=True).values("player")
    bookings = bookings.exclude(state="lapsed", player__in=came)
    for booking in bookings.select_related("player", "partner").order_by("created_at", "pk"):
        if is_sure(book, member=booking.member, at=ms(booking.created_at), starts_at=start):
            why, rule = _("member, registered in time: guaranteed seat"), cite(book, book.entering.priority)
        else:
            why = _("member") if booking.member else ""
            rule = ""
        rows.append(Row(booking, None, why, rule))
    return sorted(rows, key=lambda row: alphabetical(by_surname(row.booking.player)))


def by_surname(player: Player) -> str:
    """Return a player's full name, surname first."""
    return surname_first(player.name, player.name)


@dataclass(frozen=True, slots=True)
class Missed:
    """A reservation whose player has not shown up.

    Attributes:
        months: length of the ban for a no-show; 0 for none.
    """

    booking: int
    name: str
    months: int


def _missed(rows: Sequence[Row], book: Book) -> list[Missed]:
    """Return reservations that can be marked as no-shows, with the consequence of each (Five Spades 2.7)."""
    players = [row.booking.player_id for row in rows]
    before = Counter(
        Booking.objects.filter(player__in=players, state="no_show").values_list("player", flat=True)
    )
    return [
        Missed(
            row.booking.pk,
            by_surname(row.booking.player),
            ban_months(book, before[row.booking.player_id] + 1),
        )
        for row in rows
        if row.booking.state in ("reserved", "lapsed") and row.booking.checked_in_at is None
    ]


@never_cache
@require_http_methods(["GET", "POST"])
@staff_page(reads.BOOKINGS)
def waiting_list(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Show called players, the waiting list with reasons, and reservations.

    `?part=1` returns the lists only.
    """
    event = event_of(tournament_id)
    forms = {"add": Form({"wants": "entry"}), "row": Form()}
    if request.method == "POST":
        form = Form.sent(request)
        forms["add" if form.text("what") in {"wait", "reserve"} else "row"] = form
        if _carried_out(request, form, tournament_id) is not None:
            return redirect("waiting_list", tournament_id)
    registration = Registration.objects.filter(tournament=event).first()
    book = book_of(event.book)
    line = line_of(event, registration)
    called, waiting = _listed(event, line)
    reserved = reserved_at(event, registration, book)
    started = progress_of(event).started
    context: dict[str, Any] = {
        "event": event,
        "registration": registration,
        "started": started,
        "called": called,
        "waiting": waiting[:_MOST],
        "all_waiting": len(waiting),
        "reserved": reserved[:_MOST],
        "all_reserved": len(reserved),
        "missed": _missed(reserved, book)[:MOST_NO_SHOWS] if started else [],
        "no_show_rule": cite(book, book.entering.no_shows),
        "opened": line.opened,
        "rule": rule_of(book),
        "row": forms["row"],
    }
    if request.method == "GET" and "part" in request.GET:
        return render(request, "desk/part_waiting_live.html", context)
    context |= {
        "form": forms["add"],
        "wants": [("entry", _("Entry")), ("re_entry", _("Re-entry")), ("surrender", _("Surrender"))],
        "book": policies_of(event, "entering"),
        "config": staff_config(request, tournament=event.pk),
    }
    wrong = any(form.is_wrong for form in forms.values())
    return render(request, "desk/waiting_list.html", context, status=422 if wrong else 200)


@never_cache
@require_GET
@staff_page(reads.BOOKINGS)
def expected(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Print the players with a reservation by surname, as a sheet to tick off."""
    event = event_of(tournament_id)
    registration = Registration.objects.filter(tournament=event).first()
    rows = reserved_at(event, registration, book_of(event.book))
    players = [(by_surname(row.booking.player), row) for row in rows]
    return render(request, "desk/print_expected.html", {"event": event, "players": players, "paper": "a4"})


def _carried_out(request: HttpRequest, form: Form, tournament_id: int) -> CommandResult | None:
    what = form.text("what")
    given: dict[str, Any] = {}
    if what in {"wait", "reserve"}:
        given["player"] = player_named(form, "player")
        if what == "wait":
            given["wants"] = form.text("wants") or "entry"
            if form.text("partner"):
                given["partner"] = player_named(form, "partner")
        return form.act(request, f"booking.{what}", tournament_id=tournament_id, **given)
    if what == "no_shows":
        return _mark_no_shows(request, form, tournament_id)
    given["booking"] = form.whole("booking")
    if what == "call":
        if not form.text("reason"):
            form.fail("reason", _("Enter a reason for calling out of turn."))
        return form.act(
            request, "waiting_list.call", tournament_id=tournament_id, reason=form.text("reason"), **given
        )
    if what == "check_in":
        given["id_seen"] = form.flag("id_seen")
    if what not in _VERBS:
        form.message = _("This form is incomplete. Reload the page.")
        return None
    return form.act(request, _VERBS[what], tournament_id=tournament_id, **given)


def _mark_no_shows(request: HttpRequest, form: Form, tournament_id: int) -> CommandResult | None:
    """Mark the ticked reservations as no-shows."""
    ticked = request.POST.getlist("reservations")[: MOST_NO_SHOWS + 1]
    numbers = [number for key in ticked if (number := whole_number(key)) is not None]
    if not numbers:
        form.message = _("Select the players who did not come.")
        return None
    return form.act(request, "booking.no_shows", tournament_id=tournament_id, reservations=numbers)
