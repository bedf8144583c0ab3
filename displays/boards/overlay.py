"""What an overlay shows: an event as it was some minutes ago, by the names shown in public."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Literal

from msgspec import Struct, field

from clock.rules.reading import Reading, State, reading
from clock.rules.structure import AnteKind, Level, numbered
from displays.models import Overlay
from displays.services.feature_table import Feature
from displays.services.overlay_facts import Facts, facts_of
from displays.services.overlay_states import first_state, state_before
from players.models import Player
from players.services.public_names import people_in_public, people_of
from prizes.boards.structs import PrizesBoard
from tourney.access.roles import Permission
from tourney.live.resources import resource
from tourney.models import Tournament
from tourney.now import room_now, to_ms

_MOST_PRIZES = 30


class OverlayLevel(Struct, frozen=True):
    """A level. Blinds and ante are chips.

    Attributes:
        number: null for a break.
    """

    number: int | None
    small_blind: int
    big_blind: int
    ante: int
    ante_kind: AnteKind
    game: str


class OverlayClock(Struct, frozen=True):
    """The clock.

    Attributes:
        level: the row it is in; a break has no number.
        remaining: of the row, in ms; while it waits for the start, until then (null: not planned).
        next: the next level; null after the last one.
        next_break: ms until the next break; null without one.
    """

    state: State
    level: OverlayLevel
    remaining: int | None
    next: OverlayLevel | None
    next_break: int | None


class OverlaySeat(Struct, frozen=True):
    """A player at the feature table.

    Attributes:
        stack: chips; null if they were not counted.
        big_blinds: the stack in tenths of a big blind, rounded down.
        counted: ms since it was counted.
    """

    seat: int
    name: str
    stack: int | None
    big_blinds: int | None
    counted: int | None
    button: bool
    all_in: bool


class OverlayBust(Struct, frozen=True):
    """A player who has busted, and how many ms ago."""

    name: str
    ago: int


class OverlayTable(Struct, frozen=True):
    """The feature table, or the final table.

    Attributes:
        seats: of the table, with the empty ones.
        all_in: whether an all-in and a call were announced there.
        out: the latest busts there, newest first.
    """

    number: int
    final: bool
    seats: int
    all_in: bool
    players: list[OverlaySeat]
    out: list[OverlayBust]


class OverlayPrize(Struct, frozen=True):
    """Places with the same prize, in minor units.

    Attributes:
        amount: the prize; for places in a deal, what is left to play for in addition to the shares.
        things: non-cash prizes.
        deal: whether a confirmed deal divides the prizes of these places, and they are not decided yet.
    """

    first: int = field(name="from")
    to: int
    amount: int
    things: list[str]
    deal: bool = False


class OverlayPrizes(Struct, frozen=True):
    """The payouts.

    Attributes:
        decimals: of the currency.
        to_go: busts until everybody left is in the money; null while entry is open.
        certain: the smallest prize of the players left.
        jump: the smallest prize after the next pay jump; null without one.
        rows: of the best places; at most 30.
    """

    currency: str
    decimals: int
    pool: int
    paid: int
    to_go: int | None
    certain: int | None
    jump: int | None
    rows: list[OverlayPrize]


class OverlayLeader(Struct, frozen=True):
    """A player among those with the most chips, as on displays."""

    rank: int
    name: str
    chips: int


class OverlayShown(Struct, frozen=True):
    """An event as it was at a time.

    Attributes:
        at: that time.
        average: chips by player left, rounded down.
        teams: an entry is for two players, so `left` counts teams.
        busts: the latest ones, newest first.
        leaders: at most 20.
        winner: null until there is one.
    """

    at: int
    event: str
    closed: bool
    clock: OverlayClock
    entries: int
    left: int
    average: int | None
    table: OverlayTable | None
    busts: list[OverlayBust]
    prizes: OverlayPrizes | None
    leaders: list[OverlayLeader]
    teams: bool = False
    winner: str | None = None


class OverlayBoard(Struct, frozen=True):
    """What an overlay shows.

    Attributes:
        state: `starting`: nothing is as old as the delay yet.
        delay: minutes by which everything is shown later.
        starts_in: ms until something is shown; null if it is, or is not known.
        shown: null while starting.
    """

    state: Literal["starting", "shown"]
    delay: int
    starts_in: int | None
    shown: OverlayShown | None


class OverlayRow(Struct, frozen=True):
    """An overlay. Its secret is not stored.

    Attributes:
        delay: in minutes.
    """

    id: int
    name: str
    tournament: int
    event: str
    delay: int
    created_at: int | None


@resource("/overlays", "read_overlays", permission=Permission.MANAGE_SCREENS, kept=False)
def overlays() -> list[OverlayRow]:
    """List the overlays that have not been revoked."""
    rows = Overlay.objects.filter(revoked_at__isnull=True).select_related("tournament")
    return [
        OverlayRow(row.pk, row.name, row.tournament_id, row.tournament.name, row.delay, to_ms(row.created_at))
        for row in rows
    ]


@resource("/overlays/{int:overlay}", "read_overlay", permission=Permission.MANAGE_SCREENS, kept=False)
def overlay_now(overlay: int) -> OverlayBoard | None:
    """Return what an overlay shows now, as its own address does."""
    row = Overlay.objects.filter(pk=overlay, revoked_at__isnull=True).first()
    return None if row is None else overlay_board(row.tournament_id, row.delay)


def overlay_board(event: int, delay: int) -> OverlayBoard:
    """Return what an overlay of an event shows with a delay in minutes."""
    now = room_now()
    at = now - timedelta(minutes=delay)
    facts = state_before(event, at) if delay else facts_of(event)[1]
    if facts is None:
        first = first_state(event)
        wait = None if first is None else max(0, int((first - at).total_seconds() * 1000))
        return OverlayBoard("starting", delay, wait, None)
    return OverlayBoard("shown", delay, None, _event_at(event, facts, to_ms(at) or 0))


def _event_at(event: int, facts: Facts, at: int) -> OverlayShown:
    feature = facts.feature
    entries = [one for one, _at in facts.busts] + [one for one, _chips in facts.leaders]
    if feature is not None:
        entries += feature.entries()
    if facts.winner is not None:
        entries.append(facts.winner)
    people = _recorded(facts)
    people |= people_of(set(entries) - people.keys())
    names = people_in_public(Tournament.objects.get(pk=event), people)
    read = reading(facts.levels, facts.clock, facts.planned_start, facts.advance, at)
    return OverlayShown(
        at=at,
        event=facts.event,
        closed=facts.closed,
        clock=_clock(facts.levels, read),
        entries=facts.entries,
        left=facts.left,
        teams=facts.teams,
        winner=None if facts.winner is None else names.get(facts.winner, ""),
        average=facts.chips // facts.left if facts.left else None,
        table=None if feature is None else _table(feature, names, _big_blind(facts.levels, read), at),
        busts=[OverlayBust(names.get(one, ""), max(0, at - gone)) for one, gone in facts.busts],
        prizes=None if facts.prizes is None else _prizes(facts.prizes),
        leaders=_leaders(facts.leaders, names),
    )


def _recorded(facts: Facts) -> dict[int, list[int]]:
    """Return the recorded players by entry, without those merged or deleted since: their entry names them as it is."""
    keys = {key for players in facts.players.values() for key in players}
    found = set(Player.objects.filter(pk__in=keys, merged_into__isnull=True).values_list("pk", flat=True))
    return {entry: players for entry, players in facts.players.items() if found.issuperset(players)}


def _level(levels: Sequence[Level], position: int) -> OverlayLevel:
    number, row = numbered(levels)[position]
    return OverlayLevel(number, row.small_blind, row.big_blind, row.ante, row.ante_kind, row.game)


def _clock(levels: Sequence[Level], read: Reading) -> OverlayClock:
    return OverlayClock(
        state=read.state,
        level=_level(levels, read.position),
        remaining=read.starts_in if read.state == "waiting" else read.remaining,
        next=None if read.next_level is None else _level(levels, read.next_level),
        next_break=read.next_break,
    )


def _big_blind(levels: Sequence[Level], read: Reading) -> int:
    """Return the big blind of the level, in a break of the next one; 0 without one."""
    here = levels[read.position].big_blind
    return here or (0 if read.next_level is None else levels[read.next_level].big_blind)


def _table(feature: Feature, names: Mapping[int, str], big_blind: int, at: int) -> OverlayTable:
    return OverlayTable(
        number=feature.number,
        final=feature.final,
        seats=feature.seats,
        all_in=feature.all_in,
        players=[
            OverlaySeat(
                seat=one.seat,
                name=names.get(one.entry, ""),
                stack=one.stack,
                big_blinds=one.stack * 10 // big_blind if one.stack is not None and big_blind else None,
                counted=None if one.counted_at is None else max(0, at - (to_ms(one.counted_at) or 0)),
                button=one.seat == feature.button,
                all_in=one.seat == feature.all_in_seat,
            )
            for one in feature.players
        ],
        out=[OverlayBust(names.get(one.entry, ""), max(0, at - (to_ms(one.at) or 0))) for one in feature.out],
    )


def _prizes(board: PrizesBoard) -> OverlayPrizes:
    money = board.money
    return OverlayPrizes(
        currency=board.currency,
        decimals=board.places,
        pool=board.pool,
        paid=board.paid,
        to_go=None if money is None else money.to_go,
        certain=None if money is None else money.certain,
        jump=None if money is None else money.jump,
        rows=[
            OverlayPrize(tier.first, tier.to, tier.cash + tier.worth, tier.things, tier.deal)
            for tier in board.tiers[:_MOST_PRIZES]
        ],
    )


def _leaders(stacks: Sequence[tuple[int, int]], names: Mapping[int, str]) -> list[OverlayLeader]:
    """Rank players by chips; equal stacks share a rank."""
    rows: list[OverlayLeader] = []
    for place, (entry, chips) in enumerate(stacks, start=1):
        rank = rows[-1].rank if rows and rows[-1].chips == chips else place
        rows.append(OverlayLeader(rank, names.get(entry, ""), chips))
    return rows
