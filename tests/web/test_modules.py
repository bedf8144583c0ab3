"""Modules of a page: what is loaded, under which name."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from web.shared.modules import modules_of
from web.shared.packages import FILES, IMPORTS, folder
from web.shared.static_storage import collect, without_comments

HASHED = re.compile(r"\.[0-9a-f]{12}\.(?:js|css|svg|png|woff2)$")


def test_every_served_file_of_a_package_exists() -> None:
    assert [file for file in FILES.values() if not (folder() / file).is_file()] == []


def test_a_module_is_listed_with_all_it_imports_each_once() -> None:
    modules = modules_of(["shared/ui/view.js"])
    assert modules.first[:2] == ("shared/ui/view.js", "packages/lit-html/lit-html.js")
    assert len(modules.first) == len(set(modules.first))
    assert modules.later == ()


def test_the_import_map_leads_from_packages_and_plain_paths_to_hashed_names() -> None:
    imports = json.loads(modules_of(["shared/ui/directives.js"]).import_map())["imports"]
    for specifier in ("lit-html", "lit-html/directive.js", "/static/shared/ui/directives.js"):
        assert HASHED.search(imports[specifier]), specifier
    assert "lit-html/directives/repeat.js" not in imports


def test_types_named_in_comments_are_no_imports() -> None:
    text = (Path(settings.PROJECT_DIR) / "static/shared/ui/view.js").read_text(encoding="utf-8")
    assert '@import { Still } from "./still.js"' in text
    assert "shared/ui/still.js" not in modules_of(["shared/ui/view.js"]).first


def test_a_script_that_is_missing_is_an_error() -> None:
    with pytest.raises(LookupError, match=r"no script floor/nothing\.js"):
        modules_of(["floor/nothing.js"])


def test_every_script_of_the_product_imports_existing_files() -> None:
    static = Path(settings.PROJECT_DIR) / "static"
    scripts = [file.relative_to(static).as_posix() for file in static.rglob("*.js") if file.name != "sw.js"]
    assert len(scripts) > 100
    for script in scripts:
        modules_of([script])
    assert set(IMPORTS.values()) <= set(FILES)


def test_scripts_are_served_without_comments_and_with_their_line_numbers() -> None:
    text = b'/** What it is.\n * More. */\nconst a = "/* no */"; // why\n  // alone\n  /** of b */\nlet b;\n'
    assert without_comments(text) == b'\n\nconst a = "/* no */"; // why\n\n\nlet b;\n'


@pytest.mark.django_db
def test_hashed_files_are_kept_for_ever_and_plain_ones_are_asked_for_again(client: Client) -> None:
    page = client.get("/").content.decode()
    [imports] = re.findall(r'<script type="importmap"[^>]*>(.+?)</script>', page)
    script = json.loads(imports)["imports"]["/static/public/lobby.js"]
    assert HASHED.search(script)
    response = client.get(script)
    assert "immutable" in response.headers["Cache-Control"]
    text = b"".join(response.streaming_content).decode()
    assert "new EventCards(" in text
    assert "/**" not in text
    assert "immutable" not in client.get("/static/public/lobby.js").headers["Cache-Control"]


@pytest.mark.django_db
def test_the_import_map_has_the_nonce_of_the_policy(client: Client) -> None:
    response = client.get("/")
    [nonce] = re.findall(r'<script type="importmap" nonce="([^"]+)">', response.content.decode())
    assert f"'nonce-{nonce}'" in response.headers["Content-Security-Policy"]
    assert "unsafe-inline" not in response.headers["Content-Security-Policy"]
    assert nonce not in client.get("/").content.decode()


def test_files_are_collected_again_only_when_they_have_changed(settings: Any, tmp_path: Path) -> None:
    static = tmp_path / "files"
    static.mkdir()
    (static / "one.css").write_text("a {}")
    settings.STATICFILES_DIRS = [static]
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STATIC_ROOT = tmp_path / "root"
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "web.shared.static_storage.HashedStorage"},
    }
    from django.contrib.staticfiles import finders

    finders.get_finder.cache_clear()
    try:
        assert collect()
        assert not collect()
        (static / "one.css").write_text("b {}")
        assert collect()
        names = [file.name for file in (tmp_path / "root").glob("one.*.css")]
        assert len(names) == 2  # A page of the earlier version may still be open.
        # An update of the code that stores files stores all of them again.
        stamp = tmp_path / "root" / ".collected"
        stamp.write_text("earlier " + stamp.read_text(encoding="utf-8").partition(" ")[2], encoding="utf-8")
        for name in names:
            (tmp_path / "root" / name).write_text("stored the earlier way")
        assert collect()
        assert "b {}" in [(tmp_path / "root" / name).read_text() for name in names]
    finally:
        finders.get_finder.cache_clear()
