"""Remove secrets from log records: a player's link is as good as a password."""

import logging
import re

# Secrets are long, so nothing else matches; each match ends at the first character that no secret contains. A player's
# link may have been typed in groups, with a blank or a dot between them.
_SECRETS = re.compile(
    r"(?P<before>token[=.]|[Bb]earer |/overlay/|/p/)"
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
