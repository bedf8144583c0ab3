"""Receivers that keep seats, calls, proposals and pairs consistent after an undo, a merge or a deletion, and the
tables that are followed.
"""

from functools import partial
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from players.signals import Merge, PersonalDataDeleted, before_merge, personal_data_deleted
from seating.boards.journal import JOURNAL
from seating.boards.table_topic import TABLE
from seating.commands.table_places import show_on_maps
from seating.models import Apart, Bust, Draw, Plan, Seat, Table, TournamentTable
from seating.services.floor_calls import end_calls
from seating.services.reviews import review_later
from tourney.journal.refused import Refused
from tourney.live.publish import publish_parts, tell_hubs
from tourney.models import Entry, JournalEntry, SealedSeed
from tourney.signals import Undone, undone

# Models that proposals depend on.
_REVIEWED = {"seating.seat", "seating.tournamenttable", "seating.plan", "tourney.entry", "seating.proposal"}


@undone.connect
def end_calls_of_vacated_seats(event: Undone) -> None:
    """End calls about seats that an undo has vacated; calls that it restored stay."""
    tx = event.tx
    if not tx.is_of_tournament:
        return
    left = {
        (change["before"]["tournament_table_id"], change["before"]["number"])
        for change in tx.changes
        if change["model"] == "seating.seat"
        and change["after"] is None
        and change["before"]["kind"] == "player"
    }
    if left:
        back = {change["pk"] for change in tx.changes if change["model"] == "seating.call"}
        end_calls(tx, left, but=back)


@undone.connect
def repeat_seat_notices(event: Undone) -> None:
    """Notify players of their current seat, or that they have none, when an undo makes an earlier notice
    wrong.
    """
    tx = event.tx
    if not tx.is_of_tournament:
        return
    notified = {
        change["before"]["player_id"]
        for change in tx.changes
        if change["model"] == "tourney.notice"
        and change["after"] is None
        and change["before"]["kind"] in {"seated", "moved", "unseated"}
    }
    if not notified:
        return
    in_play = Entry.objects.filter(tournament=tx.tournament, out_at__isnull=True, voided_at__isnull=True)
    columns = ("player", "seat__tournament_table__table__number", "seat__number")
    seats = {
        player: (table, seat) for player, table, seat in in_play.values_list(*columns) if player in notified
    }
    sit = {
        player: {"table": table, "seat": seat} for player, (table, seat) in seats.items() if seat is not None
    }
    tx.notify_many("seated", sit)
    tx.notify_many("unseated", {player: {} for player, (_table, seat) in seats.items() if seat is None})


@undone.connect
def review_restored_floor(event: Undone) -> None:
    """Review the floor after an undo that moved players or tables."""
    if event.tx.is_of_tournament and any(change["model"] in _REVIEWED for change in event.tx.changes):
        review_later(event.tx)


@undone.connect
def keep_tables_in_use(event: Undone) -> None:
    """Refuse an undo that removes a table from the room while an event uses it."""
    tx = event.tx
    tables = {change["pk"] for change in tx.changes if change["model"] == "seating.table"}
    tournament_tables = {
        change["pk"] for change in tx.changes if change["model"] == "seating.tournamenttable"
    }
    tables.update(TournamentTable.objects.filter(pk__in=tournament_tables).values_list("table", flat=True))
    # Locked as in the commands: an event may be assigned a table while the venue retires it.
    touched = list(Table.objects.select_for_update().filter(pk__in=tables).order_by("pk"))
    gone = [table for table in touched if table.retired]
    tournament_table = TournamentTable.objects.filter(table__in=gone, released_at__isnull=True).first()
    if tournament_table is not None:
        message = _("Table %(number)s has been removed from the room, so “%(event)s” can’t use it.")
        words = {"number": tournament_table.table.number, "event": tournament_table.tournament.name}
        raise Refused("table_assigned", message % words)


@undone.connect
def refuse_impossible_seats(event: Undone) -> None:
    """Refuse an undo that seats a player at a table that was released, or a player who is out."""
    tx = event.tx
    seats = [change["pk"] for change in tx.changes if change["model"] == "seating.seat"]
    entries = [change["pk"] for change in tx.changes if change["model"] == "tourney.entry"]
    rows = Seat.objects.filter(kind="player").select_related("tournament_table__table", "entry__player")
    for seat in rows.filter(pk__in=seats, tournament_table__released_at__isnull=False):
        message = _("Table %(number)s has been released.")
        raise Refused("table_gone", message % {"number": seat.tournament_table.table.number})
    for seat in (*rows.filter(pk__in=seats), *rows.filter(entry__in=entries)):
        assert seat.entry is not None
        if not seat.entry.in_play:
            message = _("%(name)s is out and can’t be seated. Undo the bust first.")
            raise Refused("already_out", message % {"name": seat.entry.player.name})


