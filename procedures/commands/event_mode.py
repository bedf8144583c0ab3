"""Commands for the mode of an event: choose it, and credit its add-on."""

import uuid
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext_lazy

from clock.rules.structure import Level
from clock.services.event_clock import event_clock_of
from clock.services.progress import progress_of
from desk.models import Extra, Registration
from procedures.services.event_mode import add_on_due, credits_of, mode_name
from seating.models import Seat
from tourney.access.roles import BY_ITSELF, Permission
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import ChipMove, JournalEntry, Tournament
from tourney.rulebooks.books.schema import Book, cite
from tourney.rulebooks.shelf import book_of
from tourney.rules.modes import (
    ONE_STACK,
    BadStructure,
    Mode,
    check_level_times,
    free_rebuy,
    mode_policy,
)

_SHOWS = ("clock", "structure", "lobby", "registration")


def _summarise_mode(journal_entry: JournalEntry) -> str:
    mode = journal_entry.arguments.get("mode")
    if not mode:
        return _("Removed the event’s mode")
    return _("Set the mode: %(mode)s") % {"mode": mode_name(mode)}


@command("event.set_mode", permission=Permission.MANAGE_EVENTS, boards=_SHOWS, summary=_summarise_mode)
def set_mode(tx: Tx, mode: Mode | None = None) -> None:
    """Set the mode in which an event is played, with the registration settings that the mode fixes.

    Args:
        mode: one of the book's modes for single events; null: none in particular.

    Raises:
        Refused: play has started (`mode_fixed`), the book does not have the mode (`mode_not_played`), or the
            structure does not fit it (`structure_unfit`).
    """
    event = tx.tournament
    policy = mode_policy(tx.book, event.mode or mode or "")
    if progress_of(event).started:
        message = _("Play has started, so the mode can no longer be changed.")
        raise Refused("mode_fixed", message, cite(tx.book, policy))
    apply_mode(tx, event, mode, event_clock_of(event).levels)


def apply_mode(tx: Tx, event: Tournament, mode: Mode | None, levels: Sequence[Level]) -> None:
    """Write the mode of an event and the registration settings that it fixes.

    Args:
        event: not started.
        mode: null: none in particular.
        levels: of the event's structure.

    Raises:
        Refused: the book does not have the mode (`mode_not_played`), or the structure does not fit it
            (`structure_unfit`).
    """
    book = book_of(event.book)
    if mode is not None:
        policy = mode_policy(book, mode)
        if policy is None:
            text = _("The rulebook “%(book)s” does not have this mode.") % {"book": book.title}
            raise Refused("mode_not_played", text, fields={"mode": text})
        check_structure(book, mode, levels)
        tx.cite(cite(book, policy))
    tx.save(event, mode=mode or "")
    row = Registration.objects.filter(tournament=event).first()
    if row is not None and mode is not None:
        _set_registration(tx, event, row, book, mode, levels)


def check_structure(book: Book, mode: str, levels: Sequence[Level]) -> None:
    """Check that a structure fits a mode (Five Spades 4.13, 4.16).

    Raises:
        Refused: it does not (`structure_unfit`); the message names the level.
    """
    policies = book.modes
    try:
        if mode == "cannonball" and policies.cannonball is not None:
            check_level_times(
                policies.cannonball, [level.duration for level in levels if level.kind == "level"]
            )
        if mode == "rebuy_add_on" and policies.rebuy_add_on is not None:
            free_rebuy(policies.rebuy_add_on, [level.kind == "break" for level in levels], 1)
    except BadStructure as fault:
        message = {
            "too_few_levels": _(
                "The add-on is credited before level %(level)s, which the structure does not have."
            ),
            "levels_not_longer": _(
                "Levels get longer in this mode, but level %(level)s is not longer than the last."
            ),
            "levels_not_shorter": _(
                "Levels get shorter in this mode, but level %(level)s is not shorter than the last."
            ),
        }[fault.code] % {"level": fault.level}
        rule = cite(book, mode_policy(book, mode))
        raise Refused("structure_unfit", message, rule, fields={"structure": message}) from None


