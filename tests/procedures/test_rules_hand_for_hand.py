"""Hand-for-hand: no table plays two hands at once or is left out, in any order of reports."""

import contextlib
import os
from random import Random

import pytest

from procedures.rules.hand_for_hand import (
    Fault,
    HandState,
    ReportFault,
    all_in,
    announce,
    deal,
    finished,
    resolve,
    take_back,
    with_tables,
)

ROUNDS = int(os.environ.get("ROUNDS", "200"))
TABLES = 60


def played(this: HandState, *tables: int) -> HandState:
    for table in tables:
        this = finished(this, table, this.hand)
    return this


def fault_of(what: object, *given: object) -> Fault:
    with pytest.raises(ReportFault) as caught:
        what(*given)  # type: ignore[operator]
    return caught.value.fault


# --- one hand at all tables -------------------------------------------------------------------------------------------
def test_hand_running_at_the_announcement_ends_before_hand_for_hand_begins() -> None:
    this = announce([1, 2, 3])
    assert fault_of(deal, this, 0) is Fault.STILL_PLAYING
    this = played(this, 2, 1, 3)
    assert this.over
    assert deal(this, 0) == HandState(1, frozenset([1, 2, 3]))


def test_pokerstars_3_13_1_called_all_ins_wait_face_down_and_resolve_in_turn() -> None:
    this = deal(played(announce([1, 2, 3, 4]), 1, 2, 3, 4), 0)
    this = all_in(all_in(this, 4, 1), 2, 1)
    assert this.next_to_resolve is None
    assert fault_of(resolve, this, 4, 1) is Fault.STILL_PLAYING
    this = played(this, 1, 3)
    assert this.next_to_resolve == 4
    this = resolve(this, 4, 1)
    assert this.next_to_resolve is None
    assert fault_of(resolve, this, 2, 1) is Fault.BEING_RESOLVED
    assert not this.over
    this = finished(this, 4, 1)
    assert this.next_to_resolve == 2
    assert finished(resolve(this, 2, 1), 2, 1).over


def test_the_director_may_choose_which_all_in_is_turned_up_first() -> None:
    this = all_in(all_in(announce([1, 2, 3]), 1, 0), 3, 0)
    this = resolve(played(this, 2), 3, 0)
    assert (this.resolving, this.waiting) == (3, (1,))
    assert fault_of(resolve, this, 2, 0) is Fault.NOT_ALL_IN


def test_repeated_or_late_reports_are_ignored() -> None:
    this = deal(played(announce([1, 2]), 1, 2), 0)
    assert fault_of(finished, this, 1, 0) is Fault.ANOTHER_HAND
    assert fault_of(deal, this, 0) is Fault.ANOTHER_HAND
    done = finished(this, 1, 1)
    assert finished(done, 1, 1) == done
    assert all_in(done, 1, 1) == done
    assert fault_of(finished, this, 9, 1) is Fault.NO_SUCH_TABLE


def test_mistaken_done_is_undone() -> None:
    this = played(announce([1, 2]), 1, 2)
    this = take_back(this, 2, 0)
    assert (this.over, this.playing) == (False, {2})
    this = resolve(all_in(this, 2, 0), 2, 0)
    assert fault_of(take_back, this, 2, 0) is Fault.BEING_RESOLVED


def test_a_broken_table_is_not_waited_for_and_a_new_one_begins_with_the_next_hand() -> None:
    this = with_tables(finished(announce([1, 2, 3]), 1, 0), [1, 3, 7])
    assert (this.playing, this.done) == ({3}, {1, 7})
    this = with_tables(all_in(this, 3, 0), [1, 7])
    assert this.over
    assert deal(this, 0).playing == {1, 7}
    resolving = resolve(all_in(announce([5]), 5, 0), 5, 0)
    assert with_tables(resolving, []).over


# --- sixty tables, half of their tablets offline at random -----------------------------------------------------
class Floor:
    """The actual state of the tables: they play dealt hands and report them if their tablet works."""

    def __init__(self, dice: Random) -> None:
        self.dice = dice
        self.tables = set(range(1, TABLES + 1))
        self.round = announce(self.tables)
        # The last hand that each table has actually finished, except tables waiting with an all-in.
        self.ended = dict.fromkeys(self.tables, -1)
        # Reports under way: they arrive late, twice, or never.
        self.under_way: list[tuple[str, int, int]] = []

    def plays(self) -> None:
        """Finish a hand or call an all-in at a random table, with or without a report by its tablet."""
        still = sorted(one for one in self.tables if self.ended[one] < self.round.hand)
        if not still:
            return
        table = self.dice.choice(still)
        here = self.round.hand
        if table in self.round.playing and self.dice.random() < 0.15:
            self.under_way.append(("all_in", table, here))
            return
        if table in self.round.waiting:
            return
        self.ended[table] = here
        dark = self.dice.random() < 0.5
        self.under_way += [("finished", table, here)] * (0 if dark else self.dice.choice((1, 1, 2)))

    def hears(self) -> None:
        """Deliver a random report."""
        if self.under_way:
            what, table, hand = self.under_way.pop(self.dice.randrange(len(self.under_way)))
            # No all-in is called at a table that has finished its hand.
            if what == "finished" or self.ended.get(table, hand) < hand:
                self.take(what, table, hand)

    def walks(self) -> None:
        """Check a table without a report as the floor does, and report what it shows."""
        quiet = sorted(self.round.playing)
        if quiet and self.ended[table := self.dice.choice(quiet)] == self.round.hand:
            self.take("finished", table, self.round.hand)
        following = self.round.next_to_resolve
        if following is not None:
            self.round = resolve(self.round, following, self.round.hand)
        if self.round.resolving is not None and self.dice.random() < 0.5:
            self.ended[self.round.resolving] = self.round.hand
            self.take("finished", self.round.resolving, self.round.hand)

    def breaks(self) -> None:
        """Break a table, sometimes during a hand."""
        if len(self.tables) > 2 and self.dice.random() < 0.02:
            gone = self.dice.choice(sorted(self.tables))
            self.tables.discard(gone)
            self.round = with_tables(self.round, self.tables)

    def take(self, what: str, table: int, hand: int) -> None:
        with contextlib.suppress(ReportFault):
            self.round = {"finished": finished, "all_in": all_in}[what](self.round, table, hand)

    def deals(self) -> bool:
        """Deal the next hand if hand-for-hand allows it."""
        if not self.round.over:
            return False
        behind = [one for one in self.tables if self.ended[one] != self.round.hand]
        assert not behind, f"tables {behind} were left out in hand {self.round.hand}"
        self.round = deal(self.round, self.round.hand)
        return True


@pytest.mark.parametrize("part", range(10))
def test_sixty_tables_half_of_them_dark_play_every_hand_together(part: int) -> None:
    for seed in range(part * ROUNDS // 10, (part + 1) * ROUNDS // 10):
        floor = Floor(Random(seed))
        hands = 0
        for _step in range(20_000):
            floor.dice.choice((floor.plays, floor.plays, floor.hears, floor.walks, floor.breaks))()
            groups = [floor.round.playing, floor.round.done, set(floor.round.waiting)]
            assert sum(map(len, groups)) + (floor.round.resolving is not None) == len(floor.tables)
            early = [one for one in floor.round.done if floor.ended[one] != floor.round.hand]
            assert not early, f"tables {early} count as finished, but still play"
            hands += floor.deals()
            if hands == 3:
                break
        assert hands == 3, f"seed {seed}: a hand never ended: {floor.round}"
