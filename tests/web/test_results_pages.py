"""An event's results: the public page, the staff page with later corrections, files and print."""

import json
import uuid
from typing import Any

import pytest
from django.test import Client

from players.commands.players import change_player
from players.models import Player
from seating.commands import bust, note_one_hand, remove_entry
from seating.models import Bust, Knockout
from tests.fixtures.room import MakesEvents, press
from tests.prizes.evenings import amounts, closed, evening, out, place
from tests.prizes.test_places_from_rows import seated
from tests.prizes.test_simultaneous_busts import at_one_table
from tests.web.visitors import ROLES, client_of, send, text_of
from tourney.access.roles import Actor, Role
from tourney.models import Entry, JournalEntry, Tournament
from tourney.rules.text_files import split_csv


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    """Make an event whose rulebook shares the places of one hand (Munot 79)."""
    return make_event(book="munot")


@pytest.fixture
def stars(make_event: MakesEvents) -> int:
    """Make an event whose rulebook ranks by stacks (PokerStars Live 3.13.3)."""
    return make_event(book="pokerstars_live")


def named(entry: int, name: str) -> None:
    """Rename the player of an entry, who is shown in public by first name only."""
    player = Entry.objects.get(pk=entry).player
    Player.objects.filter(pk=player.pk).update(name=name, privacy="short")


def csv_of(answer: Any) -> list[dict[str, str]]:
    rows = [row.cells for row in split_csv(text_of(answer).removeprefix("\ufeff"), ",")]
    return [dict(zip(rows[0], row, strict=True)) for row in rows[1:]]


# --- the public page ----------------------------------------------------------------------------------------
def test_results_are_public_with_public_names(event: int, floor: Actor, client: Client) -> None:
    entries = evening(event, floor, 9)
    named(entries[7], "Ann-Sophie Lang")
    assert "No eliminations yet" in text_of(client.get(f"/results/{event}/"))
    out(event, entries[0])
    page = text_of(client.get(f"/results/{event}/"))
    assert "1 of 9 placed · 8 in play" in page
    assert "not locked yet" in page
    closed(event)
    out(event, *entries[1:8])
    page = text_of(client.get(f"/results/{event}/"))
    assert "not locked yet" not in page
    assert "Ann-Sophie L." in page
    assert "Sophie Lang" not in page
    assert f"€{amounts(event)[1] // 100}" in page
    assert client.get("/results/999999/").status_code == 404


def test_a_shared_place_says_so_with_its_rule(event: int, floor: Actor, client: Client) -> None:
    """Munot 79: players who bust in the same hand share the place."""
    entries = evening(event, floor, 9)
    closed(event)
    out(event, *entries[:7])
    press(note_one_hand, event, by=floor, entries=entries[5:7], announced=True)
    page = text_of(client.get(f"/results/{event}/"))
    assert "3–4" in page
    assert "shared place, rule Munot 79" in page


def test_a_tie_the_floor_has_not_confirmed_is_not_counted_as_placed(
    event: int, floor: Actor, dealer: Actor, client: Client
) -> None:
    entries = at_one_table(event, floor)
    out(event, *entries[:2])
    press(bust, event, by=dealer, entry=entries[2], stack=700)
    press(bust, event, by=dealer, entry=entries[3], stack=700, same_hand=entries[2])
    page = text_of(client.get(f"/results/{event}/"))
    assert "2 of 6 placed · 2 in play · 2 places not confirmed yet" in page
    assert page.count("<tr>") - 1 == 2


def test_no_player_is_in_play_after_the_win(event: int, floor: Actor, client: Client) -> None:
    entries = evening(event, floor, 3)
    closed(event)
    out(event, entries[0])
    assert "1 of 3 placed · 2 in play" in text_of(client.get(f"/results/{event}/"))
    out(event, entries[1])
    page = text_of(client.get(f"/results/{event}/"))
    assert "3 of 3 placed" in page
    assert "in play" not in page


def test_a_place_that_may_still_change_says_so(event: int, floor: Actor, client: Client) -> None:
    entries = evening(event, floor, 5, re_entries_most=2)
    out(event, entries[0])
    assert "place not final: may re-enter" in text_of(client.get(f"/results/{event}/"))
    closed(event)
    assert "may re-enter" not in text_of(client.get(f"/results/{event}/"))


def test_club_points_are_shown_beside_the_places(event: int, floor: Actor, client: Client) -> None:
    """Five Spades 5.4."""
    entries = evening(event, floor, 9)
    closed(event)
    out(event, *entries[:8])
    # Played by the club's book; its conditions of entry do not matter here.
    Tournament.objects.filter(pk=event).update(book="five_spades")
    page = text_of(client.get(f"/results/{event}/"))
    assert '<th class="num" scope="col">Points</th>' in page
    (first, *_rest) = json.loads(client_of(floor).get(f"/staff/t/{event}/results/results.json").content)[
        "results"
    ]
    assert first["best"] == 1
    assert first["points"] > 0


