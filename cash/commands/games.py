"""Commands for the cash room's settings and the games it offers."""

from typing import Annotated, Any, Literal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from cash.models import CashGame, CashSettings, CashTable, ListEntry
from cash.models.lists import OPEN
from cash.services.names import game_name
from desk.commands.sales import MOST_MONEY
from tourney.access.roles import Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.rulebooks.shelf import book_of
from tourney.services.currency import check_currency

GAME_BOARDS = ("cash_lists", "cash_floor")
Amount = Annotated[int, Field(ge=1, le=MOST_MONEY, description="minor units")]
Seats = Annotated[int, Field(ge=2, le=12)]


@command(
    "cash.set", permission=Permission.MANAGE_EVENTS, scope="room", boards=GAME_BOARDS,
    summary=lazy("Changed the settings of the cash room"),
)  # fmt: skip
def set_cash_room(
    tx: Tx,
    book: Annotated[str, Field(max_length=40)],
    answer_seconds: Annotated[int, Field(ge=10, le=7200)] = 180,
    recalls: Annotated[int, Field(ge=0, le=5)] = 1,
    call_in_minutes: Annotated[int, Field(ge=5, le=600)] = 60,
    day_starts: Annotated[int, Field(ge=0, le=1439)] = 360,
    reminder_minutes: Annotated[int, Field(ge=0, le=60)] = 10,
    shown_as: Literal["names", "initials"] = "initials",
    self_service: bool = True,
    comp_per_hour: Annotated[int, Field(ge=0, le=1_000_000, description="minor units")] = 0,
    calls_on: bool = False,
) -> None:
    """Change the settings of the cash room.

    Args:
        book: key of the rulebook of the cash games; "" for the shipped book with cash rules.
        answer_seconds: how long a called player has to come.
        recalls: how often a player is called again before being skipped.
        call_in_minutes: how long a place is kept for a player who is not in the room yet.
        day_starts: minutes after midnight at which a playing day begins.
        reminder_minutes: how long before the end of a dinner break the player is reminded.
        shown_as: how displays show the players on a list.
        self_service: whether players may put themselves on a list.
        comp_per_hour: comps that players earn per hour of play, in the room's currency.
        calls_on: whether open seats are offered to the first in line without staff.

    Raises:
        Refused: there is no such book (`unknown_book`), or it has no cash rules (`no_cash_rules`).
    """
    if book and "cash" not in book_of(book).games:
        raise Refused(
            "no_cash_rules", _("“%(book)s” has no rules for cash games.") % {"book": book_of(book).title}
        )
    row = CashSettings.objects.filter(id=1).first() or tx.create(CashSettings, id=1)
    tx.save(
        row,
        book=book,
        answer_seconds=answer_seconds,
        recalls=recalls,
        call_in_minutes=call_in_minutes,
        day_starts=day_starts,
        reminder_minutes=reminder_minutes,
        shown_as=shown_as,
        self_service=self_service,
        comp_per_hour=comp_per_hour,
        calls_on=calls_on,
    )


def check_limits(minimum: int, maximum: int | None, big_blind: int) -> None:
    """Check the buy-in of a game or table.

    Raises:
        Refused: the minimum does not cover the big blind (`minimum_too_small`), or is above the maximum
            (`minimum_above_maximum`).
    """
    if minimum < big_blind:
        text = _("The minimum buy-in must cover the big blind.")
        raise Refused("minimum_too_small", text, fields={"buy_in_min": text})
    if maximum is not None and maximum < minimum:
        text = _("The maximum buy-in is below the minimum.")
        raise Refused("minimum_above_maximum", text, fields={"buy_in_max": text})


@command(
    "cash_game.add", permission=Permission.MANAGE_TABLES, scope="room", boards=GAME_BOARDS,
    summary=lazy("Offered %(name)s"),
)  # fmt: skip
def add_game(
    tx: Tx,
    variant: Literal["holdem", "omaha", "omaha_five", "omaha_hi_lo", "seven_stud", "razz", "draw", "mixed"],
    betting: Literal["no_limit", "pot_limit", "fixed_limit", "split_limit"],
    small_blind: Amount,
    big_blind: Amount,
    buy_in_min: Amount,
    buy_in_max: Amount | None = None,
    ante: Annotated[int, Field(ge=0, le=MOST_MONEY, description="minor units")] = 0,
    seats: Seats = 9,
    straddle: Literal["none", "live", "button"] = "none",
    run_it_twice: bool = False,
    collection: Literal["none", "rake", "time"] = "rake",
    time_charge: Annotated[int, Field(ge=0, le=MOST_MONEY, description="minor units")] = 0,
    time_minutes: Annotated[int, Field(ge=10, le=240)] = 30,
    note: Annotated[str, Field(max_length=200)] = "",
    currency: Annotated[str, Field(pattern="^[A-Z]{3}$")] | None = None,
) -> Any:
    """Offer a cash game; its interest list opens at once.

    Args:
        variant: the game.
        betting: how much may be bet.
        small_blind, big_blind, ante: or the lower and higher bet of a limit game.
        buy_in_min, buy_in_max: proposed for its tables; no maximum if left out.
        seats: proposed for its tables.
        straddle: the straddle that may be posted (St. Moritz 17).
        run_it_twice: whether the board may be dealt twice (St. Moritz 24).
        collection: how the house is paid.
        time_charge, time_minutes: charge of each player per period, if by time.
        note: house rules shown to players.
        currency: left out: the room's.

    Raises:
        Refused: the blinds or buy-ins are out of order (`blinds_out_of_order`, `minimum_too_small`,
            `minimum_above_maximum`), a time charge is missing (`no_time_charge`), or the game is offered already
            (`already_offered`).
    """
    if small_blind > big_blind:
        text = _("The small blind is above the big blind.")
        raise Refused("blinds_out_of_order", text, fields={"small_blind": text})
    check_limits(buy_in_min, buy_in_max, big_blind)
    if collection == "time" and not time_charge:
        text = _("Enter the charge per player.")
        raise Refused("no_time_charge", text, fields={"time_charge": text})
    if currency is not None:
        check_currency(currency)
    limit = {
        "variant": variant,
        "betting": betting,
        "currency": currency or tx.room.currency,
        "small_blind": small_blind,
        "big_blind": big_blind,
        "ante": ante,
    }
    if CashGame.objects.filter(retired=False, **limit).exists():
        raise Refused("already_offered", _("This game is already offered."))
    row = tx.create(
        CashGame,
        **limit,
        buy_in_min=buy_in_min,
        buy_in_max=buy_in_max,
        seats=seats,
        straddle=straddle,
        run_it_twice=run_it_twice,
        collection=collection,
        time_charge=time_charge,
        time_minutes=time_minutes,
        note=note.strip(),
        order=CashGame.objects.count(),
    )
    return {"game": row.pk, "name": game_name(row)}


