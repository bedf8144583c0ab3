"""Record messages from the journals.

The journal is the outbox: its entry is written in the transaction of the command, so nothing is reported that was
rolled back, and nothing is lost with a worker. How far each journal was read is a row; it advances in the transaction
that writes the messages.
"""

import logging
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.db import DatabaseError, transaction
from django.db.models import Q

from prizes.services.places import winners_of
from tourney.models import JournalEntry, Room, Tournament
from tourney.now import room_now
from tourney.snapshot import consistent_read
from webhooks.boards.messages import MESSAGES, event_facts
from webhooks.models import Delivery, JournalPosition, Webhook
from webhooks.rules.happenings import Happening, happenings
from webhooks.services.positions import journals_behind

log = logging.getLogger(__name__)
# Entries of one journal that are read at once.
_AT_ONCE = 200
# Earlier entries that are searched for the row of the clock.
_LOOKED_AT = 100
# Entries that may end an event.
_ENDS = {"player.out", "registration.closed"}
# Kinds that are judged by how the event stands when the entry is read.
_OUTCOMES = frozenset({"event.won", "final_table"})
# The newest unread entries, among which the one that has brought an outcome about is searched.
_OUTCOMES_IN = 2000
# After these an outcome is reported again, even if it is the same.
_RESUMES = {"player.registered", "player.reinstated", "registration.opened", "event.reopened"}


def active_webhooks() -> list[Webhook]:
    """Return the webhooks that get messages."""
    return list(Webhook.objects.filter(paused=""))


def record_all(until: float | None = None) -> int:
    """Record the messages of all unread entries. Return how many.

    A journal that can't be read does not stop the others: it is tried again by the next call.

    Args:
        until: no further journal is begun after this time of the monotonic clock.
    """
    if not active_webhooks():
        return 0
    found = 0
    for tournament in journals_behind():
        if until is not None and time.monotonic() >= until:
            break
        try:
            found += _record(tournament)
        except Exception:
            log.exception("The journal of event %s could not be read for webhooks; retrying.", tournament)
    return found


def _record(tournament: int | None) -> int:
    """Record the messages of one journal's next entries."""
    position, _created = JournalPosition.objects.get_or_create(tournament_id=tournament)
    with consistent_read():
        # Of the same snapshot as the entries: one added meanwhile would miss those that are marked as read here.
        webhooks = active_webhooks()
        if not webhooks:
            return 0
        rows = Room.objects.filter(id=1) if tournament is None else Tournament.objects.filter(pk=tournament)
        last = rows.values_list("seq", flat=True).first() or 0
        unread = (
            JournalEntry.journal(tournament)
            .filter(seq__gt=position.seq, seq__lte=last, at__gte=min(row.listens_from for row in webhooks))
            .select_related("tournament", "undoes__tournament")
        )
        entries = newest = list(unread.order_by("seq")[:_AT_ONCE])
        if len(entries) == _AT_ONCE:
            last = entries[-1].seq
            newest = list(unread.order_by("-seq")[:_OUTCOMES_IN])[::-1]
        batch = _Batch(webhooks, _seqs_of_outcomes(newest))
        for entry in entries:
            _add_messages(batch, entry)
    with transaction.atomic():
        # Compare and set: of two workers that read the same entries, one records them.
        mine = JournalPosition.objects.filter(pk=position.pk, seq=position.seq).update(seq=last)
        if not mine:
            return 0
        Delivery.objects.bulk_create(batch.found)
    return len(batch.found)


@dataclass(slots=True)
class _Batch:
    """Entries of a journal that are read at once.

    Attributes:
        webhooks: those that get messages.
        outcomes: by kind of `_OUTCOMES`, the only entry that may report it.
        found: the messages so far.
    """

    webhooks: list[Webhook]
    outcomes: dict[str, int]
    found: list[Delivery] = field(default_factory=list)


def _seqs_of_outcomes(entries: Sequence[JournalEntry]) -> dict[str, int]:
    """Return by kind of `_OUTCOMES` the last entry that brings it about.

    They are judged by how the event stands now: if entries are read late, each of them would report it.
    """
    found: dict[str, int] = {}
    for entry in reversed(entries):
        root, undone = _root(entry)
        if undone or entry.tournament_id is None or len(found) == len(_OUTCOMES):
            continue
        try:
            for event, happening in _happenings(root):
                kind = happening.kind
                if (
                    kind in _OUTCOMES
                    and kind not in found
                    and MESSAGES[kind].read(event, happening) is not None
                ):
                    found[kind] = entry.seq
        except DatabaseError:
            raise
        except Exception:
            log.exception("Entry %s of event %s can't be judged.", entry.seq, entry.tournament_id)
    return found


def _root(entry: JournalEntry) -> tuple[JournalEntry, bool]:
    """Return the entry at the root of a chain of undone undos, and whether the chain leaves it undone."""
    undone = False
    while entry.undoes is not None:
        entry, undone = entry.undoes, not undone
    return entry, undone


def _add_messages(batch: _Batch, entry: JournalEntry) -> None:
    """Add the messages of an entry; leave out one that can't be read, so that those behind it are reported."""
    try:
        batch.found += _messages(batch, entry)
    except DatabaseError:
        raise
    except Exception:
        log.exception("Entry %s of event %s is not reported to webhooks.", entry.seq, entry.tournament_id)


