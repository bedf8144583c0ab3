"""Take pictures of the screens: `make screens`, or `python -m tests.pictures`.

`python -m tests.pictures floor desk` takes only these parts of the main screens; without a name it takes all, then the
layouts of displays that come with the product (`layouts`) and every page at every size (`every_page`). `python -m
tests.pictures every_page --only desk` takes pages whose name contains "desk", as `layouts --only break-1080x1920`
does, `--languages fr-FR it-IT` only these languages (by default, layouts are taken in English only), and `--sizes
768x1024` only these sizes.
"""

import argparse
import shutil
import sys
import tempfile
from functools import partial
from pathlib import Path

from playwright.sync_api import sync_playwright

from ops.browser import lean_chromium
from tests.fixtures.chromium import ARGUMENTS
from tests.pictures import every_page, house_layouts
from tests.pictures.main_screens import PARTS, TARGET, Part
from tests.processes.rooms import Room


def main() -> int:
    """Set up a room, take the pictures, stop the room, and print the faults that were found."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.pictures", description="Take pictures of the screens."
    )
    names = [*PARTS, "layouts", "every_page"]
    parser.add_argument("parts", nargs="*", metavar="part", help=f"of {', '.join(names)}; default: all")
    parser.add_argument(
        "--only", default="", help="of layouts and every page: those whose name contains this"
    )
    parser.add_argument("--languages", nargs="*", choices=every_page.LANGUAGES, default=[])
    parser.add_argument("--sizes", nargs="*", choices=list(every_page.SIZE_NAMES), default=[])
    given = parser.parse_args()
    unknown = sorted(set(given.parts) - set(names))
    if unknown:
        parser.error(f"there is no part {', '.join(unknown)}; there are {', '.join(names)}")
    TARGET.mkdir(parents=True, exist_ok=True)
    data = Path(tempfile.mkdtemp(prefix="pictures-"))
    room = Room(data)
    faults: list[str] = []
    try:
        password = room.password()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=str(lean_chromium()), args=ARGUMENTS)
            take_each: dict[str, Part] = {
                **PARTS,
                "layouts": partial(
                    house_layouts.take_layouts,
                    only=given.only,
                    languages=given.languages or house_layouts.LANGUAGES,
                    faults=faults,
                ),
                "every_page": partial(
                    every_page.survey,
                    only=given.only,
                    languages=given.languages or every_page.LANGUAGES,
                    sizes=[every_page.SIZE_NAMES[name] for name in given.sizes] or every_page.SIZES,
                    faults=faults,
                ),
            }
            for name, take in take_each.items():
                if not given.parts or name in given.parts:
                    take(room, browser, password)
            browser.close()
    finally:
        room.close()
        shutil.rmtree(data, ignore_errors=True)
    print("\n".join(faults) or "No faults.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
