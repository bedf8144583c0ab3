"""Two rulebooks side by side: complete, in plain words of both languages, with every difference marked."""

import re
import tomllib
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import msgspec
import pytest

import tourney.rulebooks.books as books
from tourney.rulebooks.books import (
    POLICIES,
    SECTIONS,
    Book,
    Row,
    cite,
    parse_book,
    policies,
    policy_at,
    same_decision,
    shipped,
    shipped_text,
    side_by_side,
)
from tourney.rulebooks.books.schema import Policy
from tourney.rulebooks.books.table import policy_table

ROOT = Path(__file__).parent.parent
DIRECTORY = Path(books.__file__).parent
PAIRS = list(combinations(shipped(), 2))


def words(name: str) -> dict[str, Any]:
    return tomllib.loads((DIRECTORY / "words" / f"{name}.toml").read_text(encoding="utf-8"))


def rows(a: Book, b: Book, lang: str = "en") -> dict[str, Row]:
    return {row.key: row for section in side_by_side(a, b, lang=lang) for row in section.rows}


@pytest.mark.parametrize("lang", ["en", "de", "de-ch", "de_AT", "fr", "it-ch"])
@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_every_policy_of_the_schema_appears_once_in_order(one: str, other: str, lang: str) -> None:
    sections = side_by_side(shipped()[one], shipped()[other], lang=lang)
    assert [section.key for section in sections] == list(SECTIONS)
    assert [row.key for section in sections for row in section.rows] == list(POLICIES)
    for section in sections:
        assert section.label
        for row in section.rows:
            assert row.label
            for side in (row.a, row.b):
                assert side.value
                assert "{}" not in side.value
                assert "_" not in side.value, "a raw name"
                assert side.stated == bool(side.rule) == bool(side.citation) == bool(side.facts)


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_a_row_differs_exactly_where_the_books_decide_otherwise(one: str, other: str) -> None:
    a, b = shipped()[one], shipped()[other]
    for key, row in rows(a, b).items():
        first, second = policy_at(a, key), policy_at(b, key)
        if first is None or second is None:
            assert row.differs == (first is not second), key
        else:
            values = [name for name in type(first).__struct_fields__ if name not in Policy.__struct_fields__]
            differ = any(getattr(first, name) != getattr(second, name) for name in values)
            assert row.differs == differ, key


def test_a_book_beside_itself_differs_nowhere() -> None:
    for book in shipped().values():
        assert not any(section.differs for section in side_by_side(book, book))


def test_other_words_and_numbers_for_the_same_decision_are_no_difference() -> None:
    book = shipped()["munot"]
    text = re.sub(r'^rule = ".*"$', 'rule = "99"', shipped_text("munot"), flags=re.MULTILINE)
    text = re.sub(r'^note(_..)? = ".*"$', "", text, flags=re.MULTILINE)
    renumbered = parse_book(text, source="ours.toml")
    assert not any(section.differs for section in side_by_side(book, renumbered))
    assert same_decision(book.clock.new_level, renumbered.clock.new_level)
    assert not same_decision(book.clock.new_level, None)


def test_calling_time_in_plain_words() -> None:
    row = rows(shipped()["munot"], shipped()["pokerstars_live"])["clock.calling_time"]
    assert row.label == "Calling time"
    assert row.differs
    assert row.a.citation == "Munot 29"
    assert row.b.rule == "3.11, 3.11.1"
    assert row.a.facts[:2] == ("25 seconds", "countdown 5 seconds")
    assert row.b.value.startswith(
        "50 seconds; countdown 10 seconds; in levels of 20 minutes or less; there 25 seconds"
    )


def test_the_same_in_german() -> None:
    row = rows(shipped()["munot"], shipped()["pokerstars_live"], "de")["clock.new_level"]
    assert row.label == "Neuer Level"
    assert row.a.facts[0] == "beginnt mit der Ansage des Floors"
    assert row.b.facts[0] == "beginnt automatisch bei 0:00"
    assert "Dealerwechsel" in row.a.value
    assert row.a.note.startswith("Der Floor sagt den Level bei null an")


@pytest.mark.parametrize(
    ("lang", "label", "fact", "silent"),
    [
        ("fr", "Nouveau niveau", "commence quand le floor l’annonce", "Non réglé dans ce règlement"),
        (
            "it-ch",
            "Nuovo livello",
            "inizia quando il floor lo annuncia",
            "Non regolato in questo regolamento",
        ),
    ],
)
def test_the_same_in_other_languages(lang: str, label: str, fact: str, silent: str) -> None:
    compared = rows(shipped()["munot"], shipped()["pokerstars_live"], lang)
    row = compared["clock.new_level"]
    assert (row.label, row.a.facts[0]) == (label, fact)
    assert row.a.note == getattr(shipped()["munot"].clock.new_level, f"note_{lang[:2]}")
    assert row.a.note_language == ""
    assert compared["clock.end_of_day"].a.value.startswith(silent)


