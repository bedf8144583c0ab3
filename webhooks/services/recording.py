"""Record messages from the journals.

The journal is the outbox: its entry is written in the transaction of the command, so nothing is reported that was
rolled back, and nothing is lost with a worker. How far each journal was read is a row; it advances in the transaction
that writes the messages.
"""

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F, Q

from tourney.models import JournalEntry, Room, Tournament
from tourney.now import room_now
from tourney.snapshot import consistent_read
from webhooks.boards.messages import MESSAGES, event_facts
from webhooks.models import Delivery, JournalPosition, Webhook
from webhooks.rules.happenings import Happening, happenings

# Entries of one journal that are read at once.
_AT_ONCE = 200
# Earlier entries that are searched for the row of the clock.
_LOOKED_AT = 100
# Entries that may end an event.
_ENDS = {"player.out", "registration.closed"}


def listening() -> list[Webhook]:
    """Return the webhooks that get messages."""
    return list(Webhook.objects.filter(paused=""))


def journals_behind() -> list[int | None]:
    """Return the events whose journals have unread entries; None stands for the room's."""
    events = Tournament.objects.filter(demo_speed__isnull=True, seq__gt=0)
    found: list[int | None] = list(
        events.exclude(webhook_position__seq__gte=F("seq")).order_by("pk").values_list("pk", flat=True)
    )
    room = Room.objects.filter(id=1).values_list("seq", flat=True).first() or 0
    read = JournalPosition.objects.filter(tournament=None).values_list("seq", flat=True).first() or 0
    return [None, *found] if room > read else found


def record_all() -> int:
    """Record the messages of all unread entries. Return how many."""
    webhooks = listening()
    if not webhooks:
        return 0
    return sum(_record(tournament, webhooks) for tournament in journals_behind())


def _record(tournament: int | None, webhooks: list[Webhook]) -> int:
    """Record the messages of one journal's next entries."""
    position, _created = JournalPosition.objects.get_or_create(tournament_id=tournament)
    since = min(row.listens_from for row in webhooks)
    with consistent_read():
        rows = Room.objects.filter(id=1) if tournament is None else Tournament.objects.filter(pk=tournament)
        last = rows.values_list("seq", flat=True).first() or 0
        entries = list(
            JournalEntry.journal(tournament)
            .filter(seq__gt=position.seq, seq__lte=last, at__gte=since)
            .select_related("tournament", "undoes__tournament")
            .order_by("seq")[:_AT_ONCE]
        )
        if len(entries) == _AT_ONCE:
            last = entries[-1].seq
        found: list[Delivery] = []
        for entry in entries:
            found += _messages(entry, webhooks, found)
    with transaction.atomic():
        # Compare and set: of two workers that read the same entries, one records them.
        mine = JournalPosition.objects.filter(pk=position.pk, seq=position.seq).update(seq=last)
        if not mine:
            return 0
        Delivery.objects.bulk_create(found)
    return len(found)


def _messages(
    entry: JournalEntry, webhooks: Collection[Webhook], earlier: Collection[Delivery]
) -> list[Delivery]:
    """Return the messages of an entry.

    Args:
        earlier: messages of entries before it that are not stored yet.
    """
    hearing = [row for row in webhooks if entry.at >= row.listens_from]
    root, undone = entry, False
    while root.undoes is not None:
        root, undone = root.undoes, not undone
    if undone:
        return _undone(entry, root, hearing, earlier)
    # What an undo of an undo restores is reported once more.
    found = []
    for event, happening in _happenings(root):
        wanting = [row for row in hearing if happening.kind in row.kinds]
        data = MESSAGES[happening.kind].read(event, happening) if wanting else None
        if data is not None:
            seq = 0 if entry.tournament_id is None else entry.seq
            found += [_delivery(row, happening.kind, event, seq, entry.at, data) for row in wanting]
    return found


def _undone(
    entry: JournalEntry, root: JournalEntry, hearing: Collection[Webhook], earlier: Collection[Delivery]
) -> list[Delivery]:
    """Return messages that take back those of an undone entry, to each webhook that got them."""
    event = root.tournament
    if event is None:
        return []
    stored = Delivery.objects.filter(tournament=event, seq=root.seq, webhook__in=hearing)
    kinds = {
        (one.webhook_id, one.kind): None for one in (*stored.order_by("pk"), *earlier) if one.seq == root.seq
    }
    return [
        _delivery(row, "undone", event, entry.seq, entry.at, {"kind": kind, "seq": root.seq})
        for row in hearing
        for webhook, kind in kinds
        if webhook == row.pk and kind != "undone"
    ]


def _delivery(
    row: Webhook, kind: str, event: Tournament, seq: int, at: datetime, data: dict[str, Any]
) -> Delivery:
    facts = {"event": event_facts(event), "data": data}
    return Delivery(webhook=row, kind=kind, tournament=event, seq=seq, at=at, facts=facts, next_at=room_now())


def _happenings(entry: JournalEntry) -> list[tuple[Tournament, Happening]]:
    """Return what an entry reports, with the event of each."""
    seen = happenings(entry.changes)
    if entry.tournament is not None:
        event = entry.tournament
        seen = [_located(entry, one) for one in seen]
        more = [Happening("event.won")] if _ENDS & {one.kind for one in seen} else []
        breaks = [
            Happening("clock.break", position=one.position) for one in seen if one.kind == "clock.level"
        ]
        return [(event, one) for one in (*seen, *breaks, *more)]
    made = [
        change["pk"]
        for change in entry.changes
        if change["model"] == "tourney.tournament" and change["before"] is None
    ]
    events = Tournament.objects.filter(pk__in=made, demo_speed__isnull=True).order_by("pk")
    found = [(event, Happening("event.created")) for event in events]
    opened = any(one.kind == "registration.opened" for one in seen)
    return found + [(event, Happening("registration.opened")) for event in events if opened]


def _located(entry: JournalEntry, happening: Happening) -> Happening:
    """Return what happened to the clock with the row it was in then: it may have gone on since."""
    if not happening.kind.startswith("clock.") or happening.position is not None:
        return happening
    before = JournalEntry.journal(entry.tournament_id).filter(
        Q(kind__startswith="clock.") | Q(kind="undo"), seq__lt=entry.seq
    )
    for changes in before.order_by("-seq").values_list("changes", flat=True)[:_LOOKED_AT]:
        for change in changes:
            if change["model"] == "clock.clock" and "position" in (change["after"] or {}):
                return replace(happening, position=change["after"]["position"])
    return replace(happening, position=0)
