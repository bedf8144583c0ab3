"""Every text on screen has a German translation, correctly formatted, and each reader gets their language."""

import gettext
import json
import re
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from babel.messages.catalog import Catalog, Message
from django.conf import settings
from django.core.management import call_command
from django.test import Client
from django.utils import translation
from django.utils.html import escape
from django.utils.translation import trans_real

from clock.commands.clock import start
from clock.commands.structures import save_structure
from tests.fixtures.catalogues import keys, originals, translated
from tests.fixtures.room import level, press
from tests.web.visitors import client_of, done, text_of
from tourney.access.roles import Actor
from tourney.commands import choose_language
from tourney.management.commands.collect_messages import texts
from tourney.services.dates import timestamp_text
from tourney.services.figures import grouped
from web.templatetags.pages import number
from web.tv.page import DISPLAY_TEXTS, words_in

# Placeholders, and marks and names that must stay unchanged.
PLACES = re.compile(
    r"%\(\w+\)s|%|\{\w+\}|</?\w+>|/tv/|command_id|Content-Type: application/json|Authorization: Bearer|Idempotency-Key"
)
CHOSEN = settings.LANGUAGE_COOKIE_NAME


def test_every_text_of_code_and_templates_has_german_and_no_german_is_left_over(german: Catalog) -> None:
    wanted, known = keys(texts()), keys(german)
    assert wanted - known == set(), "new: run `manage.py collect_messages` and translate"
    assert known - wanted == set(), "gone from the code: run `manage.py collect_messages`"


def test_no_text_is_without_its_translation(messages: list[Message]) -> None:
    assert [message.id for message in messages if not all(form.strip() for form in translated(message))] == []
    assert [message.id for message in messages if message.fuzzy] == []


def test_untranslated_sentence_is_named(german: Catalog) -> None:
    code = texts()
    code.add("An untranslated sentence.")
    assert {ids for _context, ids in keys(code) - keys(german)} == {("An untranslated sentence.",)}


def test_both_plural_forms_are_translated(german: Catalog, messages: list[Message]) -> None:
    plurals = [message for message in messages if message.pluralizable]
    assert plurals
    assert german.num_plurals == 2
    for message in plurals:
        assert len(translated(message)) == 2
        same = any(noun in translated(message)[0] for noun in ("Level", "Beutel", "Mal."))
        assert len(set(translated(message))) == 2 or same, message.id


def test_translations_carry_the_same_places_and_marks_as_their_originals(messages: list[Message]) -> None:
    wrong = [
        (original, form)
        for message in messages
        for original, form in zip(originals(message), translated(message), strict=True)
        if sorted(PLACES.findall(original)) != sorted(PLACES.findall(form))
    ]
    assert wrong == []


def test_sentences_stay_sentences_and_labels_stay_labels(messages: list[Message]) -> None:
    ends = ".:?!…"
    wrong = [
        (originals(message)[-1], form)
        for message in messages
        for form in translated(message)[-1:]
        if (originals(message)[-1][-1] in ends) != (form[-1] in ends) and not form.endswith("Min.")
    ]
    assert wrong == []


def test_quotation_marks_are_german(messages: list[Message]) -> None:
    forms = [form for message in messages for form in translated(message)]
    assert [form for form in forms if form.count("„") != form.count("“") or "”" in form] == []


@pytest.mark.parametrize(
    ("other", "word"),
    [("Reservation", "Reservierung"), ("Schnitt", "Durchschnitt"), (r"Ctrl|Control", "Strg")],
)
def test_german_has_one_word_for_a_term(messages: list[Message], other: str, word: str) -> None:
    forms = [form for message in messages for form in translated(message)]
    assert [form for form in forms if re.search(rf"\b({other})", form)] == []
    assert [form for form in forms if re.search(rf"\b{word}", form)] != []


