"""The championship (Five Spades 6, 8.2): eligible players and bounties, periods, and drawn names."""

from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.timezone import localdate

from clock.commands.clock import start
from players.models import Membership, Player
from prizes.boards import own as own_boards
from prizes.commands.bounties import draw_names
from prizes.models import NameList
from prizes.services.bounty_leaderboard import leaderboard_of
from prizes.services.championship import Championship, bounty_points_in, championship_of, is_played
from seating.commands import remove_entry, set_plan
from seating.models import Bust, Draw
from tests.desk.tills import cash, enter, sold
from tests.fixtures.room import MakesEvents, press, refusal
from tests.fixtures.wire import as_sent
from tests.prizes.evenings import PRICE, closed, evening, out
from tourney.access.roles import FIRST_START, Actor
from tourney.journal.undo import undo
from tourney.models import Entry, JournalEntry, Room, Tournament
from tourney.now import room_now

prize_of = as_sent(own_boards.prize_of)

pytestmark = pytest.mark.django_db
RULE = "Five Spades 6.1, 6.2, 6.3, 8.2"


def member(entry: int, kind: str = "season", *, since: int = 1, until: int = 1) -> int:
    """Give an entry's player a membership with these days before and after today; return the player."""
    today = localdate(room_now())
    player = Entry.objects.values_list("player", flat=True).get(pk=entry)
    Membership.objects.create(
        player_id=player,
        kind=kind,
        starts_on=today - timedelta(days=since),
        ends_on=today + timedelta(days=until),
        applied_at=room_now(),
    )
    return int(player)


def by_the_club(event: int) -> int:
    """Switch the event to the club's rulebook; its admission rules do not matter here."""
    Tournament.objects.filter(pk=event).update(book="five_spades")
    return event


def season(**period: date) -> Championship:
    """Return the championship of a period; default: today."""
    today = localdate(room_now())
    return championship_of(period.get("first", today), period.get("last", today))


def scores(found: Championship) -> dict[int, tuple[int, int, int]]:
    """Return points, bounties and drawn names by player."""
    return {one.player: (one.points, one.knockouts, one.drawn) for one in found.rows}


def leader_scores(event: int) -> dict[int, tuple[int, int]]:
    """Return points and bounties of the event's bounty leaders, by player."""
    rows = leaderboard_of(Tournament.objects.get(pk=event))
    return {one.score.player: (one.score.points, one.score.knockouts) for one in rows}


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    """Create an event without entry conditions."""
    return make_event(book="munot")


@pytest.fixture
def five(event: int, floor: Actor) -> list[int]:
    """Sell five entries, close registration and use the club's rulebook."""
    entries = evening(event, floor, 5)
    closed(event)
    by_the_club(event)
    return entries


# --- eligible players and periods ---------------------------------------------------------------------------
def test_five_spades_6_2_only_members_have_points_but_all_have_bounties(event: int, five: list[int]) -> None:
    ann = member(five[4])
    member(five[3], "day")
    out(event, five[0], knocked_out_by=[five[4]])
    out(event, five[1], knocked_out_by=[five[3]])
    out(event, five[2], knocked_out_by=[five[4]])
    assert scores(season()) == {ann: (2, 2, 0)}
    assert season().by_guests == 1
    guest = Entry.objects.get(pk=five[3]).player_id
    assert leader_scores(event) == {ann: (2, 2), guest: (0, 1)}


def test_only_members_at_the_time_of_the_event_are_counted(
    make_event: MakesEvents, floor: Actor, event: int
) -> None:
    entries = evening(event, floor, 4)
    closed(event)
    by_the_club(event)
    then = member(entries[3], since=400, until=-300)
    member(entries[2], since=1)
    out(event, entries[0], knocked_out_by=[entries[3], entries[2]])
    day = localdate(room_now() - timedelta(days=350))
    Bust.objects.update(at=room_now() - timedelta(days=350))
    assert scores(season(first=day, last=day)) == {then: (1, 1, 0)}
    assert season().rows == ()


def test_five_spades_6_1_knockout_counts_once_re_entry_is_impossible(event: int, floor: Actor) -> None:
    entries = evening(event, floor, 4, re_entries_most=1)
    by_the_club(event)
    ann, ben = member(entries[3]), member(entries[2])
    out(event, entries[0], knocked_out_by=[entries[3]])
    assert scores(season()) == {}
    Tournament.objects.filter(pk=event).update(book="munot")
    again = int(enter(event, floor, Entry.objects.get(pk=entries[0]).player_id, [cash(PRICE)])["entry"])
    by_the_club(event)
    out(event, again, knocked_out_by=[entries[2]])
    # There is no third entry, and the first bust was not final.
    assert scores(season()) == {ben: (1, 1, 0)}
    assert leader_scores(event) == {ben: (1, 1)}
    out(event, entries[1], knocked_out_by=[entries[3]])
    assert scores(season()) == {ben: (1, 1, 0)}
    closed(event)
    assert scores(season()) == {ann: (1, 1, 0), ben: (1, 1, 0)}
    assert leader_scores(event) == {ann: (1, 1), ben: (1, 1)}


