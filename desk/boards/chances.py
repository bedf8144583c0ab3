"""What the desk can do for a person at an event now, and what it would refuse and why.

The checks are the ones the commands run. The answer can be out of date by the time a command is sent; the
command then refuses.
"""

from collections.abc import Callable
from typing import Literal

from desk.boards.person_types import Chances, ExtraOffer, Needs, Refusal
from desk.models import Extra
from desk.services import admission, bookings
from desk.services.check_context import Preview
from desk.services.entry_request import EntryRequest
from desk.services.extras import check_extra, check_surrender, extra_of
from desk.services.rebuys import check_buys_back
from desk.services.registration import check_sold
from desk.services.waiting_list_turn import check_call, check_can_register_now
from players.models import Player
from tourney.journal.refused import Refused
from tourney.models import Entry
from tourney.rulebooks.books.schema import cite

Kind = Literal["day", "season"]
# Refusals that selling a membership at the desk resolves.
_CURED = {"not_a_member": ("day", "season"), "members_only": ("season",)}


def chances(preview: Preview, player: Player, playing: Entry | None) -> Chances:
    """Return what the desk can do for a player at an event.

    Args:
        preview: the event and the login that asks.
        player: the player.
        playing: their entry in play, or the one they busted with last, if they have one.

    Returns:
        `refused` by command (commands not listed are possible), `needs` of an entry, `memberships` that can
        be sold with it (the first is the likely one, null for none), `wants` as on the waiting list, and
        `extras` by kind.
    """
    request = EntryRequest(preview, player)
    booking = request.booking
    memberships, lacks = _memberships(request)
    refused = {
        "enter": _refusal(lambda: _check_enter(request, memberships[0])),
        "reserve": _refusal(lambda: bookings.check_reserve(request)),
        "wait": _refusal(lambda: bookings.check_wait(request, request.kind.wants)),
        "call": _refusal(lambda: check_call(preview, booking)) if booking else None,
        "surrender": _refusal(lambda: check_surrender(preview, request.sold)),
    }
    extras: dict[str, ExtraOffer] = {}
    for kind in Extra.KINDS if playing is not None and playing.in_play else ("rebuy",) if playing else ():
        refused[kind] = _extra(preview, playing, kind, extras)
    unseen = _refusal(lambda: admission.check(request, membership=memberships[0]))
    return {
        "refused": {verb: why for verb, why in refused.items() if why is not None},
        "needs": Needs(id=unseen if unseen and unseen["code"] == "age_unknown" else None, membership=lacks),
        "memberships": memberships,
        "wants": request.kind.wants,
        "extras": extras,
    }


def may_enter_with(preview: Preview, player: Player) -> bool:
    """Return whether a player could enter now, given a membership that can be sold with the entry."""
    request = EntryRequest(preview, player)
    memberships, _lacks = _memberships(request)
    return _refusal(lambda: _check_enter(request, memberships[0])) is None


def _refusal(check: Callable[[], object]) -> Refusal | None:
    try:
        check()
    except Refused as refused:
        return Refusal(code=refused.code, message=refused.message, rule=refused.rule)
    return None


def _check_enter(request: EntryRequest, membership: Kind | None) -> None:
    """Run the checks of an entry, as if the clerk had seen an ID."""
    check_sold(request.context)
    admission.check(request, membership=membership, id_seen=True)
    check_can_register_now(request)
    admission.check_re_entry(request)
    bookings.check_registers_alone(request)


def _memberships(request: EntryRequest) -> tuple[list[Kind | None], Refusal | None]:
    """Return the memberships that can be sold with an entry, likeliest first, and the rule that requires one."""
    policy, registration = request.book.entering.membership, request.registration
    if policy is None or registration is None:
        return [None], None
    held = {row.kind for row in request.memberships}
    fees: dict[Kind, str] = {"day": policy.day_fee.currency, "season": policy.season_fee.currency}
    sold: list[Kind] = [
        kind
        for kind, currency in fees.items()
        if currency == registration.currency and not held & {"season", kind}
    ]
    lacks = _refusal(lambda: admission.check(request, id_seen=True))
    cure = _CURED.get(lacks["code"], ()) if lacks else ()
    cured: list[Kind | None] = [kind for kind in sold if kind in cure]
    return (cured, lacks) if cured else ([None, *sold], None)


def _extra(preview: Preview, entry: Entry | None, kind: str, found: dict[str, ExtraOffer]) -> Refusal | None:
    """Return why an extra is not sold to an entry; if it is sold, add it to the extras found."""
    try:
        extra = extra_of(preview, check_sold(preview), kind)
        assert entry is not None
        if not entry.in_play:
            check_buys_back(preview, check_sold(preview), entry)
        # The stack is unknown here: the clerk asks for it at the till.
        chips = check_extra(preview, extra, entry, stack=0)
    except Refused as refused:
        return Refusal(code=refused.code, message=refused.message, rule=refused.rule)
    policy = preview.book.entering.rebuy
    # A busted player has no stack to count and no hand to play.
    playing = entry.in_play
    binds = playing and kind == "rebuy" and policy is not None and bool(policy.announced_binds)
    found[kind] = {
        "price": extra.price,
        "chips": chips,
        "stack_most": extra.stack_most if playing else None,
        "two": _refusal(lambda: check_extra(preview, extra, entry, times=2, stack=0)) is None,
        "binds": cite(preview.book, policy) if binds else "",
    }
    return None
