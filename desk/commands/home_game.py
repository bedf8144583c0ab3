"""Commands of a home game: entries, rebuys, add-ons and busts of players without names, by + and −."""

from typing import Annotated, Any, Literal

from django.db.models import Count, Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext
from pydantic import Field

from desk.commands.extras import sell_extra
from desk.commands.refunds import refund_sale
from desk.commands.sales import PaymentInput, line_of, make_entry, paid, seat_at_once
from desk.models import Extra, Item
from desk.services.entry_request import ENTRY_BOARDS, EntryRequest, lock_room_capacity
from desk.services.jobs import waiting_list_job
from desk.services.registration import check_sold
from desk.services.till import ENTRIES, sell
from desk.services.unnamed_players import (
    check_counted,
    new_unnamed,
    open_own_drawer,
    sold_to_unnamed,
    unnamed_entries,
)
from desk.services.waiting_list_turn import check_can_register_now
from seating.models import Bust
from seating.services.eliminations import SHOWS, back_in_play, leave
from tourney.access.roles import Permission
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import Entry, JournalEntry, Tournament
from tourney.services.field_counts import field_of

MOST_AT_ONCE = 100
Extras = Literal["rebuy", "add_on"]
_SOLD = (*ENTRY_BOARDS, "home_game")
_TAKE_AWAY = lazy("Money was counted for this. Remove it with − instead.")


def _summarise_entered(journal_entry: JournalEntry) -> str:
    answer = journal_entry.answer or {}
    count = answer.get("count", 1)
    text = ngettext("%(count)s entry: %(entries)s in all", "%(count)s entries: %(entries)s in all", count)
    return text % {"count": count, "entries": answer.get("entries", "–")}


@command(
    "home_game.enter",
    permission=Permission.REGISTER_PLAYERS,
    boards=_SOLD,
    summary=_summarise_entered,
    undoable=False,
    undo_hint=_TAKE_AWAY,
)
def enter(tx: Tx, count: Annotated[int, Field(ge=1, le=MOST_AT_ONCE)] = 1) -> dict[str, Any]:
    """Enter players without names, each with a paid entry. The actor's drawer is opened if none is.

    Args:
        count: how many.

    Raises:
        Refused: players enter by name (`by_name`); as `desk.register`, but without a name neither age nor
            membership nor bans can be checked.
    """
    registration = check_counted(tx)
    open_own_drawer(tx, registration.currency)
    for _one in range(count):
        player = new_unnamed(tx)
        request = EntryRequest(tx, player)
        lock_room_capacity(tx, request)
        check_can_register_now(request)
        entry = make_entry(tx, request)
        line = line_of(tx, registration, entry)
        sell(tx, player, [line], paid(_cash(line.amount)), currency=registration.currency)
        seat_at_once(tx, entry)
    tx.on_commit(waiting_list_job(tx.tournament.pk))
    return {"count": count, "entries": field_of(tx.tournament).entries}


@command(
    "home_game.rebuy",
    permission=Permission.REGISTER_PLAYERS,
    boards=("registration", "clock", "lobby", "home_game"),
    summary=lazy("Rebuy: %(chips)s chips"),
    undoable=False,
    undo_hint=_TAKE_AWAY,
)
def rebuy(tx: Tx) -> dict[str, Any]:
    """Sell a rebuy to a player in play without a name.

    Raises:
        Refused: as `desk.rebuy`; or all players left have names (`all_named`).
    """
    return _sell(tx, "rebuy")


@command(
    "home_game.add_on",
    permission=Permission.REGISTER_PLAYERS,
    boards=("registration", "clock", "lobby", "home_game"),
    summary=lazy("Add-on: %(chips)s chips"),
    undoable=False,
    undo_hint=_TAKE_AWAY,
)
def add_on(tx: Tx) -> dict[str, Any]:
    """Sell an add-on to a player in play without a name.

    Raises:
        Refused: as `desk.add_on`; or all players left have names (`all_named`).
    """
    return _sell(tx, "add_on")


def _summarise_back(journal_entry: JournalEntry) -> str:
    match journal_entry.arguments.get("kind"):
        case "rebuy":
            return _("Removed a rebuy")
        case "add_on":
            return _("Removed an add-on")
    return _("Removed an entry")


@command(
    "home_game.take_back",
    permission=Permission.REFUND,
    boards=_SOLD,
    summary=_summarise_back,
    undoable=False,
    undo_hint=lazy("Add it again with + instead."),
)
def take_back(tx: Tx, kind: Literal["entry", "rebuy", "add_on"]) -> None:
    """Refund the last entry, rebuy or add-on of a player without a name, which was counted by mistake.

    Args:
        kind: which of these.

    Raises:
        Refused: no player in play without a name has one (`none_left`).
    """
    check_counted(tx)
    item = _last_entry(tx) if kind == "entry" else sold_to_unnamed(tx.tournament, kind)
    if item is None:
        raise Refused("none_left", _("No unnamed player in play has one to remove."))
    drawer = item.receipt.drawer
    currency, whose = drawer.currency, None if drawer.closed_at else drawer.pk
    open_own_drawer(tx, currency)
    refund_sale(tx, item.receipt_id, _("Counted by mistake"), [item.pk], drawer=whose)


