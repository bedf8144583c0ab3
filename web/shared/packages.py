"""Files of browser packages that pages load: which ones, and under which names they are served.

npm installs the packages into `node_modules` at set-up, as `package-lock.json` pins them. Only the files named here
are served, below `packages/`.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage

FOLDER = "packages/"
_LIT = ("lit-html", "async-directive", "directive-helpers", "directive")
_LIT_DIRECTIVES = ("class-map", "guard", "if-defined", "keyed", "live", "ref", "repeat", "when")
_FONTS = ("public-sans", "sofia-sans-extra-condensed")

# Served name → file in `node_modules`.
FILES = {
    **{f"lit-html/{name}.js{end}": f"lit-html/{name}.js{end}" for name in _LIT for end in ("", ".map")},
    **{
        f"lit-html/directives/{name}.js{end}": f"lit-html/directives/{name}.js{end}"
        for name in _LIT_DIRECTIVES
        for end in ("", ".map")
    },
    **{
        f"fonts/{font}-{part}.woff2": f"@fontsource-variable/{font}/files/{font}-{part}-wght-normal.woff2"
        for font in _FONTS
        for part in ("latin", "latin-ext")
    },
}
# Names that scripts import packages by, and the served files they stand for.
IMPORTS = {"lit-html": "lit-html/lit-html.js"} | {name: name for name in FILES if name.endswith(".js")}


def folder() -> Path:
    """Return the folder that npm installs into."""
    return Path(settings.PROJECT_DIR) / "node_modules"


class PackageFinder(BaseFinder):
    """Find the files of browser packages that pages load."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Open the folder of packages."""
        self.storage = FileSystemStorage(location=folder())
        super().__init__(*args, **kwargs)

    def check(self, **kwargs: Any) -> list[Any]:
        """Return no warnings: a missing package is reported when its file is served."""
        return []

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        """Return the file served under a path below `/static/`; an empty list if it is not of a package."""
        name = path.removeprefix(FOLDER)
        file = folder() / FILES[name] if path.startswith(FOLDER) and name in FILES else None
        if file is None or not file.is_file():
            return []
        return [str(file)] if find_all else str(file)

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterable[tuple[str, Any]]:
        """Yield every file with the storage that opens it."""
        for name, file in FILES.items():
            if (folder() / file).is_file():
                yield FOLDER + name, _OneFile(file)


class _OneFile(FileSystemStorage):
    """A storage whose every name is one file, because files are served under other names."""

    def __init__(self, file: str) -> None:
        super().__init__(location=folder())
        self._file = file
        # `collectstatic` copies to this prefix and the name it was given.
        self.prefix = None

    def path(self, name: str) -> str:
        return str(folder() / self._file)
