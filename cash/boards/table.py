"""One cash table as its dealer and the floor see it: seats, blinds, and what absent players owe."""

from collections.abc import Iterable, Sequence
from typing import Literal

from django.db.models import Count, Max
from msgspec import Struct

from cash.models import CashPenalty, CashSeat, CashTable, DinnerBreak, StakeMove, TableMoney
from cash.rules.blinds import Way, gets_cards, has_lost_place
from cash.services.blinds import HandState, chair_of, hand_state
from cash.services.must_move import next_to_move
from cash.services.names import game_name
from cash.services.penalties import running_of
from cash.services.settings import cash_book
from cash.services.tables import open_tables, seats_at
from tourney.access import reads
from tourney.live.boards import board
from tourney.live.topics import Change
from tourney.now import room_now, to_ms
from tourney.rulebooks.books.schema import Book
from tourney.rules.numbers import whole_number

ROWS = (
    "cash.cashtable", "cash.cashseat", "cash.dinnerbreak", "cash.cashgame", "cash.cashsettings", "players.player",
    "cash.cashpenalty", "cash.stakemove", "cash.tablemoney",
)  # fmt: skip


class WayIn(Struct, frozen=True):
    """A way in which a player may be dealt in, with what it costs.

    Attributes:
        choice: `free`: nothing is owed; `wait`: for the big blind, at no cost; `post`: pay what follows; `big_blind`:
            the big blind is at this seat.
        big: posted as a bet, in minor units; 0 for none.
        small: posted dead, in minor units; 0 for none.
        alone: whether nobody else posts in this hand, and the button is here in the next one.
        rule: as cited, "St. Moritz 16"; "" where the book is silent.
    """

    choice: Literal["free", "wait", "post", "big_blind"]
    big: int
    small: int
    alone: bool
    rule: str


class CashChair(Struct, frozen=True):
    """An occupied seat of a cash table. Times are milliseconds since 1970 UTC, money is in minor units.

    Attributes:
        state: `playing`, `away` or `dinner`.
        until: end of the dinner break.
        posts: what is owed before the cards besides missed blinds: `big_blind`, `both`, `small_dead`, `waits` (for the
            big blind) or "".
        missed_small, missed_big: missed-blind buttons: whether the small blind passed, and how many big blinds.
        cards: whether the seat is dealt in.
        position: `small_blind` or `big_blind` in this hand, or "".
        misses: the blind that passes this absent player in this hand, if no button was given yet: `small`, `big` or "".
        place_lost: whether the seat is no longer kept (St. Moritz 16); the floor decides.
        ways: ways to be dealt in again, if the player is away or owes something.
        penalty_until: end of the penalty that the player sits out; null for none. `penalty_rule`: as cited.
        warnings: how often the player was warned since they took a seat.
        paid_period: the last period of time collection that the player paid; null for none.
    """

    seat: int
    player: int
    name: str
    state: Literal["playing", "away", "dinner"]
    away_since: int | None
    until: int | None
    posts: str
    missed_small: bool
    missed_big: int
    cards: bool
    position: Literal["", "small_blind", "big_blind"]
    misses: Literal["", "small", "big"]
    place_lost: bool
    ways: list[WayIn]
    penalty_until: int | None
    penalty_rule: str
    warnings: int
    paid_period: int | None


class CashTableBoard(Struct, frozen=True):
    """An open cash table. It has no stakes and no tray: each dealer reads this board of all tables.

    Attributes:
        cash_table: its key; another one at the same number is another game.
        name: "No-Limit Hold’em 5/10".
        hand: number of the hand that is played, counted from 1.
        button: its seat; null if unknown.
        alone: seat of a player who posts both blinds alone in this hand; null for none.
        straddle: `none`, `live` or `button`.
        note: house rules.
        must_move: number of the main table that its players move to; null for none.
        next_must_move: seat of the player who moves there next: the longest in the game; null for none.
        collection: how the house is paid: `none`, `rake` or `time`.
        time_charge, time_minutes: of each player per period, counted from `opened` (milliseconds since 1970 UTC).
        collected: the last period of which time was collected; null for none.
        on_way: how many fills and credits are not confirmed.
        floor_called: since when the dealer calls the floor; null for no call.
        chairs: the occupied seats, seat 1 first.
    """

    number: int
    cash_table: int
    name: str
    currency: str
    small_blind: int
    big_blind: int
    seats: int
    hand: int
    button: int | None
    alone: int | None
    straddle: str
    run_it_twice: bool
    note: str
    must_move: int | None
    next_must_move: int | None
    collection: str
    time_charge: int
    time_minutes: int
    opened: int | None
    collected: int | None
    on_way: int
    floor_called: int | None
    chairs: list[CashChair]


# Above this number of changed rows of a model, such as imported players, all tables are read again.
_MANY = 400


def _members(_scope: int) -> Iterable[str]:
    return [str(one.table.number) for one in open_tables()]


