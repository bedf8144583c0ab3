"""Settings, all from the environment. `make docs` lists them with the comments above each read; `Default:` in a comment
stands for a default that is not a plain value.
"""

import hashlib
import socket
import tomllib
from pathlib import Path
from typing import Any

import environ
from csp.constants import NONCE
from django.utils.translation import gettext_lazy as _

from ops.network import PRIVATE_NETWORKS, own_names
from ops.paths import redis_socket
from ops.private import new_files_are_ours, own_secret, protect
from ops.redis_url import sentinels_of
from tourney.access.login_settings import LOGIN_FAILURES as LOGIN_FAILURES
from tourney.access.login_settings import LOGIN_LOCKED_HOURS as LOGIN_LOCKED_HOURS
from tourney.access.login_settings import OIDC_CLIENT_ID as OIDC_CLIENT_ID
from tourney.access.login_settings import OIDC_ISSUER as OIDC_ISSUER
from tourney.access.login_settings import OIDC_LINK_BY_EMAIL as OIDC_LINK_BY_EMAIL
from tourney.access.login_settings import OIDC_ROLES as OIDC_ROLES
from tourney.access.login_settings import OIDC_ROLES_CLAIM as OIDC_ROLES_CLAIM
from tourney.access.login_settings import OIDC_SCOPE as OIDC_SCOPE
from tourney.access.login_settings import OIDC_SECOND_FACTOR as OIDC_SECOND_FACTOR
from tourney.access.login_settings import OIDC_SECRET_FILE as OIDC_SECRET_FILE
from tourney.access.login_settings import PASSWORD_LOGINS as PASSWORD_LOGINS
from tourney.access.login_settings import PASSWORDS_AT_ONCE as PASSWORDS_AT_ONCE
from tourney.edge.database_settings import DATABASE_POOL as DATABASE_POOL
from tourney.edge.database_settings import DATABASE_POOL_OPTIONS as DATABASE_POOL_OPTIONS
from tourney.edge.database_settings import DATABASE_PREPARED as DATABASE_PREPARED
from tourney.edge.database_settings import database_in
from tourney.edge.environment import Env
from tourney.edge.log_settings import LOGGING as LOGGING
from tourney.edge.trace_settings import TRACE_BATCH as TRACE_BATCH
from tourney.edge.trace_settings import TRACE_DELAY_MS as TRACE_DELAY_MS
from tourney.edge.trace_settings import TRACE_QUEUE as TRACE_QUEUE
from tourney.edge.trace_settings import TRACES_ENDPOINT as TRACES_ENDPOINT
from tourney.edge.trace_settings import TRACING as TRACING

env = Env()

PROJECT_DIR = Path(__file__).resolve().parent.parent
# Database, pictures, the Redis file, secrets, locks: everything worth a backup. Default: `var/` in the project.
DATA_DIR = Path(env.str("DATA_DIR", default=str(PROJECT_DIR / "var"))).resolve()
# Every process reads the settings, so all files that any of them creates are private to the owner.
new_files_are_ours()
DATA_DIR.mkdir(parents=True, exist_ok=True)
(DATA_DIR / "run").mkdir(exist_ok=True)
(DATA_DIR / "media").mkdir(exist_ok=True)
(DATA_DIR / "static").mkdir(exist_ok=True)
protect(DATA_DIR)

# Signs sessions, and derives the links to players' pages: after a change new links differ. Default: generated at first
# start.
SECRET_KEY_GIVEN = env.str("SECRET_KEY", default="")
SECRET_KEY = SECRET_KEY_GIVEN or own_secret(DATA_DIR / "secret_key")
# For development only.
DEBUG = env.bool("DEBUG", default=False)
# TCP port of the web process.
PORT = env.int("PORT", default=8000)
# Host names of the server, separated by commas. Default: localhost, and this machine's names and addresses at start.
ALLOWED_HOSTS: list[str] = env.list("ALLOWED_HOSTS", default=own_names())
# Full origins of a proxy with another name (`https://clock.example`), separated by commas.
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", default=[])
# Forwarded headers are read in tourney/edge/peers.py, from these peers only.

