"""Detect names that look alike. Pure."""

import unicodedata

# Cyrillic and Greek letters, and digits, that look like a Latin letter.
_LATIN = str.maketrans(
    "аеорсухіѕјһԁԛԝвнкмтᴀοανρτυκιχηω10",
    "aeopcyxisjhdqwbhkmtaoavptukixnwlo",
)


def skeleton(name: str) -> str:
    """Return a name's skeleton; names with the same skeleton look alike."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    letters = "".join(sign for sign in plain if sign.isalnum())
    return letters.translate(_LATIN).replace("i", "l").replace("rn", "m")
