"""The end of a day on the page of chip counts: bags, closing the day, and the next one."""

from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from clock.models import Clock
from players.services.partners import entry_name
from procedures.boards.bags import BagsBoard
from procedures.models import EventDay
from procedures.services.bags import place_on_slip
from procedures.services.stack_counts import seats_with_chips
from procedures.signals import bag_series
from seating.models import Seat
from tourney.models import JournalEntry, Tournament
from tourney.now import from_ms, to_ms
from web.shared.date_fields import local_input, timestamp_in
from web.shared.forms import Form

_SEATING = ("redraw", "kept")


def run_bag_command(request: HttpRequest, form: Form, event: Tournament) -> bool | None:
    """Run the form's command if it is about bags or days.

    Returns:
        Whether it was carried out; None: it is about something else.
    """
    what = form.text("what")
    if what == "hand_in":
        return _hand_in(request, form, event)
    if what == "resume_day":
        absent = form.whole("absent") if form.text("absent") else 0
        return form.act(request, "day.resume", tournament_id=event.pk, absent=absent) is not None
    if what == "start_clock":
        started = Clock.objects.filter(tournament=event, started=True).exists()
        press = "clock.resume" if started else "clock.start"
        return form.act(request, press, tournament_id=event.pk) is not None
    if what not in ("close_day", "plan_day"):
        return None
    seats = form.text("seats") if form.text("seats") in _SEATING else "redraw"
    plan: dict[str, Any] = {"seats": seats, "next_start": to_ms(timestamp_in(form, "next_start"))}
    if what == "plan_day":
        return form.act(request, "day.plan", tournament_id=event.pk, **plan) is not None
    difference = form.whole("difference") if form.text("difference") else 0
    # A second press confirms that the clock is still running.
    plan |= {"difference": difference, "running": form.text("running") == "1"}
    return form.act(request, "day.close", tournament_id=event.pk, **plan) is not None


def _hand_in(request: HttpRequest, form: Form, event: Tournament) -> bool:
    """Hand in a bag by its number, as typed or read from the code on its slip."""
    # A scanner types the whole address.
    digits = form.text("bag").rpartition("=")[2]
    form.values["bag"] = digits
    number = form.whole("bag")
    series, table, seat = place_on_slip(event, number)
    if not form.errors and not (table > 0 and 1 <= seat <= 12):
        form.fail(
            "bag", _("This bag does not exist. The number is the table and two digits of the seat: 1204.")
        )
    elif not form.errors and series != bag_series.ask(event):
        form.fail("bag", _("This bag is of another flight or day. Hand it in there."))
    done = form.act(request, "bags.hand_in", tournament_id=event.pk, number=table, seats=[seat])
    if done is not None:
        form.values["bag"] = ""
    return done is not None


def clock_waits(event: Tournament) -> bool:
    """Return whether the next day has begun, but the clock has not been started since."""
    day = EventDay.objects.filter(tournament=event).last()
    if day is None or day.resumed_at is None or event.closed_at is not None:
        return False
    if Clock.objects.filter(tournament=event, running=True).exists():
        return False
    starts = JournalEntry.objects.filter(tournament=event, kind__in=("clock.resume", "clock.start"))
    return not starts.filter(at__gte=day.resumed_at, undone_by__isnull=True).exists()


def plan_values(board: BagsBoard, form: Form) -> dict[str, str]:
    """Return what the form about the next day shows."""
    if form.is_wrong and form.text("what") in ("close_day", "plan_day"):
        return {"next_start": form.text("next_start"), "seats": form.text("seats")}
    start = None if board.next_start is None else from_ms(board.next_start)
    return {"next_start": local_input(start), "seats": board.seats}


def names_at(event: Tournament, number: int | None) -> dict[int, str]:
    """Return whose stacks are at a table, by seat."""
    if number is None:
        return {}
    seats = seats_with_chips(event.pk).filter(tournament_table__table__number=number)
    return {
        seat.number: stack_name(seat)
        for seat in seats.select_related("entry__player", "entry__partner__player")
    }


def stack_name(seat: Seat) -> str:
    """Return whose stack it is, as staff see it."""
    if seat.entry is not None:
        return entry_name(seat.entry)
    return _("Ghost") if seat.kind == "ghost" else _("Unclaimed stack")
