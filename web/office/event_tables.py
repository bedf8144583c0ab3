"""An event's tables and draws: table list and opening order, the draw of the field, the button."""

import uuid
from itertools import groupby
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from msgspec.structs import replace

from clock.services.event_clock import event_clock_of
from desk.models import Booking, Registration
from desk.rules.late_registration import closing_row
from desk.services.capacity import kept_in
from desk.services.late_registration import late_of, track_of
from players.models import Player
from players.services.partners import JOINED
from seating.boards.seating import EventTable, draws, event_tables, seating, tables
from seating.models import Apart, Seat
from seating.rules.ranges import RangeFault, read_numbers, write_numbers
from seating.services.seats import plan_of, seats_at_a_table, usual_seats
from tourney.access.roles import Permission
from tourney.journal.commands import COMMANDS
from tourney.journal.refused import Refused
from tourney.models import Entry, Job, Tournament
from tourney.rulebooks.shelf import book_of
from tourney.rules.numbers import whole_number
from tourney.services.dates import timestamp_text
from tourney.signals import for_teams
from web.office.details import event_of
from web.office.hub import staff_config
from web.shared.access import actor_of, staff_page
from web.shared.forms import Form, command_of, say_outcome
from web.shared.level_choices import row_names
from web.shared.player_names import player_named
from web.shared.policies import policies_of

# The form of the page each button belongs to.
_FORMS = {
    "plan": "plan",
    "assign": "assign",
    "state": "state",
    "access": "state",
    "release": "state",
    "draw": "draw",
    "button": "draw",
    "apart": "apart",
    "together": "apart",
}
_MOST_NAMES = 500
# The floor map shows all of them.
_MOST_TABLES = 60


