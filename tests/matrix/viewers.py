"""All viewers of the room, each with a browser or an API client, and every address."""

import functools
import re
import uuid
from collections.abc import Container, Iterator, Mapping
from typing import Any

from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from displays.commands.displays import pair_screen
from displays.services.pairing import new_pairing
from notifications.commands.player_links import path_of
from players.commands.players import add_player
from seasons.commands.seasons import create_season
from tests.api.caller import token_for
from tests.cash.scenes import open_game
from tests.fixtures.room import ALL_TABLES, press, works_at
from tests.web.visitors import client_of, done
from tourney.access.roles import FIRST_START, Actor, Role
from tourney.access.viewers import SCREEN_COOKIE
from tourney.commands import add_person
from tourney.models import User

PASSWORD = "correct horse battery"
# In order of access, the least first.
VIEWERS = ("anonymous", "player", "tv", "dealer", "desk", "floor", "director")
ROLES = {"dealer": Role.DEALER, "desk": Role.DESK, "floor": Role.FLOOR, "director": Role.DIRECTOR}


class Room:
    """Viewers, and values for the parameters of addresses.

    Args:
        event: used in addresses.
        player: used in addresses; None for a new one.

    Attributes:
        pages: a browser per viewer.
        programs: headers per viewer, with a token.
        values: values of the parameters in addresses.
    """

    def __init__(self, event: int, player: int | None = None) -> None:
        self.event = event
        self.player = player or int(done(add_player, name="Ann")["player"])
        secret = path_of(self.player).split("/")[2]
        self.pages = {viewer: Client(raise_request_exception=False) for viewer in VIEWERS}
        self.programs: dict[str, dict[str, str]] = {"anonymous": {}, "player": _bearer(secret)}
        self.pages["player"].defaults["HTTP_AUTHORIZATION"] = f"Bearer {secret}"
        for viewer, role in ROLES.items():
            login = _login(f"matrix-{viewer}", role)
            self.pages[viewer].cookies = client_of(login).cookies
            self.programs[viewer] = _bearer(token_for(role)[1])
        screen, pairing = new_pairing("10.0.0.9")
        press(pair_screen, by=FIRST_START, code=pairing.code, name=f"Wall {event}", tournament=event)
        self.pages["tv"].cookies[SCREEN_COOKIE] = screen
        self.programs["tv"] = _bearer(screen)
        game = open_game(401)
        self.values = {
            "tournament_id": str(event), "player_id": str(self.player), "secret": secret, "ending": "csv",
            "key": "tda", "language": "en", "kind": "login.language", "topic": f"t{event}", "name": "0" * 64 + ".png",
            "season_id": str(_season()), "game_id": str(game), "which": "ranking",
            "digest": "0" * 64, "seq": "1", "number": "1", "user_id": str(User.objects.latest("pk").pk),
        }  # fmt: skip

    def address(self, pattern: str) -> str:
        """Return an address with a value for every parameter; ids of missing rows are 1."""
        return "/" + re.sub(r"<(?:[a-z]+:)?([a-z_]+)>", lambda found: self.values.get(found[1], "1"), pattern)

    def visits(self, pages: Mapping[str, Container[str]]) -> Iterator[tuple[str, Client, str]]:
        """Yield the name and address of each page, and the browser of the viewer with most access that may open it.

        Args:
            pages: the viewers of each page, by its name.
        """
        for name, pattern in page_patterns():
            viewers = [viewer for viewer in VIEWERS if viewer in pages[name]]
            if viewers:
                yield name, self.pages[viewers[-1]], self.address(pattern)


def _season() -> int:
    days = {"first_day": "2020-01-01", "last_day": "2199-12-31"}
    return int(done(create_season, name="All years", book="five_spades", **days)["season"])


def _bearer(secret: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {secret}"}


def _login(name: str, role: Role) -> Actor:
    answer = press(add_person, by=FIRST_START, username=name, role=role.value, password=PASSWORD).answer
    assert answer is not None
    if role is Role.DEALER:
        works_at(ALL_TABLES, user=answer["user"])
    return Actor(f"user:{answer['user']}", name, role)


def page_patterns(patterns: Any = None, before: str = "") -> Iterator[tuple[str, str]]:
    """Return the name and pattern of every page; `api_operations` returns those of the API."""
    for one in get_resolver().url_patterns if patterns is None else patterns:
        path = before + str(one.pattern)
        if path.startswith("api/"):
            continue
        if isinstance(one, URLResolver):
            yield from page_patterns(one.url_patterns, path)
        elif isinstance(one, URLPattern):
            yield str(one.name or path), path


@functools.cache
def api_operations() -> list[tuple[str, str, str]]:
    """Return the id, the method and the path of every API operation."""
    return [
        (operation["operationId"], method.upper(), path)
        for path, methods in Client().get("/api/openapi.json").json()["paths"].items()
        for method, operation in methods.items()
    ]


def program_path(room: Room, path: str) -> str:
    """Return the path of an operation with values for its parameters."""
    values = {"tournament": str(room.event), "player": str(room.player), "key": "tda", "digest": "0" * 64}
    return re.sub(r"\{([a-z_]+)\}", lambda found: values.get(found[1], "1"), path)


def is_let_in(client: Client, address: str) -> bool:
    """Return whether a browser is admitted to an address: it gets a page, or the errors of the form."""
    answer = client.get(address)
    if answer.status_code == 405:
        answer = client.post(address, {"command_id": str(uuid.uuid4())})
    if answer.status_code == 302 and answer["Location"].startswith("/login/"):
        return False
    # The health page returns 503 where nothing serves sockets, as here.
    assert answer.status_code < 500 or address == "/health/", (address, answer.status_code)
    return answer.status_code not in {401, 403}
