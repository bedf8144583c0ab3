"""Both players of a team are named wherever staff read who moved, was penalized or is out."""

import re

import pytest

from desk.commands.sales import printed, register_player
from desk.models import Receipt
from penalties.commands.penalties import impose, lift
from players.commands.anonymisation import anonymise_player
from seating.commands import bust, bust_several, give_seat, note_stack_order, put_right, set_plan, swap_seats
from seating.models import Seat
from tests.desk.tills import PRICE, cash, drawer, player, sold
from tests.fixtures.room import MakesEvents, press, refusal
from tests.stages.stage_scenes import seat_everybody
from tourney.access.roles import Actor
from tourney.journal.boards import text_of
from tourney.journal.undo import undo
from tourney.models import JournalEntry

pytestmark = pytest.mark.django_db

TEAMS = ("Anna", "Bert"), ("Cleo", "Dana"), ("Emil", "Finn"), ("Gero", "Hans")


def test_journal_names_both_players_of_a_team_until_one_is_erased(
    make_event: MakesEvents, director: Actor
) -> None:
    drawer(director)
    event = make_event(book="munot")
    sold(event, extras=[], partner_until="entry")
    press(set_plan, event, by=director, seats_per_table=9)
    people = {name: player(name) for team in TEAMS for name in team}
    anna, cleo, emil, gero = entries = [
        (
            press(
                register_player,
                event,
                by=director,
                player=people[one],
                partner=people[other],
                payments=[cash(PRICE)],
            ).answer
            or {}
        )["entry"]
        for one, other in TEAMS
    ]
    seat_everybody(event, [1])
    seats = dict(Seat.objects.filter(entry__in=entries).values_list("entry", "number"))
    free, other_free = sorted(set(range(1, 10)) - set(seats.values()))[:2]
    before = JournalEntry.journal(event).latest("seq").seq
    move = press(give_seat, event, by=director, entry=anna, table=1, seat=free)
    press(undo, event, by=director, seq=move.seq)
    press(swap_seats, event, by=director, one=anna, other=cleo)
    owner = Seat.objects.get(entry=cleo).number
    press(put_right, event, by=director, entry=anna, table=1, seat=owner, stack_changed=False)
    press(put_right, event, by=director, entry=anna, table=1, seat=other_free, stack_changed=True)
    penalty = press(impose, event, by=director, entry=anna, kind="hands", count=2, reason="Late").answer or {}
    press(lift, event, by=director, penalty=penalty["penalty"], reason="Mistake")
    press(bust, event, by=director, entry=gero, knocked_out_by=[anna, cleo])
    press(bust_several, event, by=director, entries=[anna, emil], knocked_out_by=[cleo])
    press(note_stack_order, event, by=director, entries=[emil, anna], equal=True)
    refused = refusal(bust, event, by=director, entry=anna)
    assert refused.message == "Anna / Bert are already out."
    press(printed, event, by=director, what="seat_card", entry=cleo)
    receipt = Receipt.objects.get(items__entry=cleo).pk
    press(printed, event, by=director, what="receipt", receipt=receipt)

    lines = list(JournalEntry.journal(event).filter(seq__gt=before).order_by("seq"))
    texts = [text_of(line) for line in lines]
    moved = f"Anna / Bert moved from seat {seats[anna]} to seat {free} at table 1"
    assert texts[0] == moved
    assert moved in texts[1]
    assert texts[2] == "Anna / Bert and Cleo / Dana swapped seats"
    assert all(text.startswith("Anna / Bert ") for text in texts[3:5])
    assert all("Anna / Bert" in text for text in texts[5:7])
    assert texts[7:] == [
        "Gero / Hans are out; Anna / Bert and Cleo / Dana won the chips",
        "Anna / Bert and Emil / Finn are out, in the same hand; Cleo / Dana won the chips",
        "Stacks at the start of the hand, biggest first: Emil / Finn = Anna / Bert",
        "Printed: seat card for Cleo / Dana",
        "Printed: receipt for Cleo / Dana",
    ]

    press(anonymise_player, by=director, player=people["Bert"])
    kept = str(list(JournalEntry.journal(event).values_list("arguments", "answer", "changes")))
    assert not re.search(r"\bBert\b", kept)
    assert f"Anna / #{people['Bert']}" in kept
