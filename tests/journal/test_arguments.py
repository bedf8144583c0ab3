"""Any bad input is refused, naming its field, and changes nothing."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from api.docstrings import words_of
from clock.commands.announcements import say
from clock.commands.clock import add, go_to
from clock.commands.structures import change_structure, save_structure
from players.commands.players import add_player
from seasons.commands.seasons import SeasonSettings
from tests.examples import examples
from tests.fixtures.journalled import all_rows
from tests.fixtures.room import press, refusal
from tourney.access.roles import FIRST_START, Actor
from tourney.commands import (
    add_person,
    count_field,
    issue_token,
    set_field,
    set_password,
    set_room,
)
from tourney.journal.arguments import Id, arguments_of, body_arguments, checked
from tourney.journal.commands import COMMANDS
from tourney.journal.labels import label_of
from tourney.journal.refused import Refused
from tourney.models import JournalEntry

LEVEL: dict[str, Any] = {"kind": "level", "duration": 60_000, "small_blind": 1, "big_blind": 2}


@pytest.mark.parametrize(
    ("made", "arguments", "field"),
    [
        (add, {}, "ms"),
        (add, {"ms": "60000"}, "ms"),
        (add, {"ms": 1.5}, "ms"),
        (add, {"ms": 60_000.0}, "ms"),
        (add, {"ms": True}, "ms"),
        (add, {"ms": None}, "ms"),
        (add, {"ms": 2**70}, "ms"),
        (add, {"ms": [1]}, "ms"),
        (add, {"ms": 1, "seen": -1}, "seen"),
        (add, {"ms": 1, "seen": 2**63}, "seen"),
        (add, {"ms": 1, "sern": 4}, "sern"),
        (go_to, {"to": 200}, "to"),
        (go_to, {"to": -1}, "to"),
        (say, {"text": 5}, "text"),
        (say, {"text": "x" * 201}, "text"),
        (count_field, {"entries_by": 10_001}, "entries_by"),
        (change_structure, {"levels": "no"}, "levels"),
        (change_structure, {"levels": [{**LEVEL, "duration": "20"}]}, "levels.0.duration"),
        (change_structure, {"levels": [LEVEL, {**LEVEL, "big_blind": -2}]}, "levels.1.big_blind"),
        (change_structure, {"levels": [{**LEVEL, "colour": "red"}]}, "levels.0.colour"),
        (change_structure, {"levels": [{**LEVEL, "kind": "nap"}]}, "levels.0.kind"),
    ],
)
def test_a_wrong_argument_is_refused_with_its_name(
    event: int, director: Actor, made: Any, arguments: dict[str, Any], field: str
) -> None:
    before = all_rows()
    refused = refusal(made, event, by=director, **arguments)
    assert refused.code == "bad_argument"
    assert field in refused.fields
    assert refused.fields[field]
    assert label_of(field) in refused.message
    assert all_rows() == before


@pytest.mark.parametrize(
    ("levels", "place"),
    [
        ([], "levels"),
        ([{**LEVEL, "big_blind": 0, "small_blind": 0}], "levels.0.big_blind"),
        ([{**LEVEL, "small_blind": 3}], "levels.0.small_blind"),
        ([LEVEL, {"kind": "break", "duration": 60_000, "big_blind": 2}], "levels.1.big_blind"),
        ([{"kind": "break", "duration": 60_000}, LEVEL], "levels.0.kind"),
        ([{**LEVEL, "ante": 5}], "levels.0.ante_kind"),
        ([LEVEL] * 201, "levels"),
        ([LEVEL] * 10_000, "levels"),
    ],
)
def test_an_unsound_structure_is_refused_at_its_row_and_field(
    event: int, director: Actor, levels: list[Any], place: str
) -> None:
    from clock.commands.structures import LevelInput

    looks = [LevelInput.model_validate(row) for row in levels]
    before = all_rows()
    for made, where, more in ((change_structure, event, {}), (save_structure, None, {"name": "Mine"})):
        refused = refusal(made, where, by=director, levels=looks, **more)
        assert refused.code == "unsound_structure"
        assert place in refused.fields
    assert all_rows() == before


@pytest.mark.parametrize("text", ["nul\x00", "\ud800", "half \udfff of it", "\x00"])
def test_values_no_database_can_store_are_refused_at_any_depth(
    event: int, director: Actor, text: str
) -> None:
    before = all_rows()
    assert refusal(say, event, by=director, text=text).code == "bad_argument"
    assert refusal(add_player, by=director, name=text).code == "bad_argument"
    nested = refusal(change_structure, event, by=director, levels=[{**LEVEL, "note": text}])
    assert nested.code == "bad_argument"
    assert "levels.0.note" in nested.message
    assert refusal(say, event, by=director, **{text: 1, "text": "a"}).code == "bad_argument"
    assert all_rows() == before


def test_text_of_any_script_is_stored_unchanged(event: int, director: Actor) -> None:
    name = "Žofie Ñandú 王 🂡 é e\u0301 ﷺ"
    player = press(add_player, by=director, name=name).answer
    assert player is not None
    line = JournalEntry.objects.get(kind="player.add")
    assert line.arguments["name"] == name
    assert line.changes[0]["after"]["name"] == name


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**80), 2**80)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(), max_size=8)
    | st.sampled_from(["director", "clock", "tda", "level", "book", "auto", "de-ch", "#123456", "a" * 64]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@settings(
    max_examples=examples(150),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    derandomize=True,
)
@given(data=st.data())
def test_no_input_crashes_a_command(event: int, data: st.DataObject) -> None:
    """Each command succeeds or is refused; there are no other failures, and a refusal changes nothing."""
    made = COMMANDS[data.draw(st.sampled_from(sorted(kind for kind in COMMANDS if COMMANDS[kind].public)))]
    names = st.sampled_from(sorted(made.arguments.model_fields) or ["x"])
    arguments = data.draw(st.dictionaries(names | st.text(max_size=3), JSON, max_size=4))
    for reserved in ("actor", "command_id", "tournament_id", "due"):
        arguments.pop(reserved, None)
    before = all_rows()
    refused = None
    try:
        press(made, event if made.scope == "tournament" else None, by=FIRST_START, **arguments)
    except Refused as error:
        refused = error
    if refused is not None:
        assert refused.code
        assert refused.message
        assert all_rows() == before


def test_secrets_are_never_in_the_journal(director: Actor) -> None:
    secret = "a secret hard to guess"
    added = press(add_person, by=director, username="flo", role="floor", password=secret)
    assert added.answer is not None
    press(set_password, by=director, user=added.answer["user"], password=secret + "!")
    for line in JournalEntry.objects.all():
        text = f"{line.arguments} {line.answer} {line.changes}"
        assert secret not in text
        assert "password" not in text
        assert "md5$" not in text


def test_a_token_is_kept_as_a_hash_only(director: Actor) -> None:
    press(issue_token, by=director, label="Results page", role="display", digest="ab" * 32)
    refused = refusal(issue_token, by=director, label="x", role="display", digest="my secret")
    assert "digest" in refused.fields


def test_blank_names_are_refused(event: int, director: Actor) -> None:
    before = all_rows()
    for made, where, more in (
        (add_player, None, {"name": "   "}),
        (save_structure, None, {"name": " ", "levels": [LEVEL]}),
        (COMMANDS["event.change"], event, {"name": "  ", "book": "tda", "starting_stack": 1}),
        (
            set_room,
            None,
            {"name": " ", "currency": "EUR", "language": "en", "book": "tda", "accent": "#000000"},
        ),
        (COMMANDS["display.pair"], None, {"name": " ", "code": "ABCD"}),
    ):
        assert refusal(made, where, by=director, **more).code in {"bad_argument", "bad_value", "unknown_code"}
    assert all_rows() == before


def test_refused_argument_is_named_by_its_label(event: int, director: Actor) -> None:
    refused = refusal(set_field, event, by=director, entries=-1, left=0)
    assert str(refused).startswith("Entries: ")
    assert set(refused.fields) == {"entries"}


def test_arguments_that_commands_share_are_given_by_name_and_reach_the_body_together() -> None:
    def body(tx: object, season: Id, settings: SeasonSettings) -> None:
        """Change something.

        Args:
            season: the season.
        """

    model = arguments_of(body, "body")
    assert list(model.model_fields)[:3] == ["season", "name", "first_day"]
    days = {"first_day": "2026-01-01", "last_day": "2026-12-31"}
    found = body_arguments(body, checked(model, {"season": 3, "name": "2026", "book": "munot", **days}))
    assert found.keys() == {"season", "settings"}
    assert (found["settings"].name, found["settings"].ties) == ("2026", "shared")
    with pytest.raises(Refused) as refused:
        checked(model, {"season": 3, "name": "2026", "book": "munot", "worst": 1, "ties": "never"})
    assert refused.value.fields.keys() == {"first_day", "last_day", "worst", "ties"}
    assert words_of(body).arguments["members_only"] == "whether results of guests are left out."