@never_cache
@require_http_methods(["GET", "POST"])
@staff_page(Permission.SEAT_PLAYERS)
def tables_and_draw(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Show an event's tables and draws; each form of the page names its command in `what`."""
    event = event_of(tournament_id)
    forms = {name: Form() for name in _FORMS.values()}
    forms["plan"] = Form(_plan_values(event))
    if request.method == "POST":
        form = Form.sent(request)
        forms[_FORMS.get(form.text("what"), "state")] = form
        if form.text("what") == "draw":
            if (job := form.hand_over(request, "seats.draw", tournament_id=event.pk)) is not None:
                return redirect(f"{reverse('event_tables', args=[tournament_id])}?job={job.pk}")
            if not form.is_wrong:
                return redirect("event_tables", tournament_id)
        elif _carried_out(request, form, event):
            return redirect("event_tables", tournament_id)
    job = _job_of(request, event)
    if job is not None and not job.is_open:
        # The page may be loaded again before the redirect is followed: the outcome is shown once.
        if request.session.get("shown_job") != job.pk:
            request.session["shown_job"] = job.pk
            say_outcome(request, job)
        return redirect("event_tables", tournament_id)
    counts = seating(tournament_id, "")
    context = {
        "event": event,
        "forms": forms,
        "plan": plan_of(event),
        "job": job,
        "config": staff_config(request, tournament=event.pk),
        "counts": counts,
        "for_teams": for_teams.ask(event),
        "asks": [] if counts is not None and counts.drawn else _asks(event),
        "entered": Entry.objects.filter(tournament=event, voided_at__isnull=True).exists(),
        "by_seat_number": _by_seat_number(event),
        "tables": _tables(event),
        **_sitting(event),
        "free": write_numbers([table.number for table in tables() if table.tournament is None]),
        "draws": draws(event),
        "apart": Apart.objects.select_related("one", "other").order_by("one__name", "other__name"),
        "names": _names(event),
        "states": [("open", _("open")), ("reserve", _("reserve")), ("paused", _("paused"))],
        "book": policies_of(event, "seating"),
        "has_cup": _has_cup(event),
    }
    wrong = any(form.is_wrong for form in forms.values())
    return render(request, "office/event_tables.html", context, status=422 if wrong else 200)


def _job_of(request: HttpRequest, event: Tournament) -> Job | None:
    """Return the draw the page waits for, if the viewer has requested it."""
    number = whole_number(request.GET.get("job", ""))
    if number is None:
        return None
    return Job.objects.filter(pk=number, tournament=event, actor=actor_of(request).key).first()


def _tables(event: Tournament) -> list[EventTable]:
    """Return the event's tables with the seats that it uses: a table of nine may be played by five."""
    most = seats_at_a_table(event)
    return [replace(one, seats=max(len(one.taken), min(one.seats, most))) for one in event_tables(event)]


def _sitting(event: Tournament) -> dict[str, Any]:
    """Return seated players by table, for as many tables as a page shows."""
    rows = (
        Seat.objects.filter(
            tournament_table__tournament=event, tournament_table__released_at__isnull=True, kind="player"
        )
        .order_by("tournament_table__table__number", "number")
        .values_list(
            "tournament_table__table__number", "number", "entry__player__name", "entry__partner__player__name"
        )
    )
    found = [
        {
            "number": number,
            "seats": [
                {"number": seat, "name": JOINED.join(filter(None, both))} for _table, seat, *both in seats
            ],
        }
        for number, seats in groupby(rows, key=lambda row: row[0])
    ]
    return {"sitting": found[:_MOST_TABLES], "sitting_left": max(0, len(found) - _MOST_TABLES)}


def _asks(event: Tournament) -> list[str]:
    """Return warnings before the draw while registration is open; empty once it is closed."""
    row = Registration.objects.filter(tournament=event).first()
    if row is None or row.closed_at is not None or event.closed_at is not None:
        return []
    sentences = [_open_until(event, row)]
    waiting = Booking.objects.filter(tournament=event, state="waiting").count()
    if waiting:
        sentences.append(
            ngettext("One player is waiting.", "%(count)s players are waiting.", waiting) % {"count": waiting}
        )
    kept = kept_in(event)
    if expected := kept.held + kept.promised:
        words = ngettext("One player is still expected.", "%(count)s players are still expected.", expected)
        sentences.append(words % {"count": expected})
    sentences.append(_("Players who register after the draw get one of the remaining seats at once."))
    return sentences


def _open_until(event: Tournament, row: Registration) -> str:
    """Describe when registration closes."""
    late = late_of(row)
    if late.ends == "time" and row.late_at is not None:
        return _("Registration is open until %(time)s.") % {"time": timestamp_text(row.late_at)}
    if late.ends != "row":
        return _("Registration is open until the start.")
    names = row_names(event_clock_of(event))
    last = closing_row(late, book_of(event.book), track_of(event).breaks) - 1
    sentence = _("Registration is open until the end of “%(row)s”.")
    return sentence % {"row": names[min(last, len(names) - 1)]}


def _by_seat_number(event: Tournament) -> bool:
    """Return whether unclaimed stacks come into play by seat number (PokerStars Live 2.1.2)."""
    policy = book_of(event.book).seating.unclaimed_stacks
    return policy is not None and policy.enter_play == "with_last_equal_seat"


def _has_cup(event: Tournament) -> bool:
    """Return whether the book gives the final of a cup a final table of its own size (Five Spades 4.3)."""
    policy = book_of(event.book).seating.final_table
    return policy is not None and policy.cup_seats is not None


def _plan_values(event: Tournament) -> dict[str, object]:
    plan = plan_of(event)
    if plan is None:
        return {"seats_per_table": usual_seats(book_of(event.book))}
    return {
        "seats_per_table": plan.seats_per_table,
        "keep_apart": "on" if plan.keep_apart else "",
        "ghosts": "on" if plan.ghosts else "",
        "cup_final": "on" if plan.cup_final else "",
    }


def _names(event: Tournament) -> list[str]:
    """Return the names of the event's players as choices; others are found by name or card as well."""
    entered = Entry.objects.filter(tournament=event).order_by().values("player")
    booked = Booking.objects.filter(tournament=event).order_by().values("player")
    found = Player.objects.filter(pk__in=entered.union(booked))
    return list(found.order_by("name").values_list("name", flat=True)[:_MOST_NAMES])


def _carried_out(request: HttpRequest, form: Form, event: Tournament) -> bool:
    pk = event.pk
    match form.text("what"):
        case "plan":
            seats = form.whole("seats_per_table")
            done: Any = form.act(
                request,
                "plan.set",
                tournament_id=pk,
                seats_per_table=seats,
                keep_apart=form.flag("keep_apart"),
                ghosts=form.flag("ghosts"),
                cup_final=form.flag("cup_final"),
            )
        case "assign":
            return _assign(request, form, pk)
        case "state":
            order = form.chosen("order")
            if order is not None:
                order -= 1  # Positions on screen count from 1.
            number, state = form.whole("number"), form.text("state")
            done = form.act(request, "table.state", tournament_id=pk, number=number, state=state, order=order)
        case "access":
            number, accessible = form.whole("number"), form.flag("accessible")
            done = form.act(request, "table.access", number=number, accessible=accessible)
        case "release":
            done = form.act(request, "table.release", tournament_id=pk, number=form.whole("number"))
        case "button":
            done = form.act(request, "button.draw", tournament_id=pk)
        case "apart":
            one, other = player_named(form, "one"), player_named(form, "other")
            done = form.act(request, "apart.add", one=one, other=other, reason=form.text("reason"))
        case "together":
            done = form.act(request, "apart.remove", one=form.whole("one"), other=form.whole("other"))
        case _:
            form.message = _("This form is incomplete. Reload the page.")
            done = None
    return done is not None


def _assign(request: HttpRequest, form: Form, event: int) -> bool:
    """Assign several tables, one journal entry each; a repeated request assigns each table once."""
    if not form.text("numbers").strip():
        form.fail("numbers", _("Enter the numbers of tables, such as 1-8, 12."))
        return False
    try:
        numbers = read_numbers(form.text("numbers"))
    except RangeFault as fault:
        text = (
            _("“%(part)s” is not a list of tables; write 1-8, 12.")
            if fault.part
            else _("At most 500 at a time.")
        )
        form.fail("numbers", text % {"part": fault.part[:30]} if fault.part else text)
        return False
    assigned: list[int] = []
    try:
        command = command_of(form.command_id)
        for number in numbers:
            one = uuid.uuid5(command, f"table {number}")
            COMMANDS["table.assign"](
                actor=actor_of(request), command_id=one, tournament_id=event, number=number
            )
            assigned.append(number)
    except Refused as error:
        form.refuse(error)
        form.fail("numbers", error.message)
        if assigned:
            form.message = _("Assigned: %(tables)s. Then: %(why)s") % {
                "tables": write_numbers(assigned),
                "why": error.message,
            }
            # The next submission is a different list.
            form.command_id = str(uuid.uuid4())
            form.values["numbers"] = write_numbers([number for number in numbers if number not in assigned])
        return False
    messages.success(request, _("Assigned: %(tables)s.") % {"tables": write_numbers(assigned)})
    return True