def test_labels_are_short_enough_for_the_places_made_for_the_english_ones(messages: list[Message]) -> None:
    """Texts on displays, buttons and column headers; placeholders take the same room."""
    tight = {
        "Next level", "Break in", "Players", "Average stack", "Average", "Level over", "Paused", "Last minute",
        "Clock stopped", "Event over", "Colour-up: {values}", "Last hand before the next level", "Pause", "Resume",
        "Start now", "Next", "Back", "Last hand", "Players left", "Entries", "Undo", "Clock control", "Structure",
        "Journal", "Details", "Events", "Displays", "Tables", "Rulebooks", "Staff logins", "Room",
    }  # fmt: skip
    found = {originals(message)[0]: translated(message)[0] for message in messages}
    assert tight - set(found) == set()
    assert {
        text: found[text] for text in tight if len(found[text]) > max(1.35 * len(text), len(text) + 6)
    } == {}


@pytest.mark.django_db
def test_key_hints_have_german_names(director: Actor) -> None:
    page = client_of(director)
    page.cookies[CHOSEN] = "de"
    text = text_of(page.get("/staff/structures/new/"))
    hints = re.findall(r"<kbd[^>]*>([^<]*)</kbd>", text)
    assert {"Strg K", "Strg S", "Strg Entf"} <= set(hints)
    assert [hint for hint in hints if "Ctrl" in hint] == []


# --- pages in the reader's language -----------------------------------------------------------------------
@pytest.fixture
def speaking(db: None) -> Iterator[None]:
    """Compile the catalogues and reload them in this process."""

    def forget() -> None:
        trans_real._translations.clear()  # type: ignore[attr-defined]
        gettext._translations.clear()  # type: ignore[attr-defined]
        trans_real._default = None  # type: ignore[attr-defined]

    call_command("compile_messages")
    forget()
    yield
    forget()


def english_left(page: str, messages: list[Message]) -> list[str]:
    """Return sentences and labels of more than one word that are English on a page."""
    shown = re.sub(r"<script.*?</script>", "", page, flags=re.S)
    return [
        text
        for message in messages
        for text, form in zip(originals(message)[:1], translated(message)[:1], strict=True)
        if " " in text and text != form and not PLACES.search(text) and escape(text) in shown
    ]


def words_in_page(page: str) -> dict[str, str]:
    """Return the words that a page passes to its scripts."""
    found = re.search(r'<script id="config"[^>]*>(.*?)</script>', page, re.S)
    assert found is not None
    words: dict[str, str] = json.loads(found[1])["words"]
    return words


@pytest.mark.usefixtures("speaking")
@pytest.mark.parametrize("language", ["de", "de-ch", "de-at", "de-CH,de;q=0.9,en;q=0.5", "de-DE"])
@pytest.mark.parametrize("path", ["/", "/login/"])
def test_a_german_page_is_german_from_top_to_bottom(
    language: str, path: str, messages: list[Message]
) -> None:
    page = text_of(Client(headers={"accept-language": language}).get(path))
    assert english_left(page, messages) == []
    assert '<html lang="de' in page
    assert ("Turniere heute" if path == "/" else "Passwort") in page


@pytest.mark.usefixtures("speaking")
def test_an_english_page_is_found_to_be_english(messages: list[Message]) -> None:
    page = text_of(Client(headers={"accept-language": "en"}).get("/"))
    assert "Staff login" in english_left(page, messages)


@pytest.mark.usefixtures("speaking")
@pytest.mark.parametrize(
    ("language", "expected"),
    [("de", "Schließen"), ("de-at", "Schließen"), ("de-ch", "Schliessen"), ("en", "Close")],
)
def test_scripts_get_their_words_in_the_spelling_of_the_country(language: str, expected: str) -> None:
    answer = Client(headers={"accept-language": language}).get("/")
    assert answer.headers["Content-Language"] == language
    assert f'<html lang="{language}"' in text_of(answer)
    assert words_in_page(text_of(answer))["page.close"] == expected
    assert Client().get(f"/words/{language}.json").json() == words_in(language, DISPLAY_TEXTS)


def press_resume(client: Client, event: int) -> str:
    """Return the refusal to resume a running clock."""
    body = {"command_id": str(uuid.uuid4()), "arguments": {}}
    answer = client.post(f"/do/t/{event}/clock.resume/", json.dumps(body), content_type="application/json")
    assert answer.status_code == 409
    return str(answer.json()["message"])


