"""An invalid rulebook is refused with file, key and reason, and no text crashes the reader."""

import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.utils import translation
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.examples import examples
from tourney.rulebooks.book_faults import fault_text
from tourney.rulebooks.books import (
    DEFAULT_KEY,
    POLICIES,
    SHIPPED_KEYS,
    Book,
    BookError,
    load_book,
    parse_book,
    shipped,
    shipped_text,
)
from tourney.rulebooks.books.loader import LARGEST_BYTES
from tourney.rulebooks.books.schema import choices_at

HEAD = 'key = "ours"\ntitle = "Our house"\nshort = "Ours"\nlanguage = "en"\n'


def refusal(text: str, source: str = "ours.toml") -> BookError:
    with pytest.raises(BookError) as caught:
        parse_book(text, source=source)
    with translation.override("fr"):
        assert fault_text(caught.value.reason) != caught.value.reason
    return caught.value


def edited(key: str, old: str, new: str) -> str:
    text = shipped_text(key)
    assert text.count(old) >= 1, old
    return text.replace(old, new, 1)


@pytest.mark.parametrize("key", SHIPPED_KEYS)
def test_shipped_book_loads_under_its_own_key(key: str) -> None:
    book = shipped()[key]
    assert book.key == key
    assert parse_book(shipped_text(key), source=f"{key}.toml") == book


def test_default_book_is_tda_and_listed_first() -> None:
    assert DEFAULT_KEY == "tda"
    assert next(iter(shipped())) == DEFAULT_KEY


def test_the_shelf_is_read_once_and_cannot_be_changed() -> None:
    books = shipped()
    assert shipped() is books
    with pytest.raises(TypeError):
        books["munot"] = books["tda"]  # type: ignore[index]
    with pytest.raises(AttributeError):
        books["munot"].title = "Theirs"  # type: ignore[misc]


def test_a_book_that_is_not_shipped_has_no_text() -> None:
    with pytest.raises(KeyError):
        shipped_text("../../settings")


def test_the_smallest_book_is_silent_about_everything() -> None:
    book = parse_book(HEAD, source="ours.toml")
    assert book.title == "Our house"
    assert book.seating.button is None
    assert book.clock.new_level is None


def test_copied_and_edited_book_changes_decisions() -> None:
    text = edited("pokerstars_live", "lowest_card = 3", "lowest_card = 2")
    book = parse_book(text.replace('key = "pokerstars_live"', 'key = "ours"'), source="ours.toml")
    assert book.key == "ours"
    assert book.clock.end_of_day is not None
    assert book.clock.end_of_day.cards_for(9) == (2, 7)


