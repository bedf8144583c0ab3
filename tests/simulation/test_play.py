"""Whole events simulated in the database, and the faults that the command reports for a broken rule.

`PLAYED` in the environment sets the number of events per rulebook: `PLAYED=20` for a soak test. Most
controls, which show that a broken rule is detected, run only in the soak test.
"""

import json
import logging
from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from penalties.services import serving
from prizes.services import payout_lock
from prizes.services.results import results_of
from procedures.rules import hand_for_hand, race
from seating.models import TournamentTable
from seating.rules import breaking, movers
from seating.signals import shared_hand
from simulation.driver import playthrough
from simulation.driver.context import no_observer
from simulation.driver.hand_for_hand import BubbleWork
from simulation.management.commands import play as command
from simulation.rules import incidents
from simulation.rules.terms import FEE, PRICE, STAFF, Terms, terms_for
from tests.examples import EXPLORES, in_soak
from tests.oracle import rules_check
from tests.oracle.follower import Follower
from tests.oracle.model_state import ENTRY, ModelState, Step
from tests.oracle.oracle import judge
from tests.oracle.rows import journal_of
from tests.seating.floors import BOOKS
from tests.simulation.conftest import PLAYED, PLAYERS, TABLES_OF, Plays
from tourney.access.roles import Actor
from tourney.models import JournalEntry, Tournament

# `tests/seating/test_rules_tournaments.py` plays whole tournaments by every rulebook's rules. One is played through
# the database below (on the bubble), whole events of days, flights and modes beside, and all rulebooks in a soak test.
PLAYED_BOOKS = BOOKS if EXPLORES or PLAYED > 1 else (in_soak("munot"),)
_COUNTED = "entries reentries surrenders busts breaks balances moves moves_per_player journal"
_MORE = "pool paid places_paid races chips_before chips_after hands_for_hand penalties hands_served"
_DAYS = "rebuys add_ons days bagged carried"
_KEYS = f"{_COUNTED} {_MORE} {_DAYS} checks failed_checks seconds seconds_of_checks"
KEYS = _KEYS.split()


@pytest.mark.parametrize("seed", range(1, PLAYED + 1))
@pytest.mark.parametrize("book", PLAYED_BOOKS)
@pytest.mark.django_db
def test_an_event_of_each_book_plays_down_to_one_and_every_check_holds(
    plays: Plays, book: str, seed: int
) -> None:
    code, counts, faults = plays(book=book, seed=seed, tables_of=TABLES_OF)
    assert (code, faults) == (0, "")
    assert list(counts) == KEYS
    assert counts["failed_checks"] == 0
    assert counts["checks"] > counts["journal"] > 0
    # All players but one are out, by a bust or a surrender.
    assert counts["entries"] == counts["busts"] + counts["surrenders"] + 1
    assert counts["entries"] >= PLAYERS + counts["reentries"]
    assert counts["moves"] > 0
    # The structure takes chips out of play in its breaks.
    assert counts["races"] > 0
    assert counts["chips_before"] > 0
    assert counts["paid"] == counts["pool"] > 0
    assert 0 < counts["places_paid"] < counts["entries"]
    event = Tournament.objects.latest("pk")
    assert event.closed_at is not None
    assert JournalEntry.journal(event.pk).count() == counts["journal"]
    # The room's tables are free again.
    assert not TournamentTable.objects.filter(tournament=event, released_at__isnull=True).exists()
    # The oracle reads only the journal and gets the same result.
    judged = judge(journal_of(event.pk), event.pk, book)
    assert judged.faults == ()
    assert judged.lines == counts["journal"]
    ranking = results_of(event).ranking
    # Who is listed first of those who share a place means nothing.
    ranked = [(one.best, one.worst, one.entry) for one in ranking.places]
    assert sorted((best, worst, entry) for entry, best, worst in judged.places) == sorted(ranked)


