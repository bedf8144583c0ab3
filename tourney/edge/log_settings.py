"""Settings of the log. `tourney/settings.py` takes them over."""

import logging
from typing import Any

from tourney.edge.environment import Env

env = Env()

# `plain` for people, or `json`: one object a line, with the ids of request and command, and a record of each of them.
LOG_FORMAT = env.str("LOG_FORMAT", default="plain")
_EACH = "INFO" if LOG_FORMAT == "json" else "WARNING"
LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {
            "()": "tourney.edge.logs.QuietFormatter",
            "format": "%(asctime)s %(levelname)s %(name)s: %(message)s",
        },
        "json": {"()": "tourney.edge.logs.JsonFormatter"},
    },
    "filters": {
        "once_per_minute": {"()": "tourney.edge.log_repeats.OncePerMinute"},
        "errors_once_per_minute": {
            "()": "tourney.edge.log_repeats.OncePerMinute",
            "max_level": logging.ERROR,
        },
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT}},
    # Level of the server's log.
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", default="INFO")},
    "loggers": {
        "daphne": {"level": "WARNING"},
        # A record of each request and each command.
        "tourney.edge.requests": {"level": _EACH},
        "tourney.journal.carried_out": {"level": _EACH},
        # Logins that began and ended; those that were refused are warnings.
        "tourney.access.decisions": {"level": _EACH},
        # Each step of narrowing a typeface at start.
        "fontTools": {"level": "WARNING"},
        # A page that a role may not open is not worth a log record, let alone a traceback.
        "django.request": {"level": "ERROR"},
        "celery.app.trace": {"level": "WARNING"},
        "celery.beat": {"level": "WARNING"},
        # Warnings that every command logs while Redis is away.
        "tourney.live.publish": {"filters": ["once_per_minute"]},
        "tourney.jobs": {"filters": ["once_per_minute"]},
        "tourney.jobs.push_queue": {"filters": ["once_per_minute"]},
        # Logged every few seconds while the collector cannot be reached or refuses spans.
        "opentelemetry.exporter.otlp.proto.http.trace_exporter": {"filters": ["errors_once_per_minute"]},
        "tourney.edge.span_queue": {"filters": ["once_per_minute"]},
    },
}
