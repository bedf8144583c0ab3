"""Families of games, which decide who moves and whether there is a button. Pure."""

from itertools import pairwise
from typing import Literal

Family = Literal["", "flop", "draw", "stud", "mixed"]
# "mixed": games including stud change within the level. "" is for a break.
FAMILIES: tuple[Family, ...] = ("flop", "draw", "stud", "mixed")

_STUD = {"stud", "razz", "stud8", "stud8b", "7cs", "7cs8", "razzdugi", "razzdeucy", "soko"}
_DRAW = {
    "draw", "badugi", "badeucy", "badeucey", "badacy", "badacey", "lowball", "deuce", "27", "2to7", "a5", "triple",
}  # fmt: skip
_FLOP = {
    "holdem", "hold", "nlh", "nlhe", "lhe", "plh", "plhe", "flhe", "omaha", "plo", "plo8", "o8", "pineapple", "flop",
    "courchevel",
}  # fmt: skip
# Rotations named by the letters of their games, each including stud or razz.
_ROTATIONS = {
    "horse", "hose", "heros", "hoe", "oe", "roe", "rose", "torse", "shoe", "chorse", "horseha", "thorse", "hors",
}  # fmt: skip
_MIXES = {"mix", "mixed", "rotation", "choice", "choices", "wechsel", "gemischt"}


def family_of(name: str) -> Family:
    """Return the family of a game by its name: "Razz" is stud, "2-7 triple draw" draw, "HORSE" mixed; others
    flop.

    Args:
        name: the game's name in a structure, at most a line.
    """
    # Letters separated by dots are one word: H.O.R.S.E.; so are those of "hold'em".
    joined = "".join(one for one in name.lower() if one not in ".'’")
    words = "".join(one if one.isalnum() else " " for one in joined).split()
    pairs = {"".join(pair) for pair in pairwise(words)}
    known = {*words, *pairs}
    stud = bool(known & _STUD) or bool({"7card", "sevencard"} & pairs and not {"omaha", "plo"} & known)
    draw = bool(known & _DRAW) or {"2", "to", "7"} <= known
    flop = bool(known & _FLOP)
    rotates = bool(known & (_ROTATIONS | _MIXES)) or any(_counts_games(one) for one in known)
    if stud:
        return "mixed" if rotates or draw or flop else "stud"
    if known & _ROTATIONS or (rotates and not draw and not flop):
        return "mixed"
    return "draw" if draw and not flop else "flop"


def _counts_games(word: str) -> bool:
    """Return whether a word gives a number of games: "8game", "tengames"."""
    stem = word.removesuffix("s").removesuffix("game")
    return (
        stem != word
        and word.removesuffix("s").endswith("game")
        and (
            (stem.isascii() and stem.isdigit()) or stem in {"six", "seven", "eight", "nine", "ten", "twelve"}
        )
    )
