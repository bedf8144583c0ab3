"""The partner of a team is treated as a player of the event: on the phone, at the desk, in lists and on erasure."""

import pytest

from clock.commands.events import close_event
from desk.commands.partners import name_partner
from players.commands.anonymisation import anonymise_player
from players.models import Player
from prizes.commands.payments import pay_prize, take_prize_back
from prizes.models import PrizePayment
from tests.desk.test_teams import clerk as clerk
from tests.desk.test_teams import register, teams
from tests.desk.tills import player
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MakesEvents, press
from tests.prizes.evenings import closed, evening, out
from tourney.access.roles import Actor
from tourney.models import JournalEntry

pytestmark = pytest.mark.django_db


def test_a_partner_of_one_word_or_with_a_namesake_is_erased(make_event: MakesEvents, clerk: Actor) -> None:
    event = teams(make_event)
    bert, dana, _namesake = player("Zwirbel"), player("Dana Kunz"), player("Dana Kunz")
    register(event, clerk, player("Anna"), bert)
    register(event, clerk, player("Cleo"), dana)
    press(close_event, event, by=clerk, although_unfinished=True)
    for who in (bert, dana):
        press(anonymise_player, by=clerk, player=who)
    sales = JournalEntry.journal(event).filter(kind="desk.register").order_by("seq")
    assert [(one.answer or {})["name"] for one in sales] == [f"Anna / #{bert}", f"Cleo / #{dana}"]
    told = list(JournalEntry.journal(event).values_list("arguments", "answer", "changes"))
    assert "Zwirbel" not in str(told)
    journal_tells_the_rows()


def test_why_a_payment_to_a_partner_was_reversed_is_erased_with_the_partner(
    make_event: MakesEvents, floor: Actor, director: Actor
) -> None:
    event = make_event(book="tda")
    entries = evening(event, floor, 3, partner_until="close")
    press(name_partner, event, by=floor, entry=entries[2], partner=player("Bert Rossi"))
    closed(event)
    out(event, *entries[:2])
    team = Player.objects.get(partnered__entry=entries[2]), Player.objects.get(entries=entries[2])
    for who in team:
        paid = press(pay_prize, event, by=floor, entry=entries[2], amount=1_000, player=who.pk).answer
        press(take_prize_back, event, by=floor, payment=(paid or {})["payment"], reason=f"came drunk {who}")
    press(close_event, event, by=director, although_unfinished=True)
    for who, left in zip(team, ({"–", f"came drunk {team[1]}"}, {"–"}), strict=True):
        press(anonymise_player, by=director, player=who.pk)
        assert set(PrizePayment.objects.exclude(reason="").values_list("reason", flat=True)) == left
        journal_tells_the_rows()
