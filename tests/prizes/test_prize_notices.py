"""Messages on phones about shares of a deal and prizes to collect: one for each."""

import pytest

from desk.commands.partners import name_partner
from notifications.services.texts import notice_text
from prizes.boards.event import prizes
from prizes.boards.structs import PrizesBoard
from prizes.commands.deals import agree, close_deal, open_deal, void_deal
from prizes.services import prize_notices
from seating.commands.eliminations import note_one_hand, note_stack_order
from tests.desk.tills import player
from tests.fixtures.room import MakesEvents, press
from tests.prizes.evenings import closed, evening, out
from tourney.access.roles import Actor
from tourney.journal.undo import undo
from tourney.models import JournalEntry, Notice

pytestmark = pytest.mark.django_db


def by_hand(*amounts: int) -> dict[str, object]:
    return {"method": "hand", "currency": "EUR", "amounts": list(amounts)}


def told(event: int, kind: str) -> list[tuple[str, str]]:
    rows = Notice.objects.filter(tournament=event, kind=kind).order_by("pk").select_related("player")
    return [(one.player.name, notice_text(kind, one.values)) for one in rows]


def counts_down(event: int) -> bool:
    board = prizes(event)
    assert isinstance(board, PrizesBoard)
    return board.money is not None


def undone(event: int, kind: str, by: Actor) -> None:
    line = JournalEntry.journal(event).filter(kind=kind, undone_by__isnull=True).latest("seq")
    press(undo, event, by=by, seq=line.seq)


def test_a_prize_is_told_once_when_it_is_decided(make_event: MakesEvents, floor: Actor) -> None:
    event = make_event(book="tda")
    entries = evening(event, floor, 5, prizes=by_hand(30_000, 20_000))
    closed(event)
    out(event, *entries[:3])
    assert told(event, "prize") == []
    both = [
        ("Player 4", "Prize for place 2: €200. Collect it at the desk."),
        ("Player 5", "Prize for place 1: €300. Collect it at the desk."),
    ]
    out(event, entries[3])
    assert sorted(told(event, "prize")) == both
    undone(event, "entry.bust", floor)
    assert told(event, "prize") == []
    out(event, entries[3])
    assert sorted(told(event, "prize")) == both
    # They busted in the same hand after all. A prize that changes gets a new message once it is decided.
    press(note_one_hand, event, by=floor, entries=entries[2:4])
    assert sorted(told(event, "prize")) == both
    press(note_stack_order, event, by=floor, entries=entries[2:4], equal=True)
    shared = "Prize for place 2–3: €100. Collect it at the desk."
    new = [("Player 3", shared), ("Player 4", shared)]
    assert sorted(told(event, "prize")) == sorted([*both, *new])


@pytest.mark.parametrize("ranked", [False, True])
def test_message_about_the_prize_of_a_team_says_that_it_is_the_teams(
    make_event: MakesEvents, floor: Actor, ranked: bool
) -> None:
    event = make_event(book="tda")
    amounts = by_hand(20_000, 15_000, 5_000)
    entries = evening(event, floor, 4, prizes=amounts, partner_until="close")
    press(name_partner, event, by=floor, entry=entries[1], partner=player("Bert Rossi"))
    closed(event)
    out(event, entries[0], entries[1])
    text = "Your team’s prize for place 3: €50. Collect it at the desk."
    team = [("Player 2", text), ("Bert Rossi", text)]
    if ranked:
        # The last bust decides the first two places, and ranks the field: no player gets a message twice.
        out(event, entries[2])
        won = "Prize for place {}: €{}. Collect it at the desk."
        team += [("Player 3", won.format(2, 150)), ("Player 4", won.format(1, 200))]
    assert sorted(told(event, "prize")) == sorted(team)


def test_a_share_of_a_deal_is_told_when_it_is_confirmed(make_event: MakesEvents, floor: Actor) -> None:
    event = make_event(book="tda")
    entries = evening(event, floor, 3, prizes=by_hand(20_000, 10_000), partner_until="close")
    press(name_partner, event, by=floor, entry=entries[1], partner=player("Bert Rossi"))
    closed(event)
    out(event, entries[2])
    assert counts_down(event)
    stacks = [{"entry": one, "chips": 10_000} for one in entries[:2]]
    press(open_deal, event, by=floor, stacks=stacks, mix={"even": 1}, left=[5_000])
    # What the next places bring is being negotiated.
    assert not counts_down(event)
    for one in entries[:2]:
        press(agree, event, by=floor, entry=one)
    assert told(event, "deal") == []
    press(close_deal, event, by=floor)
    assert counts_down(event)
    assert sorted(told(event, "deal")) == [
        ("Bert Rossi", "The deal is confirmed. Your team’s share: €125."),
        ("Player 1", "The deal is confirmed. Your share: €125."),
        ("Player 2", "The deal is confirmed. Your team’s share: €125."),
    ]
    undone(event, "deal.close", floor)
    assert told(event, "deal") == []
    press(close_deal, event, by=floor)
    press(void_deal, event, by=floor, reason="changed their minds")
    voided = [text for _name, text in told(event, "deal") if "voided" in text]
    assert voided == ["The deal was voided. The prizes are played for again."] * 3


def test_a_player_gets_a_message_about_a_prize_without_a_ranking_of_the_field(
    make_event: MakesEvents, floor: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = make_event(book="tda")
    entries = evening(event, floor, 5, prizes=by_hand(25_000, 15_000, 10_000))
    closed(event)
    out(event, *entries[:2])
    assert told(event, "prize") == []

    def ranks(_event: object) -> None:
        raise AssertionError("the whole field was ranked")

    monkeypatch.setattr(prize_notices, "results_of", ranks)
    out(event, entries[2])
    assert told(event, "prize") == [("Player 3", "Prize for place 3: €100. Collect it at the desk.")]
