"""What can be done for a person at an event now, and what would be refused, with the rule: told before anybody presses.

The same checks as the actions make; what holds here may be over a moment later, and then the action refuses.
"""

from collections.abc import Callable
from typing import Any, Literal, TypedDict

from django.utils.timezone import localdate

from desk.models import Booking, Extra, Registration
from desk.services import admission, bookings, waiting_list
from desk.services.check_context import Looking
from desk.services.entry_request import check_turn, open_booking, registration_of
from desk.services.extras import check_extra, check_surrender, extra_of
from desk.services.rebuys import check_buys_back
from tourney.journal.refused import Refused
from tourney.models import Entry, Player
from tourney.rulebooks.books.schema import cite

Kind = Literal["day", "season"]
# What somebody lacks who could still become a member at the desk.
_CURED = {"not_a_member": ("day", "season"), "members_only": ("season",)}


class Refusal(TypedDict):
    """Why something is not done."""

    code: str
    message: str
    rule: str


class Needs(TypedDict):
    """What somebody who may enter still has to bring: an ID somebody sees, a membership sold with the entry."""

    id: Refusal | None
    membership: Refusal | None


def chances(look: Looking, player: Player, playing: Entry | None) -> dict[str, Any]:
    """What the desk can do for somebody at an event.

    Args:
        look: the event, and for whom it is looked at.
        player: who.
        playing: their entry in play, or the one they busted with last, if they have one.

    Returns:
        `refused` by verb (what is not named can be done), `needs` of an entry, `memberships` that can be sold with it
        (the first is the likely one, null for none), `wants` as the waiting list has it, and `extras` by kind.
    """
    booking = open_booking(look, player)
    wish = waiting_list.wish_of(look.tournament, player, look.moment)
    memberships, lacks = _memberships(look, player)
    refused = {
        "enter": _refusal(lambda: _check_enter(look, player, booking, memberships[0])),
        "reserve": _refusal(lambda: bookings.check_reserve(look, player)),
        "wait": _refusal(lambda: waiting_list.check_wait(look, player, wish.wants)),
        "call": _refusal(lambda: waiting_list.check_call(look, booking)) if booking else None,
        "surrender": _refusal(lambda: check_surrender(look, registration_of(look))),
    }
    extras: dict[str, Any] = {}
    for kind in Extra.KINDS if playing is not None and playing.in_play else ("rebuy",) if playing else ():
        refused[kind] = _extra(look, playing, kind, extras)
    unseen = _refusal(lambda: admission.check(look, player, membership=memberships[0]))
    return {
        "refused": {verb: why for verb, why in refused.items() if why is not None},
        "needs": Needs(id=unseen if unseen and unseen["code"] == "age_unknown" else None, membership=lacks),
        "memberships": memberships,
        "wants": wish.wants,
        "extras": extras,
    }


def may_enter_with(look: Looking, player: Player) -> bool:
    """Whether an entry can be sold to somebody now, once they have what can be sold with one (a membership)."""
    booking = open_booking(look, player)
    memberships, _lacks = _memberships(look, player)
    return _refusal(lambda: _check_enter(look, player, booking, memberships[0])) is None


def _refusal(check: Callable[[], object]) -> Refusal | None:
    try:
        check()
    except Refused as refused:
        return Refusal(code=refused.code, message=refused.message, rule=refused.rule)
    return None


def _check_enter(look: Looking, player: Player, booking: Booking | None, membership: Kind | None) -> None:
    """As an entry is checked, by a clerk who has seen an ID."""
    registration = registration_of(look)
    admission.check(look, player, membership=membership, id_seen=True)
    check_turn(look, registration, player, booking)
    waiting_list.check_re_entry(look, registration, player)


def _memberships(look: Looking, player: Player) -> tuple[list[Kind | None], Refusal | None]:
    """Which memberships can be sold with an entry, the likely one first, and why one has to be."""
    policy = look.book.entering.membership
    registration = Registration.objects.filter(tournament=look.tournament).first()
    if policy is None or registration is None:
        return [None], None
    held = {row.kind for row in admission.held_at(look.tournament, look.book, player, localdate(look.now))}
    fees: dict[Kind, str] = {"day": policy.day_fee.currency, "season": policy.season_fee.currency}
    sold: list[Kind] = [
        kind
        for kind, currency in fees.items()
        if currency == registration.currency and not held & {"season", kind}
    ]
    lacks = _refusal(lambda: admission.check(look, player, id_seen=True))
    cure = _CURED.get(lacks["code"], ()) if lacks else ()
    cured: list[Kind | None] = [kind for kind in sold if kind in cure]
    return (cured, lacks) if cured else ([None, *sold], None)


def _extra(look: Looking, entry: Entry | None, kind: str, found: dict[str, Any]) -> Refusal | None:
    """Why a rebuy or an add-on is not sold to an entry; where it is, what it brings is put among those found."""
    try:
        extra = extra_of(look, registration_of(look), kind)
        assert entry is not None
        if not entry.in_play:
            check_buys_back(look, registration_of(look), entry)
        # A stack of none: how big it is, the clerk is told at the till.
        chips = check_extra(look, extra, entry, stack=0)
    except Refused as refused:
        return Refusal(code=refused.code, message=refused.message, rule=refused.rule)
    policy = look.book.entering.rebuy
    # A busted player has no stack to count and no hand to play.
    playing = entry.in_play
    binds = playing and kind == "rebuy" and policy is not None and bool(policy.announced_binds)
    found[kind] = {
        "price": extra.price,
        "chips": chips,
        "stack_most": extra.stack_most if playing else None,
        "two": _refusal(lambda: check_extra(look, extra, entry, times=2, stack=0)) is None,
        "binds": cite(look.book, policy) if binds else "",
    }
    return None
