"""Settings, all from the environment. `make docs` lists them with the comments above each read; `Default:` in a comment
stands for a default that is no plain value.
"""

import hashlib
import os
import secrets
import tomllib
from pathlib import Path
from typing import Any

import environ
from django.utils.translation import gettext_lazy as _

from ops.network import PRIVATE_NETWORKS, own_names
from ops.paths import redis_socket
from ops.private import new_files_are_ours, protect

env = environ.Env()

PROJECT_DIR = Path(__file__).resolve().parent.parent
# Database, pictures, the file of Redis, secrets, locks: everything worth a backup. Default: `var/` in the project.
DATA_DIR = Path(env.str("DATA_DIR", default=str(PROJECT_DIR / "var"))).resolve()
# Every process reads the settings, so whatever any of them makes is its owner's alone.
new_files_are_ours()
DATA_DIR.mkdir(parents=True, exist_ok=True)
(DATA_DIR / "run").mkdir(exist_ok=True)
(DATA_DIR / "media").mkdir(exist_ok=True)
(DATA_DIR / "static").mkdir(exist_ok=True)
protect(DATA_DIR)


def secret_of(name: str) -> str:
    """A secret of this installation: made at first use, kept in DATA_DIR, readable by its owner only."""
    path = DATA_DIR / name
    if not path.exists():
        # Written whole under another name and linked, so that two processes that start together agree on one.
        draft = path.with_suffix(f".{os.getpid()}")
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_urlsafe(50))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text().strip()


# Signs sessions, and the links to players' pages: another one gives everybody a new link. Default: made at first start.
SECRET_KEY = env.str("SECRET_KEY", default="") or secret_of("secret_key")
# For development only.
DEBUG = env.bool("DEBUG", default=False)
# TCP port of the web process.
PORT = env.int("PORT", default=8000)
# Host names under which the server may be asked, with commas. Default: localhost, this machine's names and addresses
# at start.
ALLOWED_HOSTS: list[str] = env.list("ALLOWED_HOSTS", default=own_names())
# Full origins of a proxy with another name (`https://clock.example`), with commas.
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", default=[])
# What a proxy says of a client is read in tourney/edge/peers.py, from these peers alone.

# Whether a proxy does TLS and sends `X-Forwarded-Proto`; cookies are then for TLS only.
BEHIND_TLS = env.bool("BEHIND_TLS", default=False)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = BEHIND_TLS
# How many proxies append to `X-Forwarded-For`; decides whose address is throttled.
TRUSTED_PROXIES = env.int("TRUSTED_PROXIES", default=0)
# Addresses and networks of the proxies, with commas: what anybody else says of a client is dropped. With it set, the
# web process listens on all addresses again (or on `BIND`).
PROXY_ADDRESSES: list[str] = env.list("PROXY_ADDRESSES", default=["127.0.0.0/8", "::1"])
# How much anybody may send in one request; more is answered with 413.
BODY_KILOBYTES = env.int("BODY_KILOBYTES", default=64)
# How much a login or a program of the staff may send below `/staff/`, `/do/` and `/api/v1/`.
UPLOAD_KILOBYTES = env.int("UPLOAD_KILOBYTES", default=2560)
# How large a file of players may be that staff import.
IMPORT_KILOBYTES = env.int("IMPORT_KILOBYTES", default=10240)
# How long a request may take to arrive.
BODY_SECONDS = env.float("BODY_SECONDS", default=60.0)
# Where phones and displays reach the room (`https://clock.example`): stands in printed links, in QR codes and in what
# the start says. Default: this machine's address on the network.
PUBLIC_URL = env.str("PUBLIC_URL", default="")

INSTALLED_APPS = [
    "daphne",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "csp",
    "ninja",
    "tourney",
    "seating",
    "desk",
    "penalties",
    "rulings",
    "dealers",
    "prizes",
    "clock",
    "procedures",
    "displays",
    "notifications",
    "web",
    "api",
    "simulation",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "web.shared.compression.CompressionMiddleware",
    # Before the policy: a file that is no page has none, and a phone loads thirty of them.
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "tourney.access.language.LanguageMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "tourney.access.language.PersonLanguageMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "tourney.urls"
ASGI_APPLICATION = "tourney.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [PROJECT_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "web.shared.context.page",
            ]
        },
    }
]

