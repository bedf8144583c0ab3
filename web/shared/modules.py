"""Modules of a page: what its scripts import, and the import map that names the hashed files.

Scripts import one another by plain paths. Served files have a hash in their name, so that browsers may keep them for
ever; the import map of the page leads from the plain paths to these names. Nothing in a script is rewritten.
"""

import functools
import json
import posixpath
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage

from web.shared.packages import FOLDER, IMPORTS

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_IMPORT = re.compile(r"""^(?:import|export)\b(?:[^;"']*?\bfrom)?\s*["']([^"']+)["']""", re.MULTILINE)
_LATER = re.compile(r"""\bimport\(\s*["']([^"']+)["']\s*\)""")


@dataclass(frozen=True, slots=True)
class Modules:
    """The modules of a page.

    Attributes:
        entries: names of the scripts that the page starts.
        first: names of all modules loaded at once, the entries among them.
        later: names of those loaded on demand, and what they import.
    """

    entries: tuple[str, ...]
    first: tuple[str, ...]
    later: tuple[str, ...]

    def import_map(self) -> str:
        """Return the import map as JSON for a script element."""
        urls = {name: _address(name) for name in (*self.first, *self.later)}
        plain = {settings.STATIC_URL + name: url for name, url in urls.items()}
        imports = {address: url for address, url in plain.items() if address != url}
        imports |= {
            specifier: urls[FOLDER + file] for specifier, file in IMPORTS.items() if FOLDER + file in urls
        }
        return json.dumps({"imports": imports}, separators=(",", ":")).replace("<", "\\u003c")

    def preloads(self) -> list[str]:
        """Return the addresses of modules to load with the page, besides its entries."""
        return [_address(name) for name in self.first if name not in self.entries]

    def scripts(self) -> list[str]:
        """Return the addresses of the entries."""
        return [_address(name) for name in self.entries]


def modules_of(entries: Iterable[str]) -> Modules:
    """Return the modules that scripts need ("floor/page.js").

    Raises:
        LookupError: a script imports a file that does not exist.
    """
    names = tuple(dict.fromkeys(entries))
    return _uncached(names) if settings.DEBUG else _cached(names)


def _address(name: str) -> str:
    """Return the address of a file; a page names a hundred and more, and none changes while the server runs."""
    return staticfiles_storage.url(name) if settings.DEBUG else _kept_address(name)


_kept_address = functools.cache(staticfiles_storage.url)


def _uncached(entries: tuple[str, ...]) -> Modules:
    first = _closure(entries, at_once=True)
    everything = _closure(entries, at_once=False)
    return Modules(entries, tuple(first), tuple(name for name in everything if name not in first))


_cached = functools.cache(_uncached)


def _closure(entries: Iterable[str], *, at_once: bool) -> dict[str, None]:
    """Return the scripts and all they import, in the order of discovery."""
    found: dict[str, None] = {}
    waiting = list(entries)
    while waiting:
        name = waiting.pop(0)
        if name in found:
            continue
        found[name] = None
        static, dynamic = _imports_of(name)
        waiting += static if at_once else static + dynamic
    return found


def _imports_of(name: str) -> tuple[list[str], list[str]]:
    file = finders.find(name)
    if file is None:
        raise LookupError(f"There is no script {name}. If it is of a package: run `make ready`.")
    text = _COMMENT.sub("", Path(file).read_text(encoding="utf-8"))
    if name.startswith(FOLDER):
        # Packages are minified: statements do not begin lines.
        return [_resolved(name, one) for one in re.findall(r"""from\s*["'](\.[^"']+)["']""", text)], []
    return (
        [_resolved(name, one) for one in _IMPORT.findall(text)],
        [_resolved(name, one) for one in _LATER.findall(text)],
    )


def _resolved(name: str, imported: str) -> str:
    if imported in IMPORTS:
        return FOLDER + IMPORTS[imported]
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), imported))
