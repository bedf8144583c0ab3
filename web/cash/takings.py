"""Takings of the cash room by playing day, and players' visits with their comps."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import pgettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from cash.boards.takings import CashTakings, TableTakings, cash_takings
from cash.boards.visits import CashVisitRow, VisitSeat, cash_visits
from cash.models import CompMove
from cash.services.comps import comps_of
from cash.services.days import bounds_of, playing_day
from desk.rules.amounts import places_of, write_amount
from desk.services.prices import decimal_mark
from players.models import Player
from players.services.records import living_records
from players.services.search import search_people
from tourney.access import reads
from tourney.models import Room
from tourney.now import from_ms, room_now
from tourney.rules.numbers import whole_number
from tourney.rules.text_files import write_text
from tourney.services.dates import time_text, timestamp_text
from web.office.csv_files import csv_file, headings
from web.shared.access import staff_page
from web.shared.forms import Form
from web.shared.money import amount_in, plain_money_text

_PAGE = 100
_MOST_FOUND = 20
_MOST_EXPORTED = 5_000
_SUMS = (
    "rake", "jackpot", "time", "house", "fills", "credits", "sold", "drawer_in", "drawer_out", "brought", "taken",
)  # fmt: skip
_VISIT_COLUMNS: dict[str, Promise] = {
    "name": lazy("Player"),
    "started": lazy("Came"),
    "ended": pgettext_lazy("the room", "Left"),
    "seats": lazy("Seats"),
    "hours": lazy("Hours"),
    "currency": lazy("Currency"),
    "in": pgettext_lazy("chips", "In"),
    "out": pgettext_lazy("chips", "Out"),
    "comps_earned": lazy("Comps earned"),
    "comps_used": lazy("Comps used"),
    "comps_left": lazy("Comps left"),
}
_TAKINGS_COLUMNS: dict[str, Promise] = {
    "day": lazy("Playing day"),
    "table": lazy("Table"),
    "game": lazy("Game"),
    "currency": lazy("Currency"),
    "opened": lazy("Opened"),
    "closed": lazy("Closed"),
    "rake": lazy("Rake"),
    "jackpot": lazy("Jackpot"),
    "time": lazy("Time"),
    "house": lazy("Rake, jackpot and time"),
    "fills": lazy("Fills"),
    "credits": lazy("Credits"),
    "sold": lazy("Sold at the table"),
    "drawer_in": lazy("Into drawers"),
    "drawer_out": lazy("Out of drawers"),
    "brought": pgettext_lazy("chips", "In"),
    "taken": pgettext_lazy("chips", "Out"),
}


@dataclass(frozen=True, slots=True)
class Sought:
    """What the page shows.

    Attributes:
        day: a playing day; None for all days.
        player: visits of this player only.
        found: players whose name was typed, if several match.
        typed: the text of the field.
    """

    day: date | None
    player: Player | None
    found: Sequence[Player] = ()
    typed: str = ""

    @property
    def is_unclear(self) -> bool:
        """Return whether a name was typed that is not that of one player."""
        return bool(self.typed) and self.player is None

    def query(self, **more: object) -> str:
        """Return the filter as a query string."""
        given: dict[str, object] = {"day": "" if self.day is None else self.day.isoformat()}
        if self.player is not None:
            given["player"] = self.player.pk
        elif self.typed:
            given["name"] = self.typed
        return urlencode({**given, **more})


def _sought(request: HttpRequest) -> Sought:
    """Parse the filter: without any, the present playing day; of a player alone, all days."""
    number, typed = whole_number(request.GET.get("player", "")), request.GET.get("name", "").strip()[:120]
    player = None if number is None else Player.objects.filter(pk=number).first()
    found: list[Player] = []
    if player is None and typed:
        visitors = living_records().filter(cash_visits__isnull=False).distinct()
        found = list(search_people(visitors, typed)[:_MOST_FOUND])
        player = found[0] if len(found) == 1 else None
    day = _day(request.GET.get("day", ""))
    if day is None and "day" not in request.GET and player is None:
        day = playing_day(room_now())
    return Sought(day, player, found if player is None else (), typed)


def _day(text: str) -> date | None:
    try:
        day = date.fromisoformat(text[:10])
    except ValueError:
        return None
    return day if 1970 < day.year < 2200 else None


@never_cache
@require_http_methods(["GET", "POST"])
@staff_page(reads.CASH_VISITS)
def takings(request: HttpRequest) -> HttpResponse:
    """Show takings per table, and visits; of one player, the comps as well, with the form that uses them."""
    sought = _sought(request)
    currency = Room.objects.get_or_create(id=1)[0].currency
    form = Form.sent(request) if request.method == "POST" else Form()
    if request.method == "POST" and sought.player is not None:
        done = form.act(
            request,
            "comp.use",
            player=sought.player.pk,
            amount=amount_in(form, "amount", currency),
            what=form.text("what"),
        )
        if done is not None:
            return redirect(f"{reverse('cash_takings')}?{sought.query()}")
    before = whole_number(request.GET.get("before", ""))
    found = None if sought.is_unclear else _visits(sought, before=before, limit=_PAGE)
    context = {
        "sought": sought,
        "query": sought.query(),
        "today": playing_day(room_now()),
        "begins": None if sought.day is None else bounds_of(sought.day)[0],
        "days": _neighbours(sought.day),
        "takings": None if sought.day is None or sought.player else _by_currency(cash_takings(sought.day)),
        "visits": [] if found is None else [_shown(one) for one in found.visits],
        "more": None if found is None or found.before is None else sought.query(before=found.before),
        "currency": currency,
        "form": form,
        "comps": _comps(sought.player, currency, form),
    }
    return render(request, "cash/takings.html", context, status=422 if form.is_wrong else 200)


def _visits(sought: Sought, before: int | None, limit: int) -> Any:
    return cash_visits(
        player=None if sought.player is None else sought.player.pk, before=before, limit=limit, day=sought.day
    )


def _neighbours(day: date | None) -> dict[str, date] | None:
    return None if day is None else {"before": day - timedelta(1), "after": day + timedelta(1)}


def _by_currency(found: CashTakings) -> list[dict[str, Any]]:
    """Return the tables of each currency with their sums: amounts of two currencies never stand in one column."""
    return [
        {"of": one, "tables": [table for table in found.tables if table.currency == one.currency]}
        for one in found.currencies
    ]


def _shown(row: CashVisitRow) -> dict[str, Any]:
    result = None if row.ended is None else row.taken - row.brought
    return {"row": row, "seats": _seats_text(row.seats), "result": result}


def _seats_text(seats: Sequence[VisitSeat]) -> str:
    """Return where a player sat: "table 7, seat 3 20:15–21:40; table 8, seat 1 from 21:40"."""
    now = _("table %(table)s, seat %(seat)s from %(time)s")
    before = _("table %(table)s, seat %(seat)s %(time)s–%(until)s")
    return "; ".join(
        (now if one.until is None else before)
        % {"table": one.table, "seat": one.seat, "time": _time(one.since), "until": _time(one.until)}
        for one in seats
    )


def _time(at: int | None) -> str:
    return "" if at is None else time_text(from_ms(at))


def _comps(player: Player | None, currency: str, form: Form) -> dict[str, Any] | None:
    if player is None:
        return None
    balance = comps_of([player.pk], room_now(), currency)[player.pk]
    if not form.is_wrong:
        form.values.setdefault("amount", plain_money_text(max(balance.left, 0), currency))
    moves = CompMove.objects.filter(player=player).order_by("-pk")[:20]
    return {"earned": balance.earned, "used": balance.used, "left": balance.left, "moves": moves}


@never_cache
@require_GET
@staff_page(reads.CASH_VISITS)
def visits_file(request: HttpRequest) -> HttpResponse:
    """Export the visits that the page shows, latest first."""
    sought = _sought(request)
    return csv_file([headings(_VISIT_COLUMNS), *_visit_lines(sought)], f"cash-visits{_suffix(sought)}.csv")


def _visit_lines(sought: Sought) -> Iterator[list[str]]:
    room, before, left = Room.objects.get_or_create(id=1)[0], None, _MOST_EXPORTED
    while left > 0 and not sought.is_unclear:
        page = _visits(sought, before=before, limit=min(left, 500))
        for one in page.visits:
            yield [
                write_text(one.name),
                _timestamp(one.started),
                _timestamp(one.ended),
                _seats_text(one.seats),
                f"{one.played / 3_600_000:.2f}".replace(".", decimal_mark()),
                one.currency,
                _amount(one.brought, one.currency),
                _amount(one.taken, one.currency),
                *(_amount(comps, room.currency) for comps in (one.comps_earned, one.comps_used, one.comps)),
            ]
        before, left = page.before, left - len(page.visits)
        if before is None:
            return


@never_cache
@require_GET
@staff_page(reads.CASH_VISITS)
def takings_file(request: HttpRequest) -> HttpResponse:
    """Export the takings of a playing day by table."""
    sought = _sought(request)
    found = cash_takings(sought.day)
    rows = [headings(_TAKINGS_COLUMNS), *(_takings_line(found.day, one) for one in found.tables)]
    return csv_file(rows, f"cash-takings-{found.day}.csv")


def _takings_line(day: str, one: TableTakings) -> list[str]:
    return [
        day,
        str(one.number),
        write_text(one.name),
        one.currency,
        _timestamp(one.opened),
        _timestamp(one.closed),
        *(_amount(getattr(one.sums, name), one.currency) for name in _SUMS),
    ]


def _suffix(sought: Sought) -> str:
    return "" if sought.day is None else f"-{sought.day.isoformat()}"


def _timestamp(at: int | None) -> str:
    return "" if at is None else timestamp_text(from_ms(at))


def _amount(amount: int, currency: str) -> str:
    return write_amount(amount, places_of(currency), decimal=decimal_mark(), group="")
