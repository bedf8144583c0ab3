"""Admission to an event, with the rule behind each refusal.

All admission checks are here:

- A player whose record was merged or anonymised cannot enter.
- A ban that holds on the day refuses, with the rule behind it.
- The required age is the room's or the book's, whichever is higher. A date of birth below it always refuses.
  A missing one refuses only an entry, and only if no clerk has seen an ID, now (`id_seen`) or at an earlier
  check-in. A reservation does not need it: the ID is shown at the desk.
- If the book requires membership, an entry needs one that is valid today, or one sold with it. If day
  memberships are for one event, one of another event does not count. If a board member has to confirm
  memberships, an entry after the start needs the confirmation; an entry before the start does not. Staff who
  may confirm do so by selling. An event for members only accepts season members, also for reservations.
- If the room's settings say so, players in a running event cannot enter another one, unless their stack waits in a bag
  for the next stage.
- A player cannot be in an event twice at once, nor, if the book says so, in two flights of one tournament.
"""

from datetime import date
from typing import Literal

from django.db.models import Q
from django.utils.timezone import localdate
from django.utils.translation import gettext as _

from clock.services.progress import Progress, progress_of
from clock.signals import day_over
from desk.models import Booking, DeskSettings
from desk.models.booking import OPEN
from desk.rules.waiting_list import Wants
from desk.services.booked_players import booked_by
from desk.services.entry_request import EntryRequest
from desk.services.flights import flights_of
from desk.signals import Admission, before_admission
from players.models import Ban, Player
from players.rules.age import age_on
from players.services.bans import bans_on
from players.services.partners import held_by
from tourney.access.roles import Actor, Permission
from tourney.journal.refused import Refused
from tourney.models import Entry, Tournament
from tourney.rulebooks.books.schema import Book, cite
from tourney.services.dates import day_text
from tourney.services.prepared_query import PreparedQuery

Kind = Literal["day", "season"]
Stage = Literal["enter", "reserve"]


def check(
    request: EntryRequest,
    *,
    membership: Kind | None = None,
    id_seen: bool = False,
    stage: Stage = "enter",
    giving_up: bool = False,
) -> None:
    """Check that a player may enter an event.

    Args:
        request: the player and the event.
        membership: the membership sold with the entry, if any.
        id_seen: whether the clerk has seen an ID now.
        stage: "reserve" requires less than "enter": documents can still be brought to the desk.
        giving_up: whether the entry in play is surrendered for this one, so it does not count.

    Raises:
        Refused: the player may not enter: `merged`, `anonymised`, `banned`, `too_young`, `age_unknown`,
            `not_a_member`, `members_only`, `membership_unconfirmed`, `already_in`, `plays_elsewhere`,
            `in_another_flight`.
    """
    player = request.player
    today = localdate(request.context.now)
    day = _day_of(request.progress, today) if stage == "reserve" else today
    check_record(player)
    check_ban(player, day, request.context.actor)
    before_admission.send(Admission(request.event, player, entering=stage == "enter"))
    _check_age(request, day, id_seen=id_seen, stage=stage)
    _check_membership(request, membership, stage=stage)
    if not giving_up and any(entry.out_at is None for entry in request.entries):
        raise Refused("already_in", _("%(name)s is already in this event.") % {"name": player.name})
    if stage == "enter":
        _check_elsewhere(request)
    _check_flights(request)


def check_re_entry(request: EntryRequest) -> None:
    """Check that a player who was in the event has a re-entry left.

    Raises:
        Refused: none is left (`no_re_entry`).
    """
    counted, most = len(request.entries), request.sold.re_entries_most
    if counted and most is not None and counted > most:
        message = _("%(name)s has no re-entries left.") if most else _("This event has no re-entries.")
        rule = cite(request.book, request.book.entering.re_entry)
        raise Refused("no_re_entry", message % {"name": request.player.name}, rule)


def check_kind(request: EntryRequest, wants: Wants) -> None:
    """Check the requested kind of entry: a first entry, a re-entry or one after a surrender.

    Raises:
        Refused: it does not fit the player's entries (`entered_before`, `never_entered`, `gave_up`,
            `no_surrender`, `no_re_entry`).
    """
    name, last = {"name": request.player.name}, request.kind.last
    if wants == "entry":
        if last is not None:
            raise Refused(
                "entered_before", _("%(name)s has already played in this event: this is a re-entry.") % name
            )
        return
    if last is None:
        raise Refused("never_entered", _("%(name)s has not played in this event yet.") % name)
    if wants == "re_entry" and request.kind.wants == "surrender":
        rule = cite(request.book, request.book.entering.surrender)
        raise Refused(
            "gave_up", _("%(name)s surrendered a stack: that is not a re-entry after busting.") % name, rule
        )
    if wants == "surrender" and not request.sold.surrender_allowed:
        raise Refused("no_surrender", _("This event does not allow surrender."))
    if wants == "surrender" and request.kind.wants != "surrender" and not last.in_play:
        raise Refused("no_surrender", _("%(name)s has not surrendered a stack.") % name)
    check_re_entry(request)


