"""With `--files-with WORD`, a file of tests is read only where the word stands in it.

To find a dozen tests by their marker, all files would be imported, which takes longer than some of the tests.
"""

from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--files-with`."""
    parser.addoption("--files-with", metavar="WORD", help="pass over files of tests without this word")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Pass over a file that cannot have what is looked for."""
    word = config.getoption("--files-with")
    if word and collection_path.is_file() and collection_path.name.startswith("test_"):
        return None if word in collection_path.read_text("utf-8") else True
    return None
