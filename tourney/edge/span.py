"""The interface of a span to the code that it traces."""

from typing import Literal, Protocol

Kind = Literal["internal", "server", "consumer"]
Value = str | int | bool | None


class Span(Protocol):
    """A traced operation."""

    def note(self, **attributes: Value) -> None:
        """Add attributes that were not known when it began."""

    def rename(self, name: str) -> None:
        """Change its name."""

    def refuse(self, code: str) -> None:
        """Record a refusal, which is not an error."""

    def fail(self, kind: str) -> None:
        """Record an error of this kind."""
