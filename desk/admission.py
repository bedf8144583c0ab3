"""Who may enter an event, and which rule says so.

Decided here and nowhere else:

- Whose record was merged or anonymised cannot enter.
- A ban that holds on the day refuses, with the rule it was imposed by.
- The age asked for is the house's or the book's, whichever is higher. A date of birth below it always refuses. A
  missing one refuses only an entry, and only if nobody has seen an ID: neither the clerk now (`id_seen`) nor anybody at
  a check-in before, as people only grow older. A reservation is taken without: the ID is shown at the desk.
- Where the book asks for membership, an entry needs one that holds today, or one sold with it. Where a day membership
  is for one event, the one of another event does not count. Where a board member has to confirm memberships, that is
  done before play, whether the membership is an old one or sold with the entry: an entry before the start does not wait
  for it, an entry after the start does. Who may confirm does so by selling. An event for members only takes season
  members, a reservation included.
- Where the room wants it, nobody who plays in a running event enters another one.
- Nobody is in an event twice at once, and, where the book says so, nobody in two flights of one tournament.
"""

from datetime import date, datetime, timedelta
from typing import Literal

from django.db.models import Q, QuerySet
from django.utils.timezone import localdate
from django.utils.translation import gettext as _

from clock.services.progress import progress_of
from desk.asking import Asking
from desk.models import Ban, Booking, House, Item, Membership, Registration
from desk.models.booking import OPEN
from desk.rules.age import age_on
from desk.signals import Admission, before_admission
from tourney.access.roles import May
from tourney.dates import day_text
from tourney.folding import folded
from tourney.journal.refused import Refused
from tourney.models import Entry, Player, Tournament
from tourney.rulebooks.books.schema import Book, cite

# Flights of one tournament are made at about the same time; a year later the same name is another tournament's.
FLIGHTS_WITHIN = timedelta(days=90)
Kind = Literal["day", "season"]
Stage = Literal["enter", "reserve"]


def check(
    tx: Asking,
    player: Player,
    *,
    membership: Kind | None = None,
    id_seen: bool = False,
    stage: Stage = "enter",
    giving_up: bool = False,
) -> None:
    """Make sure that somebody may enter the event of this action.

    Args:
        tx: an action of the event, or somebody who looks.
        player: who.
        membership: what is sold to them together with the entry.
        id_seen: whether the clerk has seen an ID now.
        stage: "reserve" asks less than "enter": what can still be brought to the desk is not missing yet.
        giving_up: whether the entry in play is given up for this one (a surrender), so that it does not count.

    Raises:
        Refused: they may not: `merged`, `anonymised`, `banned`, `too_young`, `age_unknown`, `not_a_member`,
            `members_only`, `membership_unconfirmed`, `already_in`, `plays_elsewhere`, `in_another_flight`.
    """
    event, book = tx.tournament, tx.book
    today = localdate(tx.now)
    day = _day_of(event, today) if stage == "reserve" else today
    _check_record(player)
    _check_ban(tx, player, day)
    before_admission.send(Admission(event, player))
    _check_age(player, book, day, id_seen=id_seen, stage=stage)
    _check_membership(tx, player, today, membership, stage=stage)
    inside = Entry.objects.filter(tournament=event, player=player, voided_at__isnull=True)
    if not giving_up and inside.filter(out_at__isnull=True).exists():
        raise Refused("already_in", _("%(name)s is already in this event.") % {"name": player.name})
    if stage == "enter":
        _check_elsewhere(player, event)
    _check_flights(player, event, book)


def playing_elsewhere(player: Player, event: Tournament) -> list[Entry]:
    """Entries with which somebody is in play in other events that are running, with tournament and seat."""
    rows = Entry.objects.filter(
        player=player, out_at__isnull=True, voided_at__isnull=True, tournament__closed_at__isnull=True
    ).exclude(tournament=event)
    entries = rows.select_related("tournament", "seat__loan__table").order_by("pk")
    return [entry for entry in entries if progress_of(entry.tournament).started]


def _check_elsewhere(player: Player, event: Tournament) -> None:
    if not House.objects.filter(pk=1, one_event_at_a_time=True).exists():
        return
    others = playing_elsewhere(player, event)
    if others:
        message = _("%(name)s is playing in “%(event)s”, and this room allows one event at a time.")
        words = {"name": player.name, "event": others[0].tournament.name}
        raise Refused("plays_elsewhere", message % words)


def required_age(book: Book) -> tuple[int, str]:
    """Years somebody must have, and the rule that says so ("" where it is the house's own)."""
    house = (House.objects.filter(pk=1).first() or House()).minimum_age
    policy = book.entering.membership
    if policy is not None and policy.minimum_age >= house:
        return policy.minimum_age, cite(book, policy)
    return house, ""


def bans_on(day: date) -> QuerySet[Ban]:
    """Bans that hold on a day."""
    return Ban.objects.filter(
        Q(ends_on__isnull=True) | Q(ends_on__gte=day), starts_on__lte=day, lifted_at__isnull=True
    )


def memberships_on(day: date) -> QuerySet[Membership]:
    """Memberships that hold on a day, confirmed or not."""
    return Membership.objects.filter(starts_on__lte=day, ends_on__gte=day, voided_at__isnull=True)


