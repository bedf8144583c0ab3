"""Verbs of bounties: envelopes filled and drawn, names to hunt drawn."""

from typing import Annotated, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import BaseModel, ConfigDict, Field

from prizes.heads import bounties_of, heads_of
from prizes.locking import payout_row
from prizes.models import Envelope, NameList
from prizes.rules.bounties import filling
from prizes.rules.draws import envelope_to_plain, names_to_plain
from seating.chairs import plan_of
from seating.draws import hold
from seating.models import Plan
from tourney.access.roles import May
from tourney.field import field_of
from tourney.journal.actions import action
from tourney.journal.arguments import Id
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import Entry

BOARDS = ("bounties", "owed")


class ValueLook(BaseModel):
    """So many envelopes of one value, in minor units."""

    model_config = ConfigDict(extra="forbid", strict=True)
    value: Annotated[int, Field(ge=1, le=10**12)]
    count: Annotated[int, Field(ge=1, le=20_000)]


@action("envelopes.fill", needs=May.SET_PRIZES, shows=BOARDS, says=lazy("Filled %(envelopes)s envelopes"))
def fill_envelopes(
    tx: Tx, values: Annotated[list[ValueLook], Field(min_length=1, max_length=200)]
) -> dict[str, Any]:
    """Fill the envelopes of a mystery bounty; from now on every head that falls has one, and the winner's own the last.

    Args:
        values: how many envelopes of which value: one for each head in play, together what was taken for bounties.

    Raises:
        Refused: the event has no mystery bounties (`no_mystery`); envelopes are filled already (`envelopes_filled`);
            they do not fit (`envelopes_do_not_fit`).
    """
    payout = payout_row(tx)
    if payout.bounties != "mystery":
        raise Refused("no_mystery", _("The bounties of this event are not in envelopes."))
    if payout.filled_at is not None:
        raise Refused("envelopes_filled", _("Envelopes are filled already. Empty them first."))
    plan: dict[int, int] = {}
    for one in values:
        plan[one.value] = plan.get(one.value, 0) + one.count
    fits = filling(plan, sum(heads_of(tx.tournament).values()), field_of(tx.tournament).left)
    if not fits.fits:
        raise Refused(
            "envelopes_do_not_fit",
            _("The envelopes do not hold just what was taken for bounties, one for each head in play."),
            fields={"values": _("Envelopes missing: %(heads)s.") % {"heads": fits.heads_left}},
        )
    worth = [value for value, count in sorted(plan.items(), reverse=True) for _one in range(count)]
    tx.create_many(
        [Envelope(payout=payout, number=number, value=value) for number, value in enumerate(worth, start=1)]
    )
    tx.save(payout, filled_at=tx.now)
    return {"envelopes": len(worth)}


@action("envelopes.empty", needs=May.SET_PRIZES, shows=BOARDS, says=lazy("Emptied the envelopes"))
def empty_envelopes(tx: Tx) -> None:
    """Take the envelopes away, before the first was drawn.

    Raises:
        Refused: there are none (`no_envelope`); one was drawn (`envelope_drawn`).
    """
    payout = payout_row(tx)
    rows = list(Envelope.objects.filter(payout=payout))
    if payout.filled_at is None:
        raise Refused("no_envelope", _("There are no envelopes."))
    if any(row.entry_id is not None for row in rows):
        raise Refused("envelope_drawn", _("An envelope was drawn already."))
    tx.delete_many(rows)
    tx.save(payout, filled_at=None)


@action(
    "envelope.draw",
    needs=May.PAY_OUT,
    shows=(*BOARDS, "seating"),
    says=lazy("Drew envelope %(envelope)s for %(name)s’s head"),
    undoable=False,
    instead=lazy("What was drawn stays drawn."),
)
def draw_envelope(tx: Tx, entry: Id) -> dict[str, Any]:
    """Draw the envelope of a head, by the seed whose hash stands published (docs/draws.md).

    Args:
        entry: whose head: out since the envelopes were filled, and somebody won the chips; or the winner.

    Raises:
        Refused: that head has no envelope to be drawn (`no_envelope`).
    """
    row = tx.get(Entry, pk=entry, tournament=tx.tournament, voided_at__isnull=True)
    found = bounties_of(tx.tournament)
    if row.pk not in found.owed:
        message = _("No envelope is to be drawn for %(name)s: nobody has won that head.")
        raise Refused("no_envelope", message % {"name": row.player.name})
    if not found.envelopes:
        raise Refused("no_envelope", _("All envelopes are drawn."))
    record, outcome = hold(tx, _plan(tx), "envelope", envelope_to_plain(found.envelopes, row.pk))
    envelope = tx.get(Envelope, payout=tx.tournament.pk, number=outcome["envelope"])
    tx.save(envelope, entry=row, drawn_at=tx.now, digest=record.digest)
    for hunter in row.bust.knockouts.select_related("hunter") if hasattr(row, "bust") else ():
        tx.show_players(hunter.hunter.player_id)
    return {"envelope": envelope.number, "value": envelope.value, "name": row.player.name}


@action("names.draw", needs=May.SET_PRIZES, shows=(*BOARDS, "seating"), says=lazy("Drew names to hunt"))
def draw_names(tx: Tx, count: Annotated[int, Field(ge=1, le=20)] = 5) -> dict[str, Any]:
    """Draw for everybody in play names to hunt, of those in play (Five Spades 4.17: five).

    Args:
        count: names on each list.

    Raises:
        Refused: they are drawn already (`names_drawn`), or fewer than two play (`nobody`).
    """
    if NameList.objects.filter(tournament=tx.tournament).exists():
        raise Refused("names_drawn", _("The names are drawn already."))
    rows = Entry.objects.filter(tournament=tx.tournament, out_at__isnull=True, voided_at__isnull=True)
    players = dict(rows.values_list("pk", "player_id"))
    if len(players) < 2:
        raise Refused("nobody", _("At least two have to play."))
    entries = sorted(players)
    record, outcome = hold(tx, _plan(tx), "names", names_to_plain(entries, count, entries))
    tx.create_many(
        [
            NameList(
                tournament=tx.tournament,
                owner_id=players[owner],
                name_id=players[name],
                position=position,
                digest=record.digest,
            )
            for owner, names in outcome["lists"]
            for position, name in enumerate(names, start=1)
        ]
    )
    tx.show_players(*players.values())
    return {"lists": len(players), "names": count}


def _plan(tx: Tx) -> Plan:
    """The plan of the seats, which seals the seeds."""
    plan = plan_of(tx.tournament)
    if plan is None:
        raise Refused("no_plan", _("Set up this event’s seating first: its draws announce each other."))
    return plan
