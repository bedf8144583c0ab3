"""Two tables of long names with blinds of a million, for pictures, in the room of DATA_DIR.

The last line of output is one JSON object: `addresses`, the name and route of every page, and `values`, what to put in
for each parameter of a route.
"""

import json
import os
import sys
from typing import Any

import django
from django.urls import get_resolver

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tourney.settings")
django.setup()

from clock.commands.clock import go_to, set_remaining, start  # noqa: E402
from clock.commands.events import create_event  # noqa: E402
from clock.commands.structures import LevelInput, save_structure  # noqa: E402
from clock.models import Structure  # noqa: E402
from desk.commands.bookings import wait  # noqa: E402
from desk.commands.registration import set_registration  # noqa: E402
from desk.commands.sales import PaymentInput, register_player  # noqa: E402
from desk.models import Booking, Drawer, Receipt  # noqa: E402
from displays.commands.layouts import add_shipped_layout  # noqa: E402
from displays.models import HouseLayout  # noqa: E402
from notifications.commands.player_links import path_of  # noqa: E402
from planning.commands.templates import save_template  # noqa: E402
from planning.models import EventTemplate  # noqa: E402
from players.commands.players import add_player  # noqa: E402
from prizes.commands.payouts import set_payout  # noqa: E402
from procedures.boards.stack_counts import stack_count  # noqa: E402
from procedures.commands.bags import hand_in, seal_table  # noqa: E402
from procedures.commands.stack_counts import close_count, count_table, open_count  # noqa: E402
from rulings.commands.rulings import note_ruling  # noqa: E402
from rulings.models import Ruling  # noqa: E402
from seasons.commands.seasons import create_season  # noqa: E402
from seasons.models import Season  # noqa: E402
from seating.commands import add_tables, assign_table, bust, count_stack, draw_seats, set_plan  # noqa: E402
from seating.models import Seat, Table  # noqa: E402
from simulation.driver.staff import DEALER, DIRECTOR, FLOOR, clerk, press  # noqa: E402
from tests.pictures.cash_scene import busy_cash_room  # noqa: E402
from tourney.commands import ChipInput, add_chip_set  # noqa: E402
from tourney.models import ChipSet, JournalEntry, User  # noqa: E402
from web.urls import AUDIENCES  # noqa: E402
from webhooks.boards.messages import chosen_kinds  # noqa: E402
from webhooks.commands.webhooks import add_webhook, send_test  # noqa: E402
from webhooks.models import Delivery, Webhook  # noqa: E402

EVENT = "Große Internationale Schaffhauser Meisterschaft im No-Limit Hold’em 2026"
SURNAMES = (
    "Wolfeschlegelsteinhausen-Oberwallner",
    "von Sachsen-Coburg-Battenberg-Saalfeld",
    "Hohenlohe-Waldenburg-Schillingsfürst",
    "Featherstonehaugh-Cholmondeley-Green",
    "Szczepańska-Brzęczyszczykiewiczówna",
    "García-Fernández de la Rosa y Montes",
)
GIVEN = ("Anna", "Bruno", "Chiara")
# Letters of the longest names.
LETTERS = 40
FEE, POOL = 50_000, 950_000
BIG = 2_000_000
STACK = 50 * BIG
TABLES, SEATS = 2, 10


def people() -> list[int]:
    """Add players with names of 40 letters."""
    names = [f"{given} {surname}"[:LETTERS] for surname in SURNAMES for given in GIVEN]
    return [answer(add_player, name=name, birth_date="1980-01-01")["player"] for name in names]


def answer(command: Any, event: int | None = None, by: Any = DIRECTOR, **arguments: Any) -> dict[str, Any]:
    """Run a command and return its answer."""
    return press(command, event, by=by, **arguments).answer or {}


def webhooks(event: int) -> None:
    """Add a webhook with messages that were taken, refused and wait."""
    url = "https://club.example/hook"
    kinds = [kind.name for kind in chosen_kinds()]
    made = answer(add_webhook, name="Vereins-Webseite und Chat der Turnierleitung", url=url, kinds=kinds)[
        "webhook"
    ]
    for state, status, text in (
        ("delivered", 200, "ok"),
        ("refused", 404, "<html><title>Not Found</title>" + "The requested address was not found. " * 4),
        ("waiting", None, ""),
    ):
        row = Delivery.objects.get(pk=answer(send_test, webhook=made)["delivery"])
        row.kind, row.tournament_id = "player.out", event
        row.facts = {"event": {"entries": 2, "left": 1}, "data": {"players": [], "more": 0, "currency": ""}}
        row.state, row.status, row.answer, row.attempts = state, status, text, 1
        row.took_ms, row.tried_at = 184, row.at
        row.save()


