"""The cash room as the floor sees it."""

from collections import defaultdict

from msgspec import Struct

from cash.models import CashGame, CashPenalty, CashSeat, CashTable, DinnerBreak, ListEntry
from cash.models.lists import OPEN
from cash.services.days import bounds_of, playing_day
from cash.services.dealers import dealers_at
from cash.services.dinners import Dinners, dinners_now
from cash.services.lists import list_seats
from cash.services.names import game_name
from cash.services.penalties import running_at
from cash.services.stakes import present_stakes, put_aside
from tourney.access import reads
from tourney.live.boards import board
from tourney.live.resources import resource
from tourney.now import room_now, to_ms

ROWS = (
    "cash.cashgame", "cash.cashtable", "cash.cashseat", "cash.listentry", "cash.dinnerbreak", "cash.cashsettings",
    "cash.cashpenalty", "cash.stakemove", "dealers.stint", "seating.dealertable",
)  # fmt: skip


class CashSeatRow(Struct, frozen=True):
    """A player at a cash table. Times are milliseconds since 1970 UTC, money is in minor units.

    Attributes:
        state: `playing`, `away` or `dinner`.
        since: when the player took a seat in this game.
        away_since: null while present.
        missed_small, missed_big: missed-blind buttons: whether the small blind passed, and how many big blinds.
        posts: what is owed besides: `big_blind`, `both`, `small_dead`, `waits` (for the big blind) or "".
        stake: chips last counted at the seat and what came and went since; null if never counted.
        dinner_taken: whether the player has had all dinner breaks of this playing day.
    """

    seat: int
    player: int
    name: str
    state: str
    since: int | None
    away_since: int | None
    missed_small: bool
    missed_big: int
    posts: str
    stake: int | None
    dinner_taken: bool


class CashFloorTable(Struct, frozen=True):
    """An open cash table with the players at it.

    Attributes:
        button: seat of the button; null if unknown.
        must_move: number of the main table that its players move to; null for none.
        for_list: open seats that go to the list of the game; the others are kept for must-move players.
        dinner_from: the next player can go to dinner then, because as many as may are on a dinner break; null for now.
        floor_called: since when the dealer calls the floor; null for no call.
        dealers: names of its dealer on the rota, and of dealers' logins and tablets that work there.
    """

    number: int
    game: int
    name: str
    currency: str
    big_blind: int
    seats: int
    buy_in_min: int
    buy_in_max: int | None
    button: int | None
    hands: int
    must_move: int | None
    for_list: int
    dinner_from: int | None
    floor_called: int | None
    dealers: list[str]
    players: list[CashSeatRow]


class CashListRow(Struct, frozen=True):
    """A player on a list, with the full name, first in line first.

    Attributes:
        kind: `seat`, or `change` for another table of the game.
        table: number of the table asked for; null for any.
        called_to: number of the table that the player is called to; null while waiting.
        until: time until which that seat is kept.
        origin: `desk`, `phone`, `call_in`, or `dinner`: the table broke during a dinner break, which lasts
            until `expires`.
        expires: time until which the place of a player who is not in the room is kept; null for others.
        coming: whether the player answered that they are coming.
    """

    entry: int
    game: int
    kind: str
    player: int
    name: str
    origin: str
    since: int | None
    table: int | None
    called_to: int | None
    until: int | None
    expires: int | None
    calls: int
    coming: bool


class KeptStake(Struct, frozen=True):
    """A counted stake that the cage keeps, because its player did not come back from dinner; in minor units.

    Attributes:
        table: number of the table that the player left. `game`: what was played there.
        since: when the seat was given up.
    """

    dinner: int
    player: int
    name: str
    table: int
    game: int
    stake: int
    currency: str
    since: int | None


class CashPenaltyRow(Struct, frozen=True):
    """A penalty of a player in the cash room. Times are milliseconds since 1970 UTC.

    Attributes:
        kind: `warning`, `time_out` or `disqualification`.
        until: its end; null for a warning.
        lifted: when it was lifted; null if it was not.
    """

    penalty: int
    player: int
    name: str
    kind: str
    reason: str
    rule: str
    at: int | None
    until: int | None
    lifted: int | None


class CashFloor(Struct, frozen=True):
    """The tables of the cash room with their players, all lists, and stakes that the cage keeps.

    Attributes:
        penalties: of this playing day, and those that still run, the latest first.
    """

    tables: list[CashFloorTable]
    lists: list[CashListRow]
    kept: list[KeptStake]
    penalties: list[CashPenaltyRow]


