"""The link to a player's own page: its holder sees what this player sees, and nothing of other players.

A secret is not stored: it is derived from the server's key and from the time and player of its token, so that
a seat card can be printed again. The token's row keeps its hash, like every other token's.
"""

import base64
import hashlib
import hmac
import uuid
from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, Any

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext
from pydantic import Field

from ops.network import lan_addresses
from players.models import Player
from players.services.records import living
from tourney.access import guard
from tourney.access.roles import Actor, Permission, Role
from tourney.access.viewers import UnknownToken, digest_of_secret, token_of
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.live.publish import tell_hubs
from tourney.models import JournalEntry, Token
from tourney.now import to_ms
from tourney.services.addresses import room_address

# 120 bits: too long to guess, and short enough for a QR code from a thermal printer.
_BYTES = 15
_LENGTH = _BYTES * 8 // 5
# Links are also typed by hand: no letter that looks like another, and none that upper case changes (Crockford).
_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
_TO_OURS = str.maketrans("abcdefghijklmnopqrstuvwxyz234567", _ALPHABET)
_TYPED = str.maketrans("oilu", "011v", " -_.\u00a0")
_LONGEST_TYPED = 3 * _LENGTH
_MOST = 12_000
# The actor that prints links if there is no clerk.
LINKS = Actor("system:links", "Seat cards", Role.DESK)


def _derived(player: int, created_at: datetime) -> str:
    text = f"player-link:{player}:{to_ms(created_at)}".encode()
    made = hmac.new(settings.SECRET_KEY.encode(), text, hashlib.sha256).digest()
    return base64.b32encode(made[:_BYTES]).decode().lower().translate(_TO_OURS)


def as_printed(typed: str) -> str:
    """Return a link's secret as it was printed: without gaps, in lower case, look-alikes replaced."""
    return typed[:_LONGEST_TYPED].lower().translate(_TYPED)


def typed_address(link: str) -> str:
    """Return a link for typing: without the scheme, which the browser adds, and with the secret in groups of
    four.
    """
    before, _path, after = link.partition("://")[2].partition("/p/")
    secret = after.rstrip("/")
    if as_printed(secret) == secret:
        secret = "-".join(secret[at : at + 4] for at in range(0, len(secret), 4))
    return f"{before}/p/{secret}"


def secret_of(token: Token) -> str | None:
    """Return the secret of a player's token; None if it can't be derived any more.

    This happens if the server's key has changed, or if two records of the player were merged since. Links printed
    before stay valid.
    """
    if token.player_id is None:
        return None
    secret = _derived(token.player_id, token.created_at)
    return secret if hmac.compare_digest(digest_of_secret(secret), token.digest) else None


def player_of(secret: str, address: str) -> Token:
    """Return the token of a player's link, with its player.

    A right secret, also one typed by hand (`as_printed`), is accepted however many wrong ones its address has
    sent, because a hundred phones share the room's Wi-Fi. Wrong ones are counted, and an address that sent
    too many has to wait.

    Raises:
        UnknownToken: it does not exist, or was revoked.
        guard.LockedOut: the same, and this address sent too many wrong ones.
    """
    # Links of earlier versions differ by case, so the secret as sent is tried first.
    for one in dict.fromkeys((secret, as_printed(secret))):
        token = token_of(one) if len(one) == _LENGTH else None
        if token is not None and token.role == Role.PLAYER.value:
            return token
    guard.count(guard.Bound("link", address))
    raise UnknownToken


def valid_links(players: Iterable[int]) -> dict[int, str]:
    """Return the secrets that can be printed for players now, by player; players without one are left out."""
    wanted = set(players)
    tokens = Token.objects.filter(role=Role.PLAYER.value, revoked_at__isnull=True)
    if len(wanted) <= 500:
        tokens = tokens.filter(player__in=wanted)
    found: dict[int, str] = {}
    for token in tokens.order_by("pk"):
        if token.player_id in wanted and (secret := secret_of(token)) is not None:
            found[token.player_id] = secret
    return found


def _summarise_given(journal_entry: JournalEntry) -> str:
    given = (journal_entry.answer or {}).get("given", 0)
    words = ngettext(
        "Issued %(given)s player link",
        "Issued %(given)s player links",
        given,
    )
    return words % {"given": given}