@pytest.fixture
def running(event: int, director: Actor) -> int:
    """Create an event with a running clock."""
    press(start, event, by=director)
    return event


@pytest.mark.usefixtures("speaking")
@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("de", "Die Uhr läuft."),
        ("de-CH", "Die Uhr läuft."),
        ("de-AT", "Die Uhr läuft."),
        ("en", "The clock is running."),
    ],
)
def test_refusal_is_in_the_browsers_language(
    director: Actor, running: int, language: str, sentence: str
) -> None:
    client = client_of(director)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    assert press_resume(client, running) == sentence


@pytest.mark.usefixtures("speaking")
def test_cookie_language_precedes_the_persons_own_and_the_browsers(director: Actor, running: int) -> None:
    client = client_of(director)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    assert press_resume(client, running) == "The clock is running."
    press(choose_language, by=director, language="de-ch")
    assert press_resume(client, running) == "Die Uhr läuft."
    assert '<html lang="de-ch"' in text_of(client.get("/staff/"))
    client.cookies[CHOSEN] = "en"
    assert press_resume(client, running) == "The clock is running."


@pytest.mark.usefixtures("speaking")
def test_the_language_chosen_in_the_bar_stays_in_the_browser() -> None:
    client = Client(headers={"accept-language": "en"})
    client.post("/language/", {"language": "de-at", "next": "/"})
    assert '<html lang="de-at"' in text_of(client.get("/"))
    assert "Team-Login" in text_of(client.get("/"))


@pytest.mark.usefixtures("speaking")
@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("room", "Bitte ein Token vorweisen oder anmelden."),
        ("nowhere", "Unter dieser Adresse ist nichts."),
    ],
)
def test_the_api_refuses_in_german(path: str, sentence: str) -> None:
    answer = Client(headers={"accept-language": "de"}).get(f"/api/v1/{path}")
    assert answer.json()["message"] == sentence


@pytest.mark.usefixtures("speaking")
@pytest.mark.parametrize("path", ["journal/", "structure/", "details/", ""])
@pytest.mark.parametrize("language", ["de", "de-ch"])
def test_the_pages_of_an_event_are_german(
    director: Actor, running: int, messages: list[Message], language: str, path: str
) -> None:
    client = client_of(director)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    answer = client.get(f"/staff/t/{running}/{path}")
    assert answer.status_code == 200
    assert english_left(text_of(answer), messages) == []


# --- numbers ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("language", "chips", "negative"),
    [
        ("de", "1.234.567", "−12.500"),
        ("de-at", "1.234.567", "−12.500"),
        ("de-ch", "1'234'567", "−12'500"),
        ("en", "1,234,567", "−12,500"),
    ],
)
def test_chips_are_grouped_by_the_habit_of_the_country(language: str, chips: str, negative: str) -> None:
    with translation.override(language):
        assert grouped(1_234_567) == chips
        assert grouped(-12_500) == negative
        assert grouped(500) == "500"
        assert number(1_234_567) == chips


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "28.03.2026, 21:15:09"),
        ("de-at", "28.03.2026, 21:15:09"),
        ("de-ch", "28.03.2026, 21:15:09"),
        ("en", "28 Mar 2026, 21:15:09"),
    ],
)
def test_a_moment_is_written_in_the_room_s_time_and_the_country_s_order(
    language: str, text: str, settings: Any
) -> None:
    settings.TIME_ZONE = "Europe/Zurich"
    with translation.override(language):
        assert timestamp_text(datetime(2026, 3, 28, 20, 15, 9, tzinfo=UTC)) == text


@pytest.mark.usefixtures("speaking")
@pytest.mark.parametrize(
    ("language", "blinds"),
    [
        ("de", "50.000 / 100.000"),
        ("de-at", "50.000 / 100.000"),
        ("de-ch", "50'000 / 100'000"),
        ("en", "50,000 / 100,000"),
    ],
)
def test_the_library_writes_blinds_as_its_reader_does(director: Actor, language: str, blinds: str) -> None:
    done(save_structure, name="High", levels=[level(100), level(100_000)])
    client = client_of(director)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    assert escape(blinds) in text_of(client.get("/staff/structures/"))
