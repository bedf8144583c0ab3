"""The place of a player who has just busted, in words: more about the result of the command."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from desk.services.prices import price_text
from players.services.partners import entry_name
from prizes.models import Payout
from prizes.rules.places import Place
from prizes.services.latest_bust import Finish, finish_of
from prizes.services.money import payout_of
from seating.models import Bust, Seat
from seating.signals import shared_hand
from tourney.models import Tournament
from tourney.services.figures import grouped
from tourney.snapshot import consistent_read
from web.shared.figures import ordinal

# The argument that names the busted entries, by command.
_ENTRIES = {"entry.bust": "entry", "entries.bust": "entries"}


def place_note(kind: str, arguments: Mapping[str, Any], tournament_id: int) -> str:
    """Return the places and prizes of the players whom a command eliminated; "" if it did not, or while players
    may still enter.

    Args:
        kind: of the command, which succeeded with these arguments.
    """
    if kind not in _ENTRIES:
        return ""
    given = arguments[_ENTRIES[kind]]
    entries = [int(one) for one in (given if isinstance(given, list) else [given])]
    with consistent_read():
        event = Tournament.objects.get(pk=tournament_id)
        return _sentences(event, entries)


def _sentences(event: Tournament, entries: Sequence[int]) -> str:
    hand, payout = shared_hand.ask(event), payout_of(event)
    busts = Bust.objects.filter(entry__in=entries, entry__tournament=event).select_related("entry__player")
    waits = set(Seat.objects.filter(held_for__in=entries).values_list("held_for", flat=True))
    found = []
    for bust in sorted(busts, key=lambda one: entries.index(one.entry_id)):
        # The seat is held for a rebuy.
        if bust.entry_id in waits:
            continue
        if hand is not None and hand.together is not None and bust.together == hand.together:
            return _("The place is known once all tables have finished this hand.")
        finish = finish_of(event, bust)
        if finish is None:
            continue
        text = " ".join(filter(None, (_place(finish.place), _prize(finish, payout))))
        found.append((text, entry_name(bust.entry)))
    texts = {text for text, _name in found}
    # A sentence that is the same for all of them is shown once.
    if len(texts) <= 1 and len(found) in (0, len(set(entries))):
        return "".join(texts)
    named = [_("%(name)s: %(what)s") % {"name": name, "what": text} for text, name in found]
    return " ".join(named)


def _place(place: Place) -> str:
    one, places = place.best == place.worst, {"best": grouped(place.best), "worst": grouped(place.worst)}
    if place.needs_stack:
        return _("Places %(best)s–%(worst)s until the stacks are entered.") % places
    if place.unconfirmed and one:
        sentence = _("%(place)s place, not confirmed yet: several players busted in this hand.")
        return sentence % {"place": ordinal(place.best)}
    if place.unconfirmed:
        sentence = _("Places %(best)s–%(worst)s, not confirmed yet: several players busted in this hand.")
        return sentence % places
    if one:
        return _("%(place)s place.") % {"place": ordinal(place.best)}
    return _("Places %(best)s–%(worst)s, shared.") % places


def _prize(finish: Finish, payout: Payout | None) -> str:
    if payout is None or finish.place.unconfirmed or finish.place.needs_stack:
        return ""
    amounts = [price_text(finish.amount, payout.currency)] if finish.amount else []
    prize = " + ".join([*amounts, *finish.things])
    if not prize:
        return ""
    if payout.locked_at is None:
        return _("In the money: %(prize)s, not locked yet.") % {"prize": prize}
    return _("In the money: %(prize)s, paid at the desk.") % {"prize": prize}
