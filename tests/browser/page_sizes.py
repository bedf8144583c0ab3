"""What a page loads on a first visit: the responses and their bytes over the wire."""

from collections.abc import Callable
from dataclasses import dataclass, field

from playwright.sync_api import Page


@dataclass(slots=True)
class Loaded:
    """The responses of one page. Pass `listen` as `before=` of a visit without service workers.

    Attributes:
        names: addresses by the browser's ID of the request.
        sizes: bytes over the wire, headers included, by the same ID.
        first: sizes of the responses before the page's load event.
    """

    names: dict[str, str] = field(default_factory=dict)
    sizes: dict[str, int] = field(default_factory=dict)
    first: list[int] = field(default_factory=list)

    def listen(self, page: Page) -> None:
        """Count the responses of a page that has loaded nothing yet."""
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        # The browser is shared by all tests of a process.
        session.send("Network.clearBrowserCache")
        session.on(
            "Network.requestWillBeSent",
            lambda one: self.names.update({one["requestId"]: one["request"]["url"]}),
        )
        session.on(
            "Network.loadingFinished",
            lambda one: self.sizes.update({one["requestId"]: one["encodedDataLength"]}),
        )
        page.on("load", lambda _page: self.first.extend(self.sizes.values()))

    @property
    def total(self) -> int:
        """Bytes of all responses."""
        return sum(self.sizes.values())

    def show(self, write: Callable[[str], None] = print) -> None:
        """Print every response, the largest first, and the sums."""
        for number, size in sorted(self.sizes.items(), key=lambda one: -one[1]):
            write(f"{size:7} {self.names.get(number, '')[-60:]}")
        write(
            f"first view: {sum(self.first)} bytes in {len(self.first)} responses; "
            f"in all: {self.total} bytes in {len(self.sizes)}"
        )
