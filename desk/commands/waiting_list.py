"""Commands for the waiting list: offer seats, call players, call again, skip."""

import logging
import uuid
from datetime import datetime, timedelta
from typing import Annotated, Any, Literal

from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext
from pydantic import Field

from desk.models import Booking
from desk.rules.waiting_list import Does, Patience, Step
from desk.services.booked_players import booking_name, notify, touch
from desk.services.bookings import BOOKING_BOARDS
from desk.services.desk_settings import desk_settings
from desk.services.jobs import waiting_list_job
from desk.services.name_list import NAMED, people
from desk.services.waiting_list_turn import check_call, next_steps
from desk.signals import RegistrationClosed, registration_closed
from tourney.access.roles import CLOCKWORK, Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import JournalEntry, Tournament
from tourney.now import room_now, to_ms
from tourney.rulebooks.books.schema import cite

log = logging.getLogger(__name__)


def call(tx: Tx, booking: Booking, *, by_hand: bool = False) -> None:
    """Offer a player a seat until a given time, and notify them. A called player is called again.

    The time counts from now, not from when the offer was due, as no calls happen while the server is down.

    Args:
        by_hand: a repeated call by staff does not count towards the calls after which a player is skipped.
    """
    again = booking.state == "called"
    calls = booking.calls + (not (by_hand and again))
    until = tx.now + timedelta(seconds=desk_settings().offer_seconds)
    tx.save(booking, state="called", called_at=tx.now, offer_until=until, calls=calls)
    notify(tx, booking, "called", until=to_ms(until), again=again)


def put_back(tx: Tx, booking: Booking) -> bool:
    """Move a player who did not come to the end of the list; the second time, take them off it.

    Returns:
        Whether they are still on the list.
    """
    patience = Patience(desk_settings().recalls)
    touch(tx, booking)
    if patience.has_been_skipped(booking.calls):
        tx.save(booking, state="passed", called_at=None, offer_until=None, ended_at=tx.effective_at)
        notify(tx, booking, "cancelled", passed=True)
        registration_closed.send(RegistrationClosed(tx))
        return False
    tx.save(
        booking,
        state="waiting",
        waiting_since=tx.effective_at,
        at_once=False,
        called_at=None,
        offer_until=None,
        calls=max(booking.calls, patience.round),
    )
    return True


def take_back(tx: Tx, booking: Booking) -> None:
    """Withdraw the offer of a seat that is gone; the player keeps the old place on the list and is notified."""
    tx.save(booking, state="waiting", called_at=None, offer_until=None, calls=max(0, booking.calls - 1))
    notify(tx, booking, "withdrawn")


# In the order of sentences in the journal: players who lose a place come first. JSON in a database keeps no key order.
# "skip_and_call" stands for both steps of a player who is skipped and called again at once: a seat is left for the
# end of the list.
JournalStep = Does | Literal["skip_and_call"]
STEPS_IN_ORDER: tuple[JournalStep, ...] = ("skip", "pass", "take_back", "recall", "skip_and_call", "call")


def _does(does: JournalStep, count: int) -> str:
    if does == "take_back":
        return ngettext("withdrew the offer to %(who)s", "withdrew the offers to %(who)s", count)
    if does == "skip_and_call":
        return ngettext(
            "called %(who)s again after a skip, because a seat is still open",
            "called %(who)s again after a skip, because seats are still open",
            count,
        )
    words: dict[JournalStep, str] = {
        "call": _("called %(who)s"),
        "recall": _("called %(who)s again"),
        "skip": _("skipped %(who)s"),
        "pass": _("removed %(who)s from the list"),
    }
    return words[does]


def _summarise_processed(journal_entry: JournalEntry) -> str:
    answer = journal_entry.answer or {}
    done, named = answer.get("done", {}), answer.get("named", {})
    parts = [
        _does(does, done[does]) % {"who": people(named.get(does, []), done[does])}
        for does in STEPS_IN_ORDER
        if done.get(does)
    ]
    return _("Waiting list: %(done)s") % {"done": ", ".join(parts)}


