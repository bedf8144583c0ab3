"""Busts in one hand on the staff's results page: confirm, separate, or record the bigger stack."""

from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from players.services.partners import entry_name
from prizes.services.results import results_of
from seating.models import Bust
from seating.services.same_hand import hands_of
from tourney.models import Tournament
from tourney.now import to_ms
from tourney.rulebooks.shelf import book_of
from web.shared.forms import Form

# Confirmed hands stay available for correction, latest first.
_MOST_CONFIRMED = 10
# The command of each form of the page.
_ACTIONS = {
    "confirm_hand": "bust.confirm_hand",
    "different_hands": "bust.different_hands",
    "more": "bust.stack_order",
    "equal": "bust.stack_order",
    "order": "bust.stack_order",
}
# Fields with the rank of a player's stack, by entry.
_RANK = "rank-"


def hands_in(event: Tournament) -> list[dict[str, Any]]:
    """Return hands with several busts: those that wait for the floor, then the latest decided ones.

    Each is {confirmed, apart, needs_stack, before_claim, people}: `apart` is the number of seconds from the first bust
    to the last; `before_claim` is whether the claim to a prize had not arisen;
    `people` are {entry, name, table, seat, best, worst}, first bust first.
    """
    found = [_hand(event, busts) for busts in hands_of(event).values()]
    found.sort(key=lambda one: -one["at"])
    waiting = [one for one in found if not one["confirmed"] or one["needs_stack"]]
    return waiting + [one for one in found if one not in waiting][:_MOST_CONFIRMED]


def _hand(event: Tournament, busts: list[Bust]) -> dict[str, Any]:
    places = results_of(event).places
    of_them = [places[bust.entry_id] for bust in busts if bust.entry_id in places]
    people = []
    for bust in busts:
        place = places.get(bust.entry_id)
        people.append(
            {
                "entry": bust.entry_id,
                "name": entry_name(bust.entry),
                "table": None if bust.tournament_table is None else bust.tournament_table.table.number,
                "seat": bust.seat,
                "best": None if place is None else place.best,
                "worst": None if place is None else place.worst,
                "stack": bust.stack,
                "stack_text": "" if bust.stack is None else str(bust.stack),
                "stack_field": f"stack-{bust.entry_id}",
                "needs_stack": place is not None and place.needs_stack,
                "rank_field": f"{_RANK}{bust.entry_id}",
                "rank": bust.stack_order,
            }
        )
    return {
        "confirmed": all(bust.confirmed for bust in busts),
        "at": to_ms(busts[-1].at),
        "apart": round((busts[-1].at - busts[0].at).total_seconds()),
        "needs_stack": any(place.needs_stack for place in of_them),
        # The book's rule for ties applies only from an announcement on (Munot 79).
        "before_claim": book_of(event.book).places.prize_claim is not None
        and not any(bust.claimed for bust in busts),
        "people": people,
    }


def decided(request: HttpRequest, form: Form, event: Tournament, entries: list[int]) -> bool | None:
    """Run the command of a form for one hand.

    Args:
        entries: the entries concerned; if stacks decide, the biggest first.

    Returns:
        Whether it succeeded; None if the form has another command.
    """
    what = form.text("what")
    if what not in _ACTIONS:
        return None
    more: dict[str, Any] = {"equal": True} if what == "equal" else {}
    if what == "order":
        # Players whose stacks do not matter are left without a rank.
        entries = [entry for entry in entries if form.text(f"{_RANK}{entry}")]
        more["ranks"] = [form.whole(f"{_RANK}{entry}") for entry in entries]
        if len(entries) < 2:
            form.message = _("Number at least two players.")
            return False
    return form.act(request, _ACTIONS[what], tournament_id=event.pk, entries=entries, **more) is not None
