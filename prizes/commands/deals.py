"""Commands for deals: open, recalculate, change, agree, confirm, void."""

from typing import Annotated, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext
from pydantic import BaseModel, ConfigDict, Field

from clock.services.progress import stop_clock
from players.services.partners import entry_name
from prizes.models import Deal, DealShare
from prizes.rules import deal as rules
from prizes.rules.refusals import CannotPay
from prizes.services.deals import (
    check_deal_possible,
    check_not_closed,
    check_version,
    deal_payments,
    prizes_divided,
)
from prizes.services.money import payout_of, refused
from prizes.services.payout_lock import SHOWS
from prizes.services.prize_notices import tell_shares
from prizes.services.results import deal_of
from seating.commands.hands import keep_stack
from seating.models import Seat
from tourney.access.roles import Permission
from tourney.journal.arguments import Chips, Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import Entry
from tourney.rulebooks.books.schema import cite
from tourney.signals import for_teams

BOARDS = (*SHOWS, "deal", "clock")
COUNTS = (*BOARDS, "floor", "eliminations")
Money = Annotated[int, Field(ge=0, le=10**12, description="minor units")]
Parts = Annotated[int, Field(ge=0, le=1000)]


class StackInput(BaseModel):
    """The chips of an entry in play, as counted for the deal."""

    model_config = ConfigDict(extra="forbid", strict=True)
    entry: Id
    chips: Chips


class ShareInput(BaseModel):
    """What an entry gets, typed by hand, in minor units."""

    model_config = ConfigDict(extra="forbid", strict=True)
    entry: Id
    amount: Money


class MixInput(BaseModel):
    """Weights of the methods of a deal; 1 of one and 0 of the others is that method alone."""

    model_config = ConfigDict(extra="forbid", strict=True)
    icm: Parts = 0
    chip_chop: Parts = 0
    even: Parts = 0


Stacks = Annotated[list[StackInput], Field(min_length=2, max_length=100)]
Left = Annotated[list[Money], Field(max_length=100)]
# `version` of the board "deal" as the user saw it; if it has changed since, the command is refused.
Seen = Annotated[str, Field(max_length=64)] | None


def _summarise_open(line: Any) -> str:
    answer = line.answer or {}
    count = answer.get("players", 0)
    if answer.get("teams"):
        return ngettext("Opened a deal for %(n)s team", "Opened a deal for %(n)s teams", count) % {"n": count}
    return ngettext("Opened a deal for %(n)s player", "Opened a deal for %(n)s players", count) % {"n": count}


@command("deal.open", permission=Permission.MAKE_DEALS, boards=COUNTS, summary=_summarise_open)
def open_deal(tx: Tx, stacks: Stacks, mix: MixInput | None = None, left: Left = []) -> Any:  # noqa: B006
    """Open a deal and stop the clock until it is confirmed or cancelled. Its stacks are recorded as chip counts.

    Args:
        stacks: stacks of all players in play.
        mix: how to divide; left out: ICM.
        left: prizes still played for, the first place first, in minor units.

    Raises:
        Refused: the event is closed (`event_closed`); the prizes are not locked (`payout_open`); there is a
            deal already (`deal_stands`); a stack is missing or too many (`players_changed`); the book knows no
            deals (`no_deals`); the rules say no; a stack is more than the chips in play (`too_many_chips`), or
            sealed with another count (`stack_sealed`).
    """
    event = tx.tournament
    check_deal_possible(event)
    deal = tx.create(
        Deal,
        tournament=event,
        made_at=tx.now,
        ladder=prizes_divided(event, len(stacks)),
        mix=_mix(mix),
        left=_trimmed(left),
        stopped_clock=stop_clock(tx),
    )
    _work_out(tx, deal, stacks)
    if tx.book.places.deals is not None:
        tx.cite(cite(tx.book, tx.book.places.deals))
    return {"deal": deal.pk, "players": len(stacks), "teams": for_teams.ask(tx.tournament)}


