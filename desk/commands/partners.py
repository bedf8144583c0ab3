"""Commands for the second player of an entry, in an event for teams of two.

None of the five rulebooks has rules for teams, so these are settings of the event. The WSOP's tag team events have the
members register together, and each of them play a round of blinds before registration closes.
"""

from collections.abc import Sequence
from typing import Any

from django.db.models import Q, Sum
from django.utils.translation import gettext as _

from desk.models import Booking, Item, Registration
from desk.models.booking import OPEN
from desk.rules.waiting_list import Wants
from desk.services import admission
from desk.services.booked_players import booked_by, booking_name, players_of
from desk.services.bookings import check_not_booked, check_wait, end_booking_of_partner
from desk.services.entry_request import EntryRequest
from desk.services.flights import flights_of
from desk.services.registration import check_sold
from players.models import Partner, Player
from players.services.partners import JOINED
from seating.commands.entries import in_play
from tourney.access.roles import Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import Entry, JournalEntry


def _summarise(journal_entry: JournalEntry) -> str:
    answer = journal_entry.answer or {}
    if answer.get("partner") is None:
        return _("%(name)s no longer has a partner") % {"name": answer.get("name", "–")}
    words = {"name": answer.get("name", "–"), "partner": answer["partner"], "before": answer.get("replaced")}
    if words["before"]:
        return _("%(partner)s replaces %(before)s as the partner of %(name)s") % words
    return _("%(partner)s shares the entry of %(name)s") % words


@command(
    "entry.name_partner",
    permission=Permission.REGISTER_PLAYERS,
    boards=("registration", "seating", "clock", "floor", "map", "eliminations"),
    summary=_summarise,
)
def name_partner(
    tx: Tx, entry: Id, partner: Id | None, id_seen: bool = False, replaces: Id | None = None
) -> Any:
    """Name the player who shares an entry, or take the name back, until registration closes.

    Args:
        entry: an entry in play.
        partner: the second player; null: none.
        id_seen: whether the clerk has seen the partner's ID.
        replaces: the partner so far, who is replaced or removed; null if there is none.

    Raises:
        Refused: the event is not for teams (`no_partners`); registration is closed (`partner_too_late`); the partner so
            far is another one than the clerk knew (`has_partner`), or has played (`partner_has_played`); one of them is
            in another team, or plays alone in another flight (`other_team`); some of what the entry has won was paid
            (`paid_already`); the partner is the player (`same_player`), or may not enter (see `desk.register`).
    """
    registration = check_sold(tx)
    row = in_play(tx, entry)
    person, other = lock_pair(tx, row.player_id, partner)
    before = Partner.objects.filter(entry=row).select_related("player").first()
    if not registration.partner_until:
        raise no_partners()
    check_partners_open(registration)
    _check_unpaid(row)
    if before is not None:
        if before.player_id != replaces:
            message = _("%(name)s already has a partner: %(partner)s. Remove that partner first.")
            raise Refused("has_partner", message % {"name": person.name, "partner": before.player.name})
        if before.played_at is not None:
            message = _("%(name)s has played for this entry and stays its partner.")
            raise Refused("partner_has_played", message % {"name": before.player.name})
        tx.delete(before)
        tx.forget_partners()
        tx.notify(before.player_id, "left_team")
    if other is None:
        check_partner_named(registration, None)
        _check_left_alone(tx, person)
    else:
        name_partner_of(tx, registration, row, other, id_seen=id_seen)
        end_booking_of_partner(tx, row)
    tx.touch_players(person.pk)
    answer: dict[str, Any] = {"name": person.name, "partner": None if other is None else other.name}
    if before is not None and other is not None:
        answer["replaced"] = before.player.name
    return answer


def check_partners_open(registration: Registration) -> None:
    """Check that partners of an event can still be named.

    Raises:
        Refused: registration is closed (`partner_too_late`).
    """
    if registration.closed_at is not None:
        message = _("Registration is closed, so partners stay as they are.")
        raise Refused("partner_too_late", message)


