"""A person at a browser whose presses are counted: clicks and keys, but not the names and numbers they type."""

from playwright.sync_api import Locator, Page


class Presses:
    """Count presses over several pages.

    Attributes:
        count: clicks, and keys that are no part of a name or a number (Enter, Tab).
        log: what was pressed, in order.
    """

    def __init__(self) -> None:
        self.log: list[str] = []

    @property
    def count(self) -> int:
        """Return the number of presses so far."""
        return len(self.log)

    def click(self, target: Locator) -> None:
        """Press a button or a link."""
        target.wait_for()
        self.log.append(f"click {target.inner_text().strip() or target.get_attribute('name') or 'field'}")
        target.click()

    def key(self, page: Page, key: str) -> None:
        """Press a key, held as long as a finger does."""
        self.log.append(f"key {key}")
        page.keyboard.press(key, delay=60)

    def type(self, page: Page, text: str) -> None:
        """Type a name or a number into the focused field."""
        page.keyboard.type(text)

    def fill(self, field: Locator, text: str) -> None:
        """Go to a field, which is a press unless the cursor is in it already, and type a name or a number."""
        if not field.evaluate("one => one === document.activeElement"):
            self.log.append(f"go to {field.get_attribute('name')}")
            field.focus()
        field.fill(text)
