"""docs/reference matches the code."""

from pathlib import Path

import pytest
from django.conf import settings

from api.reference import PAGES
from api.reference.settings import settings_read

REFERENCE = Path(settings.PROJECT_DIR, "docs", "reference")


@pytest.mark.parametrize("name", sorted(PAGES))
def test_reference_is_as_the_code_writes_it(name: str) -> None:
    written = (REFERENCE / name).read_text(encoding="utf-8")
    assert written == PAGES[name](), "run `make docs`"


def test_reference_has_no_other_files() -> None:
    assert {path.name for path in REFERENCE.iterdir()} == set(PAGES)


def test_every_setting_has_a_meaning_and_a_default() -> None:
    lacking = [one.name for one in settings_read() if not one.meaning or not one.default]
    assert not lacking, "describe it in a comment above the line that reads it"
