"""What the rulebook wants next: proposed, withdrawn, dismissed, carried out."""

from datetime import timedelta

import pytest

from seating import periodic
from seating.boards import floor as boards_floor
from seating.commands import (
    accept,
    arrive_all,
    bust,
    dismiss,
    finish_hand,
    halt_table,
    set_floor,
    set_table_state,
)
from seating.commands.proposals import accept_by_itself, review_now
from seating.models import Draw, Move, Plan, Proposal, Seat
from seating.tasks import review_floor
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MakesEvents, level, press, refusal
from tests.fixtures.wire import as_sent
from tests.seating.people import places_of
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
from tourney.access.roles import CLOCKWORK, Actor
from tourney.journal.undo import undo
from tourney.models import JournalEntry, Tournament
from tourney.now import room_now

floor_board = as_sent(boards_floor.floor)

SEVEN, FIVE, FOUR = (1, 2, 3, 4, 5, 6, 7), (1, 2, 3, 4, 5), (1, 2, 3, 4)


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    """An event by TDA."""
    return make_event(book="tda")


@pytest.fixture
def at(event: int) -> Places:
    """Seven sit at table 1 and five at table 2; the button is at seat 1 of both."""
    found = seated(event, {1: SEVEN, 2: FIVE})
    button(event, t1=1, t2=1)
    return found


def only(event: int, kind: str = "balance") -> Proposal:
    """The one proposal there is."""
    (found,) = proposed(event)
    assert found.kind == kind
    return found


def lines(event: int) -> int:
    return JournalEntry.journal(event).count()


# --- what is proposed -------------------------------------------------------------------------------------------------
def test_tda_11a_next_big_blind_moves_to_the_worst_position(event: int, at: Places) -> None:
    one = only(event)
    assert one.rule == "TDA 11A, 11C"
    detail = dict(one.detail)
    why = detail.pop("why")
    assert detail == {
        "entry": at[1, 4],
        "name": name(at[1, 4]),
        "from": 1,
        "from_seat": 4,
        "to": 2,
        "to_seat": 6,
        "needs": [],
    }
    assert {"code": "next_big_blind", "seat": 4} in why
    assert why[0]["code"] == "difference"
    board = floor_board(event)
    assert board is not None
    assert [row["proposal"] for row in board["proposals"]] == [one.pk]
    journal_tells_the_rows()


def test_proposal_names_tables_with_unknown_button(event: int, floor: Actor) -> None:
    at = seated(event, {1: SEVEN, 2: FIVE})
    one = only(event)
    assert (one.detail["needs"], one.detail["entry"], one.detail["to_seat"]) == ([1, 2], None, None)
    refused = refusal(accept, event, by=floor, proposal=one.pk)
    assert refused.code == "needs_button"
    assert "1, 2" in refused.message
    button(event, t1=1)
    assert only(event).detail["needs"] == [2]
    button(event, t2=1)
    known = only(event)
    assert (known.detail["needs"], known.detail["entry"]) == ([], at[1, 4])
    assert Proposal.objects.filter(state="withdrawn").count() == 2


def test_unconfirmed_move_is_pending_for_15_minutes_then_dealt_in(event: int, at: Places) -> None:
    here = tournament_table(1)
    move = Move.objects.create(
        tournament_id=event,
        entry_id=at[1, 4],
        kind="break",
        batch=1,
        to_table=here,
        to_seat=4,
        made_at=room_now() - timedelta(minutes=14),
    )
    assert only(event).detail["entry"] == at[1, 5]
    Move.objects.filter(pk=move.pk).update(made_at=room_now() - timedelta(minutes=16))
    assert only(event).detail["entry"] == at[1, 4]
    # Who has arrived and who has not is for people to say: the list keeps everybody until then.
    assert under_way(event) == [(at[1, 4], "break")]