@pytest.mark.soak
@pytest.mark.django_db
def test_table_finishes_at_most_one_hand_between_two_busts(
    plays: Plays, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a watched demo the hand count of a tablet otherwise rises by two within a second."""
    finished: list[tuple[int, int]] = []
    finish = playthrough.Playthrough._finish_hand

    def noted(playing: Any, number: int, **how: Any) -> None:
        finished.append((playing._steps, number))
        finish(playing, number, **how)

    monkeypatch.setattr(playthrough.Playthrough, "_finish_hand", noted)
    code, _counts, faults = plays(players=20, tables_of=5)
    assert (code, faults) == (0, "")
    assert len(finished) > 10
    assert len(set(finished)) == len(finished)


@pytest.fixture
def bubble(plays: Plays, monkeypatch: pytest.MonkeyPatch) -> Plays:
    """Play an event that pays enough places for several tables to be left on the bubble."""
    payout = {"method": "formula", "percent": 2_500, "ratio": 150, "minimum": 100, "bounties": "none"}
    terms = Terms(1, PRICE - FEE - STAFF, 0, payout)
    monkeypatch.setattr("simulation.driver.event.terms_for", lambda *_given: terms)
    return partial(plays, players=30 if EXPLORES else 18, tables_of=3)


@pytest.fixture
def derived_again(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Compare the oracle's cache with values derived from all rows after each journal entry; return the entries."""
    take, compared = ModelState.take, []

    def taken(state: ModelState, entry: JournalEntry) -> Step:
        step = take(state, entry)
        cached = list(state.tables())
        state._tables.clear()
        assert list(state.tables()) == cached
        assert state.sold == sum(row["voided_at"] is None for row in state.rows[ENTRY].values())
        compared.append(entry.seq)
        return step

    monkeypatch.setattr(ModelState, "take", taken)
    return compared


@pytest.mark.parametrize("book", ["munot", "tda"] if EXPLORES else ["tda"])
@pytest.mark.django_db
def test_on_the_bubble_all_tables_play_hand_for_hand(
    bubble: Plays, book: str, derived_again: list[int]
) -> None:
    code, counts, faults = bubble(book=book)
    assert (code, faults) == (0, "")
    assert derived_again == list(range(1, counts["journal"] + 1))
    assert counts["hands_for_hand"] > 0
    assert JournalEntry.objects.filter(kind="hand_for_hand.end").count() == 1


@pytest.mark.soak
@pytest.mark.usefixtures("at_once")
@pytest.mark.django_db
def test_table_forgotten_in_hand_for_hand_is_detected(bubble: Plays, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: a rule deals while a table still plays, and that table never reports its hand."""

    def deal_anyway(this: hand_for_hand.HandState, _hand: int) -> hand_for_hand.HandState:
        return hand_for_hand.HandState(this.hand + 1, this.tables)

    finish = BubbleWork._finish
    monkeypatch.setattr(hand_for_hand, "deal", deal_anyway)
    monkeypatch.setattr(BubbleWork, "_finish", lambda self, number: number % 3 and finish(self, number))
    code, _counts, faults = bubble()
    assert code == 1
    assert "had not finished when hand" in faults


@pytest.mark.soak
@pytest.mark.usefixtures("at_once")
@pytest.mark.django_db
def test_bust_without_its_hand_number_is_detected(bubble: Plays, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_hand, "_providers", [])
    code, _counts, faults = bubble()
    assert code == 1
    assert "went out in hand None" in faults


@pytest.mark.soak
@pytest.mark.django_db
def test_kept_an_event_stays_open_with_its_winner_at_the_table(plays: Plays) -> None:
    code, _counts, _faults = plays(players=8, keep=True)
    event = Tournament.objects.latest("pk")
    assert code == 0
    assert event.closed_at is None
    assert TournamentTable.objects.filter(tournament=event, seats__kind="player").count() == 1


@pytest.mark.usefixtures("at_once")
@pytest.mark.django_db
def test_wrong_move_is_detected(plays: Plays, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: a rule that moves the last player to pay the big blind instead of the next."""

    def last_to_pay(ring: Any, before: Any) -> int:
        return ring.clockwise(before.big_blind)[-1]

    monkeypatch.setattr(movers, "next_big_blind", last_to_pay)
    code, counts, faults = plays(players=20)
    assert code == 1
    assert counts["failed_checks"] > 0
    assert "pays the big blind next" in faults
    event = Tournament.objects.latest("pk")
    assert "pays the big blind next" in "".join(judge(journal_of(event.pk), event.pk, "tda").faults)


@pytest.mark.usefixtures("at_once")
@pytest.mark.django_db
def test_two_players_on_one_seat_are_detected(plays: Plays, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: a rule that moves players to occupied seats."""

    def taken(ring: Any, *_given: Any, **_more: Any) -> int:
        return ring.live[0]

    monkeypatch.setattr(movers, "worst_seat", taken)
    code, counts, faults = plays(players=20)
    assert code == 1
    assert counts["failed_checks"] > 0
    assert "seat_taken" in faults


@pytest.mark.soak
@pytest.mark.usefixtures("at_once")
@pytest.mark.django_db
def test_row_changed_without_a_journal_entry_is_detected(
    plays: Plays, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control of the replay: a column changed without a command."""
    whole = Follower.compare

    def compare(self: Follower, stacks: int) -> None:
        whole(self, stacks)
        TournamentTable.objects.filter(tournament=self.event, hands=0).update(note="by hand")

    monkeypatch.setattr(Follower, "compare", compare)
    code, _counts, faults = plays(players=8)
    assert code == 1
    assert "replay of the journal" in faults
    assert "note" in faults


@pytest.mark.soak
@pytest.mark.usefixtures("at_once")
@pytest.mark.django_db
def test_race_that_gives_an_extra_chip_is_detected(plays: Plays, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control of the races: a rule by which every player with odd chips wins one."""
    monkeypatch.setattr(race, "_winners", lambda odd, *_words: set(odd))
    code, _counts, faults = plays(players=20)
    assert code == 1
    assert "big chips were won, not" in faults


@pytest.mark.soak
@pytest.mark.django_db
def test_penalties_are_served_hand_by_hand(plays: Plays, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(incidents, "PENALTIES", 0.9)
    monkeypatch.setattr(incidents, "KINDS", ("hands",))
    code, counts, faults = plays(book="munot", players=12)
    assert (code, faults) == (0, "")
    assert counts["penalties"] > 5
    assert counts["hands_served"] > 0


@pytest.mark.usefixtures("at_once")
@pytest.mark.django_db
def test_penalty_with_a_forgotten_hand_is_detected(plays: Plays, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control of the penalties: a rule that takes a hand off without counting it as served."""
    monkeypatch.setattr(incidents, "PENALTIES", 0.9)
    monkeypatch.setattr(incidents, "KINDS", ("hands",))
    monkeypatch.setattr(serving, "counts_once", lambda _book: True)
    monkeypatch.setattr(serving, "after", lambda left, _over, _book: left)
    code, _counts, faults = plays(book="munot", players=20)
    assert code == 1
    assert "are served, and" in faults


@pytest.mark.usefixtures("at_once")
@pytest.mark.django_db
def test_book_that_balances_sooner_than_the_rules_is_detected(
    plays: Plays, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control of the sizes: `rules_check` reads another difference from the rulebook."""
    monkeypatch.setattr(rules_check, "least", lambda _book, _tables: 1)
    code, _counts, faults = plays(players=20)
    assert code == 1
    assert "not even" in faults


@pytest.mark.soak
@pytest.mark.django_db
def test_table_opened_and_broken_repeatedly_is_detected(
    plays: Plays, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control of the moves: no seats are kept for re-entries, so a broken table reopens at once."""
    monkeypatch.setattr("seating.services.draws.BREAK_TAKES", timedelta(0))
    monkeypatch.setattr(breaking, "seats_kept", lambda _floor, _book: breaking.Kept())
    code, counts, faults = plays(book="five_spades", players=27, seed=3)
    assert code == 1
    assert counts["moves_per_player"] > 0.95
    assert "moves a player" in faults


@pytest.mark.usefixtures("at_once")
@pytest.mark.django_db
def test_ladder_that_loses_a_cent_is_detected(plays: Plays, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control of the money: the locked prizes sum to a cent less than the pool."""
    whole = payout_lock.write_lines

    def write_lines(tx: Any, row: Any, amounts: Sequence[int]) -> None:
        whole(tx, row, [amounts[0] - 1, *amounts[1:]])

    monkeypatch.setattr(payout_lock, "write_lines", write_lines)
    code, counts, faults = plays(players=8)
    assert code == 1
    assert counts["paid"] != counts["pool"]
    assert "the places get" in faults


def test_seeds_pay_in_all_the_ways_a_room_does() -> None:
    drawn = [terms_for(seed, PLAYERS) for seed in range(200)]
    assert drawn == [terms_for(seed, PLAYERS) for seed in range(200)]
    assert {one.payout["method"] for one in drawn} == {"table", "formula"}
    assert {one.payout["bounties"] for one in drawn} == {"none", "fixed", "progressive"}
    assert all(one.pool + FEE + STAFF + one.bounty == PRICE for one in drawn)
    assert {one.deal_among for one in drawn} == {0, 2, 3, 4, 5, 6}
    assert any(one.payout.get("guarantee", 0) > one.pool * PLAYERS for one in drawn)


@pytest.mark.django_db
def test_unplayable_event_is_reported(director: Actor) -> None:
    for options, words in (
        ({"players": 2}, "--players"),
        ({"book": "nobody"}, "nobody"),
        ({"tables_of": 13}, "--tables-of"),
    ):
        with pytest.raises(CommandError, match=words):
            call_command("play", fast=True, **options)


@pytest.mark.soak
@pytest.mark.django_db
def test_fast_without_a_checkout_reports_that_nothing_was_checked(
    plays: Plays, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked = plays(players=3)[1]["checks"]
    monkeypatch.setattr(command, "_ORACLE", "tests.nowhere.follower")
    code, counts, faults = plays(players=3, seed=2)
    assert (code, counts["failed_checks"]) == (0, 0)
    assert faults == "Not checked: that needs a checkout, tests.nowhere.follower is not installed.\n"
    assert counts["checks"] < 5 < checked
    with pytest.raises(CommandError, match="--check needs a checkout"):
        call_command("play", check=True)


@pytest.mark.parametrize(("asked", "observed"), [("check", True), ("fast", True), ("times", False)])
def test_event_is_checked_when_asked_for_and_at_full_speed(asked: str, observed: bool) -> None:
    options = {"check": False, "fast": False, asked: True}
    assert command.Command()._observe(options) is (Follower if observed else no_observer)


def test_oracle_that_cannot_be_imported_for_another_reason_is_loud(monkeypatch: pytest.MonkeyPatch) -> None:
    def lacks(_name: str) -> None:
        raise ModuleNotFoundError("No module named 'missing'", name="missing")

    monkeypatch.setattr(command, "import_module", lacks)
    with pytest.raises(ModuleNotFoundError):
        command.oracle()


@pytest.mark.django_db
def test_a_room_without_a_login_is_set_up_first() -> None:
    output = StringIO()
    call_command("play", players=3, fast=True, stdout=output)
    first, *_rest, last = output.getvalue().splitlines()
    assert json.loads(first)["first_start"]
    assert json.loads(last)["failed_checks"] == 0


@pytest.mark.soak
def test_warnings_are_suppressed_only_during_the_simulation(plays: Plays) -> None:
    log = logging.getLogger("tourney.live.publish")
    before = log.level
    code, _counts, _faults = plays(players=3)
    assert code == 0
    assert log.level == before
