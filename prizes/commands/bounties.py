"""Commands for bounties: fill and draw envelopes, draw bounty targets."""

from functools import partial
from typing import Annotated, Any, Literal

from django.db.models import Max
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext_lazy
from pydantic import BaseModel, ConfigDict, Field

from players.services.memberships import members_among
from prizes.models import Envelope, NameList, Payout
from prizes.rules.bounties import filling
from prizes.rules.draws import envelope_to_plain, names_to_plain
from prizes.services.bounties import Bounties, bounties_in_play, bounties_of, bounty_money
from prizes.services.championship import MEMBERS
from prizes.services.envelopes import lacking
from prizes.services.money import payout_of, stages_of_pool, written
from prizes.services.payout_lock import payout_row
from prizes.services.results import events_paid_by
from prizes.signals import players_onward
from seating.models import Plan
from seating.services.draws import hold
from seating.services.seats import plan_of
from tourney.access.roles import Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.live.publish import publish
from tourney.models import Entry, Tournament
from tourney.rulebooks.books.schema import cite

BOARDS = ("bounties", "payables")
# Default number of names on a list (Five Spades 4.17).
_NAMES = 5


class ValueInput(BaseModel):
    """A number of envelopes of one value, in minor units."""

    model_config = ConfigDict(extra="forbid", strict=True)
    value: Annotated[int, Field(ge=1, le=10**12)]
    count: Annotated[int, Field(ge=1, le=20_000)]


Values = Annotated[list[ValueInput], Field(min_length=1, max_length=200)]


@command(
    "envelopes.fill",
    permission=Permission.SET_PRIZES,
    boards=BOARDS,
    summary=ngettext_lazy("Filled %(envelopes)s envelope", "Filled %(envelopes)s envelopes", "envelopes"),
)
def fill_envelopes(tx: Tx, values: Values) -> dict[str, Any]:
    """Fill the envelopes of a mystery bounty. Each bounty won from then on has one; the winner's own is the
    last.

    In an event of several stages, the event that pays the prizes has the envelopes. They are filled once the players of
    all flights have advanced; all groups of the later days draw from the same ones.

    Args:
        values: how many envelopes of which value: one for each bounty in play, together what was taken for
            bounties.

    Raises:
        Refused: the event has no mystery bounties (`no_mystery`); players of a flight have not advanced yet
            (`flights_open`); envelopes are filled already
            (`envelopes_filled`); they do not fit (`envelopes_do_not_fit`).
    """
    payout = payout_row(tx)
    if payout.bounties != "mystery":
        raise Refused("no_mystery", _("This event does not use mystery bounties."))
    if payout.filled_at is not None:
        raise Refused("envelopes_filled", _("The envelopes have already been filled. Empty them first."))
    _check_flights(tx.tournament)
    money, bounties = bounty_money(tx.tournament), bounties_in_play(tx.tournament)
    message = _("The envelopes must hold exactly the bounty money collected, one for each bounty in play.")
    count = _put(tx, payout, values, money, bounties, message)
    tx.save(payout, filled_at=tx.now)
    return {"envelopes": count}


def _check_flights(event: Tournament) -> None:
    """Check that no flight is still to come: its players would have had no part in the envelopes."""
    joined = players_onward.ask(event).joined
    waiting = [one.name for one in stages_of_pool(event).first if one.pk not in joined]
    if waiting:
        message = _(
            "The envelopes are filled once the players of all flights have advanced. Still to come: %(events)s."
        )
        raise Refused("flights_open", message % {"events": ", ".join(waiting)})


