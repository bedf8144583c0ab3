"""The mode of an event, and whom its add-on is credited to. Reads only."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from clock.services.progress import progress_of
from desk.models import Item
from tourney.models import ChipMove, Entry, Tournament
from tourney.rulebooks.shelf import book_of
from tourney.rules.modes import add_on_chips, credit_row

_NAMES = {
    "freeze_out": lazy("Freezeout"),
    "rebuy_add_on": lazy("Rebuy and add-on"),
    "cannonball": lazy("Cannonball"),
    "bounty": lazy("Bounty"),
    "mystery_bounty": lazy("Bounty by drawn names"),
    "win_the_button": lazy("Win the button"),
}


def mode_name(mode: str) -> str:
    """Return the name of a mode in the active language; the name for no mode is "No particular mode"."""
    return str(_NAMES[mode]) if mode in _NAMES else _("No particular mode")


def add_on_due(event: Tournament) -> bool:
    """Return whether the levels before the add-on of the mode have been played."""
    policy = book_of(event.book).modes.rebuy_add_on
    progress = progress_of(event)
    if policy is None or not progress.started:
        return False
    return progress.row >= credit_row(policy, progress.breaks)


def credits_of(event: Tournament) -> dict[int, tuple[int, int]] | None:
    """Return player and chips of the add-on by entry, None if it was credited.

    Ghosts have no entry and get nothing.
    """
    policy = book_of(event.book).modes.rebuy_add_on
    if policy is None or ChipMove.objects.filter(tournament=event, kind="add_on").exists():
        return None
    sold = Item.objects.filter(
        tournament=event, kind="rebuy", corrects__isnull=True, corrected_by__isnull=True
    ).values_list("entry", flat=True)
    rebuys: dict[int | None, int] = {}
    for entry in sold:
        rebuys[entry] = rebuys.get(entry, 0) + 1
    rows = Entry.objects.filter(tournament=event, out_at__isnull=True, voided_at__isnull=True)
    found = {
        entry: (player, add_on_chips(policy, event.starting_stack, rebuys.get(entry, 0)))
        for entry, player in rows.order_by("pk").values_list("pk", "player")
    }
    return {entry: one for entry, one in found.items() if one[1]}
