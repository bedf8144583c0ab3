"""A rule is found by its number and by everyday words in either language, the current rulebook first.

The indexes are complete.
"""

import re
import string
import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.examples import examples
from tourney.rulebooks.books import SHIPPED_KEYS, BookError, shipped_text
from tourney.rulebooks.index import Found, IndexedRule, finder, indexes, load_index, numbers_of
from tourney.rulebooks.index.rule_search import MOST

# Citations that are not numbered rules.
NO_NUMBER = {"structure sheet"}
RULES = [
    (key, rule) for key, index in indexes().items() for chapter in index.chapters for rule in chapter.rules
]


def found(question: str, first: str = "") -> list[tuple[str, str]]:
    """Return the rulebooks and rule numbers found."""
    return [named(one) for one in finder().find(question, first=first)]


def named(one: Found[IndexedRule]) -> tuple[str, str]:
    return one.entry.book, one.entry.rule.number


def numbers(key: str) -> set[str]:
    return {rule.number for book, rule in RULES if book == key}


@pytest.mark.parametrize(
    ("key", "last"),
    [("munot", 83), ("other_poker", 44), ("st_moritz_cash", 30)],
    ids=lambda value: str(value),
)
def test_every_rule_of_a_book_that_counts_through_is_there(key: str, last: int) -> None:
    assert numbers(key) == {str(number) for number in range(1, last + 1)}


def test_every_rule_of_five_spades_is_there() -> None:
    ends = {1: 8, 2: 8, 3: 24, 4: 20, 5: 8, 6: 3, 7: 3, 8: 6, 9: 6}
    assert numbers("five_spades") == {
        f"{one}.{two}" for one, end in ends.items() for two in range(1, end + 1)
    }


def test_every_rule_of_pokerstars_live_is_there_down_to_its_paragraphs() -> None:
    ends = {1: 5, 2: 5, 3: 13, 4: 15, 5: 5, 6: 12}
    below = {
        "1.4": 6,
        "2.1": 2,
        "2.4": 1,
        "2.5": 1,
        "3.1": 3,
        "3.5": 1,
        "3.8": 1,
        "3.9": 2,
        "3.11": 2,
        "3.13": 3,
    }
    below |= {"4.2": 1, "4.7": 1, "4.8": 1, "4.12": 3, "4.15": 2, "5.2": 1, "5.3": 2, "5.4": 2, "5.5": 1}
    below |= {"6.1": 6, "6.3": 1, "6.9": 6, "2.1.2": 1, "6.9.5": 1}
    there = {f"{one}.{two}" for one, end in ends.items() for two in range(1, end + 1)}
    there |= {f"{number}.{three}" for number, end in below.items() for three in range(1, end + 1)}
    assert numbers("pokerstars_live") == there


@pytest.mark.parametrize("key", SHIPPED_KEYS)
def test_every_number_that_a_book_cites_is_in_the_index(key: str) -> None:
    cited = set()
    for section in tomllib.loads(shipped_text(key)).values():
        if isinstance(section, dict):
            for policy in section.values():
                cited |= (
                    {one.strip() for one in policy["rule"].split(",")} if isinstance(policy, dict) else set()
                )
    assert cited - NO_NUMBER
    assert cited - NO_NUMBER <= numbers(key)


@pytest.mark.parametrize(("key", "rule"), RULES, ids=lambda value: getattr(value, "number", value))
def test_a_number_finds_itself(key: str, rule: IndexedRule) -> None:
    for number in numbers_of(rule.number):
        for question in (number, number.upper(), f"{indexes()[key].names[0]} {number}", f"Regel {number}"):
            place = found(question, first=key)
            same = place.count((key, rule.number))
            assert same, question
            assert set(place[:same]) == {(key, rule.number)}, question


def test_partial_rule_number_finds_its_subrules() -> None:
    assert found("67", "wsop")[:4] == [("wsop", "67"), ("wsop", "67a"), ("wsop", "67b"), ("wsop", "67c")]
    assert found("tda 71") == [("tda", "71A"), ("tda", "71D")]
    assert ("pokerstars_live", "3.13.1") in found("3.13", "pokerstars_live")
    assert found("RP 8C") == [("tda", "RP-8B–D")]
    assert found("tda 71 a") == [("tda", "71A")]


