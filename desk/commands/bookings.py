"""Verbs of bookings: reserve, check in, cancel, stay away, wait."""

from typing import Annotated, Any, Literal

from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext
from pydantic import Field

from clock.services.progress import progress_of
from desk.models import Ban, Booking
from desk.rules.dates import months_later
from desk.rules.reservations import ban_months
from desk.services import bookings, waiting_list
from desk.services.bookings import BOOKING_BOARDS
from desk.services.jobs import serve_soon
from tourney.access.roles import Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import JournalEntry, Player
from tourney.rulebooks.books.schema import cite

# So many are marked at once, at most.
MOST_NO_SHOWS = 500


@command(
    "booking.reserve",
    permission=Permission.TAKE_IN,
    boards=BOOKING_BOARDS,
    summary=lazy("Reserved a seat for %(name)s"),
)
def reserve(tx: Tx, player: Id) -> Any:
    """Reserve a seat for a player until the event starts.

    Where the book gives members who register early a sure place, the last reservation that is not sure gives way to
    one and waits instead (Five Spades 2.3).

    Args:
        player: for whom.
    """
    somebody = tx.lock(Player, pk=player)
    row = bookings.reserve(tx, somebody)
    return {"booking": row.pk, "name": somebody.name, "also_in": bookings.elsewhere(tx, somebody)}


@command(
    "booking.check_in",
    permission=Permission.TAKE_IN,
    boards=BOOKING_BOARDS,
    summary=lazy("Checked in %(name)s"),
)
def check_in(tx: Tx, booking: Id, id_seen: bool = False) -> Any:
    """Check in a player with a booking. A reservation then no longer lapses (Munot 73). A called player keeps
    the seat, and one who was checked in before the call is checked in again on arrival.

    Args:
        booking: whose.
        id_seen: whether an ID was seen.
    """
    row = bookings.opened(tx, booking)
    comes = row.state == "called" and not waiting_list.is_here(row)
    if row.checked_in_at is not None and not comes and (row.id_seen_by or not id_seen):
        raise Refused("already_checked_in", _("%(name)s is already checked in.") % {"name": row.player.name})
    tx.save(
        row,
        state="checked_in" if row.state == "reserved" else row.state,
        checked_in_at=tx.now if comes else row.checked_in_at or tx.now,
        id_seen_by=tx.actor.name[:120] if id_seen else row.id_seen_by,
    )
    tx.touch_players(row.player_id)
    return {"name": row.player.name}


def _says_cancelled(line: JournalEntry) -> str:
    answer = line.answer or {}
    words = _("Cancelled the booking of %(name)s (late)") if answer.get("late") else None
    return (words or _("Cancelled the booking of %(name)s")) % {"name": answer.get("name", "–")}


@command("booking.cancel", permission=Permission.TAKE_IN, boards=BOOKING_BOARDS, summary=_says_cancelled)
def cancel(tx: Tx, booking: Id) -> Any:
    """Cancel a booking. The desk always can; the answer says whether it was after the rulebook's limit.

    Args:
        booking: which one.
    """
    row = bookings.opened(tx, booking)
    late = bookings.is_too_late(tx, row)
    bookings.cancel(tx, row)
    return {"name": row.player.name, "late": late}


def _says_no_show(line: JournalEntry) -> str:
    answer = line.answer or {}
    name = {"name": answer.get("name", "–"), "months": answer.get("months", 0)}
    if answer.get("ban"):
        return _("%(name)s is a no-show: banned for %(months)s months") % name
    return _("%(name)s is a no-show") % name


@command("booking.no_show", permission=Permission.TAKE_IN, boards=BOOKING_BOARDS, summary=_says_no_show)
def no_show(tx: Tx, booking: Id) -> Any:
    """Mark a reservation as a no-show. Where the rulebook has a ladder for it, repetition leads to a ban (Five
    Spades 2.7).

    Args:
        booking: a reservation, lapsed or not.
    """
    answer = _stayed_away(tx, tx.get(Booking, pk=booking, tournament=tx.tournament))
    tx.on_commit(serve_soon(tx.tournament.pk))
    return answer


def _says_no_shows(line: JournalEntry) -> str:
    answer = line.answer or {}
    count, bans = answer.get("count", 0), answer.get("bans", 0)
    words = ngettext("Marked %(n)s no-show", "Marked %(n)s no-shows", count) % {"n": count}
    if not bans:
        return words
    return f"{words}, {ngettext('%(n)s player banned', '%(n)s players banned', bans) % {'n': bans}}"


@command(
    "booking.no_shows",
    permission=Permission.TAKE_IN,
    boards=BOOKING_BOARDS,
    summary=_says_no_shows,
)
def no_shows(tx: Tx, reservations: Annotated[list[Id], Field(min_length=1, max_length=MOST_NO_SHOWS)]) -> Any:
    """Mark several reservations as no-shows, all or none (Five Spades 2.7).

    Args:
        reservations: their bookings, lapsed or not.
    """
    wanted = set(reservations)
    # Players are locked in the order of their keys: two clerks at once never wait for each other in a circle.
    rows = Booking.objects.filter(pk__in=wanted, tournament=tx.tournament).order_by("player_id", "pk")
    found = list(rows.select_related("player"))
    if len(found) != len(wanted):
        raise Refused("not_found", _("This reservation does not exist."))
    answers = [_stayed_away(tx, row) for row in found]
    tx.on_commit(serve_soon(tx.tournament.pk))
    banned = [answer for answer in answers if answer["ban"]]
    return {"count": len(answers), "bans": len(banned), "players": answers}


def _stayed_away(tx: Tx, row: Booking) -> dict[str, Any]:
    name = {"name": row.player.name}
    if not bookings.can_be_missed(row):
        raise Refused("no_reservation", _("%(name)s has no missed reservation.") % name)
    if not progress_of(tx.tournament).started:
        raise Refused("not_started", _("The event has not started: %(name)s may still come.") % name)
    # Bans follow from how often somebody stayed away, in any event: nobody else may count meanwhile.
    player = tx.lock(Player, pk=row.player_id)
    tx.save(row, state="no_show", ended_at=row.ended_at or tx.moment)
    tx.touch_players(player.pk)
    times = Booking.objects.filter(player=player, state="no_show").count()
    months = ban_months(tx.book, times)
    if not months:
        return {"name": player.name, "ban": None, "times": times}
    rule = cite(tx.book, tx.book.entering.no_shows)
    today = localdate(tx.now)
    ban = tx.create(
        Ban,
        player=player,
        starts_on=today,
        ends_on=months_later(today, months),
        reason=_("No-show without cancelling, %(times)s times so far.") % {"times": times},
        rule=rule,
    )
    tx.cite(rule)
    return {"name": player.name, "ban": ban.pk, "times": times, "months": months}


@command(
    "booking.wait",
    permission=Permission.TAKE_IN,
    boards=BOOKING_BOARDS,
    summary=lazy("Added %(name)s to the waiting list"),
)
def wait(tx: Tx, player: Id, wants: Literal["entry", "re_entry", "surrender"] = "entry") -> Any:
    """Add a player to the waiting list.

    Args:
        player: whom.
        wants: a first entry, one after busting, or one after a stack was given up.
    """
    somebody = tx.lock(Player, pk=player)
    row = bookings.wait(tx, somebody, wants)
    place = waiting_list.place_of(row)
    return {
        "booking": row.pk,
        "name": somebody.name,
        "position": place.position if place else None,
        "ahead": place.ahead if place else {},
        "also_in": bookings.elsewhere(tx, somebody),
    }
