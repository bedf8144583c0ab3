"""Search for people by what a clerk types or scans."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypedDict

from django.db.models import Case, IntegerField, Q, QuerySet, Value, When
from django.utils.timezone import localdate

from desk.models import Booking
from desk.models.booking import OPEN
from desk.services.booked_players import booked_by, players_of
from players.boards.people import likely
from players.models import Partner, Player
from players.rules.person_code import player_of
from players.rules.player_fields import ReadContext, readable_fields, search_context
from players.services.bans import bans_on
from players.services.search import card_holder, search_people
from seating.models import Seat
from tourney.access.roles import Actor, Role
from tourney.access.viewers import token_of
from tourney.models import Entry, Tournament
from tourney.now import room_now

# Number of results while typing, and when listing by state.
MOST = 12
MOST_OF_STATE = 60
_LONGEST = 200
# The end of the address on a seat card, or the secret alone; keyboards and scanners differ in how they write "/".
_SECRET = re.compile(r"(?:^|[/\-_]p[/\-_])([A-Za-z0-9_\-]{20,64})[/\-]?$")
# States of a player in an event, in the order of the list before anything is typed.
STATES = ("called", "checked_in", "waiting", "reserved", "in", "out", "lapsed")


class FoundPerson(TypedDict):
    """A search result. `born` and `card` are empty if the reader may not see them; `with_partner` is the name of the
    other player of a booked team.
    """

    player: int
    name: str
    nickname: str
    born: str | None
    card: str
    state: str
    table: int | None
    seat: int | None
    booking: int | None
    with_partner: str
    entries: int
    flags: list[str]


@dataclass(frozen=True, slots=True)
class Found:
    """The results of a search.

    Attributes:
        rows: best first.
        exact: the one person identified by a card, a link or a code.
        more: whether there are more results than are shown.
        similar: whether there was no match, and the rows are people with a similar name.
    """

    rows: list[FoundPerson]
    exact: int | None
    more: bool
    similar: bool = False


def find(sought: str, event: int | None, state: str = "", by: Actor | None = None) -> Found:
    """Find people by name, card, date of birth, link or code.

    Args:
        sought: parts of names, a card's number, a year or date of birth, a player's link, or the code beside
            it; "" for all of a state.
        event: whose bookings, entries and seats are shown and searched for `state`.
        state: one of STATES; "" for anybody.
        by: the reader; None if neither date of birth nor card is shown.
    """
    # PostgreSQL rejects a NUL in a search.
    text = sought.replace("\x00", "").strip()[:_LONGEST]
    demo = _is_demo(event)
    exact = _exact(text, demo=demo)
    if exact is not None:
        return Found(_rows([exact], event, readable_fields(by, ReadContext.FOUND)), exact.pk, False)
    if not text and (event is None or state not in STATES):
        return Found([], None, False)
    players = search_people(_people(demo=demo), text)
    most = MOST
    if event is not None and state in STATES:
        # A team on the waiting list is listed once, and found by the name of either player.
        players = players.filter(_is_in_state(event, state, partners=bool(text)))
        most = MOST_OF_STATE
    rows = list(players[: most + 1])
    if not rows and text and not state and not demo:
        return _similar(text, event, by)
    fields = readable_fields(by, search_context(text, len(rows)))
    return Found(_rows(rows[:most], event, fields), None, len(rows) > most)


def _similar(text: str, event: int | None, by: Actor | None) -> Found:
    """Return people with a similar name: "Ana Berger" may be on file as Anna Berger."""
    order = [one["player"] for one in likely(text, by=by)]
    players = _people(demo=False).in_bulk(order)
    rows = [players[key] for key in order if key in players]
    return Found(_rows(rows, event, readable_fields(by, ReadContext.FOUND)), None, False, similar=bool(rows))


def expected(event: int, by: Actor | None = None) -> Found:
    """List the players likely to come to the desk next: called, checked in, waiting, reserved.

    Args:
        event: whose bookings.
        by: the reader; None if neither date of birth nor card is shown.
    """
    bookings = list(
        Booking.objects.filter(tournament=event, state__in=OPEN)
        .annotate(turn=_turn())
        .order_by("turn", "waiting_since", "player__name", "pk")
        .select_related("player")[: MOST_OF_STATE + 1]
    )
    found = [booking.player for booking in bookings[:MOST_OF_STATE]]
    fields = readable_fields(by, ReadContext.BULK)
    return Found(_rows(found, event, fields), None, len(bookings) > MOST_OF_STATE)


def _turn() -> Case:
    return Case(
        *(When(state=state, then=Value(place)) for place, state in enumerate(STATES)),
        default=Value(len(STATES)),
        output_field=IntegerField(),
    )


def _people(*, demo: bool) -> QuerySet[Player]:
    """Return searchable people: in a demo its invented players, otherwise real ones with a name."""
    return Player.objects.filter(
        merged_into__isnull=True, anonymised_at__isnull=True, demo=demo, unnamed=False
    )


def _is_demo(event: int | None) -> bool:
    return event is not None and Tournament.objects.filter(pk=event, demo_speed__isnull=False).exists()


def _exact(text: str, *, demo: bool) -> Player | None:
    """Return the person with exactly this card number, link or code."""
    if not text:
        return None
    holder = card_holder(_people(demo=demo), text)
    if holder is not None:
        return holder
    link = _SECRET.search(text)
    token = token_of(link[1]) if link else None
    if token is not None and token.role == Role.PLAYER.value:
        player = token.player
    else:
        named = player_of(text)
        player = Player.objects.filter(pk=named).first() if named is not None else None
    while player is not None and player.merged_into is not None:
        player = player.merged_into
    return None if player is None or player.anonymised_at is not None else player


def _is_in_state(event: int, state: str, *, partners: bool) -> Q:
    """Return the condition that a player is in a state of an event; partners are in that of their entry, and with
    `partners` in that of their booking.
    """
    if state not in ("in", "out"):
        booked = Booking.objects.filter(tournament=event, state=state)
        first = Q(pk__in=booked.values("player"))
        return first | Q(pk__in=booked.values("partner")) if partners else first
    entries = Entry.objects.filter(tournament=event, voided_at__isnull=True)
    playing = _plays_one_of(entries.filter(out_at__isnull=True))
    return playing if state == "in" else _plays_one_of(entries.filter(out_at__isnull=False)) & ~playing


def _plays_one_of(entries: QuerySet[Entry]) -> Q:
    shared = Partner.objects.filter(entry__in=entries.values("pk"))
    return Q(pk__in=entries.values("player")) | Q(pk__in=shared.values("player"))


def _rows(players: Iterable[Player], event: int | None, fields: frozenset[str]) -> list[FoundPerson]:
    """Return the people with their state in the event, in five queries in total; a partner is in it as well."""
    people = list(players)
    keys = [player.pk for player in people]
    entries: dict[int, list[Entry]] = {}
    bookings: dict[int, Booking] = {}
    seats: dict[int, Seat] = {}
    if event is not None and keys:
        taken = Entry.objects.filter(tournament=event, player__in=keys, voided_at__isnull=True)
        for entry in taken.order_by("number"):
            entries.setdefault(entry.player_id, []).append(entry)
        shared = Partner.objects.filter(tournament=event, player__in=keys, entry__voided_at__isnull=True)
        for team in shared.select_related("entry").order_by("entry__number"):
            entries.setdefault(team.player_id, []).append(team.entry)
        booked = Booking.objects.filter(booked_by(keys), tournament=event, state__in=OPEN)
        for booking in booked.select_related("player", "partner"):
            bookings |= dict.fromkeys(players_of(booking), booking)
        sitting = Seat.objects.filter(entry__in=[entry for some in entries.values() for entry in some])
        seats = {
            seat.entry_id: seat for seat in sitting.select_related("tournament_table__table") if seat.entry_id
        }
    bans = bans_on(localdate(room_now())).filter(player__in=keys)
    banned = set(bans.values_list("player", flat=True)) if keys else set()
    return [
        _row(player, entries.get(player.pk, []), bookings.get(player.pk), seats, player.pk in banned, fields)
        for player in people
    ]


def _with_partner(booking: Booking, player: Player) -> str:
    other = booking.player if booking.partner_id == player.pk else booking.partner
    return "" if other is None else other.name


def _row(
    player: Player,
    entries: Sequence[Entry],
    booking: Booking | None,
    seats: dict[int, Seat],
    banned: bool,
    fields: frozenset[str],
) -> FoundPerson:
    playing = next((entry for entry in entries if entry.in_play), None)
    seat = seats.get(playing.pk) if playing else None
    state = "in" if playing else booking.state if booking else "out" if entries else ""
    flags = [
        name
        for name, has in (
            ("banned", banned),
            ("notes", bool(player.staff_notes)),
            ("needs", player.needs_access or bool(player.needs)),
        )
        if has
    ]
    return FoundPerson(
        player=player.pk,
        name=player.name,
        nickname=player.nickname,
        born=player.birth_date.isoformat() if player.birth_date and "birth_date" in fields else None,
        card=player.card if "card" in fields else "",
        state=state,
        table=seat.tournament_table.table.number if seat else None,
        seat=seat.number if seat else None,
        booking=booking.pk if booking else None,
        with_partner=_with_partner(booking, player) if booking and not playing else "",
        entries=len(entries),
        flags=flags,
    )
