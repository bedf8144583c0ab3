"""Take addresses out of package-lock.json that npm adds and no installation needs: `python -m ops.lock_file`."""

import json

from ops.paths import PROJECT

LOCK = PROJECT / "package-lock.json"
# Where a package is downloaded from, and where its authors ask for money.
ADDRESSES = ("resolved", "funding")


def without_addresses(text: str) -> str:
    """Return the text of a lock file without the addresses of its packages."""
    lock = json.loads(text)
    for package in lock["packages"].values():
        for name in ADDRESSES:
            package.pop(name, None)
    return json.dumps(lock, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    LOCK.write_text(without_addresses(LOCK.read_text(encoding="utf-8")), encoding="utf-8")
