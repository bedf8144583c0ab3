"""Remove secrets from log records: a player's link is as good as a password."""

import logging
import re

# Secrets are long, so nothing else matches; each match ends at the first character that no secret contains.
_SECRETS = re.compile(r"(?P<before>/p/|token[=.]|[Bb]earer )(?P<secret>[A-Za-z0-9_\-%]{20,300})")


def without_secrets(text: str) -> str:
    """Replace the secrets of links and tokens in a text."""
    return _SECRETS.sub(r"\g<before>…", text)


class QuietFormatter(logging.Formatter):
    """Format records, including tracebacks, without secrets."""

    def format(self, record: logging.LogRecord) -> str:
        """Format a record."""
        return without_secrets(super().format(record))