# Whether a proxy handles TLS and sends `X-Forwarded-Proto`; cookies are then sent over TLS only.
BEHIND_TLS = env.bool("BEHIND_TLS", default=False)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = BEHIND_TLS
# How many proxies append to `X-Forwarded-For`; decides which address is throttled.
TRUSTED_PROXIES = env.int("TRUSTED_PROXIES", default=0)
# Addresses and networks of the proxies, separated by commas: forwarded headers from others are dropped. If set, the
# web process listens on all addresses again (or on `BIND`).
PROXY_ADDRESSES: list[str] = env.list("PROXY_ADDRESSES", default=["127.0.0.0/8", "::1"])
# Maximum size of a request; larger ones are answered with 413.
BODY_KILOBYTES = env.int("BODY_KILOBYTES", default=64)
# Maximum size of a request of staff logins and programs below `/staff/`, `/do/` and `/api/v1/`.
UPLOAD_KILOBYTES = env.int("UPLOAD_KILOBYTES", default=3200)
# Maximum size of a file of players or of a layout with its pictures for import by staff.
IMPORT_KILOBYTES = env.int("IMPORT_KILOBYTES", default=10240)
# Maximum time for a request to arrive, and with uvicorn for a client that has stopped reading to go on.
BODY_SECONDS = env.float("BODY_SECONDS", default=60.0)
# The address at which phones and displays reach the room (`https://clock.example`), used in printed links, QR codes
# and the start screen. Default: this machine's address on the network.
PUBLIC_URL = env.str("PUBLIC_URL", default="")

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "csp",
    "ninja",
    "tourney",
    "players",
    "seating",
    "desk",
    "penalties",
    "rulings",
    "dealers",
    "prizes",
    "clock",
    "procedures",
    "cash",
    "stages",
    "seasons",
    "planning",
    "webhooks",
    "operations",
    "displays",
    "notifications",
    "web",
    "api",
    "simulation",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "web.shared.compression.CompressionMiddleware",
    # Before the policy: files other than pages have none, and a phone loads thirty of them.
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    # Outside of all that reads or writes rows, also after the page: sessions.
    "tourney.edge.database_connections.give_back",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "tourney.access.language.LanguageMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "tourney.access.login_sessions.LoginSessionMiddleware",
    "tourney.access.language.PersonLanguageMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "web.shared.errors.BusyDatabase",
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