@undone.connect
def ask_before_play_is_not_started(event: Undone) -> None:
    """Ask before an undo of the clock's start when players have busted since: every screen then says “not started”.

    Raises:
        Refused: they have (`played_since`); the message counts the busts.
    """
    tx = event.tx
    if event.although_paid or not tx.is_of_tournament or not any(map(_was_started, tx.changes)):
        return
    busts = Bust.objects.filter(entry__tournament=tx.tournament, entry__voided_at__isnull=True)
    since = busts.filter(at__gte=event.original.at).count()
    if since:
        message = ngettext(
            "%(count)s bust was recorded since the start. After an undo, the event has not started.",
            "%(count)s busts were recorded since the start. After an undo, the event has not started.",
            since,
        )
        raise Refused("played_since", message % {"count": since})


def _was_started(change: dict[str, Any]) -> bool:
    before, after = change["before"] or {}, change["after"] or {}
    return before.get("started") is True and after.get("started") is False


@undone.connect
def show_restored_tables(event: Undone) -> None:
    """Refresh the maps of events whose tables an undo has restored."""
    moved = {change["pk"] for change in event.tx.changes if change["model"] == "seating.table"}
    if moved:
        show_on_maps(event.tx, moved)


@undone.connect
def restore_announced_seed(event: Undone) -> None:
    """Announce the latest sealed seed for a restored plan, unless a draw has opened it since."""
    tx = event.tx
    touched = [change["pk"] for change in tx.changes if change["model"] == "seating.plan"]
    for plan in Plan.objects.filter(pk__in=touched, next_digest=""):
        digest = _announced(plan.tournament_id) or tx.seal_seed()
        Plan.objects.filter(pk=plan.pk).update(next_digest=digest)


def _announced(event: int) -> str:
    """Return the published hash of a sealed seed for an event's next draw, unopened so far; "" for none."""
    drawn = Draw.objects.filter(tournament=event).order_by("-pk").values_list("next_digest", flat=True)[:1]
    planned = JournalEntry.journal(event).filter(kind="plan.set").order_by("-seq")
    for digest in (*drawn, *((line.answer or {}).get("sha256", "") for line in planned[:1])):
        sealed = SealedSeed.objects.filter(digest=digest).exists()
        if sealed and not Draw.objects.filter(digest=digest).exists():
            return str(digest)
    return ""


@before_merge.connect
def move_pairs_of_merged_player(event: Merge) -> None:
    """Move the pairs to keep apart. A pair is stored once, in the order of its ids."""
    tx, goes, stays = event.tx, event.goes, event.stays
    for pair in Apart.objects.filter(Q(one=goes) | Q(other=goes)).order_by("pk"):
        partner = pair.other_id if pair.one_id == goes.pk else pair.one_id
        one, other = sorted((partner, stays.pk))
        if one == other or Apart.objects.filter(one=one, other=other).exists():
            tx.delete(pair)
        else:
            tx.save(pair, one_id=one, other_id=other)


@personal_data_deleted.connect
def delete_pairs_of_player(event: PersonalDataDeleted) -> None:
    """Delete the pairs to keep apart of a player whose personal data is deleted."""
    for pair in Apart.objects.filter(Q(one__in=event.players) | Q(other__in=event.players)).order_by("pk"):
        event.tx.delete(pair)


@personal_data_deleted.connect
def reread_without_names(event: PersonalDataDeleted) -> None:
    """Read followed tables and journals again: their entries may name a player whose personal data is deleted."""
    rows = Entry.objects.filter(player__in=event.players, tournament__closed_at__isnull=True)
    for tournament in rows.values_list("tournament", flat=True).distinct():
        for kind in (TABLE, JOURNAL):
            event.tx.on_commit(partial(publish_parts, kind, tournament))


@undone.connect
def close_tablets_without_their_table(event: Undone) -> None:
    """Close the sockets of dealers' logins whose tables an undo has changed; they reconnect."""
    held = {
        f"{kind}:{image[column]}"
        for change in event.tx.changes
        if change["model"] == "seating.dealertable"
        for image in (change["before"] or {}, change["after"] or {})
        for kind, column in (("user", "user_id"), ("token", "token_id"))
        if image.get(column) is not None
    }
    if held:
        event.tx.on_commit(partial(tell_hubs, {"close": sorted(held)}))
