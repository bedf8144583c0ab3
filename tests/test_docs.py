"""The documents name existing files."""

import re
from pathlib import Path

import pytest

PROJECT = Path(__file__).parent.parent
DOCUMENTS = sorted([*PROJECT.glob("docs/*.md"), PROJECT / "README.md", PROJECT / "CONTRIBUTING.md"])
# A path of the repository in backticks, without placeholders: `tests/web/test_page_permissions.py`.
PATHS = re.compile(r"`((?:[\w.-]+/)+[\w.-]+\.(?:py|js|toml|json|md|html|css|po|ts))`")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_files_named_in_a_document_exist(document: Path) -> None:
    named = set(PATHS.findall(document.read_text(encoding="utf-8")))
    missing = {path for path in named if not any(home.joinpath(path).exists() for home in _homes(document))}
    assert not missing


def _homes(document: Path) -> tuple[Path, ...]:
    """Return the folders that a path in a document may start from."""
    return PROJECT, document.parent