# --- database -----------------------------------------------------------------------------------------
DATABASES: dict[str, dict[str, Any]] = {"default": database_in(DATA_DIR)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
AUTH_USER_MODEL = "tourney.User"

# --- Redis, Celery, the feed ----------------------------------------------------------------------
# `redis://…`, `unix:///…`, or `sentinel://host:26379,host:26379/name`, the primary that Sentinels name; the runner then
# starts none. Default: a Redis of the room's own, on a Unix socket.
REDIS_URL = env.str("REDIS_URL", default=f"unix://{redis_socket(DATA_DIR)}")
# Prefix of every Redis key and channel, so that several rooms may share a Redis.
REDIS_PREFIX = env.str("REDIS_PREFIX", default="room")
SENTINELS = sentinels_of(REDIS_URL)
BROKER_URL = SENTINELS.broker_url if SENTINELS else REDIS_URL.replace("unix://", "redis+socket://", 1)
# How often sockets are sent the current seqs.
HEARTBEAT_SECONDS = env.float("HEARTBEAT_SECONDS", default=5.0)
# Whether the web process detects outages and stands in for a missing worker.
FALLBACK_SCHEDULER = env.bool("FALLBACK_SCHEDULER", default=True)
# A command that no worker takes within this time is carried out by the web process; negative: never.
JOB_TAKEOVER_SECONDS = env.float("JOB_TAKEOVER_SECONDS", default=2.0)
# After an outage longer than this, the director is asked whether the time counts.
OUTAGE_SECONDS = env.float("OUTAGE_SECONDS", default=20.0)
# A socket that is silent for this long is closed, because its client is gone. Pages ping every 20 s,
# hidden ones a few seconds later, so it should be 40 or more.
SOCKET_SILENCE_SECONDS = env.float("SOCKET_SILENCE_SECONDS", default=45.0)
# Limits for one address; the room's own addresses may open and request this many times as much, because all guests
# can be behind one of them.

# How many unpaired displays an address may open, each with a new code.
PAIRINGS_PER_MINUTE = env.int("PAIRINGS_PER_MINUTE", default=10)
# Sockets of players and the public from one address (an IPv6 address counts as its /64 network); displays and staff
# have no limit.
SOCKETS_PER_ADDRESS = env.int("SOCKETS_PER_ADDRESS", default=200)
# How often a socket may ask for a snapshot; all sockets of an address twenty times as often.
FOLLOWS_PER_MINUTE = env.int("FOLLOWS_PER_MINUTE", default=120)
# How often an address or a player's link may poll over HTTP, and how often an address may read `/results.json`.
POLLS_PER_MINUTE = env.int("POLLS_PER_MINUTE", default=180)
# Addresses and networks of the room, separated by commas. All guests may come from one of them: add the room's public
# address here if the server is elsewhere. Default: private networks.
ROOM_ADDRESSES: list[str] = env.list("ROOM_ADDRESSES", default=list(PRIVATE_NETWORKS))
# By which factor the limits of the room's own addresses are higher.
ROOM_ALLOWANCE = env.float("ROOM_ALLOWANCE", default=10.0)
# Maximum number of sockets of one web process; more are refused with a message.
SOCKETS_PER_PROCESS = env.int("SOCKETS_PER_PROCESS", default=15000)

# --- push messages ----------------------------------------------------------------------------------
# Contact for push services about this server: `mailto:…` or `https://…`; some refuse messages without it.
PUSH_CONTACT = env.str("PUSH_CONTACT", default="")
# Whether push messages may go to plain HTTP and private addresses: for tests. Subscriptions come from browsers.
PUSH_ANYWHERE = env.bool("PUSH_ANYWHERE", default=False)

# --- webhooks --------------------------------------------------------------------------------------
# Private networks to which webhooks may send, separated by commas (`192.168.1.0/24`), there over plain HTTP as well.
# Default: none; public addresses over HTTPS only.
WEBHOOK_NETWORKS: list[str] = env.list("WEBHOOK_NETWORKS", default=[])

# --- backups ----------------------------------------------------------------------------------------
# Where backups by schedule go: best a disk of another machine. Default: `backups/` in `DATA_DIR`.
BACKUP_DIR = Path(env.str("BACKUP_DIR", default=str(DATA_DIR / "backups")))
# When a backup is made every day, in the room's time; empty: none by schedule.
BACKUP_AT = env.str("BACKUP_AT", default="04:30")
# How many days (`d`), weeks (`w`) and months (`m`) keep their newest backup.
BACKUP_KEEP = env.str("BACKUP_KEEP", default="14d 8w 12m")
# A file whose first line is the passphrase that encrypts backups by schedule. Default: none, not encrypted.
BACKUP_PASSPHRASE_FILE = env.str("BACKUP_PASSPHRASE_FILE", default="")

# --- metrics ----------------------------------------------------------------------------------------
# Addresses and networks that may read `/metrics`, separated by commas. Default: this machine.
METRICS_ADDRESSES: list[str] = env.list("METRICS_ADDRESSES", default=["127.0.0.0/8", "::1"])
# A token with which `/metrics` may be read from anywhere (`Authorization: Bearer …`). Default: none.
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")

# --- logins ---------------------------------------------------------------------------------------
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
# The server for outgoing mail: `smtp+tls://name@mail.example:587` (STARTTLS), `smtp+ssl://…:465` or `smtp://…:25`. With
# one, and with `PUBLIC_URL`, logins with an e-mail address can have a link for a new password sent. Default: none, no
# mail is sent.
EMAIL_URL = env.str("EMAIL_URL", default="")
# A file with the password of `EMAIL_URL`.
EMAIL_PASSWORD_FILE = env.str("EMAIL_PASSWORD_FILE", default="")
# The sender of mail: `Poker room <room@example.com>`.
EMAIL_FROM = env.str("EMAIL_FROM", default="")
EMAIL_TIMEOUT = 10
if EMAIL_URL:
    globals().update(environ.Env.email_url_config(EMAIL_URL))
if EMAIL_PASSWORD_FILE:
    EMAIL_HOST_PASSWORD = Path(EMAIL_PASSWORD_FILE).read_text(encoding="utf-8").strip()

# --- browser security ------------------------------------------------------------------------------
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'self'"],
        # The nonce is of the import map, the one inline script.
        "script-src": ["'self'", NONCE],
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

# --- language and time -----------------------------------------------------------------------------
USE_TZ = True
# Time zone of planned starts and of times in the journal.
TIME_ZONE = env.str("TIME_ZONE", default="Europe/Zurich")
USE_I18N = True
# The language if neither room, display nor person has chosen another.
LANGUAGE_CODE = env.str("LANGUAGE_CODE", default="en")
LANGUAGES = [
    ("en", _("English")),
    ("de", _("German (Germany)")),
    ("de-at", _("German (Austria)")),
    ("de-ch", _("German (Switzerland)")),
    ("fr", _("French")),
    ("fr-ch", _("French (Switzerland)")),
    ("it", _("Italian")),
    ("it-ch", _("Italian (Switzerland)")),
]
LOCALE_PATHS = [PROJECT_DIR / "locale"]
LANGUAGE_COOKIE_NAME = "room_language"

# --- files ----------------------------------------------------------------------------------------
STATIC_URL = "/static/"
STATICFILES_DIRS = [PROJECT_DIR / "static"]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "web.shared.packages.PackageFinder",
]
# Where `manage.py collectstatic` puts files for a proxy that serves them itself; it can't read the data directory.
# Default: `static/` in `DATA_DIR`.
STATIC_ROOT = Path(env.str("STATIC_DIR", default=str(DATA_DIR / "static")))
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "web.shared.static_storage.HashedStorage"},
}
WHITENOISE_USE_FINDERS = True
# How many seconds a browser uses a file with a plain name without revalidation; those with a hash are kept for ever.
WHITENOISE_MAX_AGE = env.int("STATIC_MAX_AGE", default=0)
WHITENOISE_AUTOREFRESH = DEBUG
# No page of another site needs a file of ours.
WHITENOISE_ALLOW_ALL_ORIGINS = False
MEDIA_ROOT = DATA_DIR / "media"


