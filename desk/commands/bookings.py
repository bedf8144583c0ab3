"""Commands for bookings: reserve, check in, cancel, no-show, join the waiting list."""

from typing import Annotated, Any, Literal

from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext
from pydantic import Field

from clock.services.progress import progress_of
from desk.commands.partners import check_wait_with, lock_pair, partner_of_last
from desk.models import Booking
from desk.rules.dates import months_later
from desk.rules.reservations import ban_months
from desk.services import bookings, waiting_list
from desk.services.booked_players import booking_name, touch
from desk.services.bookings import BOOKING_BOARDS
from desk.services.entry_request import EntryRequest
from desk.services.jobs import waiting_list_job
from players.models import Ban, Player
from tourney.access.roles import Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import JournalEntry
from tourney.rulebooks.books.schema import cite

# Maximum number marked at once.
MOST_NO_SHOWS = 500


@command(
    "booking.reserve",
    permission=Permission.REGISTER_PLAYERS,
    boards=BOOKING_BOARDS,
    summary=lazy("Reserved a seat for %(name)s"),
)
def reserve(tx: Tx, player: Id) -> Any:
    """Reserve a seat for a player until the event starts.

    If the book guarantees a place to members who register early, the last reservation without a guarantee
    moves to the waiting list for them (Five Spades 2.3).

    Args:
        player: the player.
    """
    person = tx.lock(Player, pk=player)
    row = bookings.reserve(tx, person)
    return {"booking": row.pk, "name": person.name, "also_in": bookings.elsewhere(tx, person)}


@command(
    "booking.check_in",
    permission=Permission.REGISTER_PLAYERS,
    boards=BOOKING_BOARDS,
    summary=lazy("Checked in %(name)s"),
)
def check_in(tx: Tx, booking: Id, id_seen: bool = False) -> Any:
    """Check in a player with a booking.

    A checked-in reservation no longer lapses (Munot 73). A called player keeps the seat; a player who was
    checked in before the call is checked in again on arrival.

    Args:
        booking: the booking.
        id_seen: whether the clerk has seen an ID; not noted for a team, whose IDs are seen when it registers.
    """
    row = bookings.opened(tx, booking)
    id_seen = id_seen and row.partner_id is None
    comes = row.state == "called" and not waiting_list.is_here(row)
    if row.checked_in_at is not None and not comes and (row.id_seen_by or not id_seen):
        message = _("%(name)s is already checked in.")
        raise Refused("already_checked_in", message % {"name": booking_name(row)})
    tx.save(
        row,
        state="checked_in" if row.state == "reserved" else row.state,
        checked_in_at=tx.now if comes else row.checked_in_at or tx.now,
        id_seen_by=tx.actor.name[:120] if id_seen else row.id_seen_by,
    )
    touch(tx, row)
    return {"name": booking_name(row)}


def _summarise_cancelled(journal_entry: JournalEntry) -> str:
    answer = journal_entry.answer or {}
    words = _("Cancelled the booking of %(name)s (late)") if answer.get("late") else None
    return (words or _("Cancelled the booking of %(name)s")) % {"name": answer.get("name", "–")}


@command(
    "booking.cancel",
    permission=Permission.REGISTER_PLAYERS,
    boards=BOOKING_BOARDS,
    summary=_summarise_cancelled,
)
def cancel(tx: Tx, booking: Id) -> Any:
    """Cancel a booking.

    The desk can always cancel; the result says whether it was after the
    rulebook's limit.

    Args:
        booking: the booking.
    """
    row = bookings.opened(tx, booking)
    late = bookings.is_too_late(tx, row)
    bookings.cancel(tx, row)
    return {"name": booking_name(row), "late": late}


def _summarise_no_show(journal_entry: JournalEntry) -> str:
    answer = journal_entry.answer or {}
    name = {"name": answer.get("name", "–"), "months": answer.get("months", 0)}
    if answer.get("ban"):
        text = ngettext(
            "%(name)s is a no-show: banned for %(months)s month",
            "%(name)s is a no-show: banned for %(months)s months",
            name["months"],
        )
        return text % name
    return _("%(name)s is a no-show") % name