@command(
    "envelopes.add",
    permission=Permission.SET_PRIZES,
    boards=BOARDS,
    summary=ngettext_lazy("Added %(envelopes)s envelope", "Added %(envelopes)s envelopes", "envelopes"),
)
def add_envelopes(tx: Tx, values: Values) -> dict[str, Any]:
    """Add envelopes for later entries and their bounty money. Drawn envelopes stay as they are.

    Args:
        values: how many envelopes of which value: one for each bounty without one, together the money taken
            for bounties that is in no envelope.

    Raises:
        Refused: no envelopes are filled (`no_envelope`); every bounty has one and all of the money is in them
            (`nothing_to_add`); they do not fit (`envelopes_do_not_fit`).
    """
    payout = payout_row(tx)
    if payout.filled_at is None:
        raise Refused("no_envelope", _("There are no envelopes."))
    found = bounties_of(tx.tournament)
    if found.unfilled <= 0:
        raise Refused("nothing_to_add", _("All bounty money is already in envelopes."))
    message = _(
        "The new envelopes must hold exactly the bounty money that is not in an envelope yet, one "
        "for each bounty without one."
    )
    return {"envelopes": _put(tx, payout, values, found.unfilled, found.bare, message)}


def _put(tx: Tx, payout: Payout, values: list[ValueInput], money: int, bounties: int, message: str) -> int:
    """Put so much money into envelopes for so many bounties, numbered on from the last. Returns how many they
    are.
    """
    plan: dict[int, int] = {}
    for one in values:
        plan[one.value] = plan.get(one.value, 0) + one.count
    fits = filling(plan, money, bounties)
    if not fits.fits:
        sentences = lacking(fits, lambda amount: written(amount, payout.currency))
        raise Refused("envelopes_do_not_fit", message, fields={"values": " ".join(sentences)})
    worth = [value for value, count in sorted(plan.items(), reverse=True) for _one in range(count)]
    last = Envelope.objects.filter(payout=payout).aggregate(Max("number"))["number__max"] or 0
    tx.create_many(
        [
            Envelope(payout=payout, number=number, value=value)
            for number, value in enumerate(worth, start=last + 1)
        ]
    )
    return len(worth)


@command(
    "envelopes.empty", permission=Permission.SET_PRIZES, boards=BOARDS, summary=lazy("Emptied the envelopes")
)
def empty_envelopes(tx: Tx) -> None:
    """Empty the envelopes before the first one is drawn.

    Raises:
        Refused: there are none (`no_envelope`); one was drawn (`envelope_drawn`).
    """
    payout = payout_row(tx)
    rows = list(Envelope.objects.filter(payout=payout))
    if payout.filled_at is None:
        raise Refused("no_envelope", _("There are no envelopes."))
    if any(row.entry_id is not None for row in rows):
        raise Refused("envelope_drawn", _("An envelope has already been drawn."))
    tx.delete_many(rows)
    tx.save(payout, filled_at=None)


@command(
    "envelope.draw",
    permission=Permission.PAY_OUT,
    boards=(*BOARDS, "seating"),
    summary=lazy("Drew envelope %(envelope)s for the bounty on %(name)s"),
    undoable=False,
    undo_hint=lazy("An envelope can’t be returned once it is drawn."),
)
def draw_envelope(tx: Tx, entry: Id) -> dict[str, Any]:
    """Draw the envelope of a bounty from the seed whose hash was published (docs/draws.md).

    Args:
        entry: the busted entry whose bounty it is, out since the envelopes were filled with the chips won; or
            the winner. Of several stages, an entry of any of them.

    Raises:
        Refused: that bounty has no envelope to be drawn (`no_envelope`).
    """
    row = tx.get(Entry, pk=entry, tournament__in=events_paid_by(tx.tournament), voided_at__isnull=True)
    found = bounties_of(tx.tournament)
    if row.pk not in found.undrawn:
        message = _("No envelope can be drawn for %(name)s: the bounty has no winner.")
        raise Refused("no_envelope", message % {"name": row.player.name})
    if not found.envelopes:
        raise Refused("no_envelope", _none_left(tx.tournament, found))
    record, outcome = hold(tx, _plan(tx), "envelope", envelope_to_plain(found.envelopes, row.pk))
    envelope = tx.get(Envelope, payout=tx.tournament.pk, number=outcome["envelope"])
    tx.save(envelope, entry=row, drawn_at=tx.now, digest=record.digest)
    if row.tournament_id != tx.tournament.pk:
        # Displays of a group of day 2 show what was won there.
        tx.on_commit(partial(publish, f"t{row.tournament_id}", row.tournament.seq, ["bounties"]))
    for knockout in row.bust.knockouts.select_related("winner") if hasattr(row, "bust") else ():
        tx.touch_players(knockout.winner.player_id)
    return {"envelope": envelope.number, "value": envelope.value, "name": row.player.name}