@command(
    "token.for_players",
    permission=Permission.EDIT_PLAYERS,
    scope="room",
    summary=_summarise_given,
    undoable=False,
    public=False,
)
def give_links(tx: Tx, players: Annotated[list[Id], Field(max_length=_MOST)]) -> Any:
    """Issue links to their own pages to players who have none.

    Args:
        players: ids of the players.
    """
    have = valid_links(players)
    wanted = [player for player in dict.fromkeys(players) if player not in have]
    names = dict(Player.objects.filter(pk__in=wanted[:500]).values_list("pk", "name"))
    if len(wanted) > 500:
        names = dict(Player.objects.values_list("pk", "name"))
    if any(player not in names for player in wanted):
        raise Refused("not_found", _("Not found: %(what)s.") % {"what": _("player")})
    tx.create_many([_token(tx, player, names[player]) for player in wanted])
    return {"given": len(wanted)}


@command(
    "token.show_link",
    permission=Permission.REGISTER_PLAYERS,
    scope="room",
    summary=lazy("Showed the link to the phone page of %(name)s"),
    undoable=False,
    public=False,
)
def show_link(tx: Tx, player: Id) -> Any:
    """Record that staff see the link to a player's own page; the first one is issued.

    Who has the link acts as the player, so the journal says who has seen it.

    Args:
        player: id of the player.
    """
    row = living(tx, player)
    if row.pk not in valid_links([row.pk]):
        tx.create_many([_token(tx, row.pk, row.name)])
    return {"name": row.name}


@command(
    "token.renew_link",
    permission=Permission.EDIT_PLAYERS,
    scope="room",
    summary=lazy("Issued a new link for %(name)s; earlier links no longer work"),
    undoable=False,
)
def renew_link(tx: Tx, player: Id) -> Any:
    """Issue a player a new link and revoke all earlier ones, for instance if a seat card was lost.

    Args:
        player: id of the player.
    """
    row = tx.get(Player, pk=player)
    gone = list(Token.objects.filter(role=Role.PLAYER.value, player=row, revoked_at__isnull=True))
    for token in gone:
        tx.save(token, revoked_at=tx.now)
    tx.create_many([_token(tx, row.pk, row.name)])
    tx.on_commit(lambda: tell_hubs({"close": [f"token:{token.pk}" for token in gone]}))
    return {"name": row.name}


def was_renewed(player: int, seq: int) -> bool:
    """Return whether a player's link is newer than the one that an entry of the room's journal showed."""
    shown = JournalEntry.journal(None).get(seq=seq)
    tokens = Token.objects.filter(role=Role.PLAYER.value, player=player, revoked_at__isnull=True)
    return tokens.filter(created_at__gt=shown.at).exists()


def _token(tx: Tx, player: int, name: str) -> Token:
    digest = digest_of_secret(_derived(player, tx.now))
    return Token(label=name[:80], role=Role.PLAYER.value, player_id=player, digest=digest, created_at=tx.now)


def paths_of(players: Iterable[int], *, by: Actor = LINKS) -> dict[int, str]:
    """Return the path of each player's own page; missing links are issued.

    Args:
        players: ids.
        by: the actor who requests them.
    """
    wanted = list(dict.fromkeys(players))
    have = valid_links(wanted)
    missing = [player for player in wanted if player not in have]
    if missing:
        give_links(actor=by, command_id=uuid.uuid4(), players=missing)
        have = valid_links(wanted)
    return {player: reverse("phone", args=[have[player]]) for player in wanted}


def path_of(player: int, *, by: Actor = LINKS) -> str:
    """Return the path of one player's own page. Like `paths_of`."""
    return paths_of([player], by=by)[player]


def links_of(
    players: Iterable[int], *, by: Actor = LINKS, request: HttpRequest | None = None
) -> dict[int, str]:
    """Return the absolute address of each player's own page, for printing; missing links are issued.

    Args:
        players: ids.
        by: the actor who prints.
        request: its address is used for the room; without one, the machine's address on the network.
    """
    base = _base(request)
    return {player: base + path for player, path in paths_of(players, by=by).items()}


def link_of(player: int, *, by: Actor = LINKS, request: HttpRequest | None = None) -> str:
    """Return the absolute address of one player's own page. Like `links_of`."""
    return links_of([player], by=by, request=request)[player]


def _base(request: HttpRequest | None) -> str:
    if settings.PUBLIC_URL:
        return str(settings.PUBLIC_URL).rstrip("/")
    if request is not None:
        return room_address(request) or f"{request.scheme}://{request.get_host()}"
    host = next(iter(lan_addresses()), "localhost")
    return f"http://{host}:{settings.PORT}"
