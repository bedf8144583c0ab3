"""A clerk's recent actions at the desk, read from the journal: they outlive a reload of the page."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.db.models import Q

from desk.commands.desk_undo import OWN_ACTIONS, OWN_ROOM_ACTIONS
from desk.models import Booking, Receipt
from desk.rules.amounts import places_of
from players.models import Partner
from procedures.models import Bag
from stages.models import Join
from tourney.access.roles import Actor
from tourney.journal.boards import journal_entry_board
from tourney.journal.readable import ReadableEntry, readable
from tourney.models import Entry, JournalEntry
from tourney.now import room_now

_MOST = 8
_SINCE = timedelta(hours=12)
_SALES = frozenset({"desk.register", "desk.register_for_events", "desk.rebuy", "desk.add_on"})
_RECEIPTS = _SALES | {"desk.refund"}
_KINDS = (
    _RECEIPTS
    | OWN_ACTIONS
    | OWN_ROOM_ACTIONS
    | {"membership.confirm", "drawer.open", "drawer.close", "drawer.move"}
)
_UNDOS = frozenset({"undo", "room.undo", "desk.undo", "desk.undo_in_room"})


def recent_actions(reader: Actor) -> list[dict[str, Any]]:
    """Return what this login did at the desk within twelve hours, newest first.

    They have the fields that static/desk/verbs.js gives a command that was just answered, `settled` (undone or
    refunded), `over` (the event is closed, so the action cannot be undone), `advanced` (its players are in a later
    event) and `sealed` (the stack is in a bag).
    """
    rows = (
        JournalEntry.objects.filter(actor=reader.key, at__gte=room_now() - _SINCE)
        .filter(Q(kind__in=_KINDS) | Q(kind__in=_UNDOS, undoes__kind__in=_KINDS))
        .select_related("undone_by__undone_by", "undoes", "tournament")
        .order_by("-pk")[:_MOST]
    )
    entries = [readable(row, reader) for row in rows]
    over = {
        row.pk: row.tournament.pk
        for row in rows
        if row.tournament is not None and row.tournament.closed_at is not None
    }
    advanced = set(
        Join.objects.filter(source__tournament__in=over.values()).values_list("source__tournament", flat=True)
    )
    receipts, used = _receipts(entries), _used(entries)
    sold = [[receipts[pk] for pk in _sold(entry) if pk in receipts] for entry in entries]
    sealed = _sealed(receipts.values())
    return [
        {
            **_line(entry, its, _added(entry) in used),
            "over": row.pk in over,
            "advanced": over.get(row.pk) in advanced,
            "sealed": any(item.entry_id in sealed for one in its for item in one.items.all()),
        }
        for row, entry, its in zip(rows, entries, sold, strict=True)
    ]


def _sealed(receipts: Iterable[Receipt]) -> set[int | None]:
    """Return the entries of these receipts whose stacks are sealed in bags."""
    entries = {item.entry_id for one in receipts for item in one.items.all() if item.entry_id is not None}
    if not entries:
        return set()
    bags = Bag.objects.filter(entry__in=entries, opened_at__isnull=True)
    return set(bags.values_list("entry", flat=True))


def _added(entry: ReadableEntry) -> int | None:
    """Return the player that the action added; None for other actions."""
    return (entry.answer or {}).get("player") if entry.kind == "player.add" else None


def _used(entries: Iterable[ReadableEntry]) -> set[int]:
    """Return which added players have entries or bookings, or share an entry: adding them cannot be undone."""
    added = {player for player in map(_added, entries) if player is not None}
    if not added:
        return set()
    return {
        player
        for model, column in (
            (Entry, "player"),
            (Booking, "player"),
            (Booking, "partner"),
            (Partner, "player"),
        )
        for player in model._default_manager.filter(**{f"{column}__in": added}).values_list(column, flat=True)
    }


def _sold(entry: ReadableEntry) -> list[int]:
    """Return the receipts of a sale or a refund, the one named by the command first."""
    answer = entry.answer or {}
    if entry.kind not in _RECEIPTS or answer.get("receipt") is None:
        return []
    return list(dict.fromkeys([answer["receipt"], *(one["receipt"] for one in answer.get("sales", []))]))


def _receipts(entries: Iterable[ReadableEntry]) -> dict[int, Receipt]:
    wanted = {pk for entry in entries for pk in _sold(entry)}
    rows = Receipt.objects.filter(pk__in=wanted).select_related("drawer")
    return {row.pk: row for row in rows.prefetch_related("items__corrected_by")}


def _line(entry: ReadableEntry, receipts: list[Receipt], used: bool) -> dict[str, Any]:
    board, answer = journal_entry_board(entry), entry.answer or {}
    sold, sales = entry.kind in _SALES and bool(receipts), answer.get("sales", [])
    items = [item for row in receipts for item in row.items.all()]
    currency = receipts[0].drawer.currency if receipts else ""
    return {
        "text": board["text"],
        "seq": entry.seq,
        "tournament": entry.tournament_id,
        "at": board["at"],
        "undoable": board["undoable"] and entry.kind not in _UNDOS and not used,
        "added": _added(entry),
        "player": receipts[0].player_id if receipts else None,
        "partner": entry.arguments.get("partner") if sold else None,
        "refundable": sold and entry.kind != "desk.register_for_events",
        "sold": sold,
        "event": entry.tournament_id or (sales[0]["event"] if sales else None),
        "total": sum(item.amount for item in items),
        "own": entry.kind in OWN_ACTIONS | OWN_ROOM_ACTIONS,
        "entry": answer.get("entry") if entry.kind == "desk.register" else None,
        "receipt": receipts[0].pk if receipts else None,
        "number": answer.get("number") or "",
        "change": answer.get("change") or 0,
        "position": answer.get("position") if entry.kind == "booking.wait" else None,
        "entries": [{"entry": one["entry"], "event": one["event"]} for one in sales],
        # Only the response to a sale tells the clerk the numbers of its vouchers.
        "vouchers": [],
        "table": answer.get("table"),
        "seat": answer.get("seat"),
        "currency": currency,
        "places": places_of(currency),
        "settled": board["undone"] or (sold and all(hasattr(item, "corrected_by") for item in items)),
    }