# --- rows -----------------------------------------------------------------------------------------
# `postgres://user:password@host/name` for a big room. Default: `sqlite:///DATA_DIR/room.sqlite3`.
DATABASES: dict[str, dict[str, Any]] = {
    "default": env.db("DATABASE_URL", default=f"sqlite:///{DATA_DIR}/room.sqlite3")
}
database = DATABASES["default"]
if database["ENGINE"].endswith("sqlite3"):
    # WAL lets screens read while an action writes. IMMEDIATE makes actions queue instead of failing half-way.
    # synchronous=FULL: what the journal has confirmed survives a pulled plug.
    database.setdefault("OPTIONS", {}).update(
        transaction_mode="IMMEDIATE",
        timeout=30,
        init_command="PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; "
        # What is erased of a person is overwritten in the file.
        "PRAGMA secure_delete=ON;",
    )
    database["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}
else:
    # None is kept: under ASGI each request has a thread of its own, and a connection it keeps is never used
    # again, only held until the server has no more to give.
    database["CONN_MAX_AGE"] = 0
    database["CONN_HEALTH_CHECKS"] = True
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
AUTH_USER_MODEL = "tourney.User"

# --- Redis, Celery, the feed ----------------------------------------------------------------------
# `redis://…` or `unix:///…`; the runner then starts none. Default: a Redis of the room's own, on a Unix socket.
REDIS_URL = env.str("REDIS_URL", default=f"unix://{redis_socket(DATA_DIR)}")
# First part of every Redis key and channel, so that several rooms may share a Redis.
REDIS_PREFIX = env.str("REDIS_PREFIX", default="room")
BROKER_URL = REDIS_URL.replace("unix://", "redis+socket://", 1)
# How often sockets are told the current seqs.
HEARTBEAT_SECONDS = env.float("HEARTBEAT_SECONDS", default=5.0)
# Whether the web process notes outages and stands in for a missing worker.
FALLBACK_SCHEDULER = env.bool("FALLBACK_SCHEDULER", default=True)
# A command that no worker takes within this time is carried out by the web process; negative: never.
JOB_TAKEOVER_SECONDS = env.float("JOB_TAKEOVER_SECONDS", default=2.0)
# After an outage longer than this, the director is asked whether the time counted.
OUTAGE_SECONDS = env.float("OUTAGE_SECONDS", default=20.0)
# A socket that says nothing for this long is closed: its other end is gone. Clients ping at least every 20 s.
SOCKET_SILENCE_SECONDS = env.float("SOCKET_SILENCE_SECONDS", default=45.0)
# What one address may open and ask for; the room's own addresses may that many times as much, because all its guests
# can be behind one of them.

# How many unpaired displays an address may open, each with a new code.
PAIRINGS_PER_MINUTE = env.int("PAIRINGS_PER_MINUTE", default=10)
# Sockets of players and the public from one address (an IPv6 address counts as its /64 network); displays and staff
# have no limit.
SOCKETS_PER_ADDRESS = env.int("SOCKETS_PER_ADDRESS", default=200)
# How often a socket may ask for a snapshot; all sockets of an address twenty times as often.
FOLLOWS_PER_MINUTE = env.int("FOLLOWS_PER_MINUTE", default=120)
# How often an address or a player's link may poll over HTTP.
POLLS_PER_MINUTE = env.int("POLLS_PER_MINUTE", default=180)
# Addresses and networks of the room, with commas. All its guests may come from one of them: name the room's public
# address here when the server is elsewhere. Default: private networks.
ROOM_ADDRESSES: list[str] = env.list("ROOM_ADDRESSES", default=list(PRIVATE_NETWORKS))
# How many times as much the room's own addresses may open and ask for.
ROOM_ALLOWANCE = env.float("ROOM_ALLOWANCE", default=10.0)
# Sockets of one web process; more are turned away with a sentence.
SOCKETS_PER_PROCESS = env.int("SOCKETS_PER_PROCESS", default=15000)

# --- messages to phones whose page is closed --------------------------------------------------------
# Whom a push service may write to about this server: `mailto:…` or `https://…`; some refuse messages without it.
PUSH_CONTACT = env.str("PUSH_CONTACT", default="")
# Whether push messages may go to plain HTTP and private addresses: for tests. Subscriptions come from browsers.
PUSH_ANYWHERE = env.bool("PUSH_ANYWHERE", default=False)

# --- people ---------------------------------------------------------------------------------------
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
LOGIN_URL = "/login/"
LOGIN_REDIRECT_URL = "/staff/"
LOGOUT_REDIRECT_URL = "/"
SESSION_ENGINE = "tourney.access.sessions"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 14
SESSION_COOKIE_NAME = "room_session"
CSRF_COOKIE_NAME = "room_csrf"
CSRF_FAILURE_VIEW = "web.shared.errors.csrf_refused"
# How many passwords are checked at once; eight more wait, others are asked to come back. Checking one takes a core for
# a tenth of a second. Default: half of the cores.
PASSWORDS_AT_ONCE = env.int("PASSWORDS_AT_ONCE", default=max(1, (os.cpu_count() or 2) // 2))
# Wrong passwords until a name is locked for the address they came from (tourney/access/logins.py); each counts that
# came within `LOGIN_LOCKED_HOURS` before the last one.
LOGIN_FAILURES = env.int("LOGIN_FAILURES", default=5)
# How long a name stays locked, from the last password that was checked on.
LOGIN_LOCKED_HOURS = env.float("LOGIN_LOCKED_HOURS", default=0.25)

# --- what a browser may do ------------------------------------------------------------------------
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'self'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "connect-src": ["'self'"],
        "worker-src": ["'self'"],
        "manifest-src": ["'self'"],
        "object-src": ["'none'"],
        "base-uri": ["'none'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024

# --- words, numbers, time -------------------------------------------------------------------------
USE_TZ = True
# Of planned starts and of times in the journal.
TIME_ZONE = env.str("TIME_ZONE", default="Europe/Zurich")
USE_I18N = True
# The language where neither room, display nor person chose another.
LANGUAGE_CODE = env.str("LANGUAGE_CODE", default="en")
LANGUAGES = [
    ("en", _("English")),
    ("de", _("German (Germany)")),
    ("de-at", _("German (Austria)")),
    ("de-ch", _("German (Switzerland)")),
]
LOCALE_PATHS = [PROJECT_DIR / "locale"]
LANGUAGE_COOKIE_NAME = "room_language"

# --- files ----------------------------------------------------------------------------------------
STATIC_URL = "/static/"
STATICFILES_DIRS = [PROJECT_DIR / "static"]
# Where `manage.py collectstatic` puts files for a proxy that hands them out itself; the data directory is closed to it.
# Default: `static/` in `DATA_DIR`.
STATIC_ROOT = Path(env.str("STATIC_DIR", default=str(DATA_DIR / "static")))
WHITENOISE_USE_FINDERS = True
# How many seconds a browser uses a style or script without asking whether it has changed. With 0 a display never mixes
# two builds.
WHITENOISE_MAX_AGE = env.int("STATIC_MAX_AGE", default=0)
WHITENOISE_AUTOREFRESH = DEBUG
MEDIA_ROOT = DATA_DIR / "media"


def build_of() -> str:
    """A mark of the code that is running: displays that see it change load themselves anew."""
    digest = hashlib.sha256()
    for room in ("static", "templates", "clock", "prizes", "desk", "seating", "tourney"):
        for path in sorted((PROJECT_DIR / room).rglob("*")):
            if path.suffix in {".js", ".css", ".html", ".json", ".toml"}:
                digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


BUILD = build_of()
# The release, as pyproject.toml says it.
VERSION: str = tomllib.loads((PROJECT_DIR / "pyproject.toml").read_text(encoding="utf-8"))["project"][
    "version"
]

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {
            "()": "tourney.edge.logs.QuietFormatter",
            "format": "%(asctime)s %(levelname)s %(name)s: %(message)s",
        }
    },
    "filters": {"once_per_minute": {"()": "tourney.edge.log_repeats.OncePerMinute"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "plain"}},
    # Level of the server's log.
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", default="INFO")},
    "loggers": {
        "daphne": {"level": "WARNING"},
        # A page that a role may not open is no news for the log, let alone a traceback.
        "django.request": {"level": "ERROR"},
        "celery.app.trace": {"level": "WARNING"},
        "celery.beat": {"level": "WARNING"},
        # What every command says while Redis is away.
        "tourney.live.publish": {"filters": ["once_per_minute"]},
        "tourney.jobs": {"filters": ["once_per_minute"]},
        "notifications.periodic": {"filters": ["once_per_minute"]},
    },
}

CELERY: dict[str, Any] = {
    "broker_url": BROKER_URL,
    "broker_connection_retry_on_startup": True,
    "broker_transport_options": {
        "global_keyprefix": f"{REDIS_PREFIX}:",
        "visibility_timeout": 3600,
        "socket_timeout": 5,
        "socket_connect_timeout": 1,
        "socket_keepalive": True,
        # Nobody at a counter waits for a broker that is away: what it was to carry is found again in the database.
        "max_retries": 1,
        "interval_start": 0,
        "interval_step": 0,
        "interval_max": 0,
    },
    "task_ignore_result": True,
    "task_acks_late": True,
    "task_reject_on_worker_lost": True,
    "worker_prefetch_multiplier": 1,
    "worker_hijack_root_logger": False,
    "worker_cancel_long_running_tasks_on_connection_loss": True,
    "task_default_queue": "celery",
    "task_routes": {"*.slow_*": {"queue": "slow"}, "*.push_*": {"queue": "push"}},
    "timezone": "UTC",
    # expires: a worker that was away finds no pile of stale ticks.
    "beat_schedule": {"tick": {"task": "tourney.tasks.tick", "schedule": 1.0, "options": {"expires": 0.9}}},
    "beat_max_loop_interval": 1,
}