def tables_concerned(changes: Sequence[Change]) -> set[str]:
    """Return the numbers of the cash tables that changed rows concern."""
    keys: dict[str, set[int]] = {}
    tables: set[int] = set()
    for change in changes:
        keys.setdefault(change["model"], set()).add(change["pk"])
        for image in (change["before"] or {}, change["after"] or {}):
            tables |= {image[name] for name in ("cash_table_id",) if image.get(name)}
    if "cash.cashsettings" in keys or any(len(some) > _MANY for some in keys.values()):
        return set(_members(0))
    tables |= keys.get("cash.cashtable", set())
    tables |= set(
        TableMoney.objects.filter(pk__in=keys.get("cash.tablemoney", ())).values_list("cash_table", flat=True)
    )
    seats = CashSeat.objects.filter(pk__in=keys.get("cash.cashseat", ())) | CashSeat.objects.filter(
        dinner_breaks__in=keys.get("cash.dinnerbreak", ())
    )
    seats |= CashSeat.objects.filter(stake_moves__in=keys.get("cash.stakemove", ()))
    tables |= set(seats.values_list("cash_table_id", flat=True))
    people = keys.get("players.player", set()) | set(
        CashPenalty.objects.filter(pk__in=keys.get("cash.cashpenalty", ())).values_list("player", flat=True)
    )
    present = CashSeat.objects.filter(visit__player__in=people, left_at__isnull=True)
    tables |= set(present.values_list("cash_table_id", flat=True))
    rows = CashTable.objects.filter(pk__in=tables) | CashTable.objects.filter(
        game__in=keys.get("cash.cashgame", ()), closed_at__isnull=True
    )
    return {str(number) for number in rows.values_list("table__number", flat=True)}


@board(
    "cash_table", topic="room", permission=reads.FLOOR, members=_members, model="cash.cashtable", rows=ROWS,
    late=True, by_rows=True, concerned=tables_concerned,
)  # fmt: skip
def cash_table(_scope: int, name: str) -> CashTableBoard | None:
    """Return an open cash table by its number, with what each player would owe; nothing if none is open there."""
    number = whole_number(name)
    rows = CashTable.objects.filter(table__number=number or 0, closed_at__isnull=True)
    table = rows.select_related("table", "game", "feeds__table").first()
    if table is None:
        return None
    game, book, seats = table.game, cash_book(), seats_at(table)
    state = hand_state(table, seats)
    dinners = dict(
        DinnerBreak.objects.filter(seat__in=seats.values(), ended_at__isnull=True).values_list(
            "seat_id", "until"
        )
    )
    penalties = running_of([one.visit.player_id for one in seats.values()], room_now())
    warned = dict(
        CashPenalty.objects.filter(kind="warning", seat__visit__in=[one.visit_id for one in seats.values()])
        .values_list("player")
        .annotate(Count("pk"))
        .order_by()
    )
    money = TableMoney.objects.filter(cash_table=table)
    paid = dict(
        StakeMove.objects.filter(kind="time", seat__in=seats.values())
        .values_list("seat")
        .annotate(Max("period"))
        .order_by()
    )
    first = None if table.feeds is None else next_to_move(seats.values())
    return CashTableBoard(
        number=table.table.number,
        cash_table=table.pk,
        name=game_name(game),
        currency=game.currency,
        small_blind=game.small_blind,
        big_blind=game.big_blind,
        seats=table.seats,
        hand=table.hands + 1,
        button=table.button,
        alone=table.next_button,
        straddle=game.straddle,
        run_it_twice=game.run_it_twice,
        note=game.note,
        must_move=None if table.feeds is None else table.feeds.table.number,
        next_must_move=None if first is None else first.number,
        collection=game.collection,
        time_charge=game.time_charge,
        time_minutes=game.time_minutes,
        opened=to_ms(table.opened_at),
        collected=money.filter(kind="time").aggregate(Max("period"))["period__max"],
        on_way=money.filter(confirmed_at__isnull=True, cancelled_at__isnull=True).count(),
        floor_called=to_ms(table.floor_called_at),
        chairs=[
            _chair(
                row,
                table,
                state,
                book,
                to_ms(dinners.get(row.pk)),
                penalties.get(row.visit.player_id),
                warned.get(row.visit.player_id, 0),
                paid.get(row.pk),
            )
            for row in seats.values()
        ],
    )


def _chair(
    row: CashSeat,
    table: CashTable,
    state: HandState,
    book: Book,
    until: int | None,
    penalty: CashPenalty | None,
    warnings: int,
    paid_period: int | None,
) -> CashChair:
    chair, blinds = chair_of(row, table), state.blinds
    seat = row.number
    owes = row.state != "playing" or row.posts
    return CashChair(
        seat=seat,
        player=row.visit.player_id,
        name=row.visit.player.name,
        state=row.state,  # type: ignore[arg-type]
        away_since=to_ms(row.away_since),
        until=until,
        posts=row.posts,
        missed_small=row.missed_small,
        missed_big=row.missed_big,
        cards=gets_cards(chair, book),
        position=""
        if blinds is None
        else "small_blind"
        if seat == blinds.small
        else "big_blind"
        if seat == blinds.big
        else "",
        misses=""
        if blinds is None
        else "small"
        if seat in blinds.missing_small
        else "big"
        if seat in blinds.missing_big
        else "",
        place_lost=has_lost_place(chair, book),
        ways=[_way(one, table) for one in state.ways(seat)] if owes else [],
        penalty_until=None if penalty is None else to_ms(penalty.until),
        penalty_rule="" if penalty is None else penalty.rule,
        warnings=warnings,
        paid_period=paid_period,
    )


def _way(way: Way, table: CashTable) -> WayIn:
    game = table.game
    return WayIn(
        choice=way.choice,
        big=game.big_blind if way.big else 0,
        small=game.small_blind if way.small else 0,
        alone=way.alone,
        rule=way.rule,
    )
