"""The software bill of materials names every package the product runs on, with version, licence and origin."""

import json
import re
import uuid

from ops.licences import FILES, of_browsers, pinned
from ops.paths import PROJECT
from ops.sbom import bill

MADE = bill("1.2.3", uuid.UUID(int=7))
COMPONENTS = {one["bom-ref"]: one for one in MADE["components"]}


def test_bill_names_every_package_with_its_pinned_version_and_licence() -> None:
    lines = "".join((PROJECT / name).read_text(encoding="utf-8") for name in FILES).splitlines()
    versions: dict[str, str] = dict(
        found.groups() for line in lines if (found := re.match(r"([A-Za-z0-9_.-]+)==([^ ;]+)", line))
    )
    python = {one["name"]: one["version"] for ref, one in COMPONENTS.items() if ref.startswith("pkg:pypi/")}
    assert python == {name: versions[name] for name in pinned()}
    browser = {one["name"] for ref, one in COMPONENTS.items() if ref.startswith("pkg:npm/")}
    assert browser >= {*of_browsers(), "@types/trusted-types"}
    assert not {"typescript", "@biomejs/biome"} & browser
    assert [one["name"] for one in COMPONENTS.values() if not one.get("licenses")] == []


def test_browser_packages_carry_the_hashes_of_the_lock_file() -> None:
    hashes = [one["hashes"][0] for ref, one in COMPONENTS.items() if ref.startswith("pkg:npm/")]
    assert all(one["alg"] == "SHA-512" and re.fullmatch("[0-9a-f]{128}", one["content"]) for one in hashes)


def test_dependencies_refer_to_listed_packages() -> None:
    needs = {one["ref"]: one["dependsOn"] for one in MADE["dependencies"]}
    assert needs.keys() == {*COMPONENTS, MADE["metadata"]["component"]["bom-ref"]}
    assert {ref for refs in needs.values() for ref in refs} <= COMPONENTS.keys()
    channels = next(ref for ref in COMPONENTS if ref.startswith("pkg:pypi/channels@"))
    assert {ref.partition("@")[0] for ref in needs[channels]} == {"pkg:pypi/asgiref", "pkg:pypi/django"}


def test_bill_is_a_document_of_cyclonedx() -> None:
    assert (MADE["bomFormat"], MADE["specVersion"], MADE["version"]) == ("CycloneDX", "1.6", 1)
    assert re.fullmatch("urn:uuid:[0-9a-f-]{36}", MADE["serialNumber"])
    assert json.loads(json.dumps(MADE)) == MADE
    for one in COMPONENTS.values():
        assert one.keys() <= {"type", "bom-ref", "name", "version", "purl", "licenses", "hashes"}