def test_no_proposals_before_the_draw_or_after_the_end(event: int, floor: Actor, at: Places) -> None:
    Plan.objects.update(drawn_at=None)
    assert proposed(event) == []
    Plan.objects.update(drawn_at="2026-01-01T00:00Z")
    assert len(proposed(event)) == 1
    Tournament.objects.filter(pk=event).update(closed_at="2026-01-01T00:00Z")
    assert proposed(event) == []


def test_outdated_proposal_is_withdrawn(event: int, dealer: Actor, at: Places) -> None:
    one = only(event)
    press(bust, event, by=dealer, entry=at[1, 7])
    assert proposed(event) == []
    one.refresh_from_db()
    assert one.state == "withdrawn"
    assert one.ended_at is not None
    journal_tells_the_rows()


def test_second_review_changes_nothing_and_writes_no_entry(event: int, at: Places) -> None:
    review_floor(event)
    before, seen = lines(event), Plan.objects.get().reviewed_seq
    review_floor(event)
    review_floor(event)
    periodic.review_floors()
    assert lines(event) == before
    assert Plan.objects.get().reviewed_seq == seen == Tournament.objects.get(pk=event).seq
    assert Proposal.objects.count() == 1


def test_only_the_server_refreshes_proposals(event: int, floor: Actor, at: Places) -> None:
    from seating.commands.proposals import refresh

    assert refusal(refresh, event, by=floor).code == "not_allowed"
    press(refresh, event, by=CLOCKWORK)
    assert refusal(refresh, event, by=CLOCKWORK).code == "nothing_due"


# --- accepted ---------------------------------------------------------------------------------------------------------
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
    # Nobody has looked at the floor since.
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
    # Three, four and the two who sit at the paused table.
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


# --- dismissed --------------------------------------------------------------------------------------------------------
def test_dismissed_proposal_returns_only_after_table_sizes_change(
    event: int, floor: Actor, dealer: Actor, at: Places
) -> None:
    one = only(event)
    press(dismiss, event, by=floor, proposal=one.pk, reason=" The break is near ")
    one.refresh_from_db()
    assert (one.state, one.reason, one.lapsed) == ("dismissed", "The break is near", False)
    assert proposed(event) == []
    # Somebody else is next to pay the big blind, but it is the same situation.
    press(finish_hand, event, by=dealer, number=1, hand=1)
    assert proposed(event) == []
    press(bust, event, by=dealer, entry=at[2, 5])
    assert only(event).detail["from"] == 1
    one.refresh_from_db()
    assert one.lapsed
    journal_tells_the_rows()


def test_dismissal_lapses_with_its_situation_and_a_new_one_is_proposed(
    event: int, floor: Actor, dealer: Actor, at: Places
) -> None:
    one = only(event)
    press(dismiss, event, by=floor, proposal=one.pk)
    out = press(bust, event, by=floor, entry=at[1, 7])
    assert proposed(event) == []
    one.refresh_from_db()
    assert one.lapsed
    press(undo, event, by=floor, seq=out.seq)
    again = only(event)
    assert again.pk != one.pk
    assert again.key == one.key


def test_a_dismissal_is_undone(event: int, floor: Actor, at: Places) -> None:
    one = only(event)
    done = press(dismiss, event, by=floor, proposal=one.pk)
    assert proposed(event) == []
    press(undo, event, by=floor, seq=done.seq)
    assert only(event).pk == one.pk


def test_required_proposal_cannot_be_dismissed_and_returns(make_event: MakesEvents, floor: Actor) -> None:
    event = make_event(book="munot")
    seated(event, {1: [1, 2], 2: [1]})
    button(event, t1=1)
    final = only(event, "redraw")
    press(dismiss, event, by=floor, proposal=final.pk)
    assert proposed(event) == []
    press(halt_table, event, by=floor, number=1, halted=True)
    again = only(event, "redraw")
    final.refresh_from_db()
    assert final.lapsed
    assert again.key == final.key
    refused = refusal(dismiss, event, by=floor, proposal=again.pk)
    assert (refused.code, refused.rule) == ("nobody_plays", "Munot 78")
    press(accept, event, by=floor, proposal=again.pk)
    journal_tells_the_rows()