def _set_registration(
    tx: Tx, event: Tournament, row: Registration, book: Book, mode: Mode, levels: Sequence[Level]
) -> None:
    if mode in ONE_STACK or mode == "rebuy_add_on":
        tx.save(row, re_entries_most=0, surrender_allowed=False, self_re_enter=False)
        tx.delete_many(list(Extra.objects.filter(registration=row)))
    if mode == "rebuy_add_on" and book.modes.rebuy_add_on is not None:
        breaks = [level.kind == "break" for level in levels]
        found = free_rebuy(book.modes.rebuy_add_on, breaks, event.starting_stack)
        tx.create(
            Extra,
            registration=row,
            kind="rebuy",
            pool=found.price,
            chips=found.chips,
            from_row=found.from_row,
            until_row=found.until_row,
            most=found.most,
        )


@command(
    "add_on.credit",
    permission=Permission.RUN_CLOCK,
    boards=("clock", "floor", "registration"),
    summary=ngettext_lazy(
        "Credited the add-on to %(players)s player: %(chips)s chips",
        "Credited the add-on to %(players)s players: %(chips)s chips each",
        "players",
    ),
)
def credit_add_on(tx: Tx) -> dict[str, Any]:
    """Credit the add-on to all players in play who took no rebuy (Five Spades 4.13).

    Happens automatically when the add-on is due. The players are notified, and the floor hands out the chips.

    Raises:
        Refused: the event is played in another mode (`not_in_this_mode`), the levels before it have not been played
            (`not_yet`), or it was credited (`credited_already`).
    """
    event = tx.tournament
    policy = tx.book.modes.rebuy_add_on
    if event.mode != "rebuy_add_on" or policy is None:
        raise Refused("not_in_this_mode", _("This event’s mode has no add-on that is credited."))
    rule = cite(tx.book, policy)
    tx.cite(rule)
    if not add_on_due(event):
        message = _("The add-on is credited after level %(level)s.")
        raise Refused("not_yet", message % {"level": policy.add_on_after_levels}, rule)
    credits = credits_of(event)
    if credits is None:
        raise Refused("credited_already", _("The add-on has already been credited."), rule)
    tx.create_many(
        [
            ChipMove(tournament=event, entry_id=entry, kind="add_on", chips=chips, at=tx.effective_at)
            for entry, (_player, chips) in credits.items()
        ]
    )
    # Counted stacks that were equal stay equal, so each size is written once.
    by_stack: dict[int, list[Seat]] = defaultdict(list)
    for seat in Seat.objects.filter(entry__in=credits, stack__isnull=False):
        assert seat.entry_id is not None
        by_stack[(seat.stack or 0) + credits[seat.entry_id][1]].append(seat)
    for stack, seats in by_stack.items():
        tx.save_many(seats, stack=stack)
    tx.notify_many("add_on", {player: {"chips": chips} for player, chips in credits.values()})
    return {"players": len(credits), "chips": policy.add_on_stacks * event.starting_stack}


def credit_due(tournament_id: int) -> bool:
    """Credit the add-on of an event if it is due. Repeated and concurrent calls are safe.

    Returns:
        Whether it was credited now.
    """
    event = Tournament.objects.filter(pk=tournament_id, mode="rebuy_add_on", closed_at__isnull=True).first()
    if event is None or not add_on_due(event):
        return False
    command_id = uuid.uuid5(uuid.NAMESPACE_OID, f"add-on of event {tournament_id}")
    # Credited automatically and undone since: from now on staff credit it.
    if JournalEntry.objects.filter(tournament=event, kind="add_on.credit").exists():
        return False
    try:
        done = credit_add_on(actor=BY_ITSELF, command_id=command_id, tournament_id=tournament_id)
    except Refused as refused:
        if refused.code in {"credited_already", "not_yet", "conflict"}:
            return False
        raise
    return not done.repeated
