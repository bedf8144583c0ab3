"""Boards for paying out: all winners, one winner in detail, and envelopes to draw.

Reads only; amounts are in minor units.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import Q

from players.models import Partner, Player
from prizes.models import Envelope, PrizeItem
from prizes.rules.bounties import entries_up_to, newest_entry
from prizes.rules.reversals import to_reverse
from prizes.services.bounties import bounties_of, knockouts_of
from prizes.services.early_bounties import early_bounty_of
from prizes.services.money import payout_of
from prizes.services.payables import (
    KINDS,
    Payable,
    payables_of_players,
    unsettled_as_journalled,
    withheld_from,
)
from prizes.services.places import entered_in
from prizes.services.results import Won, events_paid_by, handed_in, payments_of, results_of
from prizes.services.team_shares import teams_paid_by
from prizes.signals import players_onward
from tourney.models import Entry, Tournament
from tourney.now import to_ms

# States of a player's payout; also the filters of the list.
# "nothing": has won nothing, and payments were reversed.
STATES = ("outstanding", "settled", "overpaid", "nothing")


def _entries(event: Tournament, keys: Iterable[int]) -> dict[int, Entry]:
    rows = Entry.objects.filter(tournament__in=events_paid_by(event), pk__in=set(keys))
    rows = rows.select_related("player")
    return {row.pk: row for row in rows}


def _things(won: Won | None) -> tuple[set[int], set[int]]:
    """Return the non-cash prizes of an award by key: the player's own, and those of a shared place."""
    if won is None or won.award is None:
        return set(), set()
    # A prize without a row, as in a satellite that is not locked, can't be handed over.
    return {one.key for one in won.award.items if one.key}, {
        one.key for one in won.award.undivided if one.key
    }


def _state(money: Payable, *, waiting: bool, too_much: bool, holds: bool) -> str:
    """Return one of STATES.

    Args:
        waiting: whether a prize is to be handed over.
        too_much: whether a prize was handed over that now belongs to another player.
        holds: whether a prize was handed over.
    """
    if money.open < 0 or too_much:
        return "overpaid"
    if money.open > 0 or waiting:
        return "outstanding"
    return "settled" if holds or any(money.paid.values()) or any(money.won.values()) else "nothing"


def payouts(event: Tournament) -> list[dict[str, Any]]:
    """Return all players who have won or were paid something, by place; without a place last.

    Each is {entry, number, player, of_team, partner, query, name, search, best, worst, rule, won, paid, open, things,
    state, in_play, unsettled}: two players who share an entry have a row each, with `of_team` the player and
    `partner` the name of the other; `query` names the row in an address; `open` is still to be paid, negative where
    too much was; `things` how many are still to be handed over; `state` one of STATES; `in_play` whether the place is
    still played for; `unsettled` whether an uncounted stack decides about a prize that is still to be paid; `search`
    the text that a search by name looks through.
    """
    unsettled = unsettled_as_journalled(event)
    payables, results, handed = payables_of_players(event), results_of(event), handed_in(event)
    teams = teams_paid_by(event)
    playing = {one.entry for one in entered_in(event) if one.out is None} - results.places.keys()
    holders = {row.entry_id for row in handed.values()}
    winners = {entry for entry, won in results.won.items() if any(_things(won))}
    entries = _entries(event, {*(entry for entry, _player in payables), *winners, *holders})
    found = []
    for entry, row in entries.items():
        own, shared = _things(results.won.get(entry))
        waiting = sum(1 for key in own | shared if key not in handed)
        too_much = any(row.entry_id == entry and key not in own | shared for key, row in handed.items())
        place = results.places.get(entry)
        for person, of_team, mate in _people_of(row, teams.get(entry)):
            money = payables.get((entry, of_team), Payable({}, {}))
            # Of a team, things are listed with the player who registered, and handed to either.
            first = person.pk == row.player_id
            state = _state(
                money,
                waiting=bool(waiting) and first,
                too_much=too_much and first,
                holds=entry in holders and first,
            )
            found.append(
                {
                    "entry": entry,
                    "number": row.number,
                    "player": person.pk,
                    "of_team": of_team,
                    "partner": mate,
                    "query": f"entry={entry}" if of_team is None else f"entry={entry}&player={of_team}",
                    "name": person.name,
                    "search": person.search,
                    "best": None if place is None else place.best,
                    "worst": None if place is None else place.worst,
                    "rule": "" if place is None else place.rule,
                    "won": sum(money.won.values()),
                    "paid": sum(money.paid.values()),
                    "open": money.open,
                    "things": waiting if first else 0,
                    "state": state,
                    "in_play": entry in playing,
                    "unsettled": entry in unsettled
                    and money.won.get("prize", 0) > money.paid.get("prize", 0),
                }
            )
    last = results.ranking.field + len(results.behind) + 1
    # The rows of a team stay together.
    registered = {entry: row.player.name for entry, row in entries.items()}
    found.sort(
        key=lambda one: (
            one["best"] or last,
            registered[one["entry"]],
            one["entry"],
            one["player"] != entries[one["entry"]].player_id,
        )
    )
    return found


