"""Proposals of the rulebook: made, withdrawn, dismissed."""

from datetime import timedelta

from seating import periodic
from seating.boards import floor as boards_floor
from seating.commands import (
    accept,
    bust,
    dismiss,
    finish_hand,
    halt_table,
)
from seating.models import Move, Plan, Proposal
from seating.tasks import review_floor
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MakesEvents, press, refusal
from tests.fixtures.wire import as_sent
from tests.seating.proposal_scenes import FIVE, SEVEN, at, event, lines, only
from tests.seating.seating_scenes import (
    Places,
    button,
    name,
    proposed,
    seated,
    tournament_table,
    under_way,
)
from tourney.access.roles import CLOCKWORK, Actor
from tourney.journal.undo import undo
from tourney.models import Tournament
from tourney.now import room_now

__all__ = ["at", "event"]
floor_board = as_sent(boards_floor.floor)


# --- open proposals ---------------------------------------------------------------------------------------------------
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
    # Arrivals are confirmed by staff: the list keeps all players until then.
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
    from seating.commands.floor_review import refresh

    assert refusal(refresh, event, by=floor).code == "not_allowed"
    press(refresh, event, by=CLOCKWORK)
    assert refusal(refresh, event, by=CLOCKWORK).code == "nothing_due"


# --- dismissals -------------------------------------------------------------------------------------------------------
def test_dismissed_proposal_returns_only_after_table_sizes_change(
    event: int, floor: Actor, dealer: Actor, at: Places
) -> None:
    one = only(event)
    press(dismiss, event, by=floor, proposal=one.pk, reason=" The break is near ")
    one.refresh_from_db()
    assert (one.state, one.reason, one.lapsed) == ("dismissed", "The break is near", False)
    assert proposed(event) == []
    # Another player is next to pay the big blind, but the situation is the same.
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
    assert (refused.code, refused.rule) == ("needed_for_play", "Munot 78")
    press(accept, event, by=floor, proposal=again.pk)
    journal_tells_the_rows()
