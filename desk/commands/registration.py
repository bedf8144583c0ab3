"""Commands for an event's registration: set up, close and reopen."""

from typing import Annotated, Any, Literal

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext
from pydantic import BaseModel, ConfigDict, Field

from clock.services.progress import progress_of
from desk.models import Booking, Extra, Item, Registration
from desk.models.booking import OPEN
from desk.rules import late_registration, reservations
from desk.rules.waiting_list import is_guaranteed_at_close
from desk.services.booked_players import notify, players_of, touch
from desk.services.jobs import waiting_list_job
from desk.services.late_registration import late_of, track_of
from desk.services.modes import check_mode_allows
from desk.services.registration import check_open, check_sold, is_not_yet_open, registration_of
from desk.services.waiting_list import is_here
from desk.signals import RegistrationClosed, registration_closed
from players.models import Partner
from seating.services.last_player import is_one_left
from seating.services.reviews import review_later
from tourney.access.roles import Permission
from tourney.journal.arguments import Timestamp
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import JournalEntry
from tourney.now import from_ms, to_ms
from tourney.rulebooks.books.schema import cite

SHOWS = ("registration", "waiting_list")
Money = Annotated[int, Field(ge=0, le=10**12, description="minor units")]
Row = Annotated[int, Field(ge=0, le=199, description="row of the structure, counted from 0")]
Many = Annotated[int, Field(ge=0, le=30_000)]
MostChips = Annotated[int, Field(ge=1, le=10**12)]


class ExtraInput(BaseModel):
    """A rebuy or an add-on that the event offers: its price by parts, its chips, in which rows, how many, to whom."""

    model_config = ConfigDict(extra="forbid", strict=True)
    kind: Literal["rebuy", "add_on"]
    pool: Money = 0
    fee: Money = 0
    staff: Money = 0
    chips: MostChips
    from_row: Row = 0
    until_row: Row
    most: Annotated[int, Field(ge=1, le=30_000)] | None = None
    stack_most: Annotated[int, Field(ge=0, le=10**12)] | None = None
    double: bool = False
    without_rebuy_times: Annotated[int, Field(ge=1, le=10)] = 1


@command(
    "registration.set",
    permission=Permission.SET_REGISTRATION,
    boards=(*SHOWS, "floor", "clock", "lobby"),
    summary=lazy("Saved the registration settings"),
)
def set_registration(
    tx: Tx,
    pool: Money = 0,
    fee: Money = 0,
    staff: Money = 0,
    bounty: Money = 0,
    capacity: Annotated[int, Field(ge=1, le=100_000)] | None = None,
    late_ends: Literal["none", "row", "time"] = "none",
    late_row: Row | None = None,
    late_at: Timestamp | None = None,
    re_entries_most: Many | None = 0,
    surrender_allowed: bool = False,
    members_only: bool = False,
    flights: Annotated[str, Field(max_length=80)] = "",
    self_reserve: bool = False,
    self_wait: bool = False,
    self_re_enter: bool = False,
    extras: Annotated[list[ExtraInput], Field(max_length=2)] = [],  # noqa: B006
    partner_until: Literal["", "entry", "close"] = "",
) -> Any:
    """Set the event's entry price and registration. From then on the field is counted from its entries.

    Args:
        pool, fee, staff, bounty: parts of the buy-in.
        capacity: how many may be in play at once; null: as many as there are seats.
        late_ends: late entry ends with the start, with a row of the structure, or at a time.
        late_row: the last row in which players may enter.
        late_at: the time, in ms.
        re_entries_most: re-entries a player may buy; null: any number.
        surrender_allowed: whether a stack may be surrendered for a new entry.
        members_only: whether only members may enter.
        flights: events that share this name are flights of one tournament; "" for a separate event.
        self_reserve, self_wait, self_re_enter: what players may do on their phones.
        extras: rebuy and add-on, as far as there are.
        partner_until: teams of two share an entry (tag team): the partner is named with the `entry`, or until
            registration closes (`close`); "": one player per entry.

    Raises:
        Refused: entries have partners, so teams can't be switched off (`has_partners`).
    """
    if tx.tournament.closed_at is not None:
        raise Refused("event_closed", _("This event is closed. Reopen it first."))
    check_late(progress_of(tx.tournament).rows, late_ends, late_row, late_at)
    _check_extras(tx, extras)
    check_mode_allows(
        tx,
        tx.tournament.mode,
        re_entries_most=re_entries_most,
        surrender_allowed=surrender_allowed,
        extras=[
            {"kind": one.kind, "price": one.pool + one.fee + one.staff, "most": one.most} for one in extras
        ],
    )
    if not partner_until and Partner.objects.filter(tournament=tx.tournament).exists():
        message = _("Entries are shared by two players, so this stays an event for teams of two.")
        raise Refused("has_partners", message, fields={"partner_until": message})
    row = registration_of(tx.tournament)
    columns: dict[str, Any] = {
        "partner_until": partner_until,
        "pool": pool,
        "fee": fee,
        "staff": staff,
        "bounty": bounty,
        "capacity": capacity,
        "late_ends": late_ends,
        "late_row": late_row,
        "late_at": None if late_at is None else from_ms(late_at),
        "re_entries_most": re_entries_most,
        "surrender_allowed": surrender_allowed,
        "members_only": members_only,
        "flights": flights.strip(),
        "self_reserve": self_reserve,
        "self_wait": self_wait,
        "self_re_enter": self_re_enter,
    }
    if row is None:
        row = tx.create(Registration, tournament=tx.tournament, currency=tx.room.currency, **columns)
    else:
        # Items sold have a currency, which stays; before the first sale the room's applies.
        if not Item.objects.filter(tournament=tx.tournament).exists():
            columns["currency"] = tx.room.currency
        tx.save(row, **columns)
    _set_extras(tx, row, extras)
    tx.save(tx.tournament, counted_by_hand=False)
    tx.on_commit(waiting_list_job(tx.tournament.pk))
    return {"price": row.price, "currency": row.currency}


