"""Paths of files written out in scripts, where no template tag would detect a missing file."""

import re

from django.conf import settings

WRITTEN = re.compile(r"""["'`](/static/[^"'`]*)["'`]""")


def test_files_named_in_scripts_are_there() -> None:
    folder = settings.PROJECT_DIR / "static"
    named = {
        (script.relative_to(folder).as_posix(), address)
        for script in folder.rglob("*.js")
        for address in WRITTEN.findall(script.read_text(encoding="utf-8"))
        if address != "/static/"
    }
    assert named
    assert [one for one in sorted(named) if not (folder / one[1].removeprefix("/static/")).is_file()] == []
