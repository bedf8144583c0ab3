"""The glossary matches the German catalogue, the names in the code, and the alphabet."""

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from django.apps import apps

from tourney.journal.commands import COMMANDS

PROJECT = Path(__file__).parent.parent
ROWS = [
    tuple(cell.strip() for cell in line.strip().strip("|").split("|"))
    for line in (PROJECT / "docs" / "glossary.md").read_text(encoding="utf-8").splitlines()
    if line.startswith("| ") and not line.startswith(("| term", "|---"))
]


@pytest.fixture(scope="module")
def german() -> dict[str, str]:
    """Return the German of every text without plural and context."""
    with (PROJECT / "locale" / "de" / "LC_MESSAGES" / "django.po").open("rb") as file:
        return {
            str(one.id): str(one.string)
            for one in read_po(file)
            if isinstance(one.id, str) and not one.context
        }


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_term_has_the_german_word_of_the_screens(row: tuple[str, ...], german: dict[str, str]) -> None:
    assert len(row) == 4, "term, German, meaning, name in the code"
    text = german.get(row[0])
    if text is not None:
        assert row[1] == text.replace("\u00ad", "")


def test_terms_are_alphabetical_and_unique() -> None:
    terms = [row[0].casefold() for row in ROWS]
    assert len(terms) == len(set(terms)) > 50
    assert terms == sorted(terms)


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_names_in_the_code_are_there(row: tuple[str, ...]) -> None:
    models = {model.__name__: model for model in apps.get_models()}
    for path in re.findall(r"`([a-z_]+/[a-z_/]+(?:\.py)?)`", row[3]):
        assert (PROJECT / path).exists(), path
    for kind in re.findall(r"`([a-z_]+\.[a-z_]+)`", row[3]):
        assert kind in COMMANDS, kind
    for model, field in re.findall(r"`([A-Z][A-Za-z]+)(?:\.([a-z_]+))?`", row[3]):
        assert model in models, model
        assert not field or field in {one.name for one in models[model]._meta.get_fields()}, (
            f"{model}.{field}"
        )
