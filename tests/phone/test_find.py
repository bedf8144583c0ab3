"""Players find their page by name and year of birth, only where the room allows it, and without guessing."""

from typing import Any

import pytest
from django.test import Client

from players.rules.person_code import code_of
from tests.fixtures.room import MakesEvents
from tests.phone.people import a_player, a_seat, a_table, an_entry, lookup_allowed, path_of
from tourney.models import JournalEntry
from web.shared.compression import CompressionMiddleware

pytestmark = pytest.mark.django_db


def asks(client: Client, name: str, year: object, address: str = "10.0.0.1") -> Any:
    return client.post("/p/", {"name": name, "year": str(year)}, REMOTE_ADDR=address)


def test_player_search_is_off_without_room_permission(client: Client) -> None:
    a_player(birth_date="1990-05-30")
    assert asks(client, "Anna Berg", 1990).status_code == 200
    assert not JournalEntry.objects.filter(kind="token.for_players").exists()


def test_start_page_offers_only_features_the_room_allows(client: Client) -> None:
    assert "by seat card or name" not in client.get("/").content.decode()
    assert "Scan the code on your seat card" in client.get("/").content.decode()
    lookup_allowed()
    assert "by seat card or name" in client.get("/").content.decode()


def test_name_or_nickname_and_year_lead_to_ones_own_page(client: Client) -> None:
    lookup_allowed()
    anna = a_player(birth_date="1990-05-30", nickname="Queen")
    for name in ("Anna Berg", " anna   BERG ", "queen"):
        answer = asks(client, name, 1990)
        assert (answer.status_code, answer.headers["Location"]) == (302, path_of(anna))
    assert path_of(anna) not in asks(client, "Anna Berg", 1990).content.decode()


def asks_by_code(client: Client, code: str, surname: str, address: str = "10.0.0.1") -> Any:
    return client.post("/p/", {"code": code, "surname": surname}, REMOTE_ADDR=address)


def test_card_code_and_surname_show_the_seat_and_open_nothing(client: Client, event: int) -> None:
    anna = a_player("Anna de Berg")
    a_seat(an_entry(event, anna), a_table(event, 12), 4)
    for code, surname in ((code_of(anna.pk), "Berg"), (code_of(anna.pk).lower(), " de BERG "), ("", "")):
        answer = asks_by_code(client, code or f"P{anna.pk} {code_of(anna.pk)[-2:]}", surname or "Anna Berg")
        text = answer.content.decode()
        assert answer.status_code == 200
        assert "Friday Deep" in text
        assert "Table 12 · Seat 4" in text
        assert "Location" not in answer.headers
        assert path_of(anna) not in text


def test_a_card_code_without_its_surname_shows_nothing(client: Client, event: int) -> None:
    anna, ben = a_player(), a_player("Ben Burg")
    a_seat(an_entry(event, anna), a_table(event, 12), 4)
    wrong = (
        (code_of(anna.pk), "Zorn"), (code_of(anna.pk), "B"), (code_of(ben.pk), "Berg"), (code_of(anna.pk), ""),
        (f"P{anna.pk}-00", "Berg"), ("P999999-99", "Berg"), ("", "Berg"),
    )  # fmt: skip
    for code, surname in wrong:
        answer = asks_by_code(client, code, surname, f"10.0.{len(surname)}.9")
        assert answer.status_code == 422, (code, surname)
        assert "Table 12" not in answer.content.decode()


@pytest.mark.parametrize(
    ("privacy", "found", "hidden"),
    [
        ("full", ["Berg", "Anna de Berg"], ["Burg", "Ace"]),
        ("short", ["Berg", "Burg"], ["Huber", "Ace", "B"]),
        ("nickname", ["Ace"], ["Berg", "Anna"]),
    ],
)
def test_a_card_code_tells_nothing_that_the_seat_lists_do_not_show(
    client: Client, make_event: MakesEvents, privacy: str, found: list[str], hidden: list[str]
) -> None:
    event = make_event(book="tda")
    anna = a_player("Anna Berg", nickname="Ace", privacy=privacy)
    a_seat(an_entry(event, anna), a_table(event, 12), 4)
    for surname in found:
        assert "Table 12 · Seat 4" in asks_by_code(client, code_of(anna.pk), surname).content.decode(), (
            surname
        )
    for surname in hidden:
        answer = asks_by_code(client, code_of(anna.pk), surname)
        assert (answer.status_code, "Table 12" in answer.content.decode()) == (422, False), surname


