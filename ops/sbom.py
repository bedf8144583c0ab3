"""List the packages the product runs on as a software bill of materials (CycloneDX 1.6): `python -m ops.sbom FILE`.

Python packages are those of requirements.txt and requirements-otel.txt that are installed here, with what they require;
browser packages those of package-lock.json that pages load, with their hashes.
"""

import base64
import json
import re
import sys
import tomllib
import uuid
from importlib import metadata
from pathlib import Path
from typing import Any

from ops.licences import licence_of, pinned
from ops.paths import PROJECT

DEFAULT = PROJECT / "build" / "sbom.cdx.json"
_ROOT = "tournament-server"
_REQUIREMENT = re.compile(r"[A-Za-z0-9_.-]+")
_EXPRESSION = re.compile(r"[A-Za-z0-9.+-]+(?: (?:AND|OR|WITH) [A-Za-z0-9.+-]+)*")


def bill(version: str, serial: uuid.UUID) -> dict[str, Any]:
    """Return the bill of materials.

    Args:
        version: of the product.
        serial: number of this document.
    """
    python, browser = _python_packages(), _browser_packages()
    components = [*python, *browser]
    known = {one["bom-ref"] for one in components}
    needs = {one["bom-ref"]: sorted(_needs(one["name"], known)) for one in python}
    root = {"type": "application", "bom-ref": _ROOT, "name": _ROOT, "version": version,
            "licenses": [{"license": {"id": "MIT"}}]}  # fmt: skip
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{serial}",
        "version": 1,
        "metadata": {"component": root},
        "components": components,
        "dependencies": [
            {"ref": _ROOT, "dependsOn": sorted(known)},
            *({"ref": ref, "dependsOn": names} for ref, names in needs.items()),
            *({"ref": one["bom-ref"], "dependsOn": []} for one in browser),
        ],
    }


def _python_packages() -> list[dict[str, Any]]:
    versions = {name: metadata.version(name) for name in pinned()}
    return [
        _component(f"pkg:pypi/{_key(name)}@{version}", name, version, licence_of(name))
        for name, version in versions.items()
    ]


def _browser_packages() -> list[dict[str, Any]]:
    lock = json.loads((PROJECT / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    found = []
    for path, about in sorted(lock.items()):
        if not path or about.get("dev"):
            continue
        name = path.rpartition("node_modules/")[2]
        one = _component(
            f"pkg:npm/{name.replace('@', '%40')}@{about['version']}",
            name,
            about["version"],
            about.get("license", ""),
        )
        algorithm, _dash, digest = about["integrity"].partition("-")
        if algorithm == "sha512":
            one["hashes"] = [{"alg": "SHA-512", "content": base64.b64decode(digest).hex()}]
        found.append(one)
    return found


def _component(purl: str, name: str, version: str, licence: str) -> dict[str, Any]:
    choice: dict[str, Any] = {"license": {"name": licence}}
    if _EXPRESSION.fullmatch(licence):
        choice = {"expression": licence}
    return {
        "type": "library",
        "bom-ref": purl,
        "name": name,
        "version": version,
        "purl": purl,
        **({"licenses": [choice]} if licence else {}),
    }


def _needs(name: str, known: set[str]) -> set[str]:
    """Return what a package requires, of the packages that are listed."""
    by_name = {
        ref.removeprefix("pkg:pypi/").rpartition("@")[0]: ref for ref in known if ref.startswith("pkg:pypi/")
    }
    required = {
        _key(found[0])
        for line in metadata.requires(name) or []
        if "extra ==" not in line and (found := _REQUIREMENT.match(line))
    }
    return {by_name[one] for one in required if one in by_name}


def _key(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def main() -> None:
    """Write the file that the command line names."""
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT
    path.parent.mkdir(parents=True, exist_ok=True)
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    made = bill(project["version"], uuid.uuid4())
    path.write_text(json.dumps(made, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"{path}: {len(made['components'])} packages")


if __name__ == "__main__":
    main()
