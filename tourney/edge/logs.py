"""Remove secrets from log records: a player's link is as good as a password."""

import json
import logging
import re
from datetime import UTC, datetime

from tourney.edge.log_context import present

# Secrets are long, so nothing else matches; each match ends at the first character that no secret contains. A player's
# link may have been typed in groups, with a blank or a dot between them.
_SECRETS = re.compile(
    r"(?P<before>token[=.]|[Bb]earer |/overlay/|/login/new/|/p/)"
    r"(?P<secret>(?<=/p/)[A-Za-z0-9_\-%. \u00a0]{20,300}|[A-Za-z0-9_\-%]{20,300})"
)


def without_secrets(text: str) -> str:
    """Replace the secrets of links and tokens in a text."""
    return _SECRETS.sub(r"\g<before>…", text)


class QuietFormatter(logging.Formatter):
    """Format records, including tracebacks, without secrets."""

    def format(self, record: logging.LogRecord) -> str:
        """Format a record."""
        return without_secrets(super().format(record))


class JsonFormatter(QuietFormatter):
    """Format a record as a line of JSON, with the ids of its request and its command, without secrets."""

    # What a record may have besides; given as `extra`.
    _MORE = ("status", "ms", "kind", "seq", "event", "code")

    def format(self, record: logging.LogRecord) -> str:
        """Format a record."""
        # The text of the parent class: message, then the traceback.
        text = logging.Formatter("%(message)s").format(record)
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": without_secrets(text),
            "process": record.process,
            **present(),
            **{name: value for name in self._MORE if (value := getattr(record, name, None)) is not None},
        }
        return json.dumps(line, ensure_ascii=False, default=str)