def _messages(batch: _Batch, entry: JournalEntry) -> list[Delivery]:
    """Return the messages of an entry."""
    listeners = [row for row in batch.webhooks if entry.at >= row.listens_from]
    root, undone = _root(entry)
    if undone:
        return _undone(batch, entry, root, listeners)
    # What an undo of an undo restores is reported once more.
    found = []
    for event, happening in _happenings(root):
        kind = happening.kind
        if kind in _OUTCOMES and batch.outcomes.get(kind) != entry.seq:
            continue
        receivers = [row for row in listeners if kind in row.kinds]
        data = MESSAGES[kind].read(event, happening) if receivers else None
        if data is None:
            continue
        if kind in _OUTCOMES:
            receivers = [row for row in receivers if not _is_reported(batch, row, entry, kind, data)]
        seq = 0 if entry.tournament_id is None else entry.seq
        found += [_delivery(row, kind, event, seq, entry.at, data) for row in receivers]
    return found


def _is_reported(batch: _Batch, row: Webhook, entry: JournalEntry, kind: str, data: dict[str, Any]) -> bool:
    """Return whether a webhook has a message of this kind that still holds: sent, not undone, and saying the same."""
    sent = _sent(batch, row, entry.tournament_id, Q(kind=kind))
    last = next((one for one in reversed(sent) if one.kind == kind), None)
    if (
        last is None
        or last.facts["data"] != data
        or last.seq >= entry.seq
        or (kind, last.seq) in _undone_already(sent)
    ):
        return False
    since = JournalEntry.journal(entry.tournament_id).filter(seq__gt=last.seq, seq__lt=entry.seq)
    changes = since.values_list("changes", flat=True)
    return not any(_RESUMES & {one.kind for one in happenings(found)} for found in changes)


def _sent(batch: _Batch, row: Webhook, event: int | None, wanted: Q) -> list[Delivery]:
    """Return messages of an event to a webhook in the order of sending, with those not stored yet and all `undone`."""
    stored = Delivery.objects.filter(Q(kind="undone") | wanted, tournament=event, webhook=row).order_by("pk")
    return [*stored, *(one for one in batch.found if one.webhook_id == row.pk)]


def _undone_already(sent: Iterable[Delivery]) -> set[tuple[str, int]]:
    """Return kind and number of the messages that an `undone` has named."""
    named = (one.facts["data"] for one in sent if one.kind == "undone")
    return {(data["kind"], data["seq"]) for data in named}


def _undone(
    batch: _Batch, entry: JournalEntry, root: JournalEntry, listeners: Iterable[Webhook]
) -> list[Delivery]:
    """Return messages that take back those of an undone entry, to each webhook that got them.

    If the entry was undone and restored before, the messages of the entry that restored it are meant.
    """
    event = root.tournament
    if event is None:
        return _undone_creations(batch, entry, root, listeners)
    found, seqs = [], _seqs_in_effect(entry)
    for row in listeners:
        sent = _sent(batch, row, event.pk, Q(seq__in=seqs) | Q(kind="event.won"))
        done = _undone_already(sent)
        standing: dict[str, int] = {}
        for seq in seqs:
            for one in sent:
                if one.seq == seq and one.kind != "undone" and (one.kind, seq) not in done:
                    standing.setdefault(one.kind, seq)
        # Another entry may have reported it: the close of registration, after the last bust.
        won = next((one for one in reversed(sent) if one.kind == "event.won"), None)
        if won is not None and (won.kind, won.seq) not in done and not winners_of(event):
            standing.setdefault(won.kind, won.seq)
        found += [
            _delivery(row, "undone", event, entry.seq, entry.at, {"kind": kind, "seq": seq})
            for kind, seq in standing.items()
        ]
    return found


def _undone_creations(
    batch: _Batch, entry: JournalEntry, root: JournalEntry, listeners: Iterable[Webhook]
) -> list[Delivery]:
    """Return messages that take back those of events whose creation was undone: the events no longer exist."""
    made = _created_events(root)
    found = []
    for row in listeners:
        stored = Delivery.objects.filter(Q(tournament=None) | Q(tournament__in=made), webhook=row, seq=0)
        sent = [*stored.order_by("pk"), *(one for one in batch.found if one.webhook_id == row.pk)]
        standing: dict[tuple[int, str], Delivery] = {}
        for one in sent:
            event = one.facts.get("event", {}).get("id")
            if one.kind == "undone":
                standing.pop((event, one.facts["data"]["kind"]), None)
            elif event in made:
                standing[event, one.kind] = one
        found += [
            Delivery(
                webhook=row,
                kind="undone",
                seq=0,
                at=entry.at,
                facts={"event": one.facts["event"], "data": {"kind": kind, "seq": 0}},
                next_at=room_now(),
            )
            for (_event, kind), one in standing.items()
        ]
    return found


def _created_events(entry: JournalEntry) -> list[int]:
    """Return the events that an entry of the room has created."""
    return [
        change["pk"]
        for change in entry.changes
        if change["model"] == "tourney.tournament" and change["before"] is None
    ]


def _seqs_in_effect(undo: JournalEntry) -> list[int]:
    """Return the entries by which what an undo takes back was in effect, the latest first."""
    found = []
    entry: JournalEntry | None = undo.undoes
    while entry is not None:
        found.append(entry.seq)
        entry = entry.undoes.undoes if entry.undoes is not None else None
    return found


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
    events = Tournament.objects.filter(pk__in=_created_events(entry), demo_speed__isnull=True).order_by("pk")
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
