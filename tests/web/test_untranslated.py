"""Pages and scripts show no text that cannot be translated."""

import gettext
import json
import re
import tomllib
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from babel.messages.mofile import write_mo
from django.utils.translation import trans_real

from tests.web.test_navigation import NO_PAGES, Room, event, page_patterns, room  # noqa: F401
from tests.web.visitors import text_of
from tourney.management.commands.collect_messages import texts
from web.shared.languages import LANGUAGES

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).parent.parent.parent
SHOWN = {"title", "aria-label", "aria-description", "placeholder", "alt"}
MARKED = re.compile(r"⟦[^⟦⟧]*⟧")
# A secret in groups of four, to be typed.
SECRET = re.compile(r"\b[A-Z2-7]{4}(?:\s[A-Z2-7]{4}){3,}\b")
# Not of hexadecimal figures.
WORD = re.compile(r"(?<!\w)(?![a-f]+\b)[^\W\d_]{3,}(?!\w)")


class Texts(HTMLParser):
    """Collects the texts of a page that a person sees or hears."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self._silent = 0
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._silent += tag in ("script", "style")
        self.found += [f" {value} " for name, value in attrs if name in SHOWN and value]
        self.found.append(" ")

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in ("script", "style")
        self.found.append(" ")

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.found.append(data)


def unmarked(page: str) -> set[str]:
    """Return the words of a page outside of marks."""
    text, before = "".join(Texts(page).found), ""
    while text != before:
        text, before = MARKED.sub(" ", text), text
    return set(WORD.findall(SECRET.sub(" ", text)))


@pytest.fixture
def marked(tmp_path: Path, settings: Any) -> Iterator[None]:
    """Mark each text of the catalogue, in the place of German."""
    made = texts()
    for message in made:
        if message.id:
            forms = [message.id] if isinstance(message.id, str) else message.id
            message.string = tuple(f"⟦{form}⟧" for form in forms)
            message.string = message.string[0] if isinstance(message.id, str) else message.string
    folder = tmp_path / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    with (folder / "django.mo").open("wb") as out:
        write_mo(out, made)

    def forget() -> None:
        trans_real._translations.clear()  # type: ignore[attr-defined]
        gettext._translations.clear()  # type: ignore[attr-defined]
        trans_real._default = None  # type: ignore[attr-defined]

    settings.LOCALE_PATHS = [tmp_path]
    forget()
    yield
    forget()


def german_of_data() -> set[str]:
    """Return the German words of rulebooks, structures and payout tables, which are data."""
    books = ROOT / "tourney" / "rulebooks"
    said: list[str] = []

    def gather(value: Any) -> None:
        if isinstance(value, list) and len(value) in (2, 4) and all(isinstance(one, str) for one in value):
            said.append(value[1])
        elif isinstance(value, dict):
            if "note" in value or "title" in value:
                said.extend(str(value.get(f"note_{code}") or "") for code in ("de", "fr", "it"))
            said.extend(
                str(value[name])
                for name in ("name", "short", "title", "de")
                if isinstance(value.get(name), str)
            )
            for one in value.values():
                gather(one)
        elif isinstance(value, list):
            for one in value:
                gather(one)

    for path in (*books.rglob("*.toml"), *(ROOT / "prizes" / "tables").glob("*.toml")):
        gather(tomllib.loads(path.read_text()))
    for path in (ROOT / "clock" / "structures").glob("*.json"):
        gather(json.loads(path.read_text()))
    days = (
        "Montag",
        "Dienstag",
        "Mittwoch",
        "Donnerstag",
        "Freitag",
        "Samstag",
        "Sonntag",
        "Januar",
        "November",
    )
    return set(WORD.findall(" ".join([*said, *days, *(name for _code, name in LANGUAGES)])))


# Names and values of this test's room, and words that are the same in every language.
DATA = set(
    """
    Ann Miller Bea Novak Anna Berger Deep Friday Library Case Site Wall Ruled First start All years desi dora director
    matrix room Poker testserver club example hook https ffffff csv CSV JSON EUR utf Date birth Name Nobody
    Regelwerk geregelt Vorgabe Omaha Seven Card Stud Razz Draw Mixed Games
    Alt Enter Letter Hold Limit floor dealer program player desk display Live Five Spades flop
    """.split()  # noqa: SIM905
)
# Pages that show arguments of commands, kinds of events for programs, and the titles of rulebooks as they are.
AS_STORED = re.compile(r"journal|webhook|^book|^rules$")


@pytest.mark.usefixtures("marked")
def test_every_word_of_a_page_is_translated(room: Room) -> None:  # noqa: F811
    client, known = room.pages["director"], DATA | german_of_data()
    found: dict[str, set[str]] = {}
    for name, pattern in page_patterns():
        named = set(re.findall(r"<(?:\w+:)?(\w+)>", pattern))
        if name in NO_PAGES or AS_STORED.search(name) or not named <= set(room.values):
            continue
        answer = client.get(room.address(pattern), headers={"accept-language": "de"}, follow=True)
        if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
            found[name] = unmarked(text_of(answer)) - known
    assert len(found) > 80
    left = {name: sorted(words) for name, words in found.items() if words}
    assert not left, str(left)


def test_an_unmarked_word_is_found() -> None:
    page = '<p title="⟦Seat ⟦two⟧⟧">⟦Bust <b>Ann⟧</b></p><script>let a = "hidden"</script><p aria-label="Clock">2</p>'
    assert unmarked(page) == {"Clock"}


# Text between tags, and of an attribute that is read, in the templates of scripts.
IN_SCRIPTS = re.compile(
    r"(?<!=)>([^<>${}`=;()]*[A-Za-z]{3,}[^<>${}`=;()]*)</|"
    r"\b(?:title|aria-label|placeholder|alt)=\"([^\"$]*[A-Za-z]{3,}[^\"$]*)\"|"
    r"\.(?:textContent|title|placeholder|ariaLabel) = \"([^\"]*[A-Za-z]{3,}[^\"]*)\""
)

# Keys are called as they are printed.
KEYS = re.compile(r"<kbd[^>]*>[\w ]+</kbd>")


def test_scripts_have_no_text_of_their_own() -> None:
    found = {
        f"{path.relative_to(ROOT)}:{number}": line.strip()
        for path in sorted((ROOT / "static").rglob("*.js"))
        for number, line in enumerate(path.read_text().splitlines(), start=1)
        if not line.lstrip().startswith(("*", "/*", "//")) and IN_SCRIPTS.search(KEYS.sub("", line))
    }
    assert found == {}


def test_a_text_in_a_script_is_found() -> None:
    assert IN_SCRIPTS.search("html`<p>Seat player</p>`")
    assert IN_SCRIPTS.search('html`<button title="Close">${icon}</button>`')
    assert not IN_SCRIPTS.search('html`<p title="${words.say("x")}">${words.say("x")}</p>`')