def _check_unpaid(entry: Entry) -> None:
    """Check that nothing was paid of what an entry has won (`paid_already`): it would be divided again."""
    paid = Item.objects.filter(entry=entry).aggregate(won=Sum("won"))["won"]
    if paid:
        message = _("Part of this prize has already been paid. Reverse these payments first.")
        raise Refused("paid_already", message, fields={"partner": message})


def check_team_of(tx: Tx, entry: Entry) -> None:
    """Check a partner whom an undo has named again or removed, as `name_partner` does.

    Raises:
        Refused: see `name_partner`.
    """
    registration = check_sold(tx)
    check_partners_open(registration)
    _check_unpaid(entry)
    row = Partner.objects.filter(entry=entry).first()
    person, partner = lock_pair(tx, entry.player_id, None if row is None else row.player_id)
    check_partner_named(registration, partner)
    if partner is None:
        _check_left_alone(tx, person)
    else:
        check_same_team(EntryRequest(tx, person), partner)


def lock_pair(tx: Tx, player: int, partner: int | None) -> tuple[Player, Player | None]:
    """Lock both players of an entry, in the order of their ids, so that no other sale admits one of them meanwhile.

    Raises:
        Refused: they are the same person (`same_player`).
    """
    if player == partner:
        raise Refused("same_player", _("A team needs two different players."))
    rows = {
        key: tx.lock(Player, pk=key) for key in sorted(key for key in (player, partner) if key is not None)
    }
    return rows[player], None if partner is None else rows[partner]


def check_same_team(request: EntryRequest, partner: Player | None) -> None:
    """Check that players who have shared an entry, here or in another flight, stay a team under the same name.

    Otherwise both could be ranked for one stack, and advance twice.

    Raises:
        Refused: one of them is in another team, or the other player registered before (`other_team`).
    """
    player = request.player
    events = flights_of(request.event)
    people = [player.pk] if partner is None else [player.pk, partner.pk]
    shared = Q(player__in=people) | Q(entry__player__in=people)
    rows = Partner.objects.filter(shared, tournament__in=events, entry__voided_at__isnull=True)
    for row in rows.select_related("player", "entry__player", "tournament").order_by("pk"):
        if row.entry.player_id == player.pk and (partner is None or row.player_id == partner.pk):
            continue
        message = _("In “%(event)s”, %(team)s are a team, registered by %(name)s. A team stays together.")
        team = f"{row.entry.player.name}{JOINED}{row.player.name}"
        words = {"event": row.tournament.name, "team": team, "name": row.entry.player.name}
        raise Refused("other_team", message % words, fields={"partner": message % words})
    if partner is not None:
        _check_booked_together(request, people)
        _check_not_alone(partner, events)
        _check_plays_with_partner(player, events[1:])


def check_wait_with(request: EntryRequest, partner: Player | None, wants: Wants) -> None:
    """Check that a player, with the partner, may join the waiting list: a team has one place there.

    Raises:
        Refused: see `booking.wait`.
    """
    check_wait(request, wants)
    registration = request.sold
    if partner is None:
        check_partner_named(registration, None)
        return
    if not registration.partner_until:
        raise no_partners()
    other = EntryRequest(request.context, partner)
    admission.check(other, stage="reserve", giving_up=wants == "surrender")
    check_not_booked(other)
    admission.check_re_entry(other)
    check_same_team(request, partner)


def _check_booked_together(request: EntryRequest, people: Sequence[int]) -> None:
    """Check that players who are on the waiting list as a team enter as this team (`other_team`): otherwise the other
    player would lose the place.
    """
    rows = Booking.objects.filter(
        booked_by(people), tournament=request.event, partner__isnull=False, state__in=OPEN
    )
    for row in rows.select_related("player", "partner"):
        if set(players_of(row)) != set(people):
            message = _("%(team)s are on the waiting list as a team. Take them off the list first.")
            words = {"team": booking_name(row)}
            raise Refused("other_team", message % words, fields={"partner": message % words})


