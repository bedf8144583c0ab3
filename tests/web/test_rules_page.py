"""The rule finder's page: it works without scripts, in the reader's language, and escapes markup."""

import re

import pytest
from django.test import Client

from tests.web.visitors import done, text_of
from tourney.commands import save_book
from tourney.models import Tournament
from tourney.rulebooks.books import shipped_text

pytestmark = pytest.mark.django_db
RULES = "/staff/rules/"


def cited(page: Client, **asked: str) -> list[str]:
    """Return the citations of the results."""
    text = text_of(page.get(RULES, asked))
    return re.findall(r'<cite class="rules-cite">([^<]+)</cite>', text)


def test_a_question_is_answered_without_scripts(page: Client) -> None:
    assert cited(page, q="falscher Sitz", book="munot")[0] == "Munot 7"
    assert cited(page, q="3.17", book="tda") == ["Five Spades 3.17"]
    assert len(cited(page, book="other_poker")) == 44


def test_rule_is_shown_in_the_readers_language_beside_the_other(page: Client) -> None:
    page.cookies["room_language"] = "de-ch"
    text = text_of(page.get(RULES, {"q": "munot 1"}))
    assert "Der Floor entscheidet" in text
    assert '<details lang="en"><summary>In English</summary>' in text
    assert "ß" not in text_of(page.get(RULES, {"book": "munot"})).split('id="rules-found"')[1]


def test_rule_list_is_served_as_a_fragment_and_as_data(page: Client) -> None:
    part = text_of(page.get(f"{RULES}found/", {"q": "rabbit", "book": "munot"}))
    assert part.lstrip().startswith("<p")
    assert "Munot 28" in part
    rows = page.get(f"{RULES}found/", {"q": "rabbit", "book": "munot", "as": "json"}).json()["found"]
    assert rows[0]["citation"] == "Munot 28"


@pytest.mark.parametrize("asked", ["<script>alert(1)</script>", "\x00", "x" * 4_000, "🂡", "%00"])
def test_any_query_is_answered_without_markup(page: Client, asked: str) -> None:
    answer = page.get(RULES, {"q": asked, "book": asked})
    assert answer.status_code == 200
    assert "<script>alert" not in text_of(answer)


def test_room_edition_is_searchable_and_marked_as_edited(page: Client, event: int) -> None:
    done(save_book, key="munot", text=shipped_text("munot") + "\n# ours\n")
    ours = shipped_text("munot").replace('key = "munot"', 'key = "ours"', 1)
    done(save_book, key="ours", text=ours)
    Tournament.objects.filter(pk=event).update(book="ours")
    for key in ("munot", "ours"):
        text = text_of(page.get(RULES, {"q": "chip race", "book": key}))
        assert "The room has edited this rulebook" in text
        assert cited(page, q="chip race", book=key)[0] == "Munot 24"
    assert "The room has edited" not in text_of(page.get(RULES, {"q": "chip race", "book": "tda"}))


def test_the_floor_and_the_shelf_lead_to_it(page: Client, event: int) -> None:
    book = Tournament.objects.get(pk=event).book
    assert f'href="{RULES}?book={book}"' in text_of(page.get(f"/staff/t/{event}/floor/"))
    assert f'href="{RULES}"' in text_of(page.get("/staff/books/"))
