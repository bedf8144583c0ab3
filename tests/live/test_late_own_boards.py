"""Players' own boards that need the whole field are not read by the press, and every phone receives them."""

import asyncio
from typing import Any

import pytest

from prizes.commands.payouts import close_now
from seating.commands import bust
from tests.fixtures.room import MakesEvents, press
from tests.fixtures.services import Ear
from tests.live.test_late_boards import Heard, envelope_of
from tests.prizes.evenings import closed, evening
from tourney.access.roles import Actor
from tourney.live import board_readings, publish
from tourney.live.boards import KINDS, OWN, Audience, has_late_own, read_own, shown_by_rows
from tourney.live.publish import Envelope
from tourney.models import Entry, Tournament

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    """Make an event without conditions of entry."""
    return make_event(book="munot")


@pytest.fixture
def entries(event: int, floor: Actor) -> list[int]:
    """Return the five entries of a started event with payouts and closed registration."""
    found = evening(event, floor, 5)
    closed(event)
    return found


def player_of(entry: int) -> int:
    """Return the player of an entry."""
    return Entry.objects.get(pk=entry).player_id


async def phone(event: int, entry: int) -> Heard:
    """Open the page of an entry's player, which follows the event."""
    heard = Heard(Audience.PUBLIC, await asyncio.to_thread(player_of, entry))
    await heard.follow(event)
    return heard


async def press_and_tell(ear: Ear, event: int, by: Actor, entry: int, *phones: Heard) -> Envelope:
    """Bust an entry and deliver the published message to these phones."""

    def work() -> Envelope:
        return envelope_of(ear, event, press(bust, event, by=by, entry=entry).seq)

    envelope = await asyncio.to_thread(work)
    for heard in phones:
        heard.hub.deliver(envelope)
    return envelope


def test_press_reads_only_own_boards_that_are_not_late(
    entries: list[int], event: int, floor: Actor, ear: Ear
) -> None:
    player = player_of(entries[0])
    sent = envelope_of(ear, event, press(bust, event, by=floor, entry=entries[0]).seq)
    assert set(sent.own[player]) == {"mine"}
    assert sent.players == [player]
    assert sent.everybody


def test_own_board_is_late_only_for_rows_it_shows(event: int) -> None:
    topic = f"t{event}"
    assert has_late_own(topic, {"seating.bust"})
    assert not has_late_own(topic, {"clock.clock", "seating.seat"})
    assert not has_late_own("room", {"seating.bust"})


def test_boards_of_upper_apps_are_sent_with_entries_of_lower_apps(
    entries: list[int], event: int, floor: Actor, ear: Ear
) -> None:
    sent = envelope_of(ear, event, press(bust, event, by=floor, entry=entries[0]).seq)
    assert {"prizes", "results", "bounties", "payables"} <= set(sent.late)
    # These rows decide which tables play hand-for-hand and have the button; they do not change prizes.
    shown = {"race", "hand_for_hand", "feature_table"}
    assert shown_by_rows(f"t{event}", {"seating.tournamenttable"}) == shown
    assert shown_by_rows(f"t{event}", {"seating.call"}) == {"attention", "feature_table"}
    assert shown_by_rows("room", {"tourney.entry"}) == {"attention"}
    # The others name the few of their boards that a change concerns.
    assert all(kind.late or kind.concerned for kind in KINDS.values() if kind.by_rows)


@pytest.mark.parametrize("late", [None, True, False])
def test_own_boards_are_read_all_or_the_late_or_the_others(
    entries: list[int], event: int, late: bool | None
) -> None:
    player = player_of(entries[0])
    wanted = {name for (topic, name), kind in OWN.items() if topic == "t" and late in (None, kind.late)}
    _seq, found = read_own(f"t{event}", [player], late=late)
    assert set(found[player]) == wanted


async def test_phone_gets_its_own_board_with_the_journal_entry(
    entries: list[int], event: int, floor: Actor, ear: Ear
) -> None:
    heard = await phone(event, entries[0])
    envelope = await press_and_tell(ear, event, floor, entries[0], heard)
    await heard.until(1)
    (change,) = heard.changes
    assert (change["seq"], change["boards"]["prize"]["seq"]) == (envelope.last, envelope.last)
    assert (change["boards"]["prize"]["best"], change["boards"]["prize"]["field"]) == (5, 5)
    assert change["boards"]["mine"]["state"] == "out"


async def test_change_for_an_unnamed_player_reaches_them_exactly_once(
    entries: list[int], event: int, floor: Actor, ear: Ear
) -> None:
    """A bust changes no other player's seat, but the last bust makes the remaining player the winner."""
    winner, other = await phone(event, entries[4]), await phone(event, entries[3])
    for count, entry in enumerate(entries[:3], start=1):
        await press_and_tell(ear, event, floor, entry, winner, other)
        await winner.until(count)
        await other.until(count)
    # The first entry changed the prize, the others did not.
    assert ["prize" in one["boards"] for one in winner.changes] == [True, False, False]
    await press_and_tell(ear, event, floor, entries[3], winner, other)
    await winner.until(4)
    await other.until(4)
    assert winner.changes[3]["boards"]["prize"]["best"] == 1
    # The winner gets a message about the prize.
    assert winner.changes[3]["boards"]["mine"]["notices"][0]["kind"] == "prize"
    assert other.changes[3]["boards"]["prize"]["best"] == 2


async def test_unreadable_own_board_loses_no_later_message(
    entries: list[int], event: int, floor: Actor, ear: Ear, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard = await phone(event, entries[0])
    real = publish.read_late

    def fails(*_arguments: object) -> Any:
        raise RuntimeError("the database is away for a moment")

    monkeypatch.setattr(board_readings, "read_late", fails)
    first = await press_and_tell(ear, event, floor, entries[0], heard)
    for _attempt in range(500):
        if len(heard.messages) > 1:
            break
        await asyncio.sleep(0.02)
    snapshot = heard.messages[1]
    assert (snapshot["is"], snapshot["seq"]) == ("snapshot", first.last)
    assert (snapshot["boards"]["prize"]["best"], snapshot["boards"]["mine"]["state"]) == (5, "out")
    monkeypatch.setattr(board_readings, "read_late", real)
    second = await press_and_tell(ear, event, floor, entries[1], heard)
    await heard.until(1)
    # A board sent in a snapshot does not count as sent: the next entry sends it even if it is unchanged.
    assert heard.changes[0]["boards"]["prize"]["seq"] == second.last


async def test_client_receiving_a_snapshot_always_gets_the_next_reading(
    entries: list[int], event: int, floor: Actor, ear: Ear
) -> None:
    heard = await phone(event, entries[4])
    await press_and_tell(ear, event, floor, entries[0], heard)
    await heard.until(1)
    topic = heard.hub.topics[f"t{event}"]
    topic.arriving[heard.listener.player or 0] += 1
    await press_and_tell(ear, event, floor, entries[1], heard)
    await heard.until(2)
    assert "prize" in heard.changes[1]["boards"]


async def test_prize_lock_naming_no_player_reaches_phones(event: int, floor: Actor, ear: Ear) -> None:
    entries = await asyncio.to_thread(evening, event, floor, 3)
    heard = await phone(event, entries[0])

    def work() -> Envelope:
        closed(event)
        close_now(event)
        return envelope_of(ear, event, Tournament.objects.get(pk=event).seq)

    heard.hub.deliver(await asyncio.to_thread(work))
    await heard.until(1)
    assert heard.changes[0]["boards"]["prizes"]["state"] == "locked"