def test_undone_bust_removes_the_point(event: int, five: list[int], director: Actor) -> None:
    ann = member(five[4])
    out(event, five[0], knocked_out_by=[five[4]])
    assert scores(season()) == {ann: (1, 1, 0)}
    press(undo, event, by=director, seq=JournalEntry.journal(event).count())
    assert season().rows == ()


def test_five_spades_9_5_removed_player_is_no_knockout(event: int, five: list[int]) -> None:
    member(five[4])
    press(remove_entry, event, by=FIRST_START, entry=five[0])
    assert season().rows == ()


def test_a_bounty_that_two_share_counts_for_both(event: int, five: list[int]) -> None:
    ann, ben = member(five[4]), member(five[3])
    out(event, five[0], knocked_out_by=[five[4], five[3]])
    assert scores(season()) == {ann: (1, 1, 0), ben: (1, 1, 0)}


# --- over all events ----------------------------------------------------------------------------------------
def test_five_spades_8_2_points_are_summed_and_equal_points_share_a_place(
    make_event: MakesEvents, event: int, five: list[int], floor: Actor
) -> None:
    ann, ben, cid = (member(entry) for entry in (five[4], five[3], five[2]))
    out(event, five[0], knocked_out_by=[five[4]])
    out(event, five[1], knocked_out_by=[five[3]])
    out(event, five[2], knocked_out_by=[five[3]])
    other = make_event(book="munot")
    evening_of(other, floor, [ann, ben, cid])
    second = [Entry.objects.get(tournament=other, player=player).pk for player in (ann, ben, cid)]
    closed(other)
    by_the_club(other)
    out(other, second[1], knocked_out_by=[second[0]])
    out(other, second[2], knocked_out_by=[second[0]])
    # A rulebook without a championship counts nothing.
    third = make_event(book="munot")
    evening_of(third, floor, [ann, ben, cid])
    closed(third)
    out(
        third,
        Entry.objects.get(tournament=third, player=ann).pk,
        knocked_out_by=[Entry.objects.get(tournament=third, player=cid).pk],
    )
    found = season()
    assert scores(found) == {ann: (3, 3, 0), ben: (2, 2, 0)}
    assert [(one.best, one.worst) for one in found.rows] == [(1, 1), (2, 2)]
    assert [row.pk for row, _day in found.events] == [event, other]
    assert found.books == {"five_spades": RULE}
    out(event, five[4], knocked_out_by=[five[3]])
    assert [(one.best, one.worst) for one in season().rows] == [(1, 2), (1, 2)]


def evening_of(event: int, clerk: Actor, players: list[int]) -> None:
    """Sell these players an entry each at the same price; the drawer is open."""
    sold(event, pool=PRICE, fee=0, staff=0, bounty=0, extras=[], re_entries_most=0)
    press(start, event, by=FIRST_START)
    for player in players:
        enter(event, clerk, player, [cash(PRICE)])


def test_an_event_counts_for_the_period_in_which_it_began(event: int, five: list[int]) -> None:
    ann = member(five[4])
    out(event, five[0], five[1], knocked_out_by=[five[4]])
    first = Bust.objects.order_by("pk")[0]
    # Started on the day before, finished after midnight.
    Bust.objects.filter(pk=first.pk).update(at=room_now() - timedelta(days=1))
    today = localdate(room_now())
    yesterday = today - timedelta(days=1)
    assert scores(season(first=yesterday, last=yesterday)) == {ann: (2, 2, 0)}
    assert season().rows == ()
    assert season().events == ()
    assert season().books == {"five_spades": RULE}


def test_more_events_take_no_more_queries(
    make_event: MakesEvents, event: int, five: list[int], floor: Actor
) -> None:
    ann, ben = member(five[4]), member(five[3])
    out(event, five[0], knocked_out_by=[five[4]])
    with CaptureQueriesContext(connection) as before:
        season()
    for _number in range(3):
        other = make_event(book="munot")
        evening_of(other, floor, [ann, ben])
        closed(other)
        by_the_club(other)
        mine = Entry.objects.get(tournament=other, player=ann).pk
        out(other, Entry.objects.get(tournament=other, player=ben).pk, knocked_out_by=[mine])
    with CaptureQueriesContext(connection) as after:
        assert scores(season()) == {ann: (4, 4, 0)}
    assert len(after) == len(before)


def test_a_room_plays_one_if_its_book_or_an_event_has_it(event: int) -> None:
    Room.objects.update_or_create(pk=1, defaults={"book": "tda"})
    assert not is_played()
    by_the_club(event)
    assert is_played()
    Tournament.objects.filter(pk=event).update(book="munot")
    Room.objects.filter(pk=1).update(book="five_spades")
    assert is_played()


