"""Which players have not been seen for so long that their data is no longer kept, and who is kept nevertheless."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.timezone import localdate

from cash.models import CashSeat, CashVisit, DinnerBreak, ListEntry
from cash.services.comps import comps_of
from desk.models import Booking, Receipt, Ticket
from desk.models.booking import OPEN
from players.models import Ban, Membership, Partner, Player, Retention
from players.rules.retention import months_before
from players.services.records import living_records
from prizes.services.payables import payables_of_players
from seasons.models import CupSeat, PointsCorrection, Season
from seasons.services.seasons import begun_events
from stages.services.waiting import later_events_of
from tourney.models import Entry, JournalEntry, Notice, Room, Tournament
from tourney.periodic import DELETION

# A changed policy takes effect after this long, so that a mistake is noticed.
TAKES_EFFECT = timedelta(days=7)
# Erasing takes the lock of the room and reads its journal: it waits until nobody has worked for this long.
QUIET = timedelta(minutes=30)
# How many players are anonymised each time.
AT_ONCE = 20
# Name of the heartbeat that says when this was done last.
PART = f"{DELETION}players"


@dataclass(frozen=True, slots=True)
class Unseen:
    """Players who were not seen for the months of a policy.

    Attributes:
        due: who will be anonymised, with the day of the last visit, the longest absent first.
        kept: who is kept, by the reason: "banned", "open_event", "outstanding", "season", "cash".
    """

    due: list[tuple[Player, datetime]]
    kept: dict[str, int]


def policy() -> Retention | None:
    """Return the room's policy if it erases anybody."""
    return Retention.objects.filter(pk=1, months__isnull=False).first()


def unseen(months: int, now: datetime) -> Unseen:
    """Return whom a policy concerns.

    Args:
        months: without a visit.
        now: the room's time.
    """
    since = months_before(now, months)
    rows = {row.pk: row for row in living_records().filter(created_at__lt=since)}
    # Records merged into one belong to the same person.
    owners = {key: key for key in rows}
    merged = Player.objects.filter(merged_into__isnull=False).values_list("pk", "merged_into_id")
    into = {key: last for key, last in merged if last is not None}
    for key in into:
        last = key
        while last in into:
            last = into[last]
        if last in rows:
            owners[key] = last
    last_seen = {key: row.created_at for key, row in rows.items()}
    for player, at in _visits():
        owner = owners.get(player)
        if owner is not None and at > last_seen[owner]:
            last_seen[owner] = at
    absent = {key for key, at in last_seen.items() if at < since}
    left, kept = set(absent), {}
    for reason, keep in _REASONS.items():
        found = {owners[player] for player in keep(now) if player in owners} & left
        kept[reason] = len(found)
        left -= found
    found = _outstanding({key for key in owners if owners[key] in left}, now)
    kept["outstanding"] = len({owners[key] for key in found})
    left -= {owners[key] for key in found}
    return Unseen(
        sorted(((rows[key], last_seen[key]) for key in left), key=lambda one: (one[1], one[0].pk)), kept
    )


def is_due(player: Player, months: int, now: datetime) -> bool:
    """Return whether a policy still concerns a player."""
    return any(row == player for row, _seen in unseen(months, now).due)


def _visits() -> Any:
    """Yield players with times at which they were seen, of all apps."""
    sources: tuple[tuple[QuerySet[Any], str, str], ...] = (
        (Entry.objects.all(), "player", "created_at"),
        (Partner.objects.all(), "player", "named_at"),
        (Booking.objects.all(), "player", "created_at"),
        (Booking.objects.filter(partner__isnull=False), "partner", "created_at"),
        (Receipt.objects.all(), "player", "at"),
        (CashVisit.objects.all(), "player", "started_at"),
        (CashVisit.objects.filter(ended_at__isnull=False), "player", "ended_at"),
        (ListEntry.objects.all(), "player", "added_at"),
        (ListEntry.objects.filter(ended_at__isnull=False), "player", "ended_at"),
        (Membership.objects.filter(voided_at__isnull=True), "player", "applied_at"),
        (Notice.objects.all(), "player", "at"),
        (Player.objects.filter(email_consent_at__isnull=False), "pk", "email_consent_at"),
        (Player.objects.filter(phone_consent_at__isnull=False), "pk", "phone_consent_at"),
    )
    for rows, player, at in sources:
        yield from rows.order_by().values_list(player, at).iterator(chunk_size=2_000)