@pytest.mark.parametrize(
    ("old", "new", "key", "reason"),
    [
        ("seconds = 60", 'seconds = "60"', "clock.calling_time.seconds", "Expected `int`, got `str`"),
        ("seconds = 60", "seconds = 6.5", "clock.calling_time.seconds", "Expected `int`, got `float`"),
        ("seconds = 60", "seconds = true", "clock.calling_time.seconds", "Expected `int`, got `bool`"),
        ("seconds = 60", "seconds = 2024-01-01", "clock.calling_time.seconds", "Expected `int`, got `date`"),
        ("seconds = 60", "seconds = 0", "clock.calling_time.seconds", "Expected `int` >= 1"),
        ("seconds = 60", "seconds = -60", "clock.calling_time.seconds", "Expected `int` >= 1"),
        ("seconds = 60", "seconds = 86400", "clock.calling_time.seconds", "Expected `int` <= 600"),
        ("seconds = 60", f"seconds = {10**30}", "clock.calling_time.seconds", "Expected `int` <= 600"),
        ("seconds = 60\n", "", "clock.calling_time.seconds", "This key is missing"),
        ("seconds = 60", "secs = 60", "clock.calling_time.secs", "There is no such key"),
        ('rule = "4.9"\n', "", "seating.balancing.rule", "This key is missing"),
        ('rule = "4.9"', 'rule = ""', "seating.balancing.rule", "Expected `str` of length >= 1"),
        ('rule = "4.9"', 'rule = "  "', "seating.balancing.rule", "not blank"),
        ('rule = "4.9"', "rule = 4.9", "seating.balancing.rule", "Expected `str`, got `float`"),
        ("[clock.ante]", "[clock.anti]", "clock.anti", "There is no such key"),
        ("[clock.ante]", "[watch.ante]", "watch", "There is no such key"),
        ('starts = "by_itself"', 'starts = "slowly"', "clock.new_level.starts", "'by_itself', 'announced'"),
        ('["classic"]', '["classic", "odd"]', "clock.ante.kinds[1]", "allowed: 'classic', 'small_blind'"),
        ('["classic"]', "[]", "clock.ante.kinds", "length >= 1"),
        ('["classic"]', '["classic", "classic"]', "clock.ante", "names the same thing twice"),
        ('["classic"]', '"classic"', "clock.ante.kinds", "Expected `array`, got `str`"),
        ("normal = 9", "normal = 1", "seating.seats_per_table.normal", "Expected `int` >= 2"),
        ("normal = 9", "normal = 90", "seating.seats_per_table.normal", "Expected `int` <= 11"),
        ("normal = 9", "normal = 11", "seating.seats_per_table", "normal (11) is above most (10)"),
        (
            "seats = 9\ncup_seats = 10\nsizes = [{ handed = 6, seats = 6 }]\n",
            "",
            "seating.final_table",
            "either seats or sizes is needed",
        ),
        ('"spade", "heart"', '"heart", "heart"', "seating.initial_button", "suits names the same thing"),
        ("currency = ", "money = ", "entering.membership.season_fee.money", "There is no such key"),
        ('"EUR"', '"Euro"', "entering.membership.season_fee.currency", "three capital letters"),
        ("amount = 2000", "amount = 20.0", "entering.membership.season_fee.amount", "got `float`"),
        ("minimum_age = 18", "minimum_age = 180", "entering.membership.minimum_age", "<= 99"),
        ("[10, 7, 4, 2, 1]", "[1, 7, 4, 2, 1]", "season.ranking", "must not rise"),
        ("[10, 7, 4, 2, 1]", "[10, 7, -4]", "season.ranking.points[4][2]", "Expected `int` >= 0"),
        ("members_to = 15", "members_to = 16", "season.cup", "overlap or are out of order"),
        ("members_to = 15", "members_to = 9", "season.cup.fixed_places[0]", "members_from (11) is above"),
        ("smallest_stack = 5000", "smallest_stack = 50000", "modes.landesliga", "smallest_stack (50000)"),
        ("after_level = 8", "after_level = 10", "modes.re_start", "after_level (10) is above"),
        ('key = "five_spades"', 'key = "Five Spades"', "key", "Must be lower-case letters"),
        ('language = "de"', 'language = "German"', "language", "two lower-case letters"),
        ('key = "five_spades"', 'key = "ours\\n"', "key", "Must be lower-case letters"),
        ('short = "Five Spades"', 'short = "Five\\nSpades"', "short", "without control characters"),
        ('short = "Five Spades"', 'short = " "', "short", "without control characters"),
        ('edition = "', 'edition = "\\u0000', "edition", "without control characters"),
        ('note = "Up to', 'note = "\\u0007Up to', "entering.cancelling.note", "without control characters"),
        ('name = "FSRP"', 'name = "FS\\tRP"', "season.all_time.name", "without control characters"),
        (
            'currency = "EUR"',
            'currency = "EUR\\n"',
            "entering.membership.season_fee.currency",
            "three capital letters",
        ),
        ('key = "five_spades"', "key = nan", "key", "Expected `str`, got `float`"),
        ('key = "five_spades"\n', "", "key", "This key is missing"),
        ('note = "Up to', 'note = "' + 900 * "x" + "Up to", "entering.cancelling.note", "length <= 800"),
    ],
)
def test_a_wrong_book_is_refused_with_file_key_and_reason(old: str, new: str, key: str, reason: str) -> None:
    error = refusal(edited("five_spades", old, new), "five_spades.toml")
    assert error.source == "five_spades.toml"
    assert error.key == key
    assert reason in error.reason
    assert str(error) == f"five_spades.toml: {key}: {error.reason}"


