"""The code to type in when scanning is impossible."""

from hypothesis import given
from hypothesis import strategies as st

from players.rules.person_code import code_of, player_of

PEOPLE = st.integers(1, 10**9)


@given(PEOPLE)
def test_a_code_names_its_person(player: int) -> None:
    assert player_of(code_of(player)) == player


@given(PEOPLE, st.sampled_from(["-", "", " ", "/", "ß", "'", " - "]), st.booleans())
def test_code_is_accepted_with_any_hyphen(player: int, hyphen: str, small: bool) -> None:
    code = code_of(player).replace("-", hyphen)
    assert player_of(f" {code.lower() if small else code} ") == player


@given(PEOPLE, st.data())
def test_code_with_a_wrong_digit_matches_no_player(player: int, data: st.DataObject) -> None:
    code = code_of(player)
    place = data.draw(st.sampled_from([i for i, sign in enumerate(code) if sign.isdigit()]))
    digit = data.draw(st.sampled_from([sign for sign in "0123456789" if sign != code[place]]))
    assert player_of(code[:place] + digit + code[place + 1 :]) is None


@given(PEOPLE, st.data())
def test_code_with_swapped_digits_matches_no_player(player: int, data: st.DataObject) -> None:
    digits = code_of(player).replace("P", "").replace("-", "")
    place = data.draw(st.integers(0, len(digits) - 2))
    swapped = digits[:place] + digits[place + 1] + digits[place] + digits[place + 2 :]
    if swapped != digits:
        assert player_of(f"P{swapped}") is None


@given(st.text(max_size=40))
def test_any_text_is_a_valid_code_or_none(text: str) -> None:
    player = player_of(text)
    assert player is None or player > 0
