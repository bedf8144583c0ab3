"""The error for commands that are not allowed, with a message for floor staff."""

from collections.abc import Mapping


class Refused(Exception):
    """A command that the state, the rulebook or a role does not allow. Nothing has changed when it is raised.

    Attributes:
        code: stable, machine-readable code, such as "already_paused".
        message: a sentence in the reader's language.
        rule: the rule it is based on ("Munot 11"), or "".
        fields: for bad input, the error of each argument.
    """

    def __init__(
        self, code: str, message: object, rule: str = "", fields: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(code)
        self.code = code
        self.message = str(message)
        self.rule = rule
        self.fields = dict(fields or {})

    def __str__(self) -> str:
        return self.message