def held_at(event: Tournament, book: Book, player: Player, day: date) -> list[Membership]:
    """Memberships of somebody that count at an event on a day, confirmed or not."""
    held = list(memberships_on(day).filter(player=player))
    policy = book.entering.membership
    if policy is None or not policy.day_for_one_event:
        return held
    # One that was noted without a sale belongs to no event yet.
    sold = Item.objects.filter(membership__in=held, corrects__isnull=True).exclude(
        tournament__in=flights_of(event)
    )
    others = set(sold.values_list("membership", flat=True))
    return [row for row in held if row.kind != "day" or row.pk not in others]


def is_member(player: Player, at: datetime) -> bool:
    """Whether somebody is a member of the club on a moment's day. A day's member is a guest (Five Spades 1.6, 1.7)."""
    return memberships_on(localdate(at)).filter(player=player, kind="season").exists()


def members_among(players: QuerySet[Player] | list[int], day: date) -> set[int]:
    """Which of these people are members of the club on a day, with one query."""
    rows = memberships_on(day).filter(player__in=players, kind="season")
    return set(rows.values_list("player_id", flat=True))


def _day_of(event: Tournament, today: date) -> date:
    """The day an event is played: today, unless it is planned for later."""
    starts = progress_of(event).starts_at
    return max(today, localdate(starts)) if starts else today


def _check_record(player: Player) -> None:
    if player.merged_into is not None:
        message = _("This record was merged into the record of %(name)s. Use that one.")
        raise Refused("merged", message % {"name": player.merged_into.name})
    if player.anonymised_at is not None:
        raise Refused("anonymised", _("The personal data of this player has been deleted. Add a new record."))


def _check_ban(tx: Asking, player: Player, day: date) -> None:
    bans = bans_on(day).filter(player=player)
    # The one that holds longest.
    ban = bans.filter(ends_on__isnull=True).first() or bans.order_by("-ends_on", "-pk").first()
    if ban is None:
        return
    words = {"name": player.name, "day": day_text(ban.ends_on) if ban.ends_on else ""}
    text = (
        _("%(name)s is banned until %(day)s.") if ban.ends_on else _("%(name)s is permanently banned.")
    ) % words
    # The reason is told to staff; somebody who asks for themselves on the phone hears of it at the desk.
    if tx.actor.may(May.SEE_STAFF):
        text = f"{text} {ban.reason}"
    raise Refused("banned", text, ban.rule)


def _check_age(player: Player, book: Book, day: date, *, id_seen: bool, stage: Stage) -> None:
    years, rule = required_age(book)
    if player.birth_date is not None:
        if age_on(player.birth_date, day) < years:
            message = _("%(name)s is under %(years)s.")
            raise Refused("too_young", message % {"name": player.name, "years": years}, rule)
        return
    if years == 0 or id_seen or stage == "reserve":
        return
    if Booking.objects.filter(player=player).exclude(id_seen_by="").exists():
        return
    message = _("Check the ID of %(name)s: the date of birth is missing, and the minimum age is %(years)s.")
    raise Refused("age_unknown", message % {"name": player.name, "years": years}, rule)


def _check_membership(tx: Asking, player: Player, today: date, sold: Kind | None, *, stage: Stage) -> None:
    event, book = tx.tournament, tx.book
    policy = book.entering.membership
    rule = cite(book, policy)
    held = held_at(event, book, player, today)
    if Registration.objects.filter(tournament=event, members_only=True).exists():
        held = [row for row in held if row.kind == "season"]
        if not held and sold != "season":
            message = _("This event is for members only, and %(name)s is not a member.")
            raise Refused("members_only", message % {"name": player.name}, rule)
    if policy is None or stage == "reserve":
        return
    if not held and sold is None:
        message = _("%(name)s needs a membership for the season or for today.")
        raise Refused("not_a_member", message % {"name": player.name}, rule)
    if not policy.board_confirms or not progress_of(event).started or any(row.confirmed_by for row in held):
        return
    if sold is None or not tx.actor.may(May.CONFIRM_MEMBERSHIPS):
        message = _("A board member must confirm the membership of %(name)s before play.")
        raise Refused("membership_unconfirmed", message % {"name": player.name}, rule)


def flights_of(event: Tournament) -> list[int]:
    """Keys of the events that are flights of the same tournament, this one first: those that say the same name, however
    it is written, and were made within `FLIGHTS_WITHIN` of this one. Next year's Main Event is another tournament.
    """
    name = Registration.objects.filter(tournament=event).values_list("flights", flat=True).first()
    wanted = folded(name or "")
    if not wanted:
        return [event.pk]
    others = (
        Registration.objects.exclude(flights="")
        .exclude(tournament=event)
        .filter(
            tournament__created_at__range=(
                event.created_at - FLIGHTS_WITHIN,
                event.created_at + FLIGHTS_WITHIN,
            )
        )
    )
    named = others.order_by("tournament").values_list("tournament", "flights")
    return [event.pk, *(key for key, flights in named if folded(flights) == wanted)]


def _check_flights(player: Player, event: Tournament, book: Book) -> None:
    policy = book.entering.double_entry
    if policy is None or policy.allowed or policy.over_heats:
        return
    others = flights_of(event)[1:]
    if not others:
        return
    entered = Entry.objects.filter(player=player, voided_at__isnull=True, tournament__in=others)
    booked = Booking.objects.filter(player=player, state__in=OPEN, tournament__in=others)
    places = Q(pk__in=entered.values("tournament")) | Q(pk__in=booked.values("tournament"))
    other = Tournament.objects.filter(places).first()
    if other is not None:
        message = _("%(name)s is already registered for “%(event)s”. Only one registration is allowed.")
        raise Refused(
            "in_another_flight", message % {"name": player.name, "event": other.name}, cite(book, policy)
        )
