"""The layout of modules: no import cycles, and every registering module is loaded at start."""

import os
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path

import grimp

from tourney.autodiscover import DRAWERS, drawers_of, project_apps
from tourney.journal.commands import COMMANDS
from tourney.live.boards import KINDS, OWN
from tourney.periodic import _periodic_tasks

_PROJECT = Path(__file__).parent.parent
_IMPORTLINTER = tomllib.loads((_PROJECT / "pyproject.toml").read_text())["tool"]["importlinter"]
# The core's own command that every journal has.
_UNDO = "tourney.journal.undo"


def circles(graph: grimp.ImportGraph) -> list[list[str]]:
    """Return the groups of modules that import each other, directly or through others (Tarjan)."""
    found: list[list[str]] = []
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    open_modules: list[str] = []
    closed: set[str] = set()

    def visit(module: str) -> None:
        number[module] = low[module] = len(number)
        open_modules.append(module)
        for imported in sorted(graph.find_modules_directly_imported_by(module)):
            if imported not in number:
                visit(imported)
            if imported not in closed:
                low[module] = min(low[module], low[imported])
        if low[module] == number[module]:
            start = open_modules.index(module)
            group = open_modules[start:]
            del open_modules[start:]
            closed.update(group)
            if len(group) > 1:
                found.append(sorted(group))

    for module in sorted(graph.modules):
        if module not in number:
            visit(module)
    return found


def test_no_modules_import_each_other_in_a_circle() -> None:
    graph = grimp.build_graph(
        *_IMPORTLINTER["root_packages"], exclude_type_checking_imports=False, cache_dir=None
    )
    assert len(graph.modules) > 500
    assert circles(graph) == []


def test_a_circle_of_imports_is_found() -> None:
    graph = grimp.ImportGraph()
    for importer, imported in (("a", "b"), ("b", "c"), ("c", "b"), ("c", "d")):
        graph.add_import(importer=importer, imported=imported)
    assert circles(graph) == [["b", "c"]]


def _registering_modules() -> set[str]:
    """Return all modules in registering packages, by their files."""
    found = set()
    for config in project_apps():
        for path in Path(config.path).rglob("*.py"):
            parts = path.relative_to(_PROJECT).with_suffix("").parts
            if any(parts[1] == drawer or parts[1].startswith(f"{drawer}_") for drawer in DRAWERS):
                found.add(".".join(part for part in parts if part != "__init__"))
    return found


def test_every_module_in_a_drawer_is_loaded_at_start() -> None:
    loaded = subprocess.run(
        [sys.executable, "-c", "import sys, django; django.setup(); print(*sys.modules)"],
        cwd=_PROJECT,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "tourney.settings"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    expected = _registering_modules()
    assert len(expected) > 100
    assert expected - set(loaded) == set()
    assert {name for config in project_apps() for name in drawers_of(config)} == expected


def test_every_registering_module_lies_in_a_drawer() -> None:
    registered: Iterable[str] = (
        *(one.body.__module__ for one in COMMANDS.values()),
        *(one.read.__module__ for one in KINDS.values()),
        *(one.read.__module__ for one in OWN.values()),
        *(work.__module__ for work in _periodic_tasks.values()),
    )
    # Tests register their own commands.
    modules = {name for name in registered if not name.startswith("tests.")}
    assert modules - _registering_modules() == {_UNDO}


# Modules and packages an app may have; other code belongs in one of them.
_ALLOWED = {
    "__init__", "apps", "boards", "commands", "management", "migrations", "models", "periodic", "receivers",
    "rules", "services", "signals", "tasks", "templatetags",
}  # fmt: skip
# Additional ones of single apps: the core's packages, the pages by audience, the parts of the API.
_EXCEPTIONS = {
    "api": {
        "api", "auth", "docstrings", "public_cache", "reference", "resources", "responses", "routers", "schema",
        "schemas", "uploads", "urls",
    },
    "clock": {"structures"},
    "displays": {"shipped"},
    "prizes": {"tables"},
    "simulation": {"driver"},
    "tourney": {
        "access", "asgi", "autodiscover", "celery", "edge", "jobs", "journal", "live", "now", "periodic_jobs",
        "rulebooks", "settings", "snapshot", "urls",
    },
    "web": {
        "cash", "dealer", "desk", "floor", "office", "overlay", "phone", "public", "remote", "shared", "tv", "urls",
    },
}  # fmt: skip


def _parts_of(app: Path) -> set[str]:
    """Return the names of an app's modules and packages, and of its directories of data."""
    files = (path for path in app.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    parts = {path.relative_to(app).parts[0] for path in files}
    return {part.removesuffix(".py") for part in parts} - {"static", "templates", "locale"}


def test_no_loose_modules_beside_the_drawers() -> None:
    loose = {
        config.label: sorted(found)
        for config in project_apps()
        if (found := _parts_of(Path(config.path)) - _ALLOWED - _EXCEPTIONS.get(config.label, set()))
    }
    assert loose == {}


def test_exceptions_from_the_drawers_exist() -> None:
    parts = {config.label: _parts_of(Path(config.path)) for config in project_apps()}
    assert {app: sorted(names - parts[app]) for app, names in _EXCEPTIONS.items() if names - parts[app]} == {}