@command(
    "deal.work_out", permission=Permission.MAKE_DEALS, boards=COUNTS, summary=lazy("Recalculated the deal")
)
def work_out_deal(
    tx: Tx,
    stacks: Stacks,
    mix: MixInput,
    left: Left = [],  # noqa: B006
    seen: Seen = None,
) -> None:
    """Recalculate the deal with other stacks, another method or another amount to play for. All consents are
    cleared.

    Args:
        stacks, mix, left: as for `deal.open`.
        seen: version of the deal that the user saw.

    Raises:
        Refused: it was changed meanwhile (`deal_changed`); as `deal.open`.
    """
    deal = _open_deal(tx, seen)
    tx.save(deal, mix=_mix(mix), left=_trimmed(left))
    _work_out(tx, deal, stacks)


@command(
    "deal.change", permission=Permission.MAKE_DEALS, boards=BOARDS, summary=lazy("Edited the deal by hand")
)
def change_deal(
    tx: Tx, amounts: Annotated[list[ShareInput], Field(min_length=1, max_length=100)], seen: Seen = None
) -> Any:
    """Change shares by hand. Players who agreed must agree again.

    Args:
        amounts: of some or of all.
        seen: version of the deal that the user saw.

    Returns:
        The amount not assigned; the deal can be confirmed when it is 0.

    Raises:
        Refused: it was changed meanwhile (`deal_changed`); the event is closed (`event_closed`); an entry is no
            part of it (`not_in_deal`).
    """
    deal = _open_deal(tx, seen)
    rows = {row.entry_id: row for row in deal.shares.all()}
    for one in amounts:
        if one.entry not in rows:
            raise Refused("not_in_deal", _("This entry is not part of the deal."))
        tx.save(rows[one.entry], amount=one.amount)
    tx.save_many(list(rows.values()), agreed_at=None)
    given = [row.amount for row in rows.values()]
    return {"left": rules.by_hand(deal.ladder, given, left=deal.left)}


def _summarise_agreed(line: Any) -> str:
    agrees = line.arguments.get("agrees", True)
    words = _("%(name)s agrees to the deal") if agrees else _("%(name)s does not agree to the deal")
    return words % {"name": (line.answer or {}).get("name", "–")}


@command(
    "deal.agree",
    permission=Permission.MAKE_DEALS,
    boards=BOARDS,
    summary=_summarise_agreed,
)
def agree(tx: Tx, entry: Id, agrees: bool = True, seen: Seen = None) -> Any:
    """Record that a player agrees to the deal, or no longer does.

    Args:
        entry: the player's entry.
        agrees: whether they do.
        seen: version of the deal that they agree to.

    Raises:
        Refused: it was changed meanwhile (`deal_changed`); the event is closed (`event_closed`).
    """
    deal = _open_deal(tx, seen)
    share = tx.get(DealShare, deal=deal, entry=entry)
    tx.save(share, agreed_at=tx.now if agrees else None)
    return {"name": entry_name(share.entry)}


@command("deal.close", permission=Permission.MAKE_DEALS, boards=BOARDS, summary=lazy("Deal confirmed"))
def close_deal(tx: Tx, seen: Seen = None) -> dict[str, Any]:
    """Confirm the deal, once all players agree and it pays out exactly the prizes left.

    Args:
        seen: version of the deal that the user saw.

    Raises:
        Refused: it was changed meanwhile (`deal_changed`); the event is closed (`event_closed`); a player has
            not agreed (`not_agreed`); it pays out too much or too little (`deal_does_not_sum`); the players left
            are not those of the deal (`players_changed`).
    """
    deal = _open_deal(tx, seen)
    shares = list(deal.shares.select_related("entry__player"))
    gone = [entry_name(share.entry) for share in shares if share.entry.out_at or share.entry.voided_at]
    if gone:
        message = _(
            "Out since the shares were calculated: %(names)s. Calculate them again, or cancel the deal."
        )
        raise Refused("players_changed", message % {"names": ", ".join(gone)})
    missing = [entry_name(share.entry) for share in shares if share.agreed_at is None]
    if missing:
        message = _("Not all players have agreed yet: %(names)s.")
        raise Refused("not_agreed", message % {"names": ", ".join(missing)})
    _same_players(tx, {share.entry_id for share in shares})
    if rules.by_hand(deal.ladder, [share.amount for share in shares], left=deal.left):
        raise Refused("deal_does_not_sum", _("The deal pays out more or less than the prizes left."))
    tx.save(deal, state="stands", ended_at=tx.now)
    tell_shares(tx, shares)
    if tx.book.places.deals is not None:
        tx.cite(cite(tx.book, tx.book.places.deals))
    return {"deal": deal.pk, "amount": sum(share.amount for share in shares), "left": sum(deal.left)}