@resource("/cash/floor", "read_cash_floor", permission=reads.CASH_FLOOR, with_seq=True)
@board("cash_floor", topic="room", permission=reads.CASH_FLOOR, rows=ROWS)
def cash_floor(_scope: int = 0, _name: str = "") -> CashFloor | None:
    """Return the tables of the cash room with their players, and the lists with full names; nothing without games."""
    if not CashGame.objects.filter(retired=False).exists():
        return None
    seats: dict[int, list[CashSeat]] = defaultdict(list)
    taken = list(CashSeat.objects.filter(left_at__isnull=True).select_related("visit__player"))
    for seat in taken:
        seats[seat.cash_table_id].append(seat)
    stakes = present_stakes(taken)
    tables = CashTable.objects.filter(closed_at__isnull=True).select_related("table", "game", "feeds__table")
    entries = ListEntry.objects.filter(state__in=OPEN).select_related(
        "player", "table__table", "called_to__table"
    )
    dinners, for_list, dealers = dinners_now(room_now()), list_seats(), dealers_at()
    return CashFloor(
        tables=[
            _table(one, seats[one.pk], stakes, dinners, for_list[one.pk], dealers.get(one.table.number, []))
            for one in tables.order_by("table__number")
        ],
        lists=[_listed(one) for one in entries],
        kept=_kept(),
        penalties=_penalties(),
    )


def _penalties() -> list[CashPenaltyRow]:
    now = room_now()
    of_today = CashPenalty.objects.filter(imposed_at__gte=bounds_of(playing_day(now))[0])
    rows = (of_today | running_at(now)).select_related("player").order_by("-pk")
    return [
        CashPenaltyRow(
            penalty=row.pk,
            player=row.player_id,
            name=row.player.name,
            kind=row.kind,
            reason=row.reason,
            rule=row.rule,
            at=to_ms(row.imposed_at),
            until=to_ms(row.until),
            lifted=to_ms(row.lifted_at),
        )
        for row in rows
    ]


def _kept() -> list[KeptStake]:
    rows = DinnerBreak.objects.filter(outcome="given_up", handed_out_at__isnull=True)
    return [
        KeptStake(
            dinner=row.pk,
            player=row.seat.visit.player_id,
            name=row.seat.visit.player.name,
            table=row.seat.cash_table.table.number,
            game=row.seat.cash_table.game_id,
            stake=stake,
            currency=row.seat.cash_table.game.currency,
            since=to_ms(row.ended_at),
        )
        for row in rows.select_related(
            "seat__visit__player", "seat__cash_table__table", "seat__cash_table__game"
        )
        if (stake := put_aside(row)) > 0
    ]


def _table(
    table: CashTable,
    seats: list[CashSeat],
    stakes: dict[int, int | None],
    dinners: Dinners,
    for_list: int,
    dealers: list[str],
) -> CashFloorTable:
    return CashFloorTable(
        number=table.table.number,
        game=table.game_id,
        name=game_name(table.game),
        currency=table.game.currency,
        big_blind=table.game.big_blind,
        seats=table.seats,
        buy_in_min=table.buy_in_min,
        buy_in_max=table.buy_in_max,
        button=table.button,
        hands=table.hands,
        must_move=None if table.feeds is None else table.feeds.table.number,
        for_list=for_list,
        dinner_from=to_ms(dinners.next_from.get(table.pk)),
        floor_called=to_ms(table.floor_called_at),
        dealers=dealers,
        players=[
            CashSeatRow(
                seat=one.number,
                player=one.visit.player_id,
                name=one.visit.player.name,
                state=one.state,
                since=to_ms(one.in_game_since),
                away_since=to_ms(one.away_since),
                missed_small=one.missed_small,
                missed_big=one.missed_big,
                posts=one.posts,
                stake=stakes[one.pk],
                dinner_taken=one.visit.player_id in dinners.had,
            )
            for one in sorted(seats, key=lambda one: one.number)
        ],
    )


def _listed(row: ListEntry) -> CashListRow:
    return CashListRow(
        entry=row.pk,
        game=row.game_id,
        kind=row.kind,
        player=row.player_id,
        name=row.player.name,
        origin=row.origin,
        since=to_ms(row.waiting_since),
        table=None if row.table is None else row.table.table.number,
        called_to=None if row.called_to is None else row.called_to.table.number,
        until=to_ms(row.answer_until),
        expires=to_ms(row.expires_at),
        calls=row.calls,
        coming=row.coming,
    )
