"""The request and the command in whose course something is logged."""

from contextvars import ContextVar

REQUEST = ContextVar("request", default="")
COMMAND = ContextVar("command", default="")


def present() -> dict[str, str]:
    """Return the ids that are known here."""
    found = {"request_id": REQUEST.get(), "command_id": COMMAND.get()}
    return {name: value for name, value in found.items() if value}
