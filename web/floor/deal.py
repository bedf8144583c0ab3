"""The deal of the remaining players: its page, the preview of shares, and the sheet to sign."""

from collections.abc import Sequence
from itertools import zip_longest
from math import ceil, log10
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from desk.rules.amounts import places_of
from desk.services.prices import decimal_mark, price_text, with_currency
from players.services.partners import entry_name, is_team, listed, with_partners
from prizes.boards.event import deal as deal_board
from prizes.boards.structs import DealBoard
from prizes.commands.deals import work_out_deal
from prizes.rules import deal as rules
from prizes.rules.refusals import CannotPay
from prizes.services.deals import check_deal_possible, deal_payments, is_all_divided, prizes_divided
from prizes.services.event_end import winners_in
from prizes.services.money import ladder_of, payout_of
from prizes.services.results import deal_of, results_of
from seating.models import Seat
from seating.services.known_stacks import UNKNOWN, known_stacks
from tourney.access import reads
from tourney.edge.request_body import object_of
from tourney.journal.arguments import checked
from tourney.journal.refused import Refused
from tourney.models import Entry, Tournament
from tourney.services.field_counts import field_of
from tourney.signals import for_teams
from tourney.snapshot import consistent_read
from web.floor.texts_deal import DEAL_WORDS
from web.office.details import event_of
from web.office.hub import staff_config
from web.shared.access import staff_page
from web.shared.commands import refusal
from web.shared.policies import policies_of

# The rules (ICM) and the command refuse deals of more players.
MOST = 100


