"""Accepted proposals: carried out as proposed or with changes, refused when outdated, undone."""

from seating.commands import (
    accept,
    arrive_all,
    bust,
    dismiss,
    finish_hand,
    set_floor,
    set_table_state,
)
from seating.commands.floor_review import review_now
from seating.commands.proposals import accept_by_itself
from seating.models import Draw, Seat
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MakesEvents, level, press, refusal
from tests.seating.people import places_of
from tests.seating.proposal_scenes import FIVE, FOUR, SEVEN, at, event, only
from tests.seating.seating_scenes import (
    Places,
    button,
    name,
    place_of,
    proposed,
    seated,
    tournament_table,
    under_way,
)
from tourney.access.roles import Actor
from tourney.journal.undo import undo
from tourney.models import JournalEntry

__all__ = ["at", "event"]


def test_balance_is_carried_out_and_undone(event: int, floor: Actor, at: Places) -> None:
    one = only(event)
    done = press(accept, event, by=floor, proposal=one.pk)
    assert done.answer == {"kind": "balance", "name": name(at[1, 4]), "from": 1, "table": 2, "seat": 6}
    assert place_of(at[1, 4]) == (2, 6)
    assert under_way(event) == [(at[1, 4], "balance")]
    assert JournalEntry.journal(event).get(kind="proposal.accept").rule == "TDA 11A, 11C"
    assert proposed(event) == []
    press(undo, event, by=floor, seq=done.seq)
    one.refresh_from_db()
    assert one.state == "open"
    assert place_of(at[1, 4]) == (1, 4)
    assert only(event).pk == one.pk
    journal_tells_the_rows()


def test_second_acceptance_reports_the_outcome(event: int, floor: Actor, director: Actor, at: Places) -> None:
    one = only(event)
    press(accept, event, by=floor, proposal=one.pk)
    refused = refusal(accept, event, by=director, proposal=one.pk)
    assert (refused.code, refused.rule) == ("not_open", "TDA 11A, 11C")
    assert "accepted" in refused.message
    assert refusal(dismiss, event, by=director, proposal=one.pk).code == "not_open"


def test_outdated_balance_proposal_cannot_be_accepted(
    event: int, floor: Actor, dealer: Actor, at: Places
) -> None:
    one = only(event)
    press(bust, event, by=dealer, entry=at[1, 7])
    # The floor has not been reviewed since.
    refused = refusal(accept, event, by=floor, proposal=one.pk)
    assert refused.code == "changed"
    assert place_of(at[1, 4]) == (1, 4)
    review_now(event)
    assert refusal(accept, event, by=floor, proposal=one.pk).code == "not_open"


def test_next_hand_changes_the_player_to_move(event: int, floor: Actor, dealer: Actor, at: Places) -> None:
    one = only(event)
    press(finish_hand, event, by=dealer, number=1, hand=1)
    assert refusal(accept, event, by=floor, proposal=one.pk).code == "changed"
    assert only(event).detail["entry"] == at[1, 5]


def test_different_player_or_seat_takes_a_reason(event: int, floor: Actor, at: Places) -> None:
    one = only(event)
    refused = refusal(accept, event, by=floor, proposal=one.pk, entry=at[1, 7])
    assert refused.code == "needs_reason"
    assert set(refused.fields) == {"reason"}
    assert refusal(accept, event, by=floor, proposal=one.pk, seat=9, reason="  ").code == "needs_reason"
    assert refusal(accept, event, by=floor, proposal=one.pk, seat=3, reason="x").code == "seat_taken"
    elsewhere = refusal(accept, event, by=floor, proposal=one.pk, entry=at[2, 1], reason="x")
    assert elsewhere.code == "elsewhere"
    press(accept, event, by=floor, proposal=one.pk, entry=at[1, 7], seat=9, reason=" In a wheelchair ")
    assert (place_of(at[1, 7]), place_of(at[1, 4])) == ((2, 9), (1, 4))
    one.refresh_from_db()
    assert (one.state, one.reason) == ("accepted", "In a wheelchair")
    journal_tells_the_rows()


def test_unknown_button_needs_a_chosen_player_seat_and_reason(event: int, floor: Actor) -> None:
    at = seated(event, {1: SEVEN, 2: FIVE})
    one = only(event)
    missing = refusal(accept, event, by=floor, proposal=one.pk, entry=at[1, 2], reason="No dealer here")
    assert missing.code == "needs_button"
    press(accept, event, by=floor, proposal=one.pk, entry=at[1, 2], seat=8, reason="No dealer here")
    assert place_of(at[1, 2]) == (2, 8)