def payouts_of_entry(event: Tournament, entry: int) -> list[dict[str, Any]]:
    """Return the rows of `payouts` of one entry: two, where it is shared, that of the player who registered first."""
    rows = [one for one in payouts(event) if one["entry"] == entry]
    team = teams_paid_by(event).get(entry)
    return sorted(rows, key=lambda one: team is not None and one["player"] == team.player_id)


def _people_of(row: Entry, team: Partner | None) -> list[tuple[Player, int | None, str]]:
    """Return who is paid for an entry: each player, the id if two share it, and the other one's name."""
    if team is None:
        return [(row.player, None, "")]
    return [
        (row.player, row.player_id, team.player.name),
        (team.player, team.player_id, row.player.name),
    ]


def sums(rows: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    """Return totals: won, paid, open, overpaid; and the number of players in each of STATES."""
    rows = list(rows)
    return {
        "won": sum(one["won"] for one in rows),
        "paid": sum(one["paid"] for one in rows),
        "outstanding_amount": sum(one["open"] for one in rows if one["open"] > 0),
        "overpaid_amount": -sum(one["open"] for one in rows if one["open"] < 0),
        **{state: sum(1 for one in rows if one["state"] == state) for state in STATES},
    }


def payout_person(event: Tournament, entry: int, player: int | None = None) -> dict[str, Any] | None:
    """Return one row of `payouts` in detail; None for a player who has won nothing and was paid nothing.

    Args:
        player: of two players who share the entry; None: the one who registered.

    Additional fields: `kinds`, each {kind, won, paid, open, withheld}, `withheld` being the tax
    when the open amount is paid; `back`, how an overpaid amount comes back: {numbers, again}; `early`, the amount of
    bounties that can be paid before the prizes are locked; `share`, the part of the partner `share_of` of what a team
    has won, in hundredths of a percent; `things`, each
    {thing, name, value, ticket, undivided, handed_to, receiver, number, with}, `receiver` being the name of the player
    of a team who has it, and `with` the names of players who share it;
    `receivers`, (id, name) of the two players of a team to whom they can be handed; `things_with`, on the row of the
    partner, the name of the player with whom those of the team are listed;
    `payments`, the newest first.
    """
    onward = players_onward.ask(event).entries
    entry = newest_entry(entry, onward)
    # Of a team, the player who registered has the first row.
    row = next(
        (one for one in payouts_of_entry(event, entry) if player is None or one["of_team"] == player), None
    )
    if row is None:
        return None
    team = teams_paid_by(event).get(entry)
    of_team = row["of_team"]
    registered = team is None or team.entry.player_id == of_team
    money = payables_of_players(event).get((entry, of_team), Payable({}, {}))
    kinds = []
    for kind in KINDS:
        won, paid = money.won.get(kind, 0), money.paid.get(kind, 0)
        if won or paid:
            due = max(0, won - paid)
            kinds.append(
                {
                    "kind": kind,
                    "won": won,
                    "paid": paid,
                    "open": won - paid,
                    "withheld": withheld_from(event, entry, kind, due, of_team),
                }
            )
    payments = [
        one
        for one in _payments(event, entry)
        if one["player"] == of_team or (registered and not one["player"])
    ]
    return {
        **row,
        "kinds": kinds,
        "back": _back(kinds, payments),
        "early": early_bounty_of(event, entry, of_team),
        "share": None if team is None else team.share,
        "share_of": "" if team is None else team.player.name,
        "things": _things_of(event, entry) if registered else [],
        "things_with": team.entry.player.name
        if team is not None and not registered and any(_things(results_of(event).won.get(entry)))
        else "",
        "receivers": [(row["player"], row["name"]), (team.player_id, team.player.name)]
        if team is not None and registered
        else [],
        "payments": payments,
    }


def _back(kinds: Sequence[Mapping[str, Any]], payments: Sequence[Mapping[str, Any]]) -> dict[str, Any] | None:
    """Return how an overpaid amount comes back: the `numbers` of the receipts to reverse, and what is paid `again`.

    None if no part of the winnings was overpaid.
    """
    valid = [one for one in payments if not one["withdraws"] and not one["withdrawn"] and one["receipt"]]
    found: list[Mapping[str, Any]] = []
    over = [kind for kind in kinds if kind["open"] < 0]
    for kind in over:
        theirs = {one["payment"]: one for one in valid if one["kind"] == kind["kind"]}
        keys = to_reverse([(key, one["amount"]) for key, one in theirs.items()], -kind["open"])
        found += [theirs[key] for key in keys]
    again = sum(one["amount"] for one in found) + sum(kind["open"] for kind in over)
    numbers = [one["receipt_number"] for one in found]
    return {"numbers": numbers, "again": max(0, again)} if found else None


def _things_of(event: Tournament, entry: int) -> list[dict[str, Any]]:
    results, handed = results_of(event), handed_in(event)
    won = results.won.get(entry)
    own, shared = _things(won)
    sharing: dict[int, list[int]] = defaultdict(list)
    for other, theirs in results.won.items():
        for key in _things(theirs)[1] & shared:
            sharing[key].append(other)
    names = _entries(event, {other for some in sharing.values() for other in some})
    found = []
    for item in PrizeItem.objects.filter(pk__in=own | shared):
        given = handed.get(item.pk)
        found.append(
            {
                "thing": item.pk,
                "name": item.name,
                "value": item.value,
                "ticket": item.ticket_for_id is not None,
                "undivided": item.pk in shared,
                "handed_to": None if given is None else given.entry_id,
                "receiver": given.player.name if given is not None and given.player is not None else "",
                "number": given.ticket.number if given is not None and given.ticket is not None else "",
                "with": sorted(names[other].player.name for other in sharing[item.pk] if other in names),
            }
        )
    return found


def _payments(event: Tournament, entry: int) -> list[dict[str, Any]]:
    # Bounties may have been paid before the player went on to this entry.
    before = entries_up_to(entry, players_onward.ask(event).entries)
    rows = (
        payments_of(event)
        .filter(Q(entry=entry) | Q(entry__in=before, kind="bounty"))
        .select_related("item__receipt__drawer", "thing", "ticket", "voided_by")
        .prefetch_related("item__receipt__payments")
        .order_by("-pk")
    )
    return [
        {
            "payment": row.pk,
            "player": row.player_id,
            "kind": row.kind,
            "amount": row.amount,
            "withheld": row.withheld,
            "method": next((one.method for one in row.item.receipt.payments.all()), "") if row.item else "",
            "receipt": row.item.receipt_id if row.item else None,
            "receipt_number": str(row.item.receipt) if row.item else "",
            "thing": row.thing.name if row.thing else "",
            "ticket": row.ticket.number if row.ticket else "",
            "id_seen_by": row.id_seen_by,
            "signed": row.signed,
            "at": to_ms(row.at),
            "reason": row.reason,
            "withdraws": row.voids_id is not None,
            "withdrawn": hasattr(row, "voided_by"),
        }
        for row in rows
    ]


def envelopes(event: Tournament) -> dict[str, Any] | None:
    """Return the envelopes of a mystery bounty; None if there are none.

    `undrawn` are {entry, name, knocked_out_by} with an envelope to draw, the first to bust first; `drawn`, the
    newest first, are {number, value, name, knocked_out_by, digest}; `left` is the number left; `unfilled` the
    collected money that is in no envelope, negative if the envelopes hold `too_much`;
    `bare` the number of bounties without an envelope.
    """
    payout = payout_of(event)
    if payout is None or payout.bounties != "mystery":
        return None
    knocked_out_by = {
        one.eliminated: one.knocked_out_by for part in events_paid_by(event) for one in knockouts_of(part)
    }
    found = bounties_of(event)
    waiting = found.undrawn
    rows = list(Envelope.objects.filter(payout=payout))
    drawn = sorted(
        (row for row in rows if row.drawn_at), key=lambda row: (row.drawn_at, row.pk), reverse=True
    )
    entries = {*waiting, *(row.entry_id for row in drawn if row.entry_id is not None)}
    people = _entries(event, {*entries, *(one for entry in entries for one in knocked_out_by.get(entry, ()))})

    def about(entry: int) -> dict[str, Any]:
        # A bounty of a player who was not knocked out is the player's own.
        who = knocked_out_by.get(entry) or (entry,)
        return {
            "entry": entry,
            "name": people[entry].player.name,
            "knocked_out_by": [people[one].player.name for one in who if one in people],
        }

    return {
        "filled": payout.filled_at is not None,
        "undrawn": [about(entry) for entry in waiting],
        "drawn": [
            {**about(row.entry_id), "number": row.number, "value": row.value, "digest": row.digest}
            for row in drawn
            if row.entry_id is not None
        ],
        "left": len(rows) - len(drawn),
        "unfilled": found.unfilled if payout.filled_at is not None else 0,
        "too_much": max(0, -found.unfilled) if payout.filled_at is not None else 0,
        "bare": found.bare,
    }