def created() -> int:
    """Create the event: its first level is of the usual size, the others of a million and more."""
    blinds = [(BIG // 4, BIG // 2), *[(BIG * at // 2, BIG * at) for at in range(1, 8)]]
    rows = [
        LevelInput(
            kind="level",
            duration=2_400_000,
            small_blind=small,
            big_blind=big,
            ante=big,
            ante_kind="big_blind",
        )
        for small, big in blinds
    ]
    rows.insert(3, LevelInput(kind="break", duration=900_000, colour_up=[25_000]))
    chips = [
        ChipInput(value=value, face=face, edge="#ffffff")
        for value, face in (
            (25_000, "#1f6f3f"),
            (100_000, "#1d2733"),
            (500_000, "#7a3fa0"),
            (1_000_000, "#b5411f"),
        )
    ]
    event: int = answer(
        create_event,
        name=EVENT,
        structure=answer(save_structure, name=EVENT, levels=rows)["structure"],
        starting_stack=STACK,
        book="tda",
        chip_set=answer(add_chip_set, name="Large", chips=chips)["chip_set"],
    )["tournament"]
    press(
        set_registration,
        event,
        by=DIRECTOR,
        pool=POOL,
        fee=FEE,
        late_ends="row",
        late_row=4,
        re_entries_most=1,
    )
    # Locked by hand: a picture shows the prizes before.
    press(
        set_payout,
        event,
        by=DIRECTOR,
        method="table",
        table="club",
        guarantee=2_500_000_000,
        locks_itself=False,
    )
    return event


def opened(event: int) -> None:
    """Give the event two tables, sell entries to all but two players, draw their seats, and start the clock."""
    last = Table.objects.order_by("-number").values_list("number", flat=True).first() or 0
    press(add_tables, by=DIRECTOR, first=last + 1, last=last + TABLES, seats=SEATS)
    for number in range(last + 1, last + TABLES + 1):
        press(assign_table, event, by=DIRECTOR, number=number)
    press(set_plan, event, by=DIRECTOR, seats_per_table=SEATS, ghosts=False)
    *playing, next_one, after = people()
    by = clerk()
    for player in playing:
        price = POOL + FEE
        paid = [PaymentInput(method="cash", amount=price, tendered=price)]
        press(register_player, event, by=by, player=player, payments=paid)
    for player in (next_one, after):
        press(wait, event, by=by, player=player)
    press(draw_seats, event, by=DIRECTOR)
    press(start, event, by=DIRECTOR)
    press(go_to, event, by=DIRECTOR, to=2)
    press(set_remaining, event, by=DIRECTOR, ms=1_201_000)
    seats = list(Seat.objects.filter(tournament_table__tournament=event, kind="player").order_by("pk"))
    for seat in seats[::2]:
        press(count_stack, event, by=DEALER, entry=seat.entry_id, chips=STACK + 25_000)
    press(bust, event, by=FLOOR, entry=seats[-1].entry_id)
    counted(event)
    days = {"first_day": "2020-01-01", "last_day": "2199-12-31"}
    press(create_season, by=DIRECTOR, name=EVENT[:60], book="tda", points="prize", cup_seats=10, **days)
    press(note_ruling, event, by=FLOOR, text="String bet: the raise did not stand. " * 4, rule="TDA 43")


def difference_of(event: int) -> int:
    """Return by how much the count in progress differs from the chips in play."""
    board = stack_count(event)
    return 0 if board is None or board.difference is None else board.difference


def counted(event: int) -> None:
    """Count all stacks, with a difference; then begin to count and to bag them at the end of the day."""
    tables = Seat.objects.filter(tournament_table__tournament=event, kind="player")
    numbers = sorted(set(tables.values_list("tournament_table__table__number", flat=True)))
    for turn in (1, 2):
        press(open_count, event, by=FLOOR, occasion="break" if turn == 1 else "day_end")
        for number in numbers[: len(numbers) if turn == 1 else 1]:
            seats = tables.filter(tournament_table__table__number=number).values_list("number", flat=True)
            stacks = [{"seat": seat, "chips": STACK + seat * 1_000_000} for seat in sorted(seats)]
            press(count_table, event, by=FLOOR, number=number, stacks=stacks)
        if turn == 1:
            press(close_count, event, by=FLOOR, difference=difference_of(event))
        else:
            seats = tables.filter(tournament_table__table__number=numbers[0]).values_list("number", flat=True)
            press(seal_table, event, by=FLOOR, number=numbers[0], seats=sorted(seats)[:6])
            press(hand_in, event, by=FLOOR, number=numbers[0])


def values(event: int) -> dict[str, Any]:
    """Return a value for each parameter in the addresses of pages."""
    seat = Seat.objects.filter(tournament_table__tournament=event, kind="player").order_by("pk")[0]
    rows = {
        "structure_id": Structure.objects.order_by("pk"),
        "chip_set_id": ChipSet.objects.order_by("pk"),
        "template_id": EventTemplate.objects.order_by("pk"),
        "webhook_id": Webhook.objects.order_by("pk"),
        "user_id": User.objects.order_by("pk"),
        "drawer_id": Drawer.objects.order_by("pk"),
        "receipt_id": Receipt.objects.filter(items__tournament=event).order_by("pk"),
        "booking_id": Booking.objects.filter(tournament=event).order_by("pk"),
        "ruling_id": Ruling.objects.order_by("pk"),
        "season_id": Season.objects.order_by("pk"),
        "layout_id": HouseLayout.objects.order_by("pk"),
    }
    found: dict[str, Any] = {name: keys.values_list("pk", flat=True).first() for name, keys in rows.items()}
    entry = seat.entry
    assert entry is not None
    return (
        found
        | busy_cash_room()
        | {
            "tournament_id": event,
            "number": seat.tournament_table.table.number,
            "entry_id": entry.pk,
            "player_id": entry.player_id,
            "key": "munot",
            "which": "ranking",
            "seq": JournalEntry.journal(event).order_by("seq").values_list("seq", flat=True).last(),
            "secret": path_of(entry.player_id).strip("/").split("/")[-1],
        }
    )


def addresses() -> list[tuple[str, str]]:
    """Return the name and route of every address of the pages, by audience."""
    return [
        (str(pattern.name), str(pattern.pattern))
        for audience in AUDIENCES
        for pattern in get_resolver(f"web.{audience}.urls").url_patterns
    ]


def main() -> int:
    """Set the event up and play a little."""
    event = created()
    opened(event)
    press(save_template, by=DIRECTOR, source=event, name="Friday Turbo")
    webhooks(event)
    press(add_shipped_layout, by=DIRECTOR, key="classic", name="Clock of the tables beside the entrance")
    print(json.dumps({"values": values(event), "addresses": addresses()}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
