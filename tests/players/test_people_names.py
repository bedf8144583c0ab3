"""Public names, ages, and possible duplicates."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from players.rules.age import age_on
from players.rules.duplicates import Index, compare_births, key_of, likeness, match
from players.rules.names import Shown, public_name, shortened, shortens_guests, surname_first, told_apart
from tourney.rulebooks.books.loader import shipped

WORD = st.text("abcdefghijklmnopqrstuvwxyzäöüéß", min_size=1, max_size=10)
NAME = st.lists(WORD, min_size=1, max_size=4).map(" ".join)
DAY = st.dates(date(1900, 1, 1), date(2026, 1, 1))


# --- public names ----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Anna Berger", "Anna B."),
        ("Berger, Anna", "Anna B."),
        ("Anna Maria van der Berg", "Anna B."),
        ("Anna Meier-Huber", "Anna M."),
        ("Zoë Öztürk", "Zoë Ö."),
        ("Zoe O\u0308ztu\u0308rk", "Zoe Ö."),
        ("Anna (Berger)", "Anna B."),
        ("Cher", "Cher"),
        ("#17", "#17"),
        (" , ", ","),
    ],
)
def test_a_short_name_is_the_first_and_an_initial(name: str, short: str) -> None:
    assert shortened(name) == short


@pytest.mark.parametrize(
    ("privacy", "nickname", "guest", "shown"),
    [
        ("full", "Ace", False, "Anna Berger"),
        ("full", "Ace", True, "Anna B."),
        ("short", "Ace", False, "Anna B."),
        ("nickname", "Ace", False, "Ace"),
        ("nickname", "Ace", True, "Ace"),
        ("nickname", "  ", False, "Anna B."),
    ],
)
def test_five_spades_5_8_guests_are_shortened(privacy: str, nickname: str, guest: bool, shown: str) -> None:
    for book, expected in (
        ("five_spades", shown),
        ("tda", shown if not guest or privacy != "full" else "Anna Berger"),
    ):
        shorten = shortens_guests(shipped()[book])
        assert public_name("Anna Berger", nickname, privacy, guest=guest, shorten_guests=shorten) == expected


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (["Nele Ritter", "Nele Rosen"], ["Nele Ri.", "Nele Ro."]),
        (["Nele Ritter", "Nele Rist"], ["Nele Rit.", "Nele Ris."]),
        (["Nele Ritter", "Nele Ritter"], ["Nele R. (1)", "Nele R. (2)"]),
        (["Nele Ritter", "Nele Ritter", "Nele Rosen"], ["Nele Ri. (1)", "Nele Ri. (2)", "Nele Ro."]),
        (["Nele Ritter", "Nele Berg"], ["Nele R.", "Nele B."]),
        # A short surname is never shown in full.
        (["Nele Re", "Nele Ritter"], ["Nele R.", "Nele Ri."]),
        (["Cher", "Cher"], ["Cher (1)", "Cher (2)"]),
    ],
)
def test_namesakes_are_distinguished_by_surname_then_number(names: list[str], shown: list[str]) -> None:
    people = [Shown(key, name, shortened(name)) for key, name in enumerate(names)]
    assert told_apart(people) == dict(enumerate(shown))


@pytest.mark.parametrize(
    ("shown", "name", "listed"),
    [
        ("Anna Berger", "Anna Berger", "Berger, Anna"),
        ("Anna B.", "Anna Maria Berger", "B., Anna"),
        ("Anna Ber. (2)", "Berger, Anna", "Ber., Anna (2)"),
        ("Anna Maria van der Berg", "Anna Maria van der Berg", "van der Berg, Anna Maria"),
        ("Marie de la Rochefoucauld", "Marie de la Rochefoucauld", "de la Rochefoucauld, Marie"),
        ("Émile De La Tour (2)", "Émile De La Tour (2)", "De La Tour, Émile (2)"),
        ("Ana de la Rosa y Montes", "Ana de la Rosa y Montes", "de la Rosa y Montes, Ana"),
        ("de Gaulle", "de Gaulle", "Gaulle, de"),
        ("Anna B.", "Anna van der Berg", "B., Anna"),
        ("anna maria berg", "anna maria berg", "berg, anna maria"),
        ("Anna Berger (2)", "Anna Berger", "Berger, Anna (2)"),
        ("Berger, Anna", "Berger, Anna", "Berger, Anna"),
        ("The Shark", "Anna Berger", "The Shark"),
        ("Cher", "Cher", "Cher"),
    ],
)
def test_seat_lists_have_the_surname_first(shown: str, name: str, listed: str) -> None:
    assert surname_first(shown, name) == listed


@given(name=NAME, nickname=WORD, guest=st.booleans(), privacy=st.sampled_from(["short", "nickname", "full"]))
def test_name_privacy_wishes_are_respected(name: str, nickname: str, guest: bool, privacy: str) -> None:
    shown = public_name(name, nickname, privacy, guest=guest, shorten_guests=True)
    assert shown
    words = name.split()
    if len(words) > 1 and (privacy != "full" or guest) and len(words[-1]) > 1 and words[-1] not in nickname:
        assert not shown.endswith(f" {words[-1]}")
    if privacy == "full" and not guest:
        assert shown == name


# --- ages ------------------------------------------------------------------------------------------------
@given(born=DAY, days=st.integers(0, 40_000))
def test_an_age_grows_by_one_on_each_birthday_only(born: date, days: int) -> None:
    day = min(born + timedelta(days=days), date(2100, 1, 1))
    grows = age_on(born, day + timedelta(days=1)) - age_on(born, day)
    after = day + timedelta(days=1)
    leap = (born.month, born.day) == (2, 29) and (after.month, after.day) == (3, 1) and day.day == 28
    assert grows == int((after.month, after.day) == (born.month, born.day) or leap)


# --- possible duplicates ---------------------------------------------------------------------------------
@given(NAME, st.randoms())
def test_neither_case_nor_order_nor_accents_make_another_name(name: str, rng: object) -> None:
    words = name.split()
    rng.shuffle(words)  # type: ignore[attr-defined]
    assert key_of(" ".join(words).upper().replace("ẞ", "SS")) == key_of(name)
    written_out = name.replace("ä", "ae").replace("ö", "oe").replace("ü", "ue").replace("ß", "ss")
    # Two umlauts in a row, transliterated, can be read in more than one way: "aeue".
    if not any(
        pair in written_out for pair in ("aeue", "oeue", "ueue", "aae", "aoe", "aue", "ooe", "oae", "uue")
    ):
        assert likeness(key_of(written_out), key_of(name)) >= 0.5


@given(NAME, NAME)
def test_likeness_is_the_same_in_both_directions_and_whole_for_the_same(one: str, other: str) -> None:
    first, second = key_of(one), key_of(other)
    assert abs(likeness(first, second) - likeness(second, first)) < 1e-9
    assert 0 <= likeness(first, second) <= 1
    assert likeness(first, first) == 1


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [
        ("Jürg Müller", "Mueller Juerg", True),
        ("Jürg Müller", "JURG MULLER", True),
        ("Anna Berger", "Anan Berger", True),
        ("Anna Berger", "Anna Bergr", True),
        ("Anna Maria Berger", "Anna Berger", True),
        ("A. Berger", "Anna Berger", True),
        ("Straßer Max", "Max Strasser", True),
        ("Anna Berger", "Anna Keller", False),
        ("Anna Berger", "Bernd Berger", False),
        ("Anna", "Anna Berger", False),
    ],
)
def test_small_differences_are_seen_through(one: str, other: str, found: bool) -> None:
    index = Index([(7, one, None), (8, "Somebody Else", date(1980, 1, 1))])
    assert [each.player for each in index.like(other, None)] == ([7] if found else [])


def test_date_of_birth_separates_namesakes_and_matches_misspelt_names() -> None:
    born, other = date(1990, 5, 30), date(1971, 1, 2)
    key = key_of("Anna Berger")
    assert match(1, key, born, key_of("Hanna Bergner"), born) is not None
    assert match(1, key, born, key_of("Anna Bergr"), other) is None
    same = match(1, key, born, key, other)
    assert same is not None
    assert same.born == "other"
    assert compare_births(date(1990, 5, 3), date(1990, 3, 5)) == "near"
    assert compare_births(born, date(1991, 5, 30)) == "near"
    assert compare_births(None, born) == "unknown"


@given(st.lists(st.tuples(NAME, st.none() | DAY), min_size=1, max_size=20), st.data())
def test_indexed_player_is_found_by_their_own_name(
    people: list[tuple[str, date | None]], data: st.DataObject
) -> None:
    index = Index((number, name, born) for number, (name, born) in enumerate(people))
    number = data.draw(st.integers(0, len(people) - 1))
    name, born = people[number]
    if len(key_of(name).split()) < 2:
        return
    keys = [index.like(name, born, most=50), index.quick(name, born, most=50)]
    assert all(number in [one.player for one in found] for found in keys)
    index.drop(number)
    assert number not in [one.player for one in index.like(name, born, most=50)]


def test_likelier_duplicates_come_first() -> None:
    born = date(1990, 5, 30)
    index = Index([(1, "Anna Bergre", None), (2, "Anna Berger", born), (3, "Anna Berger", None)])
    assert [one.player for one in index.like("Anna Berger", born)] == [2, 3, 1]
