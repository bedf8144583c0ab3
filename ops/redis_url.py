"""REDIS_URL: one server, or the Sentinels that name the present primary of several."""

from dataclasses import dataclass
from urllib.parse import quote, unquote, urlsplit

from ops.errors import OpsError

SCHEME = "sentinel://"
PORT = 26379


@dataclass(frozen=True, slots=True)
class Sentinels:
    """Where Sentinels listen, and which primary to ask them for.

    Attributes:
        hosts: addresses and ports.
        name: of the primary in the configuration of the Sentinels.
        database: number of the database.
        username, password: of the Redis servers; empty if they have none.
    """

    hosts: tuple[tuple[str, int], ...]
    name: str
    database: int = 0
    username: str = ""
    password: str = ""

    @property
    def broker_url(self) -> str:
        """Return the address that Celery reads."""
        who = f"{quote(self.username, safe='')}:{quote(self.password, safe='')}@" if self.password else ""
        return ";".join(
            f"{SCHEME}{who}{_bracketed(host)}:{port}/{self.database}" for host, port in self.hosts
        )


def sentinels_of(url: str) -> Sentinels | None:
    """Parse `sentinel://[user:password@]host[:port],host[:port]…/name[/database]`; None for any other address.

    Raises:
        OpsError: an address of Sentinels that lacks a host or the name, or has an invalid port or database.
    """
    if not url.startswith(SCHEME):
        return None
    wrong = OpsError(f"REDIS_URL names no Sentinels: it is sentinel://host:{PORT},host:{PORT}/name.")
    servers, _, path = url.removeprefix(SCHEME).partition("/")
    who, _, where = servers.rpartition("@")
    name, _, database = path.strip("/").partition("/")
    user, _, password = who.partition(":")
    try:
        hosts = tuple(_host(one) for one in where.split(","))
        number = int(database or 0)
    except ValueError:
        raise wrong from None
    if not name or number < 0:
        raise wrong
    return Sentinels(hosts, name, number, unquote(user), unquote(password))


def _host(text: str) -> tuple[str, int]:
    found = urlsplit(f"//{text}")
    if not found.hostname:
        raise ValueError(text)
    return found.hostname, found.port or PORT


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host