@command(
    "deal.void",
    permission=Permission.MAKE_DEALS,
    boards=BOARDS,
    summary=lazy("Cancelled the deal: %(reason)s"),
)
def void_deal(tx: Tx, reason: Annotated[str, Field(min_length=1, max_length=200)], seen: Seen = None) -> Any:
    """Cancel a pending deal, or void a confirmed one.

    Args:
        reason: why; recorded in the journal.
        seen: version of the deal that the user saw.

    Raises:
        Refused: there is no deal (`no_deal`); it was changed meanwhile (`deal_changed`); the event is closed
            (`event_closed`); part of it was paid (`paid_already`).
    """
    deal = deal_of(tx.tournament)
    if deal is None:
        raise Refused("no_deal", _("There is no deal."))
    check_version(deal, seen)
    if tx.tournament.closed_at is not None:
        raise Refused("event_closed", _("This event is closed. To void the deal, reopen the event first."))
    refuse_if_paid(tx)
    stood = deal.state == "stands"
    tx.save(deal, state="void", ended_at=tx.now)
    players = list(deal.shares.values_list("entry__player", flat=True))
    if stood:
        tx.notify_many("deal", {player: {"void": True} for player in players})
    tx.touch_players(*players)
    return {"deal": deal.pk, "reason": reason.strip()}


def refuse_if_paid(tx: Tx) -> None:
    """Raise Refused (`paid_already`) if part of a deal was paid out and not reversed."""
    if deal_payments(tx.tournament).exists():
        raise Refused("paid_already", _("Part of the deal has been paid out. Reverse that first."))


def _mix(mix: MixInput | None) -> dict[str, int]:
    return {"icm": 1} if mix is None else {way: parts for way, parts in mix.model_dump().items() if parts}


def _trimmed(left: list[int]) -> list[int]:
    """Return the prizes without trailing zeros, so that those places do not count as paid."""
    places = max((place for place, amount in enumerate(left, start=1) if amount), default=0)
    return left[:places]


def _open_deal(tx: Tx, seen: str | None) -> Deal:
    deal = deal_of(tx.tournament)
    if deal is None or deal.state != "open":
        raise Refused("no_deal", _("No deal is pending."))
    check_version(deal, seen)
    check_not_closed(tx.tournament)
    return deal


def _same_players(tx: Tx, entries: set[int]) -> None:
    rows = Entry.objects.filter(tournament=tx.tournament, out_at__isnull=True, voided_at__isnull=True)
    if set(rows.values_list("pk", flat=True)) != entries:
        message = _("The deal must include exactly the players still in play.")
        raise Refused("players_changed", message)


def _work_out(tx: Tx, deal: Deal, stacks: list[StackInput]) -> None:
    """Write new shares, without consents."""
    _same_players(tx, {one.entry for one in stacks})
    if len({one.entry for one in stacks}) != len(stacks):
        raise Refused("bad_argument", _("An entry is listed twice."))
    ways = {way: deal.mix.get(way, 0) for way in rules.METHODS}
    try:
        found = rules.propose([one.chips for one in stacks], deal.ladder, ways, left=deal.left)
    except CannotPay as fault:
        payout = payout_of(tx.tournament)
        raise refused(fault, "" if payout is None else payout.currency) from None
    rows = {row.entry_id: row for row in deal.shares.all()}
    for one, amount in zip(stacks, found.amounts, strict=True):
        columns = {"stack": one.chips, "proposed": amount, "amount": amount, "agreed_at": None}
        row = rows.pop(one.entry, None)
        if row is None:
            tx.create(DealShare, deal=deal, entry_id=one.entry, **columns)
        else:
            tx.save(row, **columns)
    for row in rows.values():
        tx.delete(row)
    _keep_stacks(tx, {one.entry: one.chips for one in stacks})


def _keep_stacks(tx: Tx, chips: dict[int, int]) -> None:
    """Record the stacks of a deal as chip counts of their seats, by entry."""
    for seat in Seat.objects.filter(entry__in=chips).order_by("pk"):
        assert seat.entry_id is not None
        counted = chips[seat.entry_id]
        if not counted:
            continue
        try:
            keep_stack(tx, seat, counted)
        except Refused:
            # Stacks in bags, or of a day that is over, are counted already.
            if seat.stack != counted:
                raise
