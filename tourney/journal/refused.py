"""What is not allowed, said so that a floor person understands it."""

from collections.abc import Mapping


class Refused(Exception):
    """An action that the state, the rulebook or a role does not allow. Nothing has changed when this is raised.

    Attributes:
        code: stable and machine-readable, such as "already_paused".
        message: a sentence in the reader's language.
        rule: the rule it rests on ("Munot 11"), or "".
        fields: for bad input, what is wrong with which argument.
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
