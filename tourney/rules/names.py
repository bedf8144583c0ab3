"""How a person's name is shown in public. Pure: rooms below the desk show names as well."""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

# So many letters of a surname are shown at most where one would not tell two people apart.
_MOST_LETTERS = 3


def public_name(
    name: str, nickname: str, privacy: str, *, guest: bool = False, shorten_guests: bool = False
) -> str:
    """A name as everybody may read it.

    Args:
        name: as on their papers, "Anna Berger" or "Berger, Anna".
        nickname: what the table calls them; "" for none.
        privacy: how they want it: "full", "short" ("Anna B.") or "nickname". Whoever chose the nickname and has none
            is shown short, never in full.
        guest: whether they are no member of the club.
        shorten_guests: whether the book shortens guests' names (Five Spades 5.8): then a guest is never shown in
            full. A nickname stays, as it says less than a shortened name.
    """
    if privacy == "nickname" and nickname.strip():
        return nickname.strip()
    if privacy != "full" or (guest and shorten_guests):
        return shortened(name)
    return " ".join(name.split())


def shortened(name: str, letters: int = 1) -> str:
    """First name and the last name's initial: "Anna Maria Berger" → "Anna B.". A single word stays as it is.

    Args:
        name: as on their papers.
        letters: so many of the last name are shown, and never all of it.
    """
    first, last = given_and_family(name)
    if first and last:
        return f"{first} {_beginning(last, letters)}."
    return " ".join(name.replace(",", " ").split()) or name.strip()


def given_and_family(name: str) -> tuple[str, str]:
    """First and last name of "Anna Maria Berger" or "Berger, Anna Maria"; two empty ones of a single word."""
    family, comma, given = name.partition(",")
    if comma and family.split() and given.split():
        return given.split()[0], family.split()[-1]
    words = name.replace(",", " ").split()
    return (words[0], words[-1]) if len(words) > 1 else ("", "")


def surname_first(shown: str, name: str) -> str:
    """A public name as lists sorted by surname have it: "Anna Berger" → "Berger, Anna", "Anna B." → "B., Anna". A
    nickname stays as it is.

    Args:
        shown: the name in public.
        name: as on their papers.
    """
    words = shown.split()
    if "," in shown or len(words) < 2 or words[0] != given_and_family(name)[0]:
        return shown
    # What tells namesakes apart stays at the end.
    tail = [words.pop()] if words[-1].startswith("(") and len(words) > 2 else []
    return " ".join([f"{words[-1]},", *words[:-1], *tail])


@dataclass(frozen=True, slots=True)
class Shown:
    """A person in a public list.

    Attributes:
        key: the player's; the lowest counts first.
        name: as on their papers. `public`: as everybody may read it.
    """

    key: int
    name: str
    public: str


def told_apart(people: Iterable[Shown]) -> dict[int, str]:
    """Public names by player, of which no two are the same: more letters of the surname where it was shortened, then a
    number.

    Args:
        people: all whose names may be read side by side.
    """
    groups: dict[str, list[Shown]] = defaultdict(list)
    for one in sorted(people, key=lambda one: one.key):
        groups[one.public.casefold()].append(one)
    found: dict[int, str] = {}
    for group in groups.values():
        for again in _longer(group) if len(group) > 1 else [group]:
            for place, one in enumerate(again, start=1):
                found[one.key] = f"{one.public} ({place})" if len(again) > 1 else one.public
    return found


def _longer(group: list[Shown]) -> list[list[Shown]]:
    """Groups of the same longer name, by the fewest letters that tell most of these people apart."""
    best = [group]
    for letters in range(2, _MOST_LETTERS + 1):
        parts: dict[str, list[Shown]] = defaultdict(list)
        for one in group:
            short = one.public == shortened(one.name)
            public = shortened(one.name, letters) if short else one.public
            parts[public.casefold()].append(Shown(one.key, one.name, public))
        if len(parts) > len(best):
            best = list(parts.values())
    return best


def _beginning(word: str, letters: int) -> str:
    """The first letters with the accents that stand on them; marks before them ("‘t", "(") are none. Of a word of
    several letters the last one is left out.
    """
    composed = unicodedata.normalize("NFC", word)
    begins = next((place for place, sign in enumerate(composed) if sign.isalnum()), 0)
    signs: list[str] = []
    for sign in composed[begins:]:
        if signs and unicodedata.combining(sign):
            signs[-1] += sign
        else:
            signs.append(sign)
    shown = signs[: max(1, min(letters, len(signs) - 1))]
    return "".join([shown[0].upper(), *shown[1:]]) if shown else ""