def build_of() -> str:
    """Return a fingerprint of the running code: displays reload when it changes."""
    digest = hashlib.sha256()
    for room in ("static", "templates", "clock", "prizes", "desk", "seating", "tourney"):
        for path in sorted((PROJECT_DIR / room).rglob("*")):
            if path.suffix in {".js", ".css", ".html", ".json", ".toml"}:
                digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


BUILD = build_of()
# The release, from pyproject.toml.
VERSION: str = tomllib.loads((PROJECT_DIR / "pyproject.toml").read_text(encoding="utf-8"))["project"][
    "version"
]

CELERY: dict[str, Any] = {
    "broker_url": BROKER_URL,
    "broker_connection_retry_on_startup": True,
    "broker_transport_options": {
        "global_keyprefix": f"{REDIS_PREFIX}:",
        "visibility_timeout": 3600,
        "socket_timeout": 2,
        "socket_connect_timeout": 1,
        "socket_keepalive": True,
        # A Redis that has lost its power closes nothing: a worker would wait for its next job for hours.
        "socket_keepalive_options": {
            getattr(socket, name): value
            for name, value in (("TCP_KEEPIDLE", 2), ("TCP_KEEPINTVL", 1), ("TCP_KEEPCNT", 3))
            if hasattr(socket, name)
        },
        # Clients do not wait for a broker that is away: its jobs can be found in the database.
        "max_retries": 1,
        "interval_start": 0,
        "interval_step": 0,
        "interval_max": 0,
        **({"master_name": SENTINELS.name} if SENTINELS else {}),
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
    # After how many tasks Celery closes the connection to the database, instead of around each: never.
    # tourney/celery.py closes those that are old or were lost.
    "CELERY_DB_REUSE_MAX": 2**62,
    # expires: a worker that was away finds no stale ticks.
    "beat_schedule": {"tick": {"task": "tourney.tasks.tick", "schedule": 1.0, "options": {"expires": 0.9}}},
    "beat_max_loop_interval": 1,
    # Of several beats one is in charge.
    "beat_scheduler": "tourney.jobs.beat:LeasedScheduler",
}