def test_the_answer_for_a_player_without_a_seat_is_that_for_an_unknown_one(
    client: Client, event: int
) -> None:
    here = asks_by_code(client, code_of(a_player().pk), "Berg")
    unknown = asks_by_code(client, code_of(999_999), "Berg")
    assert here.status_code == unknown.status_code == 422
    assert "No seat found for this code and surname." in here.content.decode()
    assert "No seat found for this code and surname." in unknown.content.decode()


def test_the_card_of_a_merged_record_still_shows_the_seat(client: Client, event: int) -> None:
    anna = a_player()
    a_seat(an_entry(event, anna), a_table(event, 12), 4)
    old = a_player("Ana Berg", merged_into=anna)
    assert "Table 12 · Seat 4" in asks_by_code(client, code_of(old.pk), "Berg").content.decode()


def test_wrong_codes_of_one_address_lock_no_other_out(client: Client, event: int) -> None:
    anna = a_player()
    a_seat(an_entry(event, anna), a_table(event, 12), 4)
    tried = [asks_by_code(client, code_of(anna.pk + n), "Zorn", "203.0.113.9").status_code for n in range(70)]
    assert tried == [422] * 60 + [429] * 10
    assert asks_by_code(client, code_of(anna.pk), "Berg", "203.0.113.9").status_code == 429
    assert asks_by_code(client, code_of(anna.pk), "Berg", "10.0.0.1").status_code == 200


def test_ambiguous_name_finds_no_player(client: Client) -> None:
    lookup_allowed()
    for _ in range(2):
        a_player("Max Muster", birth_date="1980-01-01")
    a_player("Zoe", merged_into=a_player("Zoe Anders", birth_date="1985-01-01"), birth_date="1985-01-01")
    for name, year in (
        ("Max Muster", 1980),
        ("Zoe", 1985),
        ("Nobody", 1990),
        ("", 1980),
        ("Max Muster", "x"),
    ):
        answer = asks(client, name, year)
        assert answer.status_code == 422
        assert "Location" not in answer.headers


def test_years_cannot_be_guessed_from_many_addresses(client: Client) -> None:
    lookup_allowed()
    a_player(birth_date="1990-05-30")
    statuses = [
        asks(client, "Anna Berg", year, f"10.0.{year % 7}.{year % 200}").status_code
        for year in range(1980, 2000)
    ]
    assert statuses[:5] == [422] * 5
    assert set(statuses[5:]) == {429}
    # The response does not reveal whether such a player exists.
    unknown_names = [
        asks(client, "Nobody", year, f"10.1.0.{year % 200}").status_code for year in range(1980, 2000)
    ]
    assert unknown_names == statuses


def test_one_address_does_not_try_name_after_name(client: Client) -> None:
    lookup_allowed()
    statuses = [asks(client, f"Player {number}", 1990).status_code for number in range(40)]
    assert statuses[:20] == [422] * 20
    assert set(statuses[20:]) == {429}


def test_phone_files_are_compressed_except_pictures(client: Client) -> None:
    path = path_of(a_player())
    for address in (path, "/", "/static/phone/page.js", "/static/phone/page.css"):
        answer = client.get(address, headers={"Accept-Encoding": "gzip"})
        assert answer.headers.get("Content-Encoding") == "gzip", address
    for address in ("/static/phone/icon-192.png", "/health/"):
        assert "Content-Encoding" not in client.get(address, headers={"Accept-Encoding": "gzip"}).headers, (
            address
        )
    assert "Content-Encoding" not in client.get(path).headers
    assert CompressionMiddleware.max_random_bytes > 0