def offered_game(tx: Tx, game: int) -> CashGame:
    """Return a game that the room offers.

    Raises:
        Refused: there is no such game (`not_found`).
    """
    return tx.get(CashGame, pk=game, retired=False)


@command(
    "cash_game.change", permission=Permission.MANAGE_TABLES, scope="room", boards=GAME_BOARDS,
    summary=lazy("Changed %(name)s"),
)  # fmt: skip
def change_game(
    tx: Tx,
    game: Id,
    buy_in_min: Amount,
    buy_in_max: Amount | None = None,
    seats: Seats = 9,
    straddle: Literal["none", "live", "button"] = "none",
    run_it_twice: bool = False,
    note: Annotated[str, Field(max_length=200)] = "",
    collection: Literal["none", "rake", "time"] | None = None,
    time_charge: Annotated[int, Field(ge=0, le=MOST_MONEY, description="minor units")] | None = None,
    time_minutes: Annotated[int, Field(ge=10, le=240)] | None = None,
) -> Any:
    """Change what a game proposes for new tables, and its house rules. Game and limit stay.

    Args:
        game: the game.
        buy_in_min, buy_in_max, seats: proposed for its tables; tables that are open keep theirs (St. Moritz 15).
        straddle: the straddle that may be posted (St. Moritz 17).
        run_it_twice: whether the board may be dealt twice (St. Moritz 24).
        note: house rules shown to players.
        collection: how the house is paid; left out: as before.
        time_charge, time_minutes: charge of each player per period, if by time; left out: as before.

    Raises:
        Refused: the buy-ins are out of order (`minimum_too_small`, `minimum_above_maximum`), a time charge is missing
            (`no_time_charge`), or how the house is paid would change at open tables (`table_open`).
    """
    row = offered_game(tx, game)
    check_limits(buy_in_min, buy_in_max, row.big_blind)
    paid = (
        collection or row.collection,
        row.time_charge if time_charge is None else time_charge,
        time_minutes or row.time_minutes,
    )
    if paid[0] == "time" and not paid[1]:
        text = _("Enter the charge per player.")
        raise Refused("no_time_charge", text, fields={"time_charge": text})
    is_other = paid != (row.collection, row.time_charge, row.time_minutes)
    if is_other and CashTable.objects.filter(game=row, closed_at__isnull=True).exists():
        # Players agreed to it when they sat down, and what a table collected is counted by it.
        text = _("A table of this game is open. Close it before you change how the house is paid.")
        raise Refused("table_open", text, fields={"collection": text})
    tx.save(
        row,
        buy_in_min=buy_in_min,
        buy_in_max=buy_in_max,
        seats=seats,
        straddle=straddle,
        run_it_twice=run_it_twice,
        note=note.strip(),
        collection=paid[0],
        time_charge=paid[1],
        time_minutes=paid[2],
    )
    return {"name": game_name(row)}


@command(
    "cash_game.retire", permission=Permission.MANAGE_TABLES, scope="room", boards=GAME_BOARDS,
    summary=lazy("Stopped offering %(name)s"),
)  # fmt: skip
def retire_game(tx: Tx, game: Id) -> Any:
    """Stop offering a game. It must have no open table and an empty list.

    Args:
        game: the game.

    Raises:
        Refused: a table of it is open (`table_open`), or players are on its lists (`list_not_empty`).
    """
    row = offered_game(tx, game)
    if CashTable.objects.filter(game=row, closed_at__isnull=True).exists():
        raise Refused("table_open", _("A table of this game is open. Close it first."))
    if ListEntry.objects.filter(game=row, state__in=OPEN).exists():
        raise Refused("list_not_empty", _("Players are on the list of this game. Remove them first."))
    tx.save(row, retired=True)
    return {"name": game_name(row)}
