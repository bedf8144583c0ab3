"""The pages of a season: public names and the matrix, staff pages with forms, files, print, certificates."""

import re
from datetime import date
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client

from api import public_cache
from players.models import Player
from seasons.boards.season_ranking import season_lists, season_ranking
from seasons.commands.season_events import add_event, leave_out_event
from seasons.commands.seasons import close_season, correct_points
from seasons.models import CupSeat, PointsCorrection, Season, SeasonEvent, Title
from tests.desk.tills import player
from tests.fixtures.room import MakesEvents, press
from tests.seasons.nights import members, night, season, written_night
from tests.web.test_results_pages import csv_of
from tests.web.visitors import client_of, send, text_of
from tourney.access.roles import Actor
from tourney.models import Room, Tournament
from tourney.now import room_now
from web.office.season_people import season_people
from web.public import seasons

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(make_event: MakesEvents, floor: Actor) -> tuple[Season, list[int]]:
    """Play two nights: six members, among them Ann, and a guest who wins the first."""
    row = season()
    club = members("Ann Abel", "Ben Bauer", "Cid Cohn", "Dan Dorn", "Eve Ernst", "Fay Falk")
    gus = player("Gus Guest")
    night(make_event, floor, [gus, *club], name="January night")
    night(make_event, floor, [club[0], gus, *club[1:]], name="February night")
    return row, [*club, gus]


def test_season_is_public_and_shortens_guests(played: tuple[Season, list[int]], client: Client) -> None:
    row, _people = played
    page = text_of(client.get(f"/seasons/{row.pk}/"))
    ranking = page.partition('id="ranking"')[2].partition("</section>")[0]
    assert "Ann Abel" in ranking
    assert "Gus G." in ranking
    assert "Gus Guest" not in page
    assert ranking.index("Ann Abel") < ranking.index("Ben Bauer")
    for words in ("Five Spades 5.1, 5.4", "Five Spades 7.1, 7.2", "January night", "FSRP", "Cup"):
        assert words in page, words
    assert f"/staff/seasons/{row.pk}/" not in page
    # The current season has an address that stays.
    assert text_of(client.get("/seasons/")).count("Ann Abel") == page.count("Ann Abel")
    assert client.get("/seasons/999/").status_code == 404


def test_guests_are_shortened_where_one_book_of_the_season_shortens_them(
    make_event: MakesEvents, client: Client, director: Actor
) -> None:
    row, open_event = season(book="munot", points="linear"), make_event(book="munot", name="Tonight")
    club_night = written_night(make_event, [player("Gus Guest"), *members("Ann Abel", "Ben Bauer")])

    def shown() -> list[bool]:
        # Rows are changed outside commands here.
        public_cache.forget_all()
        seasons.forget_all()
        board = season_ranking(open_event)
        assert board is not None
        found = [
            " ".join(one.name for one in board.rows),
            text_of(client.get(f"/seasons/{row.pk}/")),
            text_of(client.get("/api/v1/seasons/lists", {"season": row.pk})),
            text_of(client_of(director).get(f"/staff/seasons/{row.pk}/print/")),
        ]
        assert all("Ann Abel" in one and "Gus G" in one for one in found)
        return ["Gus Guest" in one for one in found]

    press(add_event, by=director, season=row.pk, tournament=club_night)
    assert shown() == [False] * 4
    # Munot alone shortens nobody.
    Tournament.objects.filter(pk=club_night).update(book="munot")
    assert shown() == [True] * 4
    # As an import without the room's edition: the missing book may have shortened them.
    Season.objects.filter(pk=row.pk).update(book="gone")
    assert season_lists(season=row.pk) is not None
    seasons.forget_all()
    assert "Gus Guest" not in text_of(client.get(f"/seasons/{row.pk}/"))


def test_results_of_an_event_lead_to_its_season(
    played: tuple[Season, list[int]], client: Client, desk: Actor, director: Actor
) -> None:
    row, _people = played
    event = Tournament.objects.get(name="January night").pk
    assert f'href="/seasons/{row.pk}/"' in text_of(client.get(f"/results/{event}/"))
    assert f'href="/staff/seasons/{row.pk}/"' in text_of(client_of(desk).get(f"/staff/t/{event}/results/"))
    press(leave_out_event, by=director, season=row.pk, tournament=event)
    assert "/seasons/" not in text_of(client.get(f"/results/{event}/"))