def check_late(rows: int, ends: str, row: int | None, at: int | None) -> None:
    """Check when late registration ends, for a structure with this number of rows.

    Raises:
        Refused: row or time do not fit the choice (`bad_argument`), or there is no such row (`bad_row`).
    """
    if (row is not None) != (ends == "row") or (at is not None) != (ends == "time"):
        text = _("Enter when late registration ends: after a row or at a time, as chosen.")
        raise Refused("bad_argument", text, fields={"late_row" if ends == "row" else "late_at": text})
    if row is not None and row >= rows:
        text = ngettext("The structure has only %(rows)s row.", "The structure has only %(rows)s rows.", rows)
        text = text % {"rows": rows}
        raise Refused("bad_row", text, fields={"late_row": text})


def _check_extras(tx: Tx, extras: list[ExtraInput]) -> None:
    if len({extra.kind for extra in extras}) < len(extras):
        raise Refused("bad_argument", _("Only one rebuy and one add-on can be offered."))
    rows = progress_of(tx.tournament).rows
    for index, extra in enumerate(extras):
        if not extra.from_row <= extra.until_row < rows:
            text = _("Enter rows of the structure in their order; it has %(rows)s.") % {"rows": rows}
            raise Refused("bad_row", text, fields={f"extras.{index}.until_row": text})


def _set_extras(tx: Tx, row: Registration, extras: list[ExtraInput]) -> None:
    before = {extra.kind: extra for extra in Extra.objects.filter(registration=row)}
    for given in extras:
        columns = given.model_dump()
        kept = before.pop(given.kind, None)
        if kept is None:
            tx.create(Extra, registration=row, **columns)
        else:
            tx.save(kept, **columns)
    for gone in before.values():
        tx.delete(gone)


def _summarise_closed(journal_entry: JournalEntry) -> str:
    lapsed = (journal_entry.answer or {}).get("ended", 0)
    if not lapsed:
        return _("Closed the registration")
    text = ngettext(
        "Closed the registration with one player left: %(n)s booking expired",
        "Closed the registration with one player left: %(n)s bookings expired",
        lapsed,
    )
    return text % {"n": lapsed}


@command(
    "registration.close",
    permission=Permission.SET_REGISTRATION,
    boards=(*SHOWS, "floor", "lobby"),
    summary=_summarise_closed,
)
def close_registration(tx: Tx) -> dict[str, Any]:
    """Close the registration by hand before its time.

    With one player left this ends the event: players who wait or were called and have not arrived lose their
    bookings. A player who has checked in may still enter.
    """
    row = check_open(tx)
    ends_event = is_one_left(tx.tournament)
    lapsed = close_entry(tx, row, ends_event=ends_event)
    return {"lapsed": lapsed, "ended": lapsed if ends_event else 0}


def _summarise_opened(journal_entry: JournalEntry) -> str:
    if (journal_entry.answer or {}).get("first"):
        return _("Opened the registration")
    return _("Reopened the registration")


