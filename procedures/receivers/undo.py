"""Receivers of the procedures when a journal entry is undone."""

from django.db.models import Count
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clock.services.progress import progress_of
from clock.signals import deal_pending
from procedures.services.bagged_chips import bagged_chips_of
from procedures.services.bags import (
    broken_bag,
    closed_day_of,
    day_is_over,
    day_without_bag,
    has_stack_without_bag,
    latest_day_of,
)
from procedures.services.chip_races import require_no_race
from procedures.services.hand_for_hand import claim_at
from seating.models import Bust
from seating.rules.one_hand import NOTED_HANDS
from tourney.journal.refused import Refused
from tourney.models import ChipMove
from tourney.rulebooks.books.schema import cite
from tourney.rules.modes import mode_policy
from tourney.services.figures import grouped
from tourney.signals import Undone, undone

# Rows that bags are made of.
_BAGGED = {"procedures.bag", "procedures.stackcount", "seating.seat", "tourney.entry"}


@undone.connect
def keep_bags_whole(event: Undone) -> None:
    """Refuse an undo that would change a sealed stack, or a bag between two days or of a day that was closed
    (`stack_sealed`, `day_over`, `day_closed`).
    """
    tx = event.tx
    if not tx.is_of_tournament or not any(change["model"] in _BAGGED for change in tx.changes):
        return
    rule = cite(tx.book, tx.book.clock.end_of_day)
    bag = broken_bag(tx.tournament)
    if bag is not None:
        message = _("Bag %(bag)s is sealed with %(chips)s chips and would no longer match.")
        words = {"bag": bag.number, "chips": grouped(bag.chips)}
        raise Refused("stack_sealed", message % words, rule)
    if has_stack_without_bag(tx.tournament):
        day = closed_day_of(tx.tournament)
        assert day is not None
        raise day_is_over(tx, day)
    closed = day_without_bag(tx.changes)
    if closed is not None:
        message = _("Day %(day)s was closed with all bags handed in, so this can’t be undone.")
        raise Refused("day_closed", message % {"day": closed.number}, rule)


@undone.connect
def ask_before_played_bags_are_closed(event: Undone) -> None:
    """Ask before an undo closes bags whose chips are being played.

    Raises:
        Refused: play has begun since they were opened (`chips_in_play`); a deal is pending that divides the prizes by
            these chips (`deal_open`).
    """
    tx = event.tx
    if not tx.is_of_tournament:
        return
    closed = [
        change["after"].get("opened_at", "") is None
        for change in tx.changes
        if change["model"] == "procedures.bag" and change["after"] is not None
    ]
    if any(closed) and deal_pending.ask(tx.tournament):
        message = _("A deal is pending. Confirm or cancel it before a bag is closed again.")
        raise Refused("deal_open", message)
    if event.although_paid:
        return
    day = latest_day_of(tx.tournament)
    resumed = day.resumed_at is not None if day is not None else progress_of(tx.tournament).started
    if any(closed) and resumed:
        message = ngettext(
            "Play has begun with the chips of this bag. After an undo, it counts as closed.",
            "Play has begun with the chips of these %(count)s bags. After an undo, they count as closed.",
            sum(closed),
        )
        rule = cite(tx.book, tx.book.clock.end_of_day)
        raise Refused("chips_in_play", message % {"count": sum(closed)}, rule)


@undone.connect
def keep_races_out_of_bags(event: Undone) -> None:
    """Refuse an undo after which chips would be raced while they are in bags, or counted for them (`race_running`)."""
    tx = event.tx
    rows = {"procedures.race", "procedures.stackcount", "procedures.eventday"}
    touched = tx.is_of_tournament and any(change["model"] in rows for change in tx.changes)
    if touched and bagged_chips_of(tx.tournament) is not None:
        require_no_race(tx)


@undone.connect
def keep_mode_and_add_on(event: Undone) -> None:
    """Refuse an undo that changes the mode of an event in play, or that credits an add-on twice.

    Raises:
        Refused: it does (`mode_fixed`, `credited_already`).
    """
    tx = event.tx
    if not tx.is_of_tournament:
        return
    book, tournament = tx.book, tx.tournament
    modes = {
        image["mode"]
        for change in tx.changes
        if change["model"] == "tourney.tournament"
        for image in (change["before"] or {}, change["after"] or {})
        if "mode" in image
    }
    if len(modes) > 1 and progress_of(tournament).started:
        policy = mode_policy(book, max(modes))
        message = _("Play has started, so the mode can no longer be changed.")
        raise Refused("mode_fixed", message, cite(book, policy))
    if tournament.mode == "rebuy_add_on" and any(one["model"] == "tourney.chipmove" for one in tx.changes):
        moves = ChipMove.objects.filter(tournament=tournament, kind="add_on").order_by().values("entry")
        if moves.annotate(times=Count("pk")).filter(times__gt=1).exists():
            rule = cite(book, book.modes.rebuy_add_on)
            raise Refused("credited_already", _("The add-on has already been credited."), rule)


@undone.connect
def update_claims(event: Undone) -> None:
    """Update the claims of busts when the announcement of hand-for-hand is undone or redone."""
    tx = event.tx
    if not any(change["model"] == "procedures.handforhand" for change in tx.changes):
        return
    tournament = tx.tournament
    busts = Bust.objects.filter(entry__tournament=tournament, removed=False, tournament_table__isnull=False)
    busts = busts.exclude(together__gte=NOTED_HANDS).select_related("tournament_table")
    changed: dict[bool, list[Bust]] = {True: [], False: []}
    for bust in busts:
        assert bust.tournament_table is not None
        claimed = claim_at(tournament, bust.tournament_table, bust.at)
        if claimed != bust.claimed:
            changed[claimed].append(bust)
    for claimed, rows in changed.items():
        tx.save_many(rows, claimed=claimed)


@undone.connect
def show_raced_chips(event: Undone) -> None:
    """Publish the structure when an undo changes a chip race, because it names the chips that were raced."""
    if any(change["model"] == "procedures.race" for change in event.tx.changes):
        event.tx.touch("structure")