def test_a_break_as_proposed_draws_and_moves(event: int, floor: Actor) -> None:
    seated(event, {1: FOUR, 2: FOUR, 3: FOUR})
    one = only(event, "break")
    assert (one.detail["table"], one.detail["players"], one.detail["free"]) == (3, 4, 10)
    done = press(accept, event, by=floor, proposal=one.pk)
    assert done.answer is not None
    assert done.answer["players"] == 4
    assert {table for table, _seat in places_of(event).values()} == {1, 2}
    assert Draw.objects.filter(kind="break").count() == 1
    assert proposed(event) == []
    press(undo, event, by=floor, seq=done.seq)
    assert only(event, "break").pk == one.pk


def test_tda_rp_9_the_final_table_is_proposed_when_one_of_ten_is_out(
    event: int, floor: Actor, dealer: Actor
) -> None:
    at = seated(event, {1: (1, 2, 3, 4, 5), 2: (1, 2, 3, 4, 5)})
    assert proposed(event) == []
    press(bust, event, by=dealer, entry=at[2, 3])
    one = only(event, "redraw")
    assert (one.detail["tables"], one.detail["players"], one.detail["seats"]) == (1, 9, 9)
    press(accept, event, by=floor, proposal=one.pk)
    assert len({table for table, _seat in places_of(event).values()}) == 1
    assert proposed(event) == []
    journal_tells_the_rows()


def test_players_at_a_paused_table_count_as_left(make_event: MakesEvents, floor: Actor) -> None:
    event = make_event(book="munot")
    seated(event, {1: (1, 2, 3, 4, 5), 2: (1, 2, 3, 4), 3: (1, 2, 3, 4, 5, 6)})
    press(set_table_state, event, by=floor, number=3, state="paused")
    assert [one.kind for one in proposed(event) if one.kind == "redraw"] == []
    for number, seats in ((3, (1, 2, 3, 4)), (1, (1, 2))):
        for seat in seats:
            entry = Seat.objects.get(tournament_table__table__number=number, number=seat).entry_id
            press(bust, event, by=floor, entry=entry)
    # Three players, four, and the two at the halted table.
    one = only(event, "redraw")
    assert (one.detail["tables"], one.detail["players"]) == (1, 9)
    press(accept, event, by=floor, proposal=one.pk)
    assert len({table for table, _seat in places_of(event).values()}) == 1
    assert len(places_of(event)) == 9
    journal_tells_the_rows()


def test_pokerstars_live_2_5_table_three_short_halts_until_moved_players_sit(
    make_event: MakesEvents, floor: Actor, dealer: Actor
) -> None:
    event = make_event(book="pokerstars_live")
    seated(event, {1: range(1, 10), 2: range(1, 6)})
    button(event, t1=1, t2=1)
    halt, balance = proposed(event)
    assert (halt.kind, balance.kind) == ("halt", "balance")
    press(accept, event, by=floor, proposal=halt.pk)
    assert tournament_table(2).halted
    press(accept, event, by=floor, proposal=balance.pk)
    assert "resume" not in [one.kind for one in proposed(event)]
    press(arrive_all, event, by=dealer, number=2)
    review = [one for one in proposed(event) if one.kind == "resume"]
    press(accept, event, by=floor, proposal=review[0].pk)
    assert not tournament_table(2).halted
    journal_tells_the_rows()


def test_wsop_67b_stud_move_is_by_card_neither_automatic_nor_with_a_reason(
    make_event: MakesEvents, floor: Actor
) -> None:
    event = make_event([level(100, game="Seven card stud")], book="wsop")
    at = seated(event, {1: SEVEN, 2: FIVE})
    press(set_floor, event, by=floor, auto_balance=True, auto_break=False, late_stage=False)
    one = only(event)
    assert (one.detail["entry"], one.detail["needs"]) == (None, [])
    assert accept_by_itself(event) == 0
    assert refusal(accept, event, by=floor, proposal=one.pk).code == "needs_player"
    who = at[1, 7]
    assert refusal(accept, event, by=floor, proposal=one.pk, entry=who).code == "needs_seat"
    press(accept, event, by=floor, proposal=one.pk, entry=who, seat=9)
    assert place_of(who) == (2, 9)
    journal_tells_the_rows()
