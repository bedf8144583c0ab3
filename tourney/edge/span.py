"""A span, as the code that is measured sees it."""

from typing import Literal, Protocol

Kind = Literal["internal", "server", "consumer"]
Value = str | int | bool | None


class Span(Protocol):
    """A step that takes time."""

    def note(self, **attributes: Value) -> None:
        """Add attributes that were not known at its beginning."""

    def rename(self, name: str) -> None:
        """Change its name."""

    def refuse(self, code: str) -> None:
        """Record that it ended with a refusal, which is no error."""

    def fail(self, kind: str) -> None:
        """Record that it ended with an error of this kind."""