@command(
    "waiting_list.process",
    permission=Permission.KEEP_TIME,
    boards=BOOKING_BOARDS,
    summary=_summarise_processed,
    undoable=False,
    public=False,
    yields_to_undo=True,
)
def process_waiting_list(tx: Tx) -> Any:
    """Process the waiting list: offer open seats to the first players, call again, and skip those who did not
    come.

    Raises:
        Refused: nothing is due (`nothing_due`); no journal entry is written.
    """
    found = next_steps(tx.tournament, tx.now)
    if not found:
        raise Refused("nothing_due", _("The waiting list is up to date."))
    rows = Booking.objects.filter(pk__in={step.booking for step in found}).select_related("player", "partner")
    bookings = {row.pk: row for row in rows}
    done: dict[str, int] = {}
    named: dict[str, list[str]] = {}
    skipped = {step.booking for step in found if step.does == "skip"}
    both = {step.booking for step in found if step.does == "call"} & skipped
    for step in found:
        booking = bookings[step.booking]
        _carry_out(tx, booking, step)
        if step.booking in both and step.does == "skip":
            continue
        shown: JournalStep = "skip_and_call" if step.booking in both else step.does
        done[shown] = done.get(shown, 0) + 1
        if done[shown] <= NAMED:
            named.setdefault(shown, []).append(booking_name(booking))
    tx.cite(cite(tx.book, tx.book.entering.waiting_list))
    return {
        "done": done,
        "named": named,
        "called": [step.booking for step in found if step.does in ("call", "recall")],
    }


def _carry_out(tx: Tx, booking: Booking, step: Step) -> None:
    if step.does in ("call", "recall"):
        call(tx, booking)
    elif step.does in ("skip", "pass"):
        put_back(tx, booking)
    else:
        take_back(tx, booking)


def process_waiting_list_if_due(tournament_id: int) -> bool:
    """Process an event's waiting list if anything is due. Check first, so that no empty command is
    refused.

    Returns:
        Whether anything was done.
    """
    event = Tournament.objects.filter(pk=tournament_id).first()
    if event is None or not next_steps(event):
        return False
    try:
        process_waiting_list(
            actor=CLOCKWORK,
            command_id=uuid.uuid4(),
            tournament_id=tournament_id,
            due=_due(event, room_now()),
        )
    except Refused as refusal:
        if refusal.code not in {"nothing_due", "conflict"}:
            raise
        return False  # Another process was faster.
    return True


def _due(event: Tournament, now: datetime) -> datetime | None:
    """Return when the first unanswered offer expired; None if a free seat is the reason."""
    late = Booking.objects.filter(tournament=event, state="called", offer_until__lte=now)
    # As in `services.waiting_list.is_here`: an offer does not expire for a player checked in since the call.
    late = late.exclude(checked_in_at__gte=F("called_at"))
    return late.order_by("offer_until").values_list("offer_until", flat=True).first()


def _listed(tx: Tx, booking: int, *states: str) -> Booking:
    row = tx.get(Booking, pk=booking, tournament=tx.tournament)
    if row.state not in states:
        message = _("%(name)s is no longer on the waiting list.")
        raise Refused("not_waiting", message % {"name": booking_name(row)})
    return row


@command(
    "waiting_list.call",
    permission=Permission.REGISTER_PLAYERS,
    boards=BOOKING_BOARDS,
    summary=lazy("Called %(name)s out of turn: %(reason)s"),
)
def call_out_of_turn(tx: Tx, booking: Id, reason: Annotated[str, Field(min_length=1, max_length=200)]) -> Any:
    """Call a player from the waiting list out of turn, or call again.

    Args:
        booking: the booking.
        reason: why they go first; recorded in the journal.
    """
    if not reason.strip():
        raise Refused("bad_argument", _("Enter a reason."), fields={"reason": _("must not be empty.")})
    row = _listed(tx, booking, "waiting", "called")
    check_call(tx, row)
    call(tx, row, by_hand=True)
    return {"name": booking_name(row), "until": to_ms(row.offer_until)}


def _summarise_skipped(journal_entry: JournalEntry) -> str:
    answer = journal_entry.answer or {}
    words = _("Skipped %(name)s") if answer.get("waits") else _("Removed %(name)s from the waiting list")
    return words % {"name": answer.get("name", "–")}


@command(
    "waiting_list.skip",
    permission=Permission.REGISTER_PLAYERS,
    boards=BOOKING_BOARDS,
    summary=_summarise_skipped,
)
def skip(tx: Tx, booking: Id) -> Any:
    """Skip a player who did not come: to the end of the list the first time, off the list the second time.

    Args:
        booking: the booking.
    """
    row = _listed(tx, booking, "waiting", "called")
    waits = put_back(tx, row)
    tx.on_commit(waiting_list_job(tx.tournament.pk))
    return {"name": booking_name(row), "waits": waits}
