"""How a person's name is shown in public. Pure: rooms below the desk show names as well."""

import unicodedata


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


def shortened(name: str) -> str:
    """First name and the last name's initial: "Anna Maria Berger" → "Anna B.". A single word stays as it is."""
    family, comma, given = name.partition(",")
    if comma and family.split() and given.split():
        first, last = given.split()[0], family.split()[-1]
    else:
        words = name.replace(",", " ").split()
        if len(words) < 2:
            return " ".join(words) or name.strip()
        first, last = words[0], words[-1]
    return f"{first} {_initial(last)}."


def _initial(word: str) -> str:
    """The first letter with the accents that stand on it; marks before it ("‘t", "(") are none."""
    composed = unicodedata.normalize("NFC", word)
    begins = next((place for place, sign in enumerate(composed) if sign.isalnum()), 0)
    ends = begins + 1
    while ends < len(composed) and unicodedata.combining(composed[ends]):
        ends += 1
    return composed[begins:ends].upper()