def _banned(now: datetime) -> Collection[int]:
    """Return players with a ban in force, which would be lost without the name, or a membership."""
    today = localdate(now)
    bans = Ban.objects.filter(Q(ends_on__isnull=True) | Q(ends_on__gte=today), lifted_at__isnull=True)
    members = Membership.objects.filter(ends_on__gte=today, voided_at__isnull=True)
    return {*bans.values_list("player", flat=True), *members.values_list("player", flat=True)}


def _in_open_events(_now: datetime) -> Collection[int]:
    open_events = Tournament.objects.filter(closed_at__isnull=True)
    booked = Booking.objects.filter(tournament__in=open_events, state__in=OPEN)
    return {
        *Entry.objects.filter(tournament__in=open_events).values_list("player", flat=True),
        *Partner.objects.filter(tournament__in=open_events).values_list("player", flat=True),
        *booked.values_list("player", flat=True),
        *booked.filter(partner__isnull=False).values_list("partner", flat=True),
        *later_events_of(),
    }


def _in_open_seasons(_now: datetime) -> Collection[int]:
    """Return players with a result, a correction or a cup seat in a season that is not closed."""
    found: set[int] = set()
    for season in Season.objects.filter(closed_at__isnull=True):
        events = [event.pk for event, _role in begun_events(season, whole=True)]
        found |= {
            *Entry.objects.filter(tournament__in=events).values_list("player", flat=True),
            *Partner.objects.filter(tournament__in=events).values_list("player", flat=True),
            *PointsCorrection.objects.filter(season=season).values_list("player", flat=True),
            *CupSeat.objects.filter(season=season).values_list("player", flat=True),
        }
    return found


def _in_the_cash_room(_now: datetime) -> Collection[int]:
    """Return players at a table or on a list, and those whose stake the cage keeps."""
    kept = DinnerBreak.objects.filter(outcome="given_up", handed_out_at__isnull=True)
    return {
        *CashVisit.objects.filter(ended_at__isnull=True).values_list("player", flat=True),
        *CashSeat.objects.filter(left_at__isnull=True).values_list("visit__player", flat=True),
        *ListEntry.objects.filter(ended_at__isnull=True).values_list("player", flat=True),
        *kept.values_list("seat__visit__player", flat=True),
    }


_REASONS: dict[str, Callable[[datetime], Collection[int]]] = {
    "banned": _banned,
    "open_event": _in_open_events,
    "season": _in_open_seasons,
    "cash": _in_the_cash_room,
}


def _outstanding(players: Collection[int], now: datetime) -> set[int]:
    """Return players with an unpaid prize, a ticket that was not used, or comps."""
    tickets = Ticket.objects.filter(player__in=players, voided_at__isnull=True, spent_on__isnull=True)
    found = {key for key in tickets.values_list("player_id", flat=True) if key is not None}
    entries = {
        pk: (player, event)
        for pk, player, event in Entry.objects.filter(player__in=players).values_list(
            "pk", "player_id", "tournament_id"
        )
    }
    shared = Partner.objects.filter(player__in=players).values_list("player_id", "entry_id", "tournament_id")
    events = {event for _player, event in entries.values()} | {event for _p, _e, event in shared}
    partners = {(player, entry) for player, entry, _event in shared}
    for event in Tournament.objects.filter(pk__in=events):
        for (entry, player), money in payables_of_players(event).items():
            if money.open <= 0:
                continue
            if player is None and entry in entries:
                found.add(entries[entry][0])
            elif (
                player is not None and player in players and ((player, entry) in partners or entry in entries)
            ):
                found.add(player)
    currency = Room.objects.get_or_create(id=1)[0].currency
    found |= {player for player, comps in comps_of(players, now, currency).items() if comps.left > 0}
    return found


def is_quiet(now: datetime, own: str) -> bool:
    """Return whether nobody has worked in the room for a while.

    Args:
        own: key of the actor whose entries do not count.
    """
    return not JournalEntry.objects.filter(at__gt=now - QUIET).exclude(actor=own).exists()