def test_a_large_field_is_paged_and_searched(
    event: int, floor: Actor, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.public.results._A_PAGE", 3)
    entries = evening(event, floor, 8)
    named(entries[0], "Zoë Zander")
    closed(event)
    out(event, *entries[:7])
    pages = [text_of(client.get(f"/results/{event}/", {"page": number})) for number in (1, 2, 3)]
    assert [page.count("<tr>") - 1 for page in pages] == [3, 3, 2]
    assert "Zoë" in pages[2]
    found = text_of(client.get(f"/results/{event}/", {"q": "zoe"}))
    assert found.count("<tr>") == 2
    assert "No player with this name has a place" in text_of(
        client.get(f"/results/{event}/", {"q": "nobody\x00"})
    )


def test_cached_results_are_never_older_than_the_journal(
    event: int, floor: Actor, director: Actor, client: Client
) -> None:
    entries = evening(event, floor, 4)
    closed(event)
    out(event, entries[0])
    assert "1 of 4 placed" in text_of(client.get(f"/results/{event}/"))
    out(event, entries[1])
    assert "2 of 4 placed" in text_of(client.get(f"/results/{event}/"))
    player = Entry.objects.get(pk=entries[1]).player_id
    press(change_player, by=director, player=player, name="Quentin Quill", privacy="full")
    assert "Quentin Quill" in text_of(client.get(f"/results/{event}/"))


# --- the staff page -----------------------------------------------------------------------------------------
def test_staff_see_full_names_eliminators_stacks_and_re_entries(
    event: int, floor: Actor, dealer: Actor
) -> None:
    entries = evening(event, floor, 5)
    named(entries[0], "Ann-Sophie Lang")
    named(entries[1], "Hubert Winner")
    closed(event)
    press(bust, event, by=floor, entry=entries[0], stack=4_321, knocked_out_by=[entries[1]])
    page = text_of(client_of(dealer).get(f"/staff/t/{event}/results/"))
    for words in ("Ann-Sophie Lang", "Hubert Winner", "4,321"):
        assert words in page
    assert "The selected players busted in the same hand" not in page
    assert "The selected players busted in the same hand" in text_of(
        client_of(floor).get(f"/staff/t/{event}/results/")
    )


def test_several_chosen_are_noted_as_one_hand(event: int, floor: Actor) -> None:
    entries = evening(event, floor, 9)
    closed(event)
    out(event, *entries[:7])
    client, path = client_of(floor), f"/staff/t/{event}/results/"
    answer = send(client, path, what="one_hand", entries=[entries[5]])
    assert answer.status_code == 422
    assert "at least two" in text_of(answer)
    command = str(uuid.uuid4())
    for _twice in range(2):
        answer = send(client, path, command=command, what="one_hand", entries=entries[5:7])
        assert answer.status_code == 302
    assert JournalEntry.journal(event).filter(kind="bust.one_hand").count() == 1
    found = place(event, entries[5])
    assert found is not None
    assert (found.best, found.worst) == (3, 4)
    assert "same hand" in text_of(client.get(path))


def test_a_stack_that_decides_is_asked_for_and_noting_it_ranks(stars: int, floor: Actor) -> None:
    """PokerStars Live 3.13.3: the player who started the hand with more chips ranks higher."""
    entries = evening(stars, floor, 9)
    closed(stars)
    out(stars, *entries[:3])
    press(note_one_hand, stars, by=floor, entries=entries[1:3])
    client, path = client_of(floor), f"/staff/t/{stars}/results/"
    page = text_of(client.get(path))
    # The tie is asked about once, with its hand.
    assert page.count("They share their places until their stacks") == 1
    assert "Stacks that decide places" not in page
    tie = page.partition('class="tie')[2].partition("</article>")[0]
    assert [f'name="stack-{entry}"' in tie for entry in entries[:3]] == [False, True, True]
    assert "shared until stacks are counted" in page
    wrong = send(client, path, what="stacks", **{f"stack-{entries[1]}": "lots"})
    assert wrong.status_code == 422
    assert send(client, path, what="stacks").status_code == 422
    done = send(client, path, what="stacks", **{f"stack-{entries[1]}": "9'000", f"stack-{entries[2]}": "100"})
    assert done.status_code == 302
    assert [place(stars, entry).best for entry in entries[1:3]] == [7, 8]  # type: ignore[union-attr]
    page = text_of(client.get(path))
    assert "They share their places until their stacks" not in page
    assert "tie decided by rule PokerStars Live 3.13.3" in page


def test_stack_and_eliminators_are_noted_later_and_removed_again(event: int, floor: Actor) -> None:
    entries = evening(event, floor, 6)
    closed(event)
    out(event, entries[0])
    client, path = client_of(floor), f"/staff/t/{event}/results/{entries[0]}/"
    page = text_of(client.get(path, {"q": "Player 3"}))
    assert f'value="{entries[2]}"' in page
    answer = send(client, path, stack="700", knocked_out_by=[entries[2], entries[3]])
    assert answer.status_code == 302
    assert Bust.objects.get(entry=entries[0]).stack == 700
    assert set(Knockout.objects.values_list("winner", flat=True)) == set(entries[2:4])
    assert text_of(client.get(path)).count("checked") == 2
    assert send(client, path, stack="").status_code == 302
    assert not Knockout.objects.exists()
    refused = send(client, path, knocked_out_by=[entries[0]])
    assert refused.status_code == 422
    assert "A player can’t win their own bounty" in text_of(refused)
    assert client.get(f"/staff/t/{event}/results/{entries[5]}/").status_code == 404


def test_disqualified_players_are_last_without_a_place(event: int, floor: Actor, client: Client) -> None:
    entries = evening(event, floor, 4)
    named(entries[0], "Rude Rudi")
    closed(event)
    press(remove_entry, event, by=floor, entry=entries[0], penalty="disqualified")
    assert "Rudi" not in text_of(client.get(f"/results/{event}/"))
    page = text_of(client_of(floor).get(f"/staff/t/{event}/results/"))
    assert "Rude Rudi" in page
    assert "disqualified" in page
    assert "not ranked" in page


# --- files and print ----------------------------------------------------------------------------------------
def test_the_file_has_every_row_and_runs_no_formula(event: int, floor: Actor) -> None:
    entries = evening(event, floor, 9, bounty=1_000, prizes={"bounties": "fixed"})
    named(entries[8], "=1+1")
    closed(event)
    for entry in entries[:8]:
        press(bust, event, by=floor, entry=entry, knocked_out_by=[entries[8]])
    client = client_of(floor)
    rows = csv_of(client.get(f"/staff/t/{event}/results/results.csv"))
    assert [row["Place"] for row in rows] == [str(number) for number in range(1, 10)]
    assert rows[0]["Player"] == "'=1+1"
    assert rows[8]["Eliminated by"] == "'=1+1"
    assert sum(round(float(row["Prize"]) * 100) for row in rows) == sum(amounts(event))
    whole = json.loads(client.get(f"/staff/t/{event}/results/results.json").content)
    assert [row["best"] for row in whole["results"]] == list(range(1, 10))
    assert whole["results"][0]["name"] == "=1+1"
    (leader,) = csv_of(client.get(f"/staff/t/{event}/results/bounty-leaders.csv"))
    assert (leader["Player"], leader["Knockouts"], leader["Prize money"]) == ("'=1+1", "8", "90.00")
    bounties = json.loads(client.get(f"/staff/t/{event}/results/bounty-leaders.json").content)["leaders"]
    assert [one["won"] for one in bounties] == [9_000]
    assert client.get(f"/staff/t/{event}/results/results.xlsx").status_code == 404


def test_print_has_public_names_unless_full_names_are_requested(event: int, floor: Actor) -> None:
    entries = evening(event, floor, 4)
    named(entries[0], "Ann-Sophie Lang")
    closed(event)
    out(event, entries[0])
    client, path = client_of(floor), f"/staff/t/{event}/results/print/"
    assert "Ann-Sophie L." in text_of(client.get(path))
    assert "Ann-Sophie Lang" in text_of(client.get(path, {"names": "full"}))


def test_pages_and_buttons_require_their_permission(
    event: int, floor: Actor, people: dict[Role, Client]
) -> None:
    entries = evening(event, floor, 4)
    out(event, entries[0])
    office = {Role.DIRECTOR, Role.FLOOR, Role.DESK}
    home = f"/staff/t/{event}/results/"
    pages = {
        "": set(ROLES),
        "print/": set(ROLES),
        "results.csv": office,
        "bounty-leaders.json": office,
        f"{entries[0]}/": set(ROLES),
    }
    for path, allowed in pages.items():
        assert Client().get(home + path).status_code == 302, path
        for role, client in people.items():
            assert client.get(home + path).status_code == (200 if role in allowed else 403), (path, role)
    lines = Tournament.objects.get(pk=event).seq
    answer = send(people[Role.DEALER], home, what="one_hand", entries=entries[:2])
    assert answer.status_code == 422
    assert Tournament.objects.get(pk=event).seq == lines


def test_undecided_prize_is_marked_on_pages_prints_and_files(stars: int, floor: Actor, dealer: Actor) -> None:
    evening(stars, floor, 6)
    entries = seated(stars, tables=1)[1]
    closed(stars)
    out(stars, *entries[:3])
    press(bust, stars, by=dealer, entry=entries[3])
    press(bust, stars, by=dealer, entry=entries[4], same_hand=entries[3])
    press(note_one_hand, stars, by=floor, entries=entries[3:5])
    client, path = client_of(floor), f"/staff/t/{stars}/results/"
    for page in (f"/results/{stars}/", path, f"{path}print/"):
        assert "undecided" in text_of(client.get(page)), page
    cells = {row["Entry"]: row["Prize"] for row in csv_of(client.get(f"{path}results.csv"))}
    assert [cells[str(entry)] for entry in entries[3:5]] == ["", ""]
    assert send(client, path, what="equal", entries=entries[3:5]).status_code == 302
    assert "undecided" not in text_of(client.get(f"/results/{stars}/"))
