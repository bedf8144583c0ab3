"""Who may enter an event, and which rule says so.

Decided here and nowhere else:

- Whose record was merged or anonymised cannot enter.
- A ban that holds on the day refuses, with the rule it was imposed by.
- The age asked for is the house's or the book's, whichever is higher. A date of birth below it always refuses. A
  missing one refuses only an entry, and only if nobody has seen an ID: neither the clerk now (`id_seen`) nor anybody at
  a check-in before, as people only grow older. A reservation is taken without: the ID is shown at the desk.
- Where the book asks for membership, an entry needs one that holds today, or one sold with it. Where a board member
  has to confirm it, one from before must be confirmed by now; one sold with the entry is confirmed before play, and
  whoever is in the event already is not asked again. An event for members only takes season members, a reservation
  included.
- Nobody is in an event twice at once, and, where the book says so, nobody in two flights of one tournament.
"""

from datetime import date, datetime, timedelta
from typing import Literal

from django.db.models import Q, QuerySet
from django.utils.formats import date_format
from django.utils.timezone import localdate
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from desk.asking import Asking
from desk.hooks import may_enter
from desk.models import Ban, Booking, House, Membership, Registration
from desk.models.booking import OPEN
from desk.rules.age import age_on
from tourney.access.roles import May
from tourney.folding import folded
from tourney.journal.refused import Refused
from tourney.models import Entry, Player, Tournament
from tourney.progress import progress_of
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
            `members_only`, `membership_unconfirmed`, `already_in`, `in_another_flight`.
    """
    event, book = tx.tournament, tx.book
    today = localdate(tx.now)
    day = _day_of(event, today) if stage == "reserve" else today
    _check_record(player)
    _check_ban(tx, player, day)
    may_enter(event, player)
    _check_age(player, book, day, id_seen=id_seen, stage=stage)
    inside = Entry.objects.filter(tournament=event, player=player, voided_at__isnull=True)
    _check_membership(player, event, book, today, membership, stage=stage, inside=inside.exists())
    if not giving_up and inside.filter(out_at__isnull=True).exists():
        raise Refused("already_in", _("%(name)s is in this event already.") % {"name": player.name})
    _check_flights(player, event, book)


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
        message = _("This record was merged into the one of %(name)s. Take that one.")
        raise Refused("merged", message % {"name": player.merged_into.name})
    if player.anonymised_at is not None:
        raise Refused("anonymised", _("This person asked to be forgotten. Add a new record."))


def _check_ban(tx: Asking, player: Player, day: date) -> None:
    bans = bans_on(day).filter(player=player)
    # The one that holds longest.
    ban = bans.filter(ends_on__isnull=True).first() or bans.order_by("-ends_on", "-pk").first()
    if ban is None:
        return
    words = {"name": player.name, "day": _day_text(ban.ends_on) if ban.ends_on else ""}
    text = (
        _("%(name)s may not play here until %(day)s.")
        if ban.ends_on
        else _("%(name)s may not play here any more.")
    ) % words
    # The reason is told to staff; somebody who asks for themselves on the phone hears of it at the desk.
    if tx.actor.may(May.SEE_STAFF):
        text = f"{text} {ban.reason}"
    raise Refused("banned", text, ban.rule)


def _day_text(day: date) -> str:
    """A day as everywhere else on the desk: no month is a number where it could be taken for a day."""
    return date_format(day, "d.m.Y" if (get_language() or "").startswith("de") else "j M Y")


def _check_age(player: Player, book: Book, day: date, *, id_seen: bool, stage: Stage) -> None:
    years, rule = required_age(book)
    if player.birth_date is not None:
        if age_on(player.birth_date, day) < years:
            message = _("%(name)s is not %(years)s years old yet.")
            raise Refused("too_young", message % {"name": player.name, "years": years}, rule)
        return
    if years == 0 or id_seen or stage == "reserve":
        return
    if Booking.objects.filter(player=player).exclude(id_seen_by="").exists():
        return
    message = _("The date of birth of %(name)s is not known, and one must be %(years)s: look at an ID.")
    raise Refused("age_unknown", message % {"name": player.name, "years": years}, rule)


def _check_membership(
    player: Player,
    event: Tournament,
    book: Book,
    today: date,
    sold: Kind | None,
    *,
    stage: Stage,
    inside: bool,
) -> None:
    policy = book.entering.membership
    rule = cite(book, policy)
    held = list(memberships_on(today).filter(player=player))
    if Registration.objects.filter(tournament=event, members_only=True).exists():
        held = [row for row in held if row.kind == "season"]
        if not held and sold != "season":
            message = _("This event is for members only, and %(name)s is none.")
            raise Refused("members_only", message % {"name": player.name}, rule)
    if policy is None or stage == "reserve" or sold is not None:
        return
    if not held:
        message = _("%(name)s needs a membership, for the season or for today.")
        raise Refused("not_a_member", message % {"name": player.name}, rule)
    if policy.board_confirms and not inside and not any(row.confirmed_by for row in held):
        message = _("The membership of %(name)s still has to be confirmed by a board member.")
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
        message = _("%(name)s is registered for “%(event)s” already, and one may be so only once.")
        raise Refused(
            "in_another_flight", message % {"name": player.name, "event": other.name}, cite(book, policy)
        )
