"""Names of players in public and in lists. Pure."""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from tourney.rulebooks.books.schema import Book

# How many letters of a surname are shown at most where one letter does not distinguish two people.
_MOST_LETTERS = 3
# Words before a surname that belong to it also where they are capitalised; those in lower case always do.
_PARTICLES = frozenset(
    {
        "da",
        "das",
        "de",
        "dei",
        "del",
        "della",
        "der",
        "des",
        "di",
        "do",
        "dos",
        "du",
        "el",
        "la",
        "le",
        "les",
        "lo",
    }
    | {"ten", "ter", "van", "vom", "von", "zu", "zum", "zur"}
)
_JOINING = frozenset({"y", "e", "i"})


def shortens_guests(book: Book) -> bool:
    """Return whether the book shortens guests' names in public (Five Spades 5.8); False if it is silent."""
    policy = book.season.public_lists
    return policy is not None and policy.guests_shortened


def public_name(
    name: str, nickname: str, privacy: str, *, guest: bool = False, shorten_guests: bool = False
) -> str:
    """Return the public name of a person.

    Args:
        name: as on their ID, "Anna Berger" or "Berger, Anna".
        nickname: used at the table; "" for none.
        privacy: their choice: "full", "short" ("Anna B.") or "nickname". A person without a nickname who
            chose it is shown short, never in full.
        guest: whether they are not a member of the club.
        shorten_guests: whether the book shortens guests' names (Five Spades 5.8): guests are then never shown
            in full. A nickname is kept, because it reveals less than a shortened name.
    """
    if privacy == "nickname" and nickname.strip():
        return nickname.strip()
    if privacy != "full" or (guest and shorten_guests):
        return shortened(name)
    return " ".join(name.split())


def public_forms(name: str, nickname: str, privacy: str) -> frozenset[str]:
    """Return the names by which a person may be shown in public, in lower case, under any rulebook.

    People who have none of them in common are never namesakes.
    """
    return frozenset(
        public_name(name, nickname, privacy, guest=guest, shorten_guests=True).casefold()
        for guest in (False, True)
    )


def shortened(name: str, letters: int = 1) -> str:
    """Return the first name and the last name's initial: "Anna Maria Berger" → "Anna B.". A single word is
    kept.

    Args:
        name: as on their ID.
        letters: how many letters of the last name are shown, never all of them.
    """
    first, last = given_and_family(name)
    if first and last:
        return f"{first} {_beginning(last, letters)}."
    return " ".join(name.replace(",", " ").split()) or name.strip()


def given_and_family(name: str) -> tuple[str, str]:
    """Return first and last name of "Anna Maria Berger" or "Berger, Anna Maria"; two empty texts for a single
    word.
    """
    family, comma, given = name.partition(",")
    if comma and family.split() and given.split():
        return given.split()[0], family.split()[-1]
    words = name.replace(",", " ").split()
    return (words[0], words[-1]) if len(words) > 1 else ("", "")


def surname_first(shown: str, name: str) -> str:
    """Return a public name for lists sorted by surname: "Anna Berger" → "Berger, Anna", "Anna B." → "B., Anna".
    A nickname and a single word are kept. Particles are part of the surname: "Marie de la Tour" → "de la Tour, Marie".

    Args:
        shown: the public name.
        name: as on their ID.
    """
    words = shown.split()
    if "," in shown or len(words) < 2 or words[0] != given_and_family(name)[0]:
        return shown
    # A number that distinguishes namesakes stays at the end.
    tail = [words.pop()] if words[-1].startswith("(") and len(words) > 2 else []
    family = _family_start(words)
    return " ".join([*words[family:-1], f"{words[-1]},", *words[:family], *tail])


def _family_start(words: list[str]) -> int:
    """Return where the surname begins, which is never the first word: particles precede it, "y" joins two."""
    start = len(words) - 1
    while start > 1:
        before = words[start - 1]
        if before.casefold() in _JOINING and start > 2:
            start -= 2
        elif (before[0].islower() and not words[-1][0].islower()) or before.casefold() in _PARTICLES:
            start -= 1
        else:
            break
    return start


def alphabetical(name: str) -> tuple[str, str]:
    """Return the sort key of a name: accents and capitals count only among equals."""
    plain = "".join(sign for sign in unicodedata.normalize("NFD", name) if not unicodedata.combining(sign))
    return plain.casefold(), name


@dataclass(frozen=True, slots=True)
class Shown:
    """A person in a public list.

    Attributes:
        key: the player's; the lowest one is numbered first.
        name: as on their ID. `public`: the public name.
    """

    key: int
    name: str
    public: str


def told_apart(people: Iterable[Shown]) -> dict[int, str]:
    """Return unique public names by player: with more letters of shortened surnames, then with a number.

    Args:
        people: all whose names may appear in the same list.
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
    """Return groups of the same longer name, by the fewest letters that distinguish most of these people."""
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
    """Return the first letters with their accents, ignoring leading marks ("‘t", "("). The last letter of a
    word of several letters is left out.
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
