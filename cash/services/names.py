"""Names of cash games and players, as people read them."""

from collections.abc import Iterable

from cash.models import CashGame
from cash.rules.amounts import short_amount
from desk.rules.amounts import places_of
from players.models import Player
from players.rules.names import Shown, given_and_family, public_name, told_apart

# The names that players use in every language: boards and the journal are the same for all readers.
_VARIANTS = {
    "holdem": "Hold’em",
    "omaha": "Omaha",
    "omaha_five": "Five-Card Omaha",
    "omaha_hi_lo": "Omaha Hi-Lo",
    "seven_stud": "Seven-Card Stud",
    "razz": "Razz",
    "draw": "Draw Poker",
    "mixed": "Mixed Games",
}
_BETTING = {
    "no_limit": "No-Limit",
    "pot_limit": "Pot-Limit",
    "split_limit": "Split-Limit",
    "fixed_limit": "Fixed-Limit",
}


def variant_name(variant: str) -> str:
    """Return the name of a variant, the same in every language."""
    return _VARIANTS[variant]


def game_name(game: CashGame) -> str:
    """Return the name of a game with its limit, the same in every language: "No-Limit Hold’em 5/10"."""
    return f"{_BETTING[game.betting]} {variant_name(game.variant)} {limit_name(game)}"


def limit_name(game: CashGame) -> str:
    """Return the blinds of a game as players say them: "5/10", "0.50/1", "5/10 (10)" with an ante."""
    small, big, ante = (
        short_amount(amount, places_of(game.currency))
        for amount in (game.small_blind, game.big_blind, game.ante)
    )
    return f"{small}/{big} ({ante})" if game.ante else f"{small}/{big}"


def names_in_public(players: Iterable[Player], *, initials: bool = False) -> dict[int, str]:
    """Return the names of players as the list board shows them, each of them different.

    Args:
        players: who is shown.
        initials: "A. B." in place of the name that each player chose; a nickname stays.
    """
    shown = []
    for one in {player.pk: player for player in players}.values():
        name = public_name(one.name, one.nickname, one.privacy)
        first, last = given_and_family(one.name)
        if initials and first and last and name != one.nickname.strip():
            name = f"{first[0]}. {last[0]}."
        elif initials and name != one.nickname.strip():
            name = f"{name[:1]}."
        shown.append(Shown(one.pk, one.name if not initials else name, name))
    return told_apart(shown)