@pytest.mark.parametrize(
    ("question", "book", "number"),
    [
        ("chip race", "tda", "24A"),
        ("Chiprennen", "munot", "24"),
        ("color up", "five_spades", "3.17"),
        ("Colour-up", "other_poker", "16"),
        ("falscher Sitz", "munot", "7"),
        ("wrong seat", "tda", "7"),
        ("string bet", "munot", "56"),
        ("Nachsetzen", "other_poker", "36"),
        ("who shows first", "pokerstars_live", "5.3"),
        ("Wer zeigt zuerst?", "munot", "17"),
        ("Handy am Tisch", "other_poker", "3"),
        ("phone call", "pokerstars_live", "1.4.1"),
        ("Uhr", "five_spades", "9.5"),
        ("call the clock", "munot", "29"),
        ("Tisch auflösen", "pokerstars_live", "2.4"),
        ("balancing", "other_poker", "6"),
        ("Bubble", "munot", "77"),
        ("hand for hand all-in", "tda", "RP-8F"),
        ("two players out same hand", "wsop", "126b"),
        ("toter Button", "other_poker", "24"),
        ("button heads up", "munot", "34"),
        ("acting out of turn", "five_spades", "9.5"),
        ("außer der Reihe", "pokerstars_live", "4.8"),
        ("50 Prozent", "munot", "43"),
        ("oversized chip", "other_poker", "32"),
        ("vier Karten Flop", "munot", "39"),
        ("misdeal", "st_moritz_cash", "8"),
        ("rabbit hunting", "munot", "28"),
        ("surrender", "tda", "8B"),
        ("Warteliste", "munot", "73"),
        ("verpasste Blinds", "st_moritz_cash", "16"),
        ("orbit penalty", "tda", "71A"),
        ("Disqualifikation", "pokerstars_live", "6.9.6"),
        ("soft play", "munot", "69"),
        ("big blind ante", "munot", "81"),
        ("versteckte Chips all-in", "pokerstars_live", "4.15"),
        ("end of day hands", "wsop", "125"),
        ("ohne Dealer", "five_spades", "3.11"),
        ("Ghostplayer", "five_spades", "9.5"),
        ("dinner break", "st_moritz_cash", "12"),
        ("chips in der Tasche", "munot", "63"),
        ("deck change", "munot", "26"),
    ],
)
def test_an_everyday_question_has_its_rule_among_the_first_three(
    question: str, book: str, number: str
) -> None:
    assert (book, number) in found(question, first=book)[:3]


@pytest.mark.parametrize(
    ("question", "number"),
    [
        ("wrong seat", "7"),
        ("out of turn", "53"),
        ("außer der Reihe", "53"),
        ("string bet", "56"),
        ("exposed card", "68"),
        ("misdeal", "35A"),
        ("oversized chip", "44"),
        ("undercall", "51"),
        ("splashing the pot", "70"),
        ("rabbit hunting", "28"),
        ("dead button", "32"),
        ("order of showing", "17"),
        ("odd chip", "20"),
        ("short all-in", "47"),
        ("four card flop", "39"),
        ("premature turn card", "RP-5"),
        ("hidden chips", "62"),
        ("phone", "5"),
        ("soft play", "69"),
        ("disputed pot", "22"),
    ],
)
def test_the_tda_has_the_rule_a_floor_decides_by(question: str, number: str) -> None:
    assert ("tda", number) in found(question, first="tda")[:3]


def test_every_number_of_the_tda_from_1_to_71_is_there() -> None:
    stems = {re.match(r"\d+", number) for number in numbers("tda") if not number.startswith("RP")}
    assert {int(stem[0]) for stem in stems if stem} == set(range(1, 72))


@pytest.mark.parametrize(("question", "number"), [("missed hand penalty", "113a"), ("dodging blinds", "86")])
def test_the_wsop_has_its_penalties(question: str, number: str) -> None:
    assert ("wsop", number) in found(question, first="wsop")[:3]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("chiprenen", "Chiprennen"),
        ("chip rcae", "chip race"),
        ("rabit", "rabbit"),
        ("tischauflosung", "Tischauflösung"),
        ("tischaufloesung", "Tischauflösung"),
        ("disqalifikation", "Disqualifikation"),
        ("BALANC", "balancing"),
        ("misdael", "misdeal"),
        ("  string   bet!! ", "string bet"),
    ],
)
def test_typos_prefixes_and_transcribed_umlauts_are_found(typed: str, meant: str) -> None:
    assert found(typed, "munot")[0] == found(meant, "munot")[0]