@command(
    "bounty_targets.draw",
    permission=Permission.SET_PRIZES,
    boards=(*BOARDS, "seating"),
    summary=lazy("Drew the bounty targets"),
)
def draw_names(
    tx: Tx,
    count: Annotated[int, Field(ge=1, le=20)] | None = None,
    among: Literal["field", "members"] = "field",
) -> dict[str, Any]:
    """Draw bounty targets: all players draw from the players in play (Five Spades 4.17: five), or for a
    championship, members draw from members (6.3: three).

    Args:
        count: names on each list; null: as many as the book says, five where it says nothing.
        among: "field": all in play; "members": those of them who are members for the season.

    Raises:
        Refused: they are drawn already (`names_drawn`), the book has no championship (`no_championship`), or fewer
            than two players could draw (`too_few_players`).
    """
    if NameList.objects.filter(tournament=tx.tournament).exists():
        raise Refused("names_drawn", _("The bounty targets have already been drawn."))
    rows = Entry.objects.filter(tournament=tx.tournament, out_at__isnull=True, voided_at__isnull=True)
    players = dict(rows.values_list("pk", "player_id"))
    targets = tx.book.modes.mystery_bounty
    names, rule = (_NAMES, "") if targets is None else (targets.names_per_player, cite(tx.book, targets))
    if among == MEMBERS:
        policy = tx.book.season.championship
        if policy is None:
            raise Refused("no_championship", _("This event’s rulebook has no championship."))
        names, rule = policy.drawn_names, cite(tx.book, policy)
        members = members_among(list(players.values()), localdate(tx.now))
        players = {entry: player for entry, player in players.items() if player in members}
    if len(players) < 2:
        message = (
            _("At least two members must be in play.")
            if among == MEMBERS
            else _("At least two players must be in play.")
        )
        raise Refused("too_few_players", message, rule)
    tx.cite(rule)
    entries = sorted(players)
    inputs = names_to_plain(entries, names if count is None else count, entries)
    if among == MEMBERS:
        # The championship counts only these draws; verifying a draw does not use this value.
        inputs["among"] = MEMBERS
    record, outcome = hold(tx, _plan(tx), "names", inputs)
    tx.create_many(
        [
            NameList(
                tournament=tx.tournament,
                owner_id=players[owner],
                name_id=players[name],
                position=position,
                digest=record.digest,
            )
            for owner, drawn in outcome["lists"]
            for position, name in enumerate(drawn, start=1)
        ]
    )
    tx.touch_players(*players.values())
    return {"lists": len(players), "names": inputs["count"]}


def _none_left(event: Tournament, found: Bounties) -> str:
    """Explain why there is no envelope to draw, and where its money is."""
    drawn = _("All envelopes have been drawn.")
    payout = payout_of(event)
    if found.unfilled <= 0 or payout is None:
        return drawn
    amount = {"amount": written(found.unfilled, payout.currency)}
    more = (
        _("%(amount)s of bounty money is not in an envelope. A director must add envelopes first.") % amount
    )
    return f"{drawn} {more}"


def _plan(tx: Tx) -> Plan:
    """Return the seat plan, which seals the seeds."""
    plan = plan_of(tx.tournament)
    if plan is None:
        raise Refused(
            "no_plan", _("Set up this event’s seating first. It publishes the proof for the first draw.")
        )
    return plan