@pytest.mark.parametrize(
    ("book", "old", "new", "key", "reason"),
    [
        ("pokerstars_live", "lowest_card = 3", "lowest_card = 8", "clock.end_of_day", "lowest_card (8)"),
        ("pokerstars_live", "lowest_card = 3", "lowest_card = 1", "clock.end_of_day.lowest_card", ">= 2"),
        (
            "pokerstars_live",
            "highest_card = 7",
            "highest_card = 15",
            "clock.end_of_day.highest_card",
            "<= 14",
        ),
        ("pokerstars_live", "from_minutes = 15", "from_minutes = 4", "clock.end_of_day", "to_minutes (5)"),
        ("pokerstars_live", "short_seconds = 25\n", "", "clock.calling_time", "together or not at all"),
        ("wsop", "six_max_highest = 5\n", "", "clock.end_of_day", "together or not at all"),
        ("wsop", "six_max_highest = 5", "six_max_highest = 2", None, ""),
        ("wsop", "six_max_lowest = 2", "six_max_lowest = 6", "clock.end_of_day", "six_max_lowest (6)"),
        ("wsop", "by_number_above_tables = 20\n", "", "seating.balancing", "by_number_above_tables belongs"),
        ("wsop", "{ handed = 8,", "{ handed = 9,", "seating.final_table", "names the same thing twice"),
        ("wsop", "[3, 2, 1]", "[]", "seating.redraws.redraws[1].at_tables", "length >= 1"),
        ("tda", "minutes_per_hand = 2", "minutes_per_hand = 4", "hand_for_hand.clock", "is above"),
        ("munot", "seat = 1\n", "", "seating.initial_button", "seat belongs to method"),
        (
            "munot",
            "dead_button = false",
            'dead_button = false\nlies = "empty_seat"',
            "seating.button",
            "lies belongs",
        ),
        ("munot", 'otherwise = "other_reseated"\n', "", "seating.wrong_seat", "otherwise belongs to"),
        ("munot", "= [1, 5]", "= [5, 1]", "penalties.escalation", "orbits must not shrink"),
        (
            "munot",
            "only_after_entry_closes = false",
            "only_after_entry_closes = true",
            "seating.breaking",
            "contradicts",
        ),
    ],
)
def test_values_that_contradict_each_other_are_refused(
    book: str, old: str, new: str, key: str | None, reason: str
) -> None:
    text = edited(book, old, new)
    if key is None:
        assert parse_book(text, source="ours.toml").key == book
    else:
        error = refusal(text)
        assert error.key == key
        assert reason in error.reason


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "This key is missing"),
        (HEAD + "[clock\n", "line 5"),
        (HEAD + "clock = 1 2\n", "line 5"),
        (HEAD + 'key = "twice"\n', "line 5"),
        (HEAD + 'title = "unclosed\n', "line 5"),
        ("\ufeff" + HEAD, "line 1"),
        (HEAD + "\x00", "Not valid TOML"),
        (HEAD + "edition = '\ud800'\n", "half a character"),
        (HEAD + "clock.calling_time.seconds = " + 3_900 * "9", "Expected `int` <= 600"),
        (HEAD + "a = 0x" + 3_900 * "f", "There is no such key"),
        (HEAD + "a = " + 50_000 * "[\n", "nested too deeply"),
        (HEAD + "# " + 4_000 * "x", "Line 5 has 4,002 characters"),
        (HEAD + 50 * ("b." * 1_900 + "b = 1\n"), "Not valid TOML"),
        (HEAD + LARGEST_BYTES // 8 * "# line\n\n", "a book has at most 200,000"),
        (HEAD + 70_000 * "#é\n", "a book has at most 200,000"),
    ],
    ids=range(15),
)
def test_a_text_that_is_no_book_is_refused_as_a_whole(text: str, reason: str) -> None:
    error = refusal(text)
    assert reason in str(error)
    assert len(str(error)) < 1_000


def test_a_cash_book_with_one_list_for_all_limits_is_refused() -> None:
    text = HEAD + '[cash.waiting_lists]\nrule = "1"\none_per = ["game"]\n'
    assert "The software carries out limit, game only" in str(refusal(text))


def test_errors_are_short_for_any_quoted_text() -> None:
    error = refusal(HEAD + '"' + 3_000 * "k" + '" = 1\n')
    assert error.reason == "There is no such key"
    assert len(error.key) == 120