def test_named_book_is_listed_first_then_the_book_in_use() -> None:
    assert found("chip race", "munot")[0] == ("munot", "24")
    assert found("chip race", "wsop")[0] == ("wsop", "77")
    assert {book for book, _number in found("chip race", "munot")} > {"munot", "tda", "five_spades"}
    assert {book for book, _number in found("chip race munot", "wsop")} == {"munot"}
    assert found("five spades chip race", "tda")[0] == ("five_spades", "3.17")


@pytest.mark.parametrize("question", ["", "   ", "xyzzy", "\x00", "🂡", "999", "%"])
def test_question_without_a_rule_finds_none(question: str) -> None:
    assert found(question) == []


@settings(max_examples=examples(150), deadline=None)
@given(
    st.text(alphabet=st.one_of(st.sampled_from(string.printable + "äöüß–"), st.characters()), max_size=200)
)
def test_any_text_is_answered(question: str) -> None:
    answer = finder().find(question, first="tda")
    assert len(answer) <= MOST
    first = [one.entry.book == "tda" for one in answer]
    assert first == sorted(first, reverse=True)


GOOD = """book = "ours"
names = ["ours"]
complete = true
[[chapters]]
title = ["Seats", "Plätze", "Places", "Posti"]
[[chapters.rules]]
number = "7"
title = ["Wrong seat", "Falscher Platz", "Mauvaise place", "Posto sbagliato"]
says = ["Put right.", "Wird umgesetzt.", "Est déplacé.", "Viene spostato."]
"""


@pytest.mark.parametrize(
    ("old", "new", "key", "reason"),
    [
        ("number", "numero", "chapters[0].rules[0]", "key"),
        ('"7"', "7", "chapters[0].rules[0].number", "str"),
        ('"7"', '"seven"', "chapters[0].rules[0].number", "Must be"),
        ('"Wrong seat", "Falscher Platz", ', "", "chapters[0].rules[0].title", "length 4"),
        ('"Put right."', '" "', "chapters[0].rules[0].says[0]", "not blank"),
        ('names = ["ours"]', 'names = ["Ours"]', "", "small letters"),
        ("complete = true\n", "", "complete", "missing"),
        ("[[chapters]]", "[chapters]", "chapters", "array"),
        ("book = ", "book ", "", "Not valid TOML"),
    ],
)
def test_a_wrong_index_is_refused_with_file_key_and_reason(
    tmp_path: Path, old: str, new: str, key: str, reason: str
) -> None:
    path = tmp_path / "ours.toml"
    path.write_text(GOOD, encoding="utf-8")
    assert load_index(path).book == "ours"
    path.write_text(GOOD.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BookError) as caught:
        load_index(path)
    assert caught.value.source == "ours.toml"
    assert caught.value.key.startswith(key)
    assert reason in caught.value.reason


@pytest.mark.parametrize(
    ("lang", "question", "rule"),
    [
        ("fr-ch", "bouton mort", ("tda", "32")),
        ("fr", "fausse donne", ("tda", "35A")),
        ("it", "mazzo irregolare", ("tda", "35E")),
        ("it-ch", "dead button", ("tda", "32")),
    ],
)
def test_rules_are_found_by_words_of_the_reader(lang: str, question: str, rule: tuple[str, str]) -> None:
    assert rule in [named(one) for one in finder(lang).find(question, first="tda")[:3]]


def test_duplicate_rule_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text(GOOD + GOOD[GOOD.index("[[chapters.rules]]") :], encoding="utf-8")
    with pytest.raises(BookError, match="Rule 7 stands there twice"):
        load_index(path)


def test_wordings_are_short_and_of_each_language() -> None:
    for _key, rule in RULES:
        for text in (*rule.title, *rule.says):
            assert not re.search(r"\s{2}|\.\.|^\s|\s$|\"", text), text
        assert all(sentence.endswith((".", "!")) for sentence in rule.says), rule
        assert all(len(sentence) <= 330 for sentence in rule.says), rule