def test_long_lists_are_shown_in_full_on_request(
    played: tuple[Season, list[int]], client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    row, _people = played
    monkeypatch.setattr(seasons, "_ROWS", 2)
    short = text_of(client.get(f"/seasons/{row.pk}/"))
    whole = text_of(client.get(f"/seasons/{row.pk}/?all=1"))
    ranking = 'id="ranking"'
    assert short.partition(ranking)[2].partition("</section>")[0].count("<tr>") == 3
    assert whole.partition(ranking)[2].partition("</section>")[0].count("<tr>") == 8
    assert 'href="?all=1"' in short
    assert 'href="?all=1"' not in whole


def test_page_without_a_season_says_so(client: Client, db: None) -> None:
    assert "No season yet" in text_of(client.get("/seasons/"))


def test_results_that_do_not_count_are_struck_out(
    played: tuple[Season, list[int]], client: Client, director: Actor
) -> None:
    row, people = played
    Season.objects.filter(pk=row.pk).update(best_of=1)
    press(correct_points, by=director, season=row.pk, player=people[0], points=3, reason="Extra")
    page = text_of(client.get(f"/seasons/{row.pk}/"))
    assert "<s>4</s>" in page
    assert "Struck-out results do not count." in page
    assert "Correction" in page
    # The reason is for staff.
    assert "Extra" not in page
    printed = text_of(client_of(director).get(f"/staff/seasons/{row.pk}/print/"))
    assert '<th scope="col" class="num">Correction</th>' in printed
    assert '<td class="num">3</td>' in printed


def test_staff_read_full_names_and_find_files_print_and_settings(
    played: tuple[Season, list[int]], director: Actor, desk: Actor, dealer: Actor
) -> None:
    row, _people = played
    page = text_of(client_of(director).get(f"/staff/seasons/{row.pk}/"))
    for words in ("Gus Guest", "/ranking.csv", "/print/", "/settings/"):
        assert words in page, words
    # No event for teams: nothing about their points.
    assert "Teams of two" not in page
    assert "/settings/" not in text_of(client_of(desk).get(f"/staff/seasons/{row.pk}/"))
    assert client_of(desk).get(f"/staff/seasons/{row.pk}/settings/").status_code == 403
    assert client_of(dealer).get(f"/staff/seasons/{row.pk}/").status_code == 403


def test_files_have_a_column_per_event_and_no_formula(
    played: tuple[Season, list[int]], director: Actor
) -> None:
    row, _people = played
    Tournament.objects.filter(name="January night").update(name="=1+1")
    client = client_of(director)
    answer = client.get(f"/staff/seasons/{row.pk}/ranking.csv")
    first, *_others = csv_of(answer)
    assert (first["Player"], first["Points"], first["Place"]) == ("Ann Abel", "11", "1")
    assert [value for name, value in first.items() if name is not None and name.endswith("=1+1")] == ["4"]
    for which in ("championship", "cup", "all-time"):
        assert csv_of(client.get(f"/staff/seasons/{row.pk}/{which}.csv")), which
    assert client.get(f"/staff/seasons/{row.pk}/other.csv").status_code == 404


def test_print_has_public_names_unless_full_names_are_requested(
    played: tuple[Season, list[int]], desk: Actor
) -> None:
    row, _people = played
    client, path = client_of(desk), f"/staff/seasons/{row.pk}/print/"
    assert "Gus G." in text_of(client.get(path))
    assert "Gus Guest" not in text_of(client.get(path))
    assert "Gus Guest" in text_of(client.get(path, {"names": "full"}))


def test_season_is_created_and_changed_on_its_pages(director: Actor) -> None:
    client = client_of(director)
    Room.objects.update_or_create(pk=1, defaults={"book": "five_spades"})
    shown = text_of(client.get("/staff/seasons/"))
    assert 'value="five_spades" selected' in shown
    # As a season of the API: both players of a team score unless the season says otherwise.
    assert 'name="partners_score" checked' in shown
    given = {
        "name": "League",
        "first_day": "2026-01-01",
        "last_day": "2026-12-31",
        "book": "tda",
        "points": "root_buy_in",
        "ties": "countback",
        "best_of": "6",
        "parameters": "scale=5, winner=10",
        "drops": "2026-06-30 2",
    }
    for drops in ("soon", "2026-06-30 0000019999", f"2026-06-30 000001{'9' * 5_000}", "2026-06-30 ²"):
        assert send(client, "/staff/seasons/", **{**given, "drops": drops}).status_code == 422, drops[:30]
    assert send(client, "/staff/seasons/", **{**given, "parameters": "scale"}).status_code == 422
    assert send(client, "/staff/seasons/", **given).status_code == 302
    # The next one begins when this one has ended.
    following = text_of(client.get("/staff/seasons/"))
    for value in ("2027-01-01", "2027-12-31", "Season 2027"):
        assert f'value="{value}"' in following
    row = Season.objects.get()
    assert (row.best_of, row.parameters, row.drops) == (
        6,
        {"scale": 5, "winner": 10},
        [["2026-06-30", 2]],
    )
    path = f"/staff/seasons/{row.pk}/settings/"
    assert 'value="scale=5, winner=10"' in text_of(client.get(path))
    # The form shows all digits, so that saving it changes no parameter.
    Season.objects.filter(pk=row.pk).update(parameters={"scale": 1000000, "added": 1234.5678})
    assert 'value="scale=1000000, added=1234.5678"' in text_of(client.get(path))
    assert send(client, path, what="change", **{**given, "best_of": "", "cup_seats": "8"}).status_code == 302
    row.refresh_from_db()
    assert (row.best_of, row.cup_seats) == (None, 8)
    assert send(client, path, what="change", **{**given, "name": ""}).status_code == 422
    assert send(client, path, what="nonsense").status_code == 422


def test_events_corrections_seats_and_titles_are_set_on_the_page(
    played: tuple[Season, list[int]], director: Actor
) -> None:
    row, people = played
    client, path = client_of(director), f"/staff/seasons/{row.pk}/settings/"
    first = Tournament.objects.get(name="January night").pk
    last = Tournament.objects.get(name="February night").pk
    seat: dict[str, Any] = {"what": "seat", "player": people[1], "decision": "give", "reason": "Invited"}
    assert send(client, path, **seat).status_code == 302
    assert CupSeat.objects.get().has_seat is True
    refused = send(client, path, **{**seat, "player": people[-1]})
    assert refused.status_code == 422
    assert "Only members of the club play for the cup." in text_of(refused)
    assert "Five Spades 7.1, 7.2" in text_of(refused)
    assert send(client, path, what="event", tournament=first, role="left_out").status_code == 302
    assert SeasonEvent.objects.get().role == "left_out"
    assert send(client, path, what="event", tournament=last, role="cup_final").status_code == 302
    assert send(client, path, what="correct", player=people[1], points="-2", reason="Late").status_code == 302
    assert PointsCorrection.objects.get().points == -2
    assert send(client, path, what="award", kind="cup_winner", player=people[0]).status_code == 302
    assert Title.objects.get().player_id == people[0]
    paper = text_of(client.get(f"/staff/seasons/{row.pk}/certificate/cup_winner/"))
    assert "Ann Abel" in paper
    assert "Cup winner" in paper
    place = client.get(f"/staff/seasons/{row.pk}/certificate/place/", {"player": people[0]})
    assert "Ann Abel" in text_of(place)
    shared = {"season": row, "row": {"best": 1, "worst": 2}, "points": 1_234, "at": room_now()}
    assert "Provisional: the season is not closed yet." in text_of(place)
    certificate = render_to_string("office/print_certificate.html", shared, place.wsgi_request)
    assert "Place 1, shared" in certificate
    assert "1,234 points" in certificate
    assert client.get(f"/staff/seasons/{row.pk}/certificate/champion/").status_code == 404
    withdraw = {"what": "withdraw", "kind": "cup_winner", "reason": "Corrected"}
    assert send(client, path, **withdraw).status_code == 302
    assert not Title.objects.exists()
    asked = send(client, path, what="close")
    assert (asked.status_code, "Close anyway" in text_of(asked)) == (422, True)
    assert "Still open: “February night”." in text_of(asked)
    assert send(client, path, what="close", although_unfinished="1").status_code == 302
    assert send(client, path, what="close", again="on").status_code == 302
    Season.objects.filter(pk=row.pk).update(closed_at=room_now())
    refused = send(client, path, what="correct", player=people[1], points="2", reason="Late")
    assert "is closed" in text_of(refused)


def test_people_of_the_same_name_are_told_apart_where_points_are_corrected(
    played: tuple[Season, list[int]], director: Actor
) -> None:
    row, people = played
    client, path = client_of(director), f"/staff/seasons/{row.pk}/settings/"
    Player.objects.filter(pk__in=people[1:4]).update(name="Alma Adlerbach", birth_date=None)
    Player.objects.filter(pk=people[1]).update(birth_date=date(1990, 5, 30))
    Player.objects.filter(pk=people[2]).update(card="A-17")
    press(correct_points, by=director, season=row.pk, player=people[1], points=2, reason="Late")
    page = text_of(client.get(path))
    choice = page.partition('id="corrections-title"')[2].partition("</select>")[0]
    offered = dict(re.findall(r'<option value="(\d+)"[^>]*>([^<]*)</option>', choice))
    labels = [offered[str(player)] for player in people[:4]]
    assert labels[0] == "Ann Abel"
    assert re.fullmatch(r"Alma Adlerbach · Place \d+(–\d+)? · 30 May 1990", labels[1])
    assert re.fullmatch(r"Alma Adlerbach · Place \d+(–\d+)? · A-17", labels[2])
    assert re.fullmatch(r"Alma Adlerbach · Place \d+(–\d+)?", labels[3])
    assert f"<span>{labels[1]} <span" in page


def test_namesakes_without_place_or_card_are_told_apart_and_birth_dates_need_a_permission(
    db: None, desk: Actor, director: Actor
) -> None:
    one, other = player("Alma Adlerbach"), player("Alma Adlerbach")
    Player.objects.filter(pk=other).update(birth_date=None)
    Player.objects.filter(pk=one).update(birth_date=date(1990, 5, 30))
    assert season_people([one, other], [], director) == {
        one: "Alma Adlerbach · no place · 30 May 1990",
        other: "Alma Adlerbach · no place",
    }
    assert season_people([one, other], [], desk) == {
        one: f"Alma Adlerbach · no place · #{one}",
        other: f"Alma Adlerbach · no place · #{other}",
    }


def test_closed_season_offers_no_form_that_is_refused(
    played: tuple[Season, list[int]], director: Actor
) -> None:
    row, _people = played
    client, path = client_of(director), f"/staff/seasons/{row.pk}/settings/"
    buttons = ("Set", "Save correction", "Decide", "Save")

    def offered() -> list[str]:
        page = text_of(client.get(path))
        return [one for one in buttons if f">{one}</button>" in page]

    assert offered() == list(buttons)
    assert "All other open events" in text_of(client.get(path))
    Season.objects.filter(pk=row.pk).update(closed_at=room_now())
    assert offered() == []
    page = text_of(client.get(path))
    assert "All other open events" not in page
    assert f"“{row.name}” is closed. Titles can still be awarded and withdrawn." in page
    assert "Reopen it to change it." not in page
    assert "<fieldset disabled>" in page
    assert ">Reopen</button>" in page
    assert "All seats follow the ranking." in page


@pytest.mark.parametrize(
    ("what", "typed"),
    [
        ("correct", {"points": "-7", "reason": "Left early"}),
        ("seat", {"decision": "give", "reason": "Tie for the last seat"}),
        ("event", {"role": "cup_final"}),
        ("change", {"name": "Another name"}),
    ],
)
def test_form_sent_after_the_season_was_closed_keeps_its_input_and_says_why(
    played: tuple[Season, list[int]], director: Actor, what: str, typed: dict[str, str]
) -> None:
    row, people = played
    client, path = client_of(director), f"/staff/seasons/{row.pk}/settings/"
    event = Tournament.objects.get(name="January night").pk
    settings = {
        "name": row.name,
        "first_day": row.first_day.isoformat(),
        "last_day": row.last_day.isoformat(),
        "book": row.book,
        "points": row.points,
        "ties": row.ties,
    }
    press(close_season, by=director, season=row.pk, although_unfinished=True)
    given = {**settings, "player": str(people[0]), "tournament": str(event), **typed}
    answer = send(client, path, what=what, **given)
    page = text_of(answer)
    assert answer.status_code == 422
    form = page.partition(f'name="what" value="{what}"')
    head, _middle, rest = form[0].rpartition("<form")[2], form[1], form[2].partition("</form>")[0]
    assert f"“{row.name}” is closed. Reopen it to change it." in head
    # What was chosen stays chosen, and what was typed stays.
    for name, text in given.items():
        if f'name="{name}"' in rest and f'<option value="{text}"' in rest:
            assert f'<option value="{text}" selected' in rest, name
        elif name in typed:
            assert f'value="{text}"' in rest, name
    assert "<fieldset disabled>" not in rest
    assert page.count("Nothing has changed.") == 1


def test_cup_of_a_closed_season_does_not_say_not_qualified_yet(
    played: tuple[Season, list[int]], director: Actor
) -> None:
    row, _people = played
    client = client_of(director)
    paths = (f"/seasons/{row.pk}/", f"/staff/seasons/{row.pk}/")
    for path in paths:
        assert "Not qualified yet" in text_of(client.get(path))
    press(close_season, by=director, season=row.pk, although_unfinished=True)
    for path in paths:
        page = text_of(client.get(path))
        assert "Not qualified" in page
        assert "Not qualified yet" not in page
