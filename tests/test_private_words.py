"""Names in the code contain none of the words that this project once had for itself (docs/glossary.md)."""

import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

PROJECT = Path(__file__).parent.parent
# Parts of a name, in snake case, and what to say instead.
INSTEAD = {
    "hunter": "bounty leader, knocked_out_by or winner",
    "hunters": "bounty leaders, knocked_out_by or winners",
    "hunted": "bounty leaders, knocked_out_by or winners",
    "prey": "eliminated",
    "owed": "payable, outstanding or due",
    "papers": "vouchers",
    "paper_of": "voucher or record",
    "moment": "timestamp, or what happens at that time",
    "moments": "timestamps, or what happens at these times",
    "nobody": "what is missing: no_players_seated",
    "pulse": "heartbeat",
    "loan": "tournament_table",
    "loans": "tournament_tables",
    "lend": "assign",
    "lent": "assigned",
    "lends": "assigns",
    "take_in": "register",
    "taken_in": "registered, or returned",
    "taken_back": "refunded, withdrawn or undone",
    "takes_back": "refunds, withdraws or undoes",
    "caretaker": "fallback scheduler",
    "watchman": "feed listener",
    "oneself": "current player",
    "wish": "entry kind or input",
    "round_words": "hand_for_hand",
    "journal_line_is": "journal_entry",
}
NAME = re.compile(r"[A-Za-z_$#][\w$-]*")
CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
# Comments, and strings that are sentences.
PROSE_OF_SCRIPTS = re.compile(r"/\*.*?\*/|(?<!:)//[^\n]*|\"[^\"\n]*\s[^\"\n]*\"", re.DOTALL)
TAG = re.compile(
    r"\{\{.*?\}\}|\{%.*?%\}|(?<=\sclass=)\"[^\"{]*\"|(?<=\sid=)\"[^\"{]*\"|(?<=\sname=)\"[^\"{]*\""
)
QUOTED = re.compile(r"\"[^\"]*\s[^\"]*\"|'[^']*\s[^']*'")
# A policy of the rulebooks; what a user of a computer may be called.
ORDINARY = {
    "ranked_at_that_moment",
    "nobody",
    "Nobody",
    "Nobody-reads-this-7",
    "munot_75_32-nobody_at_seat_1",
}
# Where former names are written down, or where the word is not ours.
NOT_OURS = {
    "tourney/journal/renamed.py": INSTEAD.keys(),
    "tests/journal/test_renamed.py": INSTEAD.keys(),
    "tests/test_private_words.py": INSTEAD.keys(),
    "tests/test_wording.py": INSTEAD.keys(),
    "tourney/journal/append_only.py": {"journal_line_is"},
    # The table of an earlier version.
    "bench/upgrade_rows.py": {"pulse"},
    "operations/services/copies.py": {"pulse"},
}


def parts_of(name: str) -> str:
    """Return a name in snake case, between underscores."""
    return f"_{CAMEL.sub('_', name).replace('-', '_').lower()}_"


def found_in(name: str) -> list[str]:
    """Return the listed words that a name contains."""
    parts = parts_of(name)
    return [word for word in INSTEAD if f"_{word}_" in parts]


def names_of_python(text: str) -> Iterator[str]:
    """Yield identifiers, and strings that are names: keys, codes and kinds."""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.NAME:
            yield token.string
        elif token.type == tokenize.STRING and re.fullmatch(r"[\"'][\w.-]+[\"']", token.string):
            yield from token.string[1:-1].split(".")


def names_of(path: Path) -> Iterator[str]:
    """Yield the names in a file."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        yield from names_of_python(text)
    elif path.suffix == ".html":
        for tag in TAG.findall(text):
            yield from NAME.findall(QUOTED.sub(" ", tag))
    else:
        yield from NAME.findall(PROSE_OF_SCRIPTS.sub(" ", text))


def files() -> list[Path]:
    """Return the files of ours with code."""
    found = [path for end in ("py", "js", "html", "css") for path in PROJECT.glob(f"*/**/*.{end}")]
    skipped = {".venv", "node_modules", "build", "var", "migrations", "staticfiles", "locale"}
    return [path for path in found if not skipped & set(path.relative_to(PROJECT).parts)]


def test_names_contain_no_private_word() -> None:
    wrong = {
        f"{place}: {name}": INSTEAD[word]
        for path in files()
        for place in [path.relative_to(PROJECT).as_posix()]
        for name in set(names_of(path))
        for word in found_in(name)
        # The name of a test is a sentence.
        if (name not in ORDINARY or (name == "nobody" and place.endswith(".js")))
        and not name.startswith("test_")
        and word not in NOT_OURS.get(place, ())
    }
    assert wrong == {}


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("huntersOf", "hunters"), ("MOST_HUNTERS", "hunters"), ("byPaper_of", "paper_of"), ("data-lent", "lent"),
        ("print_papers", "papers"), ("momentOf", "moment"), ("desk-nobody", "nobody"), ("#pulse", "pulse"),
    ],
)  # fmt: skip
def test_private_words_are_found_in_names(name: str, word: str) -> None:
    assert found_in(name.lstrip("#")) == [word]


@pytest.mark.parametrize(
    "name", ["allowed", "paper", "silent", "takings", "seat_taken", "impulse", "heads_up"]
)
def test_ordinary_words_are_not_found(name: str) -> None:
    assert found_in(name) == []