# --- by itself --------------------------------------------------------------------------------------------------------
def test_automatic_proposal_is_accepted_at_once_and_journalled(event: int, floor: Actor, at: Places) -> None:
    press(set_floor, event, by=floor, auto_balance=True, auto_break=False, late_stage=False)
    review_floor(event)
    assert place_of(at[1, 4]) == (2, 6)
    line = JournalEntry.journal(event).get(kind="proposal.accept")
    assert (line.actor, line.who) == ("system:floor", "Automatic")
    before = lines(event)
    review_floor(event)
    assert lines(event) == before
    journal_tells_the_rows()


def test_automatic_move_is_done_after_the_worker_dies_in_between(
    event: int, floor: Actor, at: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    press(set_floor, event, by=floor, auto_balance=True, auto_break=False, late_stage=False)

    class Killed(BaseException):
        """What ends a process that was killed: nothing after it runs."""

    def dies(_event: int) -> int:
        raise Killed

    with monkeypatch.context() as until_then:
        until_then.setattr("seating.commands.proposals.accept_by_itself", dies)
        with pytest.raises(Killed):
            review_floor(event)
    assert Proposal.objects.get().state == "open"
    periodic.review_floors()
    assert place_of(at[1, 4]) == (2, 6)


def test_undone_automatic_proposal_is_not_repeated(event: int, floor: Actor, at: Places) -> None:
    press(set_floor, event, by=floor, auto_balance=True, auto_break=True, late_stage=False)
    review_floor(event)
    assert place_of(at[1, 4]) == (2, 6)
    press(undo, event, by=floor, seq=JournalEntry.journal(event).get(kind="proposal.accept").seq)
    for _look in range(2):
        review_floor(event)
        periodic.review_floors()
    assert place_of(at[1, 4]) == (1, 4)
    # It is still proposed, and done once somebody says so.
    press(accept, event, by=floor, proposal=only(event).pk)
    assert place_of(at[1, 4]) == (2, 6)
    journal_tells_the_rows()


def test_each_kind_is_switched_on_its_own(event: int, floor: Actor) -> None:
    seated(event, {1: FOUR, 2: FOUR, 3: FOUR})
    press(set_floor, event, by=floor, auto_balance=True, auto_break=False, late_stage=False)
    review_floor(event)
    assert only(event, "break").state == "open"
    press(set_floor, event, by=floor, auto_balance=False, auto_break=True, late_stage=False)
    review_floor(event)
    assert {table for table, _seat in places_of(event).values()} == {1, 2}


def test_no_automatic_move_while_a_button_is_unknown(event: int, floor: Actor) -> None:
    seated(event, {1: SEVEN, 2: FIVE})
    press(set_floor, event, by=floor, auto_balance=True, auto_break=True, late_stage=False)
    review_floor(event)
    assert only(event).detail["needs"] == [1, 2]
    assert accept_by_itself(event) == 0
    assert not Move.objects.filter(kind="balance").exists()


def test_unbalanced_field_is_balanced_automatically(make_event: MakesEvents, floor: Actor) -> None:
    event = make_event(book="tda")
    seated(event, {1: range(1, 10), 2: range(1, 6), 3: range(1, 6), 4: range(1, 10)})
    button(event, t1=1, t2=1, t3=1, t4=1)
    press(set_floor, event, by=floor, auto_balance=True, auto_break=False, late_stage=False)
    for _look in range(6):
        periodic.review_floors()
    held = [table for table, _seat in places_of(event).values()]
    assert sorted(held.count(number) for number in (1, 2, 3, 4)) == [7, 7, 7, 7]
    assert proposed(event) == []
    journal_tells_the_rows()


# --- what the rulebook leaves open ------------------------------------------------------------------------------------
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
