"""Rulebooks are read, compared, copied and edited; an invalid one is refused and keeps the typed text."""

import re

import pytest
from django.test import Client

from tests.web.visitors import lines, send, text_of
from tourney.models import BookCopy, Tournament
from tourney.rulebooks.books import POLICIES, SHIPPED_KEYS, shipped_text
from tourney.rulebooks.shelf import book_of

pytestmark = pytest.mark.django_db
BOOKS = "/staff/books/"


def test_every_shipped_book_is_listed_and_can_be_read(page: Client) -> None:
    shelf = text_of(page.get(BOOKS))
    for key in SHIPPED_KEYS:
        assert f'href="{BOOKS}{key}/"' in shelf
        shown = text_of(page.get(f"{BOOKS}{key}/"))
        assert book_of(key).title in shown
    assert "Five Spades 4.3" in text_of(page.get(f"{BOOKS}five_spades/"))


@pytest.mark.parametrize("language", ["en", "de", "de-ch"])
def test_any_two_books_lie_side_by_side(page: Client, language: str) -> None:
    page.cookies["room_language"] = language
    for other in SHIPPED_KEYS:
        answer = page.get(f"{BOOKS}compare/?a=tda&b={other}")
        assert answer.status_code == 200
        assert ("differs" in text_of(answer)) is (other != "tda"), other


def test_differences_only_omits_equal_policies(page: Client) -> None:
    everything = text_of(page.get(f"{BOOKS}compare/?a=tda&b=wsop"))
    only = text_of(page.get(f"{BOOKS}compare/?a=tda&b=wsop&only=1"))
    differing = everything.count('<tr class="differs">')
    assert 0 < differing < len(re.findall(r"<tr", everything)) - 10
    assert only.count('<tr class="differs">') == differing
    assert "the same</span>" not in only


@pytest.mark.parametrize("query", ["a=nothing", "b=%00", f"a={'x' * 4000}", "a=<script>"])
def test_unknown_rulebook_is_refused_at_its_field(page: Client, query: str) -> None:
    answer = page.get(f"{BOOKS}compare/?{query}")
    assert answer.status_code == 404
    assert "There is no rulebook" in text_of(answer)
    assert "<script>" not in text_of(answer)


def test_a_copy_is_made_edited_played_by_and_removed(page: Client, event: int) -> None:
    answer = send(page, f"{BOOKS}tda/copy/", key="ours", title='Our "house" \\ rules 😀')
    assert answer["Location"] == f"{BOOKS}ours/edit/"
    assert book_of("ours").title == 'Our "house" \\ rules 😀'
    text = BookCopy.objects.get(key="ours").text.replace('rule = "RP-9"', 'rule = "RP-99"', 1)
    assert send(page, f"{BOOKS}ours/edit/", text=text).status_code == 302
    assert "RP-99" in text_of(page.get(f"{BOOKS}ours/"))
    assert send(page, f"{BOOKS}ours/remove/").status_code == 302
    assert page.get(f"{BOOKS}ours/").status_code == 404


def test_a_shipped_book_edited_is_the_rooms_own_until_it_is_given_back(page: Client) -> None:
    text = shipped_text("tda").replace('title = "Poker TDA"', 'title = "Poker TDA, Basel"')
    send(page, f"{BOOKS}tda/edit/", text=text)
    assert book_of("tda").title == "Poker TDA, Basel"
    assert "Restore the supplied edition" in text_of(page.get(f"{BOOKS}tda/"))
    send(page, f"{BOOKS}tda/remove/")
    assert book_of("tda").title == "Poker TDA"


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        (lambda text: text.replace('rule = "RP-9"', "rule = 9"), "seating.final_table.rule"),
        (lambda text: text.replace("[seating.draw]", "[seating.raffle]"), "This key does not exist"),
        (lambda text: text + "\n[[[", "Not valid TOML"),
        (lambda text: "", "key"),
        (lambda text: text.replace('key = "tda"', 'key = "other"'), "but the rulebook is being saved as"),
        (lambda text: "x = " + "[" * 3000, "nested"),
        (lambda text: text + "#" * 5000, "at most 4,000"),
    ],
)
def test_invalid_book_is_refused_with_its_reason_and_input_is_kept(
    page: Client, wrong: object, reason: str
) -> None:
    assert callable(wrong)
    text = wrong(shipped_text("tda"))
    before = lines()
    answer = send(page, f"{BOOKS}tda/edit/", text=text)
    shown = (
        text_of(answer)
        .replace("&quot;", '"')
        .replace("&#x27;", "'")
        .replace("&amp;", "&")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
    )
    assert answer.status_code == 422
    assert reason in shown
    assert text.strip() in shown
    assert lines() == before
    assert not BookCopy.objects.exists()


@pytest.mark.parametrize("key", ["", "Ours", "../x", "compare", "tda", "x" * 41, "1st", "a\x00"])
def test_invalid_or_used_key_is_refused(page: Client, key: str) -> None:
    answer = send(page, f"{BOOKS}tda/copy/", key=key, title="Ours")
    assert answer.status_code == 422
    assert not BookCopy.objects.exists()


def test_a_book_that_an_open_event_is_played_by_stays(page: Client, event: int) -> None:
    send(page, f"{BOOKS}tda/copy/", key="ours", title="Ours")
    Tournament.objects.filter(pk=event).update(book="ours")
    send(page, f"{BOOKS}ours/remove/")
    assert BookCopy.objects.filter(key="ours").exists()


def test_the_cash_book_lists_the_rules_that_only_staff_apply(page: Client) -> None:
    shown = text_of(page.get(f"{BOOKS}st_moritz_cash/"))
    part = shown[shown.index('id="by-staff"') :]
    assert "St. Moritz 25</cite>" in part
    # Carried out by a policy, and set for each game.
    for number in (12, 16, 17, 24):
        assert f"St. Moritz {number}</cite>" not in part
    assert 'id="by-staff"' not in text_of(page.get(f"{BOOKS}munot/"))


def test_the_editor_of_a_book_names_every_field_that_is_text_only(page: Client) -> None:
    shown = page.get(f"{BOOKS}tda/edit/").content.decode()
    for key, policy in POLICIES.items():
        for field in policy.__struct_fields__:
            assert (f"<code>{key}.{field}</code>" in shown) is (field in policy.text_only)