def _check_not_alone(partner: Player, events: Sequence[int]) -> None:
    """Check that a partner has registered no entry of their own in these events (`other_team`)."""
    own = Entry.objects.filter(player=partner, tournament__in=events, voided_at__isnull=True)
    row = own.select_related("tournament").first()
    if row is not None:
        message = _(
            "%(name)s has an entry of their own in “%(event)s”, so it cannot be shared with another player."
        )
        words = {"name": partner.name, "event": row.tournament.name}
        raise Refused("other_team", message % words, fields={"partner": message % words})


def _check_plays_with_partner(player: Player, others: Sequence[int]) -> None:
    """Check that a player has no stack without a partner in another flight (`other_team`): it could not go on to the
    same seat as that of a team.
    """
    own = Entry.objects.filter(
        player=player, tournament__in=others, voided_at=None, out_at=None, partner=None
    )
    row = own.select_related("tournament").first()
    if row is not None:
        message = _("%(name)s plays alone in “%(event)s”, and therefore here as well.")
        words = {"name": player.name, "event": row.tournament.name}
        raise Refused("other_team", message % words, fields={"partner": message % words})


def _check_left_alone(tx: Tx, player: Player) -> None:
    """Check that a player whose entry no longer has a partner shares no other one, here or in another flight
    (`other_team`).
    """
    rows = Partner.objects.filter(
        entry__player=player, tournament__in=flights_of(tx.tournament), entry__voided_at=None
    )
    row = rows.select_related("player", "tournament").first()
    if row is not None:
        message = _("In “%(event)s”, %(team)s are a team, registered by %(name)s. A team stays together.")
        team = f"{player.name}{JOINED}{row.player.name}"
        words = {"event": row.tournament.name, "team": team, "name": player.name}
        raise Refused("other_team", message % words, fields={"partner": message % words})


def partner_of_booking(tx: Tx, request: EntryRequest) -> Player | None:
    """Return the other player of a team's booking, locked."""
    booking = request.booking
    if booking is None or booking.partner_id is None:
        return None
    other = next(key for key in players_of(booking) if key != request.player.pk)
    return tx.lock(Player, pk=other)


def partner_of_last(tx: Tx, request: EntryRequest) -> Player | None:
    """Return the partner of a player's entry before, here or in another flight, locked: a team stays together."""
    last = next(iter(request.entries), None)
    if last is None:
        others = flights_of(request.event)[1:]
        if not others:
            return None
        rows = Partner.objects.filter(tournament__in=others)
    else:
        rows = Partner.objects.filter(entry=last)
    row = rows.filter(entry__player=request.player, entry__voided_at__isnull=True).last()
    return None if row is None else tx.lock(Player, pk=row.player_id)


def check_partner_named(registration: Registration, partner: Player | None) -> None:
    """Check that an entry has a partner where the event wants one from the beginning.

    Raises:
        Refused: there is none (`partner_missing`).
    """
    if registration.partner_until == "entry" and partner is None:
        raise Refused(
            "partner_missing", _("In this event both players of a team register together. Name the partner.")
        )


def name_partner_of(
    tx: Tx, registration: Registration, entry: Entry, player: Player, *, id_seen: bool
) -> None:
    """Admit the second player of an entry, and record them.

    Raises:
        Refused: the event is not for teams (`no_partners`), or the player may not enter.
    """
    if not registration.partner_until:
        raise no_partners()
    request = EntryRequest(tx, player)
    admission.check(request, id_seen=id_seen)
    admission.check_re_entry(request)
    check_same_team(EntryRequest(tx, entry.player), player)
    tx.create(Partner, tournament=tx.tournament, entry=entry, player=player, named_at=tx.now)
    tx.touch_players(player.pk)
    tx.forget_partners()


def no_partners() -> Refused:
    """Return the refusal of a partner where entries are not shared."""
    return Refused("no_partners", _("In this event each player enters alone."))