def test_silent_book_shows_the_servers_default() -> None:
    row = rows(shipped()["munot"], shipped()["pokerstars_live"])["clock.end_of_day"]
    assert not row.a.stated
    assert row.a.value == "Not covered by this rulebook; default: with the level's last hand"
    assert (row.a.rule, row.a.citation, row.a.note, row.a.facts) == ("", "", "", ())
    assert row.differs


def test_swiss_german_has_no_sharp_s_and_groups_by_apostrophe() -> None:
    book = shipped()["five_spades"]
    german, swiss = rows(book, book, "de"), rows(book, book, "de-ch")
    assert "große Chips" in german["chips.race"].a.value
    assert "grosse Chips" in swiss["chips.race"].a.value
    assert "20.000 Chips" in german["modes.landesliga"].a.value
    assert "20'000 Chips" in swiss["modes.landesliga"].a.value
    assert "Saison EUR 20,00" in german["entering.membership"].a.value
    assert "Saison EUR 20.00" in swiss["entering.membership"].a.value
    assert not any("ß" in row.a.value + row.a.note + row.label for row in swiss.values())


def test_a_note_in_one_language_stands_in_for_the_other() -> None:
    text = shipped_text("munot").replace("note_de = ", "# note_de = ")
    book = parse_book(text, source="ours.toml")
    row = rows(book, book, "de")["seating.button"]
    assert row.a.note == "There is no dead button: it always goes to a player in the game."
    assert row.a.note_language == "en"
    assert rows(book, book, "de-ch")["seating.initial_button"].a.note_language == "en"
    assert rows(book, book, "en")["seating.initial_button"].a.note_language == ""


def test_policy_with_only_a_note_shows_the_note() -> None:
    text = re.sub(r"^only_after_entry_closes = false\n", "", shipped_text("five_spades"), flags=re.MULTILINE)
    row = rows(parse_book(text, source="ours.toml"), shipped()["tda"])["seating.breaking"]
    assert row.a.stated
    assert row.a.facts == ()
    assert row.a.value == row.a.note


def test_every_decision_of_every_book_is_cited() -> None:
    for book in shipped().values():
        for key, policy in policies(book):
            assert re.fullmatch(rf"{re.escape(book.short)} \S.*", cite(book, policy)), key


def vocabulary(annotation: Any, key: str, field: str) -> Iterator[tuple[str, str, str | None]]:
    """Yield policy, field and choice for everything that may need a label."""
    if get_origin(annotation) is Literal:
        for choice in get_args(annotation):
            yield key, field, choice
    elif isinstance(annotation, type) and issubclass(annotation, msgspec.Struct):
        if annotation is not books.Money:
            for inner in msgspec.structs.fields(annotation):
                yield key, inner.name, None
                yield from vocabulary(inner.type, key, inner.name)
    else:
        for part in get_args(annotation):
            yield from vocabulary(part, key, field)


VOCABULARY = [
    word
    for key, struct in POLICIES.items()
    for word in vocabulary(struct, key, "")
    if word[1] not in Policy.__struct_fields__
]


def test_there_are_words_for_every_value_a_book_may_hold_and_no_others() -> None:
    fields, values = words("fields"), words("values")
    used_fields: set[str] = set()
    used_values = {"true", "false"}
    for key, field, choice in VOCABULARY:
        if choice is None:
            name, own, found = field, f"{key}.{field}", fields
        else:
            name, own, found = choice, f"{key}.{field}={choice}", values
        assert own in found or name in found, own
        (used_fields if choice is None else used_values).add(own if own in found else name)
    assert set(fields) - used_fields == set()
    assert set(values) - used_values == set()


def test_every_policy_has_a_name_and_a_default_in_every_language() -> None:
    named = words("policies")
    assert all(len(texts) == 4 and all(texts) for part in named.values() for texts in part.values())
    assert set(named["sections"]) == set(SECTIONS)
    assert list(named["labels"]) == list(named["silent"]) == list(POLICIES)


@pytest.mark.parametrize("name", ["fields", "values"])
def test_book_texts_exist_in_every_language(name: str) -> None:
    for key, texts in words(name).items():
        assert len(texts) == 4, key
        assert all(texts), key
        if name == "fields":
            assert all(text.count("{}") == 1 for text in texts), key


def test_the_page_on_rulebooks_lists_every_policy_with_its_values() -> None:
    page = (ROOT / "docs" / "rulebooks.md").read_text(encoding="utf-8")
    assert policy_table() in page, "print it again: python -m tourney.rulebooks.books.table"


def test_the_example_on_the_page_is_a_book() -> None:
    page = (ROOT / "docs" / "rulebooks.md").read_text(encoding="utf-8")
    example = re.search(r"```toml\n(.*?)```", page, re.DOTALL)
    assert example is not None
    book = parse_book(example[1], source="rulebooks.md")
    assert cite(book, book.clock.calling_time) == "Our club 12"


def test_a_longer_language_tag_of_another_language_is_english() -> None:
    book = shipped()["munot"]
    assert rows(book, book, "deutsch")["clock.ante"].label == "Ante"
    assert rows(book, book, "rm-ch")["clock.calling_time"].label == "Calling time"
