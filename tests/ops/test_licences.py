"""Every dependency is listed, and its licence is permissive or LGPL."""

import re

import pytest

from ops.licences import ALLOWED, PAGE, licence_of, of_browsers, pinned
from ops.paths import PROJECT


@pytest.mark.parametrize("package", [*pinned(), *of_browsers()])
def test_every_package_has_a_permissive_licence(package: str) -> None:
    licence = licence_of(package)
    assert ALLOWED.search(licence), f"{package}: {licence!r}"
    assert not re.search(r"(?<!L)GPL", licence), "only the LGPL"
    assert f"| {package} | {licence} |" in PAGE.read_text(encoding="utf-8"), "run `python -m ops.licences`"


def test_the_product_has_a_licence_and_says_how_to_report_a_weakness() -> None:
    assert (PROJECT / "LICENSE").read_text(encoding="utf-8").startswith("MIT License")
    assert "SECURITY.md" in (PROJECT / "README.md").read_text(encoding="utf-8")
    assert (PROJECT / "SECURITY.md").exists()


def test_every_test_that_the_security_page_names_exists() -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)`", (PROJECT / "SECURITY.md").read_text(encoding="utf-8"))
    assert len(named) > 20
    assert [name for name in named if not (PROJECT / name).exists()] == []