@command(
    "home_game.bust",
    permission=Permission.SEAT_PLAYERS,
    boards=(*SHOWS, "home_game"),
    summary=lazy("A player is out: %(left)s left"),
)
def bust(tx: Tx) -> dict[str, Any]:
    """Eliminate a player without a name: the one who was brought back last, so that a bust that is repeated keeps its
    place; otherwise, with the same number of rebuys and add-ons, the last entry goes first.

    Raises:
        Refused: one player is left (`last_player`), or all players left have names (`all_named`).
    """
    check_counted(tx)
    if field_of(tx.tournament).left < 2:
        raise Refused("last_player", _("One player is left and has won."))
    entry = _brought_back(tx.tournament) or unnamed_entries(tx.tournament).first()
    if entry is None:
        raise _all_named()
    leave(tx, entry)
    return {"entry": entry.pk, "left": field_of(tx.tournament).left}


@command(
    "home_game.back_in",
    permission=Permission.SEAT_PLAYERS,
    boards=(*SHOWS, "home_game"),
    summary=lazy("A player is back in: %(left)s left"),
)
def back_in(tx: Tx) -> dict[str, Any]:
    """Bring the player without a name who went out last back into play: the bust was a mistake.

    Raises:
        Refused: no such player is out (`none_left`).
    """
    check_counted(tx)
    rows = Bust.objects.filter(entry__tournament=tx.tournament, entry__player__unnamed=True)
    last = (
        rows.filter(entry__voided_at__isnull=True)
        .select_related("entry__player")
        .order_by("-at", "-pk")
        .first()
    )
    if last is None:
        raise Refused("none_left", _("No unnamed player is out."))
    entry = last.entry
    back_in_play(tx, entry)
    return {"entry": entry.pk, "left": field_of(tx.tournament).left}


@command(
    "home_game.use_names",
    permission=Permission.SET_REGISTRATION,
    boards=("registration", "lobby", "home_game"),
    summary=lazy("Turned the home game into an event with names"),
)
def use_names(tx: Tx, names: bool) -> None:
    """Turn a home game into an event that players enter by name at the desk, or back. What was counted stays.

    Args:
        names: true for entries by name, false for counting.

    Raises:
        Refused: all entries of the event have names, so they are not counted (`by_name`).
    """
    entries = Entry.objects.filter(tournament=tx.tournament, voided_at__isnull=True)
    if not names and entries.exists() and not entries.filter(player__unnamed=True).exists():
        raise Refused("by_name", _("Players enter this event by name, at the desk."))
    tx.save(check_sold(tx), without_names=not names)


def _sell(tx: Tx, kind: Extras) -> dict[str, Any]:
    registration = check_counted(tx)
    open_own_drawer(tx, registration.currency)
    extra = Extra.objects.filter(registration=registration, kind=kind).first()
    entries = unnamed_entries(tx.tournament)
    entry = entries.first()
    if entry is None:
        raise _all_named()
    if extra is not None and extra.most is not None:
        # Which player buys is not known: one who still may.
        valid = Q(items__kind=kind, items__corrects__isnull=True, items__corrected_by=None)
        entry = (
            entries.annotate(bought=Count("items", filter=valid)).filter(bought__lt=extra.most).first()
            or entry
        )
    price = 0 if extra is None else extra.price
    answer = sell_extra(tx, kind, entry.pk, _cash(price), 1, None, announced=False)
    return {"chips": answer["chips"]}


def _brought_back(event: Tournament) -> Entry | None:
    """Return the entry that `back_in` brought back last and that has not gone out again."""
    kinds = ("home_game.bust", "home_game.back_in")
    waiting: list[int] = []
    entries = JournalEntry.journal(event.pk).filter(kind__in=kinds, undone_by__isnull=True).order_by("seq")
    for kind, answer in entries.values_list("kind", "answer"):
        number = int((answer or {}).get("entry", 0))
        if number in waiting:
            waiting.remove(number)
        if kind == "home_game.back_in":
            waiting.append(number)
    in_play = unnamed_entries(event).in_bulk(waiting)
    return next((in_play[number] for number in reversed(waiting) if number in in_play), None)


def _last_entry(tx: Tx) -> Item | None:
    """Return what was paid for the last entry without a name; one without rebuys and add-ons first."""
    entry = unnamed_entries(tx.tournament).first()
    rows = Item.objects.filter(entry=entry, kind__in=ENTRIES, corrects__isnull=True, corrected_by=None)
    return None if entry is None else rows.select_related("receipt__drawer").first()


def _cash(price: int) -> list[PaymentInput]:
    return [PaymentInput(method="cash", amount=price)] if price else []


def _all_named() -> Refused:
    return Refused("all_named", _("All players left have names: choose the player on the “Entries” page."))