@never_cache
@staff_page(reads.DEAL)
@require_GET
def deal(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Show the page of a deal: counts, methods, shares, consent."""
    event = event_of(tournament_id)
    policies = policies_of(event, "places")
    config = staff_config(
        request,
        tournament=event.pk,
        now=reverse("deal_now", args=[event.pk]),
        preview=reverse("deal_preview", args=[event.pk]),
        most=MOST,
    )
    config["words"] = {**config["words"], **{key: str(text) for key, text in DEAL_WORDS.items()}}
    if for_teams.ask(event):
        config["words"]["deal.player"] = _("Team")
    context = {
        "event": event,
        "policies": [policies["deals"], *_said(policies["prize_claim"])],
        "config": config,
    }
    return render(request, "floor/deal.html", context)


def _said(policy: dict[str, Any]) -> list[dict[str, Any]]:
    """Explain how the book treats a prize agreed at the bubble (Munot 79); empty if it does not."""
    return [policy] if policy["side"].stated else []


@never_cache
@staff_page(reads.DEAL)
@require_GET
def now(request: HttpRequest, tournament_id: int) -> JsonResponse:
    """Return the players in play with counted chips, the prizes to divide, and what prevents a deal."""
    with consistent_read():
        return JsonResponse(state_of(event_of(tournament_id)))


def state_of(event: Tournament) -> dict[str, Any]:
    """Return the starting point of a deal of the remaining players; amounts in minor units.

    Returns:
        `seq` of the snapshot; `players` in the order of their tables and seats, at most 100 (`left` counts
        all); `ladder`, the prizes they would divide; `chips` in play; `hindrance` {code, message, rule} or
        null; `over`: the event is closed or has a winner; `outcome`: how it ended, as a text, "" until then;
        `closed`: it is closed; `divided`: the deal leaves nothing to play for; `paid`: some of the deal was
        paid out.
    """
    payout = payout_of(event)
    field = field_of(event)
    currency = "" if payout is None else payout.currency
    try:
        check_deal_possible(event)
        hindrance = None
    except Refused as why:
        hindrance = {"code": why.code, "message": str(why), "rule": why.rule}
    players = _players(event)
    winners = winners_in(event)
    over = event.closed_at is not None or bool(winners)
    return {
        "seq": event.seq,
        "currency": currency,
        "places": places_of(currency),
        "players": players,
        "left": field.left,
        "chips": field.chips,
        "ladder": prizes_divided(event, field.left),
        "hindrance": hindrance,
        "over": over,
        "outcome": _outcome(event, winners, currency) if over else "",
        "closed": event.closed_at is not None,
        "divided": is_all_divided(event),
        "paid": deal_payments(event).exists(),
    }


def _outcome(event: Tournament, winners: Sequence[Entry], currency: str) -> str:
    """Say who has won an event that ended without a deal, or what players of its deal have won in addition.

    Returns:
        The text; "" while a deal is pending, or if nothing was left to play for.
    """
    row = deal_of(event)
    if row is None:
        if len(winners) == 1:
            entry = winners[0]
            text = ngettext("%(name)s has won.", "%(name)s have won.", 2 if is_team(entry) else 1)
            won = text % {"name": entry_name(entry)}
        else:
            won = _("The event is over.")
        return " ".join((_("No deal was made."), won))
    if row.state != "stands":
        return ""
    results = results_of(event)
    names = with_partners(dict(row.shares.values_list("entry", "entry__player__name")))
    prizes = sorted(((results.prize(entry), name) for entry, name in names.items()), reverse=True)
    won_by = [f"{name} ({price_text(prize, currency)})" for prize, name in prizes if prize]
    # Some of it may be undecided, as after a tie, or not won by players of the deal.
    if not won_by or sum(prize for prize, _name in prizes) != sum(row.left):
        return ""
    return _("The amount left to play for was won by %(names)s.") % {"names": listed(won_by)}


def _players(event: Tournament) -> list[dict[str, Any]]:
    rows = Entry.objects.filter(tournament=event, out_at__isnull=True, voided_at__isnull=True)
    names = with_partners(dict(rows.order_by("pk").values_list("pk", "player__name")[: MOST + 1]))
    found = {
        pk: {"entry": pk, "name": name, "table": None, "seat": None, "stack": None}
        for pk, name in names.items()
    }
    seats = Seat.objects.filter(entry__in=list(found), tournament_table__tournament=event)
    taken = list(seats.select_related("tournament_table__table"))
    stacks = known_stacks(taken)
    for seat in taken:
        if seat.entry_id is not None:
            known = stacks.get(seat.entry_id, UNKNOWN)
            place = {"table": seat.tournament_table.table.number, "seat": seat.number}
            found[seat.entry_id].update(place, stack=known.chips)
    return sorted(found.values(), key=_by_seat)


def _by_seat(row: dict[str, Any]) -> tuple[bool, int, int, int]:
    return row["table"] is None, row["table"] or 0, row["seat"] or 0, row["entry"]


@never_cache
@require_POST
@staff_page(reads.DEAL)
def preview(request: HttpRequest, tournament_id: int) -> JsonResponse:
    """Preview the shares by each method and by the mix.

    Takes `{"stacks", "mix", "left"}` as the command `deal.work_out` does. Nothing is saved.

    Returns:
        `ways`: of "icm", "chip_chop", "even" and "mix" either `amounts` in the order of the stacks and
        `error`, how far a share can be off before rounding ("" for not at all), or a `fault` as text.
    """
    event = event_of(tournament_id)
    try:
        given = checked(work_out_deal.arguments, object_of(request))
    except Refused as why:
        # Invalid JSON is an invalid argument as well.
        return refusal(Refused("bad_argument", why.message, fields=why.fields))
    stacks = [one.chips for one in given["stacks"]]
    mix = {method: part for method, part in given["mix"].model_dump().items() if part}
    with consistent_read():
        row = deal_of(event)
        payout = payout_of(event)
        ladder = prizes_divided(event, len(stacks)) if row is None else list(row.ladder)
    currency = "" if payout is None else payout.currency
    ways: dict[str, dict[str, Any]] = {
        method: _way(stacks, ladder, {method: 1}, given["left"], currency) for method in rules.METHODS
    }
    alone = next(iter(mix)) if len(mix) == 1 else ""
    ways["mix"] = ways[alone] if alone else _way(stacks, ladder, mix, given["left"], currency)
    return JsonResponse({"ways": ways})


def _way(
    stacks: Sequence[int], ladder: Sequence[int], mix: Any, left: Sequence[int], currency: str
) -> dict[str, Any]:
    try:
        found = rules.propose(stacks, ladder, mix, left=left)
    except CannotPay as fault:
        return {"fault": fault_text(fault, currency)}
    return {"amounts": found.amounts, "error": error_text(found.error, currency)}


def fault_text(fault: CannotPay, currency: str) -> str:
    """Describe an error of the rules in the page's language, with its number format."""
    params = {
        name: price_text(value, currency) if name.startswith("money") and isinstance(value, int) else value
        for name, value in fault.params.items()
    }
    return _(fault.message) % params


def error_text(error: float, currency: str) -> str:
    """Return the error bound of a share as an amount, rounded up to one digit; "" for none.

    Args:
        error: in minor units, not negative.
    """
    if not error:
        return ""
    power = ceil(log10(error)) - places_of(currency)
    digits = "1" + "0" * power if power >= 0 else "0" + decimal_mark() + "0" * (-power - 1) + "1"
    return with_currency(digits, currency)


@never_cache
@require_GET
@staff_page(reads.DEAL)
def sheet(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Print the deal on an A4 sheet with a signature line for each player."""
    event = event_of(tournament_id)
    with consistent_read():
        board = deal_board(event.pk, "")
        row = deal_of(event)
    if board is None:
        raise Http404
    context: dict[str, Any] = {"event": event, "paper": "a4", "deal": None}
    if row is not None and isinstance(board, DealBoard):
        policy = policies_of(event, "places")["deals"]
        played_for = board.played_for
        prizes = _prizes(event, board.ladder, played_for)
        context |= {
            "deal": board,
            "row": row,
            "policy": policy,
            "mix": mix_text(board.mix),
            "given": sum(share.amount for share in board.shares),
            "chips": sum(share.stack for share in board.shares),
            "prizes": prizes,
            "has_things": any(one["items"] for one in prizes),
            "plays_on": sum(played_for) > 0,
        }
    return render(request, "floor/print_deal.html", context)


def _prizes(event: Tournament, divided: Sequence[int], played_for: Sequence[int]) -> list[dict[str, Any]]:
    """Return the places of a deal: cash, the amount still played for, and the items that stay with the place.

    Args:
        divided: cash that the deal divides, largest first, as of the opening of the deal, in minor units.
        played_for: the part of it that is still played for, by place.
    """
    ladder = ladder_of(event).prizes[: len(divided)]
    # A place with a ticket may have less cash than the one behind it: the amounts to divide are sorted.
    by_place = [one.cash for one in ladder]
    cash = by_place if sorted(by_place) == sorted(divided) else divided
    items = [one.items for one in ladder]
    return [
        {"place": at + 1, "cash": amount, "left": left, "items": items[at] if at < len(items) else ()}
        for at, (amount, left) in enumerate(zip_longest(cash, played_for, fillvalue=0))
    ]


def mix_text(mix: dict[str, int]) -> str:
    """Describe how a deal divides: "ICM", "1 × ICM + 1 × even split"."""
    named = {method: str(DEAL_WORDS[f"deal.way_{method}"]) for method in rules.METHODS}
    parts = [(named[method], mix[method]) for method in rules.METHODS if mix.get(method)]
    if len(parts) == 1:
        return parts[0][0]
    return " + ".join(f"{part}\u00a0×\u00a0{name}" for name, part in parts)
