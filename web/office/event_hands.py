"""Who went out in one hand, as the results page of staff shows it: to be confirmed, parted, or told who had more."""

from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from prizes.services.results import standing_of
from seating.models import Bust
from seating.services.same_hand import hands_of
from tourney.models import Tournament
from tourney.now import to_ms
from web.shared.forms import Form

# Hands that are confirmed stay within reach, the last ones first.
_MOST_CONFIRMED = 10
# What a form of the page asks for, and the action that does it.
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
    """Hands in which several went out: those to be confirmed, then the last ones that are.

    Each is {confirmed, apart, needs_stack, people}: `apart` in seconds from the first of them to the last; `people` are
    {entry, name, table, seat, best, worst}, the first to go out first.
    """
    found = [_hand(event, busts) for busts in hands_of(event).values()]
    found.sort(key=lambda one: -one["at"])
    waiting = [one for one in found if not one["confirmed"]]
    return waiting + [one for one in found if one["confirmed"]][:_MOST_CONFIRMED]


def _hand(event: Tournament, busts: list[Bust]) -> dict[str, Any]:
    places = standing_of(event).places
    of_them = [places[bust.entry_id] for bust in busts if bust.entry_id in places]
    people = []
    for bust in busts:
        place = places.get(bust.entry_id)
        people.append(
            {
                "entry": bust.entry_id,
                "name": bust.entry.player.name,
                "table": None if bust.tournament_table is None else bust.tournament_table.table.number,
                "seat": bust.seat,
                "best": None if place is None else place.best,
                "worst": None if place is None else place.worst,
                "stack": bust.stack,
                "rank_field": f"{_RANK}{bust.entry_id}",
                "rank": bust.stack_order,
            }
        )
    return {
        "confirmed": all(bust.confirmed for bust in busts),
        "at": to_ms(busts[-1].at),
        "apart": round((busts[-1].at - busts[0].at).total_seconds()),
        "needs_stack": any(place.needs_stack for place in of_them),
        "people": people,
    }


def decided(request: HttpRequest, form: Form, event: Tournament, entries: list[int]) -> bool | None:
    """Do what a form says of one hand.

    Args:
        entries: those it is about; where one had more, the biggest stack first.

    Returns:
        Whether it was done; None where the form asks for something else.
    """
    what = form.text("what")
    if what not in _ACTIONS:
        return None
    more: dict[str, Any] = {"equal": True} if what == "equal" else {}
    if what == "order":
        # Players whose stacks decide nothing are left without a number.
        entries = [entry for entry in entries if form.text(f"{_RANK}{entry}")]
        more["ranks"] = [form.whole(f"{_RANK}{entry}") for entry in entries]
        if len(entries) < 2:
            form.message = _("Number at least two players.")
            return False
    return form.act(request, _ACTIONS[what], tournament_id=event.pk, entries=entries, **more) is not None
