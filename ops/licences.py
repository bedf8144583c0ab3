"""List the packages the product runs on with their licences: `python -m ops.licences` writes docs/licences.md."""

import json
import re
from importlib import metadata

from ops.paths import PROJECT

PAGE = PROJECT / "docs" / "licences.md"
# The second one is installed if traces are sent to a collector.
FILES = ("requirements.txt", "requirements-otel.txt")
HEAD = """# Licences of what the product runs on

The product itself is under the MIT licence (`LICENSE`). It ships no package: `make run` installs those below, as
`requirements.txt` and `package-lock.json` pin them, and those of `requirements-otel.txt` where traces are sent to a
collector. All are permissive, LGPL or MPL 2.0 (copyleft for the library’s own files alone; none is modified), the
typefaces under the SIL Open Font License. Written by `python -m ops.licences`.

| package | licence |
|---|---|
"""
# Words of a permissive licence, of the LGPL or of the MPL, as packages write them.
ALLOWED = re.compile(
    r"\b(?:MIT|BSD|Apache|PSF|ISC|MPL|LGPL|ZPL|OFL|Unlicense|Python Software Foundation|Zope Public)\b"
)
_CLASSIFIER = "License :: OSI Approved :: "
_LONGEST = 60


def required() -> set[str]:
    """Return the names of the packages of the product’s requirements files."""
    texts = [(PROJECT / name).read_text(encoding="utf-8") for name in FILES]
    return set(re.findall(r"(?m)^([A-Za-z0-9_.-]+)==", "".join(texts)))


def pinned() -> list[str]:
    """Return the packages of the product’s requirements files that are installed here, by name."""
    installed = {one.metadata["Name"].lower().replace("_", "-") for one in metadata.distributions()}
    return sorted(name for name in required() if name.lower().replace("_", "-") in installed)


def of_browsers() -> list[str]:
    """Return the packages whose files browsers load, by name."""
    declared = json.loads((PROJECT / "package.json").read_text(encoding="utf-8"))["dependencies"]
    return sorted(declared)


def licence_of(package: str) -> str:
    """Return a package's licence as stated in its metadata; "" if it states none."""
    if package in of_browsers():
        file = PROJECT / "node_modules" / package / "package.json"
        return str(json.loads(file.read_text(encoding="utf-8")).get("license", ""))
    about = metadata.metadata(package).json
    expression, field = (
        str(about.get("license_expression", "")).strip(),
        str(about.get("license", "")).strip(),
    )
    classifiers = [
        str(one).removeprefix(_CLASSIFIER)
        for one in about.get("classifier", [])
        if str(one).startswith(_CLASSIFIER)
    ]
    short = field if "\n" not in field and len(field) <= _LONGEST else ""
    return expression or ", ".join(classifiers) or short


def main() -> None:
    """Write the page. Packages that only other systems or Pythons install keep their row."""
    rows = {
        found[1]: found[0]
        for found in re.finditer(r"(?m)^\| (\S+) \| .+ \|\n", PAGE.read_text(encoding="utf-8"))
    }
    rows = {name: row for name, row in rows.items() if name in required()}
    rows |= {name: f"| {name} | {licence_of(name)} |\n" for name in [*pinned(), *of_browsers()]}
    PAGE.write_text(HEAD + "".join(rows[name] for name in sorted(rows)), encoding="utf-8")


if __name__ == "__main__":
    main()