def test_invalid_book_file_is_refused_with_its_error(tmp_path: Path) -> None:
    good = tmp_path / "ours.toml"
    good.write_text(HEAD, encoding="utf-8")
    assert load_book(good).key == "ours"
    assert load_book(str(good)).key == "ours"

    latin = tmp_path / "latin.toml"
    latin.write_bytes((HEAD + 'edition = "für"\n').encode("latin-1"))
    big = tmp_path / "big.toml"
    big.write_bytes(b"#" * (LARGEST_BYTES + 1))
    for path, reason in (
        (latin, "not UTF-8 text"),
        (big, "too big"),
        (tmp_path / "missing.toml", "cannot be read"),
        (tmp_path, "cannot be read"),
    ):
        with pytest.raises(BookError) as caught:
            load_book(path)
        assert str(caught.value).startswith(f"{path.name}: ")
        assert reason in caught.value.reason


def parses_or_refuses(text: str) -> None:
    try:
        read: Book | BookError = parse_book(text, source="any.toml")
    except BookError as error:
        read = error
    if isinstance(read, BookError):
        assert read.source == "any.toml"
        assert read.reason


@settings(max_examples=examples(200), deadline=None)
@given(st.text(max_size=400))
@example("\x00")
@example("\ud800")
@example("a = 00000000")
@example('"" = 1')
def test_any_text_is_a_book_or_refused(text: str) -> None:
    parses_or_refuses(text)
    parses_or_refuses(HEAD + text)


@settings(max_examples=examples(200), deadline=None)
@given(
    key=st.sampled_from(SHIPPED_KEYS),
    at=st.floats(0, 1, exclude_max=True),
    cut=st.integers(0, 60),
    put=st.text(st.sampled_from("abc019-.,=\"'[]{}#\n\\ _é\x00true"), max_size=12),
)
def test_a_damaged_book_is_a_book_or_refused(key: str, at: float, cut: int, put: str) -> None:
    text = shipped_text(key)
    place = int(at * len(text))
    parses_or_refuses(text[:place] + put + text[place + cut :])


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.dates() | st.times(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


def toml(value: object) -> str:
    """Write a generated value as TOML, as far as TOML can represent it."""
    match value:
        case None:
            return "''"
        case bool():
            return str(value).lower()
        case int() | float():
            return str(value)
        case str():
            return '"' + "".join(f"\\U{ord(letter):08x}" for letter in value) + '"'
        case list():
            return "[" + ", ".join(map(toml, value)) + "]"
        case dict():
            return "{" + ", ".join(f"{toml(key)} = {toml(item)}" for key, item in value.items()) + "}"
        case _:
            return str(value)


def field_names(policy_key: str) -> list[str]:
    return [field.name for field in msgspec.structs.fields(POLICIES[policy_key])]


@settings(max_examples=examples(300), deadline=None)
@given(st.data())
def test_any_value_under_any_key_is_taken_or_refused(data: st.DataObject) -> None:
    policy_key = data.draw(st.sampled_from(sorted(POLICIES)))
    names = data.draw(st.lists(st.sampled_from(field_names(policy_key)), unique=True))
    lines = [f"{name} = {toml(data.draw(VALUES))}" for name in names]
    parses_or_refuses(HEAD + f"[{policy_key}]\n" + "\n".join(lines))


def plain(value: Any) -> Any:
    """Drop missing values, which TOML cannot represent."""
    if isinstance(value, dict):
        return {name: plain(item) for name, item in value.items() if item is not None}
    if isinstance(value, list):
        return [plain(item) for item in value]
    return value


@pytest.mark.parametrize("key", SHIPPED_KEYS)
def test_shipped_books_are_read_completely(key: str) -> None:
    written = tomllib.loads(shipped_text(key))
    read = plain(msgspec.to_builtins(shipped()[key]))

    def inside(small: Any, large: Any) -> bool:
        if isinstance(small, dict):
            return all(name in large and inside(item, large[name]) for name, item in small.items())
        if isinstance(small, list):
            return len(small) == len(large) and all(map(inside, small, large))
        return bool(small == large)

    assert inside(written, read)


@pytest.mark.parametrize(
    ("key", "choices"),
    [
        ("clock.new_level.starts", ("by_itself", "announced")),
        ("chips.race.big_chips", ("half", "up", "full_then_half", "round_each")),
        ("seating.initial_button.suits[0]", ("spade", "heart", "diamond", "club")),
        ("clock.calling_time.seconds", ()),
        ("no.such.key.at.all", ()),
        ("", ()),
    ],
)
def test_the_words_allowed_under_a_key(key: str, choices: tuple[str, ...]) -> None:
    assert choices_at(key) == choices