@command(
    "booking.no_show",
    permission=Permission.REGISTER_PLAYERS,
    boards=BOOKING_BOARDS,
    summary=_summarise_no_show,
)
def no_show(tx: Tx, booking: Id) -> Any:
    """Mark a reservation as a no-show.

    If the rulebook has a ladder for no-shows, repetition leads to a ban (Five Spades 2.7).

    Args:
        booking: a reservation, lapsed or not.
    """
    answer = _stayed_away(tx, tx.get(Booking, pk=booking, tournament=tx.tournament))
    tx.on_commit(waiting_list_job(tx.tournament.pk))
    return answer


def _summarise_no_shows(journal_entry: JournalEntry) -> str:
    answer = journal_entry.answer or {}
    count, bans = answer.get("count", 0), answer.get("bans", 0)
    words = ngettext("Marked %(n)s no-show", "Marked %(n)s no-shows", count) % {"n": count}
    if not bans:
        return words
    return f"{words}, {ngettext('%(n)s player banned', '%(n)s players banned', bans) % {'n': bans}}"


@command(
    "booking.no_shows",
    permission=Permission.REGISTER_PLAYERS,
    boards=BOOKING_BOARDS,
    summary=_summarise_no_shows,
)
def no_shows(tx: Tx, reservations: Annotated[list[Id], Field(min_length=1, max_length=MOST_NO_SHOWS)]) -> Any:
    """Mark several reservations as no-shows, all or none (Five Spades 2.7).

    Args:
        reservations: bookings of the reservations, lapsed or not.
    """
    wanted = set(reservations)
    # Players are locked in the order of their keys: two clerks never deadlock.
    rows = Booking.objects.filter(pk__in=wanted, tournament=tx.tournament).order_by("player_id", "pk")
    found = list(rows.select_related("player"))
    if len(found) != len(wanted):
        raise Refused("not_found", _("This reservation does not exist."))
    answers = [_stayed_away(tx, row) for row in found]
    tx.on_commit(waiting_list_job(tx.tournament.pk))
    banned = [answer for answer in answers if answer["ban"]]
    return {"count": len(answers), "bans": len(banned), "players": answers}


def _stayed_away(tx: Tx, row: Booking) -> dict[str, Any]:
    name = {"name": row.player.name}
    if not bookings.can_be_missed(row):
        raise Refused("no_reservation", _("%(name)s has no missed reservation.") % name)
    if not progress_of(tx.tournament).started:
        raise Refused("not_started", _("The event has not started: %(name)s may still come.") % name)
    # Bans depend on no-shows in all events, so counting is serialized.
    player = tx.lock(Player, pk=row.player_id)
    tx.save(row, state="no_show", ended_at=row.ended_at or tx.effective_at)
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
        reason=ngettext(
            "No-show without cancelling, %(times)s time so far.",
            "No-show without cancelling, %(times)s times so far.",
            times,
        )
        % {"times": times},
        rule=rule,
    )
    tx.cite(rule)
    return {"name": player.name, "ban": ban.pk, "times": times, "months": months}


@command(
    "booking.wait",
    permission=Permission.REGISTER_PLAYERS,
    boards=BOOKING_BOARDS,
    summary=lazy("Added %(name)s to the waiting list"),
)
def wait(
    tx: Tx,
    player: Id,
    wants: Literal["entry", "re_entry", "surrender"] = "entry",
    partner: Id | None = None,
) -> Any:
    """Add a player to the waiting list, or a team: it has one place in the order, and is called together.

    Args:
        player: the player.
        wants: a first entry, a re-entry after busting, or one after a surrender.
        partner: in an event for teams of two, the second player; null: the one of the entry before, or named later.

    Raises:
        Refused: the partner is the player (`same_player`), may not wait as the player may not, or is in another team
            (`other_team`); the event is not for teams (`no_partners`); one has to be named with the entry
            (`partner_missing`).
    """
    person, other = lock_pair(tx, player, partner)
    request = EntryRequest(tx, person)
    other = other or partner_of_last(tx, request)
    check_wait_with(request, other, wants)
    row = bookings.wait(tx, request, wants, partner=other)
    place = waiting_list.place_of(row)
    return {
        "booking": row.pk,
        "name": booking_name(row),
        "position": place.position if place else None,
        "ahead": place.ahead if place else {},
        "also_in": bookings.elsewhere(tx, person),
    }