@command(
    "registration.open_again",
    permission=Permission.SET_REGISTRATION,
    boards=(*SHOWS, "floor", "lobby"),
    summary=_summarise_opened,
)
def open_again(tx: Tx) -> Any:
    """Open a registration that was closed, or was not open yet, and restore the bookings that lapsed with it.

    If its closing time has passed, it is open until the running row ends. If the start was
    taken back on the clock, reservations that lapsed with it stand again, and will lapse again.
    """
    row = check_sold(tx)
    first = is_not_yet_open(tx.tournament)
    track = track_of(tx.tournament)
    not_begun = row.started_at is not None and not track.started
    if row.closed_at is None and not not_begun:
        raise Refused("not_closed", _("Registration is open."))
    ends = [at for at in (row.closed_at, row.started_at if not_begun else None) if at]
    # If it closed with the start, reservations lapsed because of the start and stay lapsed (Munot 73).
    by_start = not not_begun and row.closed_at == row.started_at and reservations.lapses_at_start(tx.book)
    back = _bring_back(tx, ends, without_reserved=by_start)
    columns: dict[str, Any] = {"closed_at": None, "started_at": None if not_begun else row.started_at}
    if late_registration.is_due(late_of(row), tx.book, track, to_ms(tx.now) or 0):
        columns |= {"late_ends": "row", "late_row": track.row, "late_at": None}
    tx.save(row, **columns)
    _touch_home_game(tx, row)
    review_later(tx)
    tx.on_commit(waiting_list_job(tx.tournament.pk))
    return {"late_row": row.late_row, "back": back, "first": first}


def _bring_back(tx: Tx, ends: list[Any], *, without_reserved: bool) -> int:
    """Restore bookings that lapsed at these times, of players without another booking since.

    Args:
        without_reserved: restore the waiting list only; reservations stay lapsed.
    """
    rows = Booking.objects.filter(tournament=tx.tournament, state="lapsed", ended_at__in=ends)
    if without_reserved:
        rows = rows.filter(waiting_since__isnull=False)
    others = Booking.objects.filter(tournament=tx.tournament).filter(Q(state__in=OPEN) | Q(state="entered"))
    taken = {key for pair in others.values_list("player_id", "partner_id") for key in pair}
    back = 0
    for row in rows:
        if taken.isdisjoint(players_of(row)):
            tx.save(row, state="waiting" if row.waiting_since else "reserved", ended_at=None)
            touch(tx, row)
            back += 1
    return back


def lapse(tx: Tx, booking: Booking) -> None:
    """End a booking with the registration or at the start of play, and tell its player."""
    # Players on the waiting list had no reservation that could lapse.
    had = "waited" if booking.state in ("waiting", "called") else "lapsed"
    tx.save(booking, state="lapsed", called_at=None, offer_until=None, ended_at=tx.effective_at)
    notify(tx, booking, "cancelled", **{had: True})


def _touch_home_game(tx: Tx, row: Registration) -> None:
    if row.without_names:
        tx.touch("home_game")


def close_for_good(tx: Tx) -> None:
    """Close an open registration within another command, after which no player can enter; all bookings lapse."""
    row = registration_of(tx.tournament)
    if row is not None and row.closed_at is None:
        close_entry(tx, row, for_good=True)


def _keeps_chance(booking: Booking, *, guaranteed: bool, ends_event: bool) -> bool:
    if ends_event:
        return booking.state == "checked_in" or is_here(booking)
    return booking.state in ("called", "checked_in") or (booking.state == "waiting" and guaranteed)


def close_entry(tx: Tx, row: Registration, *, for_good: bool = False, ends_event: bool = False) -> int:
    """Close registration. Called and checked-in players keep the chance to enter, and so does the waiting list if the
    book says so (Munot 73). All other bookings lapse.

    Args:
        for_good: no player keeps that chance, so all bookings lapse.
        ends_event: one player is left, so only players who have checked in keep it.
    """
    tx.save(row, closed_at=tx.effective_at)
    _touch_home_game(tx, row)
    guaranteed = is_guaranteed_at_close(tx.book)
    policy = tx.book.entering.late_entry or tx.book.entering.waiting_list
    tx.cite(cite(tx.book, policy))
    lapsed = 0
    for booking in Booking.objects.filter(tournament=tx.tournament, state__in=OPEN):
        if _keeps_chance(booking, guaranteed=guaranteed, ends_event=ends_event) and not for_good:
            tx.save(booking, guaranteed=True)
            # This message replaces the call, so it repeats what the player has to do.
            state = "guaranteed" if booking.state == "waiting" else booking.state
            notify(tx, booking, "closed", **{state: True})
        else:
            lapse(tx, booking)
            lapsed += 1
    # Tables that stay during entry may break now, and the final table may be drawn.
    review_later(tx)
    registration_closed.send(RegistrationClosed(tx))
    return lapsed
