"""Each reader gets pages, refusals, numbers and times in their language."""

import gettext
import json
import re
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, get_args

import pytest
from babel.messages.catalog import Message
from django.conf import settings
from django.core.management import call_command
from django.test import Client
from django.utils import translation
from django.utils.html import escape
from django.utils.translation import trans_real

from clock.commands.clock import start
from clock.commands.structures import save_structure
from tests.fixtures.catalogues import originals, translated
from tests.fixtures.room import level, press
from tests.test_words import PLACES
from tests.web.visitors import client_of, done, text_of
from tourney.access.roles import Actor
from tourney.commands import choose_language
from tourney.commands.argument_types import Language
from tourney.management.commands.collect_messages import catalogue
from tourney.rules.formats import FORMATS
from tourney.services.dates import timestamp_text
from tourney.services.figures import grouped
from web.shared.figures import ordinal
from web.shared.languages import LANGUAGES
from web.templatetags.pages import number
from web.tv.page import DISPLAY_TEXTS, words_in

CHOSEN = settings.LANGUAGE_COOKIE_NAME
CODES = [code for code, _name in settings.LANGUAGES]


def test_each_language_has_its_formats_its_name_and_its_place_in_commands() -> None:
    assert list(FORMATS) == CODES == [code for code, _name in LANGUAGES]
    assert list(get_args(Language)) == CODES


@pytest.mark.usefixtures("speaking")
@pytest.mark.parametrize(
    ("language", "delete"), [("de", "Strg Entf"), ("fr", "Ctrl Suppr"), ("it", "Ctrl Canc")]
)
def test_key_hints_are_the_words_on_the_keys(director: Actor, language: str, delete: str) -> None:
    page = client_of(director)
    page.cookies[CHOSEN] = language
    text = text_of(page.get("/staff/structures/new/"))
    hints = re.findall(r"<kbd[^>]*>([^<]*)</kbd>", text)
    control = delete.split()[0]
    assert {f"{control} K", f"{control} S", delete} <= set(hints)
    assert [hint for hint in hints if "Ctrl" in hint] == [] or control == "Ctrl"


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


def messages_of(language: str) -> list[Message]:
    """Return the messages of a language's catalogue."""
    return [message for message in catalogue(language.partition("-")[0])[1] if message.id]


def english_left(page: str, messages: list[Message]) -> list[str]:
    """Return sentences and labels of more than one word that are English on a page."""
    shown = re.sub(r"<script.*?</script>", "", page, flags=re.S)
    # An English term may be a part of a translation.
    said = "\n".join(form for message in messages for form in translated(message))
    return [
        text
        for message in messages
        for text, form in zip(originals(message)[:1], translated(message)[:1], strict=True)
        if " " in text
        and text != form
        and not PLACES.search(text)
        and escape(text) in shown
        and text not in said
    ]


def words_in_page(page: str) -> dict[str, str]:
    """Return the words that a page passes to its scripts."""
    found = re.search(r'<script id="config"[^>]*>(.*?)</script>', page, re.S)
    assert found is not None
    words: dict[str, str] = json.loads(found[1])["words"]
    return words


@pytest.mark.usefixtures("speaking")
@pytest.mark.parametrize(
    ("language", "password"),
    [
        *((code, "Passwort") for code in ("de", "de-ch", "de-at", "de-CH,de;q=0.9,en;q=0.5", "de-DE")),
        *((code, "Mot de passe") for code in ("fr", "fr-CH", "fr-BE,fr;q=0.9,en;q=0.5")),
        *((code, "Password") for code in ("it", "it-CH,it;q=0.9")),
    ],
)
def test_a_page_is_in_the_readers_language_from_top_to_bottom(language: str, password: str) -> None:
    messages = messages_of(language[:2])
    for path in ("/", "/login/"):
        page = text_of(Client(headers={"accept-language": language}).get(path))
        assert english_left(page, messages) == []
        assert f'<html lang="{language[:2]}' in page
    assert password in page


@pytest.mark.usefixtures("speaking")
def test_an_english_page_is_found_to_be_english(messages: list[Message]) -> None:
    page = text_of(Client(headers={"accept-language": "en"}).get("/"))
    assert "Staff login" in english_left(page, messages)


@pytest.mark.usefixtures("speaking")
@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("de", "Schließen"),
        ("de-at", "Schließen"),
        ("de-ch", "Schliessen"),
        ("en", "Close"),
        ("fr", "Fermer"),
        ("fr-ch", "Fermer"),
        ("it", "Chiudi"),
        ("it-ch", "Chiudi"),
    ],  # fmt: skip,
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
def test_the_api_refuses_in_the_language_of_the_program(path: str, sentence: str) -> None:
    answer = Client(headers={"accept-language": "de"}).get(f"/api/v1/{path}")
    assert answer.json()["message"] == sentence


@pytest.mark.usefixtures("speaking")
@pytest.mark.parametrize("path", ["journal/", "structure/", "details/", ""])
@pytest.mark.parametrize("language", ["de", "de-ch", "fr", "it"])
def test_the_pages_of_an_event_are_in_the_readers_language(
    director: Actor, running: int, language: str, path: str
) -> None:
    client = client_of(director)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    answer = client.get(f"/staff/t/{running}/{path}")
    assert answer.status_code == 200
    assert english_left(text_of(answer), messages_of(language)) == []


# --- numbers ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("language", "chips", "negative"),
    [
        ("de", "1.234.567", "−12.500"),
        ("de-at", "1.234.567", "−12.500"),
        ("de-ch", "1'234'567", "−12'500"),
        ("fr", "1\u00a0234\u00a0567", "−12\u00a0500"),
        ("fr-ch", "1'234'567", "−12'500"),
        ("it", "1.234.567", "−12.500"),
        ("it-ch", "1'234'567", "−12'500"),
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
    ("language", "places"),
    [
        ("en", "1st 2nd 3rd 11th 1,021st"),
        ("de", "1. 2. 3. 11. 1.021."),
        ("fr", "1er 2e 3e 11e 1\u00a0021e"),
        ("it-ch", "1º 2º 3º 11º 1'021º"),
    ],
)
def test_places_have_the_suffix_of_the_language(language: str, places: str) -> None:
    with translation.override(language):
        assert " ".join(ordinal(place) for place in (1, 2, 3, 11, 1_021)) == places


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "28.03.2026, 21:15:09"),
        ("de-at", "28.03.2026, 21:15:09"),
        ("de-ch", "28.03.2026, 21:15:09"),
        ("fr", "28/03/2026, 21:15:09"),
        ("it-ch", "28.03.2026, 21:15:09"),
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
        ("fr", "50\u00a0000 / 100\u00a0000"),
        ("it", "50.000 / 100.000"),
        ("en", "50,000 / 100,000"),
    ],
)
def test_the_library_writes_blinds_as_its_reader_does(director: Actor, language: str, blinds: str) -> None:
    done(save_structure, name="High", levels=[level(100), level(100_000)])
    client = client_of(director)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    assert escape(blinds) in text_of(client.get("/staff/structures/"))