def playing_elsewhere(player: Player, event: Tournament) -> list[Entry]:
    """Return a player's entries in play in other running events, with tournament and seat."""
    rows = Entry.objects.filter(
        held_by(player), out_at__isnull=True, voided_at__isnull=True, tournament__closed_at__isnull=True
    ).exclude(tournament=event)
    entries = rows.select_related("tournament", "seat__tournament_table__table").order_by("pk")
    return [entry for entry in entries if progress_of(entry.tournament).started]


def _check_elsewhere(request: EntryRequest) -> None:
    if not request.settings.one_event_at_a_time:
        return
    # A stack that waits in a bag for the next stage is not played now.
    others = [one for one in playing_elsewhere(request.player, request.event) if not _waits_in_bag(one)]
    if others:
        message = _("%(name)s is playing in “%(event)s”, and this room allows one event at a time.")
        words = {"name": request.player.name, "event": others[0].tournament.name}
        raise Refused("plays_elsewhere", message % words)


def _waits_in_bag(entry: Entry) -> bool:
    over = day_over.ask(entry.tournament)
    return over is not None and over.next != ""


def _required_age(book: Book, settings: DeskSettings) -> tuple[int, str]:
    """Return the required age in years, and its rule ("" for the room's own)."""
    policy = book.entering.membership
    if policy is not None and policy.minimum_age >= settings.minimum_age:
        return policy.minimum_age, cite(book, policy)
    return settings.minimum_age, ""


def _day_of(progress: Progress, today: date) -> date:
    """Return the day an event is played: today, unless it is planned for later."""
    return max(today, localdate(progress.starts_at)) if progress.starts_at else today


def check_record(player: Player) -> None:
    """Check that a player's record is in use.

    Raises:
        Refused: it was merged into another one (`merged`), or anonymised (`anonymised`).
    """
    if player.merged_into is not None:
        message = _("This record was merged into the record of %(name)s. Use that one.")
        raise Refused("merged", message % {"name": player.merged_into.name})
    if player.anonymised_at is not None:
        raise Refused("anonymised", _("The personal data of this player has been deleted. Add a new record."))


_BANS = PreparedQuery(lambda day, player: bans_on(day).filter(player=player))


def check_ban(player: Player, day: date, actor: Actor) -> None:
    """Check that no ban of a player holds on a day.

    Raises:
        Refused: one does (`banned`), with its rule.
    """
    # The ban that lasts longest.
    ban = max(_BANS.all(day, player.pk), key=_end_of_ban, default=None)
    if ban is None:
        return
    words = {"name": player.name, "day": day_text(ban.ends_on) if ban.ends_on else ""}
    text = (
        _("%(name)s is banned until %(day)s.") if ban.ends_on else _("%(name)s is permanently banned.")
    ) % words
    # Only staff see the reason; players on their phones get it at the desk.
    if actor.may(Permission.SEE_STAFF):
        text = f"{text} {ban.reason}"
    raise Refused("banned", text, ban.rule)


def _end_of_ban(ban: Ban) -> tuple[date, date, int]:
    return (date.max, ban.starts_on, ban.pk) if ban.ends_on is None else (ban.ends_on, date.min, ban.pk)


def _check_age(request: EntryRequest, day: date, *, id_seen: bool, stage: Stage) -> None:
    player = request.player
    years, rule = _required_age(request.book, request.settings)
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


def _check_membership(request: EntryRequest, sold: Kind | None, *, stage: Stage) -> None:
    policy, name = request.book.entering.membership, {"name": request.player.name}
    rule = cite(request.book, policy)
    members_only = request.registration is not None and request.registration.members_only
    if policy is None and not members_only:
        return
    held = request.memberships
    if members_only:
        held = [row for row in held if row.kind == "season"]
        if not held and sold != "season":
            message = _("This event is for members only, and %(name)s is not a member.")
            raise Refused("members_only", message % name, rule)
    if policy is None or stage == "reserve":
        return
    if not held and sold is None:
        message = _("%(name)s needs a membership for the season or for today.")
        raise Refused("not_a_member", message % name, rule)
    if not policy.board_confirms or not request.progress.started or any(row.confirmed_by for row in held):
        return
    if sold is None or not request.context.actor.may(Permission.CONFIRM_MEMBERSHIPS):
        message = _("A board member must confirm the membership of %(name)s before play.")
        raise Refused("membership_unconfirmed", message % name, rule)


def _check_flights(request: EntryRequest) -> None:
    player, policy = request.player, request.book.entering.double_entry
    if policy is None or policy.allowed or policy.over_heats:
        return
    others = flights_of(request.event)[1:]
    if not others:
        return
    entered = Entry.objects.filter(held_by(player), voided_at__isnull=True, tournament__in=others)
    booked = Booking.objects.filter(booked_by([player]), state__in=OPEN, tournament__in=others)
    places = Q(pk__in=entered.values("tournament")) | Q(pk__in=booked.values("tournament"))
    other = Tournament.objects.filter(places).first()
    if other is not None:
        message = _("%(name)s is already registered for “%(event)s”. Only one registration is allowed.")
        raise Refused(
            "in_another_flight",
            message % {"name": player.name, "event": other.name},
            cite(request.book, policy),
        )
