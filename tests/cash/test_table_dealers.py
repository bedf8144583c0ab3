"""The dealer of a cash table that ends goes on at another one, with the login or the tablet."""

from collections.abc import Callable
from typing import Any

import pytest

from cash.boards.floor import cash_floor
from cash.commands.breaking import break_cash_table
from cash.commands.dealers import send_table_dealer
from cash.commands.hands import finish_hand
from cash.commands.tables import close_cash_table, open_cash_table
from cash.models import CashTable
from dealers.commands.dealers import add_dealer, begin_shift, send_dealer
from dealers.models import Stint
from seating.commands import take_table
from seating.services.dealer_tables import tables_of
from tests.cash.scenes import BUY_IN, open_game, sit
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import press, refusal
from tests.fixtures.wire import as_sent
from tests.web.visitors import client_of, text_of
from tourney.access.roles import Actor, Role
from tourney.journal.boards import text_of as journal_text
from tourney.journal.readable import readable
from tourney.journal.undo import undo_in_room
from tourney.models import JournalEntry

pytestmark = pytest.mark.django_db
room = as_sent(cash_floor)
ENDED = "/staff/cash/dealer/?ended=7"


@pytest.fixture
def olga(person: Callable[..., Actor], floor: Actor) -> Actor:
    """Return the login of a dealer at table 7, of which Ada is the dealer on the rota; table 8 plays the same game."""
    open_game(8, open_game(7))
    sit(7, {1: "Anna", 2: "Ben"})
    answer = press(add_dealer, by=floor, name="Ada").answer
    assert answer is not None
    press(begin_shift, by=floor, dealer=answer["dealer"])
    press(send_dealer, by=floor, dealer=answer["dealer"], table=7)
    return person("olga", Role.DEALER, tables=(7,))


def broken(floor: Actor, **more: Any) -> None:
    goes = [{"seat": seat, "stake": BUY_IN, "to": 8, "to_seat": seat} for seat in (1, 2)]
    press(break_cash_table, by=floor, table=7, players=goes, **more)


def rota_table(name: str = "Ada") -> int | None:
    stint = Stint.objects.get(dealer__name=name, ended_at__isnull=True)
    return None if stint.table is None else stint.table.number


def dealers(number: int) -> list[str]:
    return next(one["dealers"] for one in room()["tables"] if one["number"] == number)


def test_the_dealer_of_a_broken_table_goes_to_the_table_that_the_floor_chooses(
    floor: Actor, director: Actor, olga: Actor
) -> None:
    assert dealers(7) == ["Ada", "olga"]
    broken(floor, dealers_to=8)
    assert (tables_of(olga), rota_table(), dealers(8)) == (frozenset({8}), 8, ["Ada", "olga"])
    press(finish_hand, by=olga, table=8, hand=1)
    # The tablet goes on there at once.
    assert client_of(olga).get(ENDED)["Location"] == "/staff/cash/dealer/8/"
    entry = JournalEntry.objects.get(kind="cash_table.break")
    told = text_of(client_of(floor).get("/staff/journal/"))
    went = "Anna to table 8, seat 1; Ben to table 8, seat 2"
    assert f"Broke cash table 7: {went}; dealer to table 8: Ada, olga" in told
    press(undo_in_room, by=director, seq=JournalEntry.objects.get(kind="cash_hand.finish").seq)
    press(undo_in_room, by=director, seq=entry.seq)
    assert (tables_of(olga), rota_table()) == (frozenset({7}), 7)
    journal_tells_the_rows()


def test_the_journal_says_that_a_dealer_goes_on_break_where_the_other_table_has_one(
    floor: Actor, olga: Actor
) -> None:
    cleo = (press(add_dealer, by=floor, name="Cleo").answer or {})["dealer"]
    press(begin_shift, by=floor, dealer=cleo)
    press(send_dealer, by=floor, dealer=cleo, table=8)
    broken(floor, dealers_to=8)
    assert (rota_table(), rota_table("Cleo"), tables_of(olga)) == (None, 8, frozenset({8}))
    entry = JournalEntry.objects.get(kind="cash_table.break")
    ends = "; dealer to table 8: olga; dealer on break, because table 8 has a dealer: Ada"
    assert journal_text(readable(entry, floor)).endswith(ends)
    assert (entry.answer or {})["on_break"] == ["Ada"]
    open_game(9, CashTable.objects.get(table__number=8).game_id)
    press(
        send_dealer,
        by=floor,
        dealer=Stint.objects.get(dealer__name="Ada", ended_at__isnull=True).dealer_id,
        table=9,
    )
    press(send_table_dealer, by=floor, table=9, dealers_to=8)
    sent = journal_text(readable(JournalEntry.objects.get(kind="cash_table.send_dealer"), floor))
    assert sent == "Took the dealer off table 9: Ada; on break, because table 8 has a dealer"


def test_a_dealer_without_a_table_after_a_break_chooses_the_next_one_on_the_tablet(
    floor: Actor, olga: Actor
) -> None:
    assert refusal(take_table, by=olga, number=8).code == "has_a_table"
    broken(floor)
    assert (tables_of(olga), rota_table()) == (frozenset({7}), None)
    tablet = client_of(olga)
    choice = text_of(tablet.get(ENDED))
    assert "No game is played at table 7." in choice
    assert 'name="number" value="8"' in choice
    command = "00000000-0000-4000-8000-000000000001"
    taken = tablet.post("/staff/cash/dealer/", {"number": "8", "command_id": command})
    assert (taken["Location"], tables_of(olga)) == ("/staff/cash/dealer/8/", frozenset({8}))


def test_a_tablet_that_is_fixed_to_a_table_deals_there_when_it_is_opened_again(
    floor: Actor, olga: Actor
) -> None:
    broken(floor)
    press(open_cash_table, by=floor, number=7, game=CashTable.objects.filter(table__number=8).get().game_id)
    press(finish_hand, by=olga, table=7, hand=1)
    assert refusal(take_table, by=olga, number=8).code == "has_a_table"


def test_a_login_with_several_tables_keeps_them_when_one_is_closed(floor: Actor, person: Any) -> None:
    open_game(8, open_game(7))
    several = person("nina", Role.DEALER, tables=(7, 8))
    press(close_cash_table, by=floor, number=7)
    assert tables_of(several) == frozenset({7, 8})
    assert client_of(several).get(ENDED)["Location"] == "/staff/cash/dealer/8/"


def test_the_floor_moves_a_dealer_between_open_tables(floor: Actor, olga: Actor) -> None:
    assert refusal(send_table_dealer, by=floor, table=8, dealers_to=7).code == "no_dealer"
    assert refusal(send_table_dealer, by=floor, table=7, dealers_to=7).code == "same_table"
    press(send_table_dealer, by=floor, table=7, dealers_to=8)
    assert (tables_of(olga), rota_table()) == (frozenset({8}), 8)
    press(send_table_dealer, by=floor, table=8)
    assert (tables_of(olga), rota_table()) == (frozenset(), None)