# --- names drawn by members ---------------------------------------------------------------------------------
def test_five_spades_6_3_members_draw_only_members_for_two_extra_points(
    event: int, five: list[int], director: Actor
) -> None:
    ann, ben = member(five[4]), member(five[3])
    member(five[2], "day")
    press(set_plan, event, by=FIRST_START, seats_per_table=9)
    done = press(draw_names, event, by=director, among="members")
    assert done.answer == {"lists": 2, "names": 3}
    drawn = set(NameList.objects.values_list("owner", "name"))
    assert drawn == {(ann, ben), (ben, ann)}
    assert JournalEntry.journal(event).order_by("-seq")[0].rule == RULE
    assert Draw.objects.get(kind="names").inputs == {
        "people": sorted([five[3], five[4]]),
        "owners": sorted([five[3], five[4]]),
        "count": 3,
        "among": "members",
    }
    out(event, five[0], five[3], knocked_out_by=[five[4]])
    assert scores(season()) == {ann: (4, 2, 1)}
    assert leader_scores(event) == {ann: (4, 2)}


def test_five_spades_4_17_names_drawn_by_all_bring_no_points(
    event: int, five: list[int], director: Actor
) -> None:
    ann = member(five[4])
    member(five[0])
    press(set_plan, event, by=FIRST_START, seats_per_table=9)
    assert press(draw_names, event, by=director).answer == {"lists": 5, "names": 5}
    assert JournalEntry.journal(event).order_by("-seq")[0].rule == "Five Spades 4.17"
    out(event, five[0], knocked_out_by=[five[4]])
    assert scores(season()) == {ann: (1, 1, 0)}
    (one,) = leaderboard_of(Tournament.objects.get(pk=event))
    assert (one.score.points, one.score.knockouts, one.score.drawn) == (1, 1, 1)


def test_members_draw_the_requested_number_of_names(event: int, five: list[int], director: Actor) -> None:
    for entry in five:
        member(entry)
    press(set_plan, event, by=FIRST_START, seats_per_table=9)
    assert press(draw_names, event, by=director, among="members", count=2).answer == {"lists": 5, "names": 2}
    assert NameList.objects.count() == 10


def test_drawn_names_of_members_are_refused_where_not_applicable(
    event: int, floor: Actor, director: Actor
) -> None:
    entries = evening(event, floor, 3)
    press(set_plan, event, by=FIRST_START, seats_per_table=9)
    assert refusal(draw_names, event, by=director, among="members").code == "no_championship"
    by_the_club(event)
    member(entries[0])
    refused = refusal(draw_names, event, by=director, among="members")
    assert (refused.code, refused.rule) == ("too_few_players", RULE)
    assert not Draw.objects.filter(kind="names").exists()
    member(entries[1])
    press(draw_names, event, by=director, among="members")
    assert refusal(draw_names, event, by=director, among="members").code == "names_drawn"
    assert refusal(draw_names, event, by=director).code == "names_drawn"


def test_an_undone_draw_brings_no_more_points(event: int, five: list[int], director: Actor) -> None:
    ann = member(five[4])
    member(five[0])
    press(set_plan, event, by=FIRST_START, seats_per_table=9)
    press(draw_names, event, by=director, among="members")
    press(undo, event, by=director, seq=JournalEntry.journal(event).count())
    out(event, five[0], knocked_out_by=[five[4]])
    assert scores(season()) == {ann: (1, 1, 0)}


def test_member_bounties_agree_in_event_and_championship(event: int, floor: Actor) -> None:
    entries = evening(event, floor, 6, re_entries_most=1)
    by_the_club(event)
    for entry in entries:
        member(entry)
    out(event, entries[0], knocked_out_by=[entries[1], entries[2]])
    out(event, entries[1], knocked_out_by=[entries[2]])
    row = Tournament.objects.get(pk=event)

    def counted() -> dict[int, tuple[int, int]]:
        return {one.player: (one.points, one.knockouts) for one in bounty_points_in([row])[event]}

    assert counted() == leader_scores(event) == {}
    closed(event)
    assert counted() == leader_scores(event)
    assert len(counted()) == 2


def test_five_spades_5_8_bounty_targets_match_the_display(event: int, floor: Actor, director: Actor) -> None:
    entries = evening(event, floor, 4)
    by_the_club(event)
    people = [Entry.objects.values_list("player", flat=True).get(pk=entry) for entry in entries]
    for number, player in enumerate(people):
        Player.objects.filter(pk=player).update(name=f"Beat Camenzind{number}", privacy="full", nickname="")
    member(entries[3])
    press(set_plan, event, by=director, seats_per_table=6)
    press(draw_names, event, by=director)
    target_names = {name for mine in prize_of(event, people).values() for name in mine["bounty_targets"]}
    # Three guests would share one short name; a number distinguishes them.
    assert target_names == {"Beat C. (1)", "Beat C. (2)", "Beat C. (3)", "Beat Camenzind3"}
