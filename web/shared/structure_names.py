"""Names of structures on pages: shipped structures have a name in each language."""

from collections.abc import Mapping
from functools import cache

from clock.rules.shipped import shipped_structures
from web.shared.languages import in_language


def structure_name(stored: str) -> str:
    """Return the name of a shipped structure in the page's language, of any other as it is stored."""
    names = _shipped_names().get(stored)
    return stored if names is None else in_language(names, stored)


@cache
def _shipped_names() -> Mapping[str, Mapping[str, str]]:
    """Map every name of a shipped structure to its names by language."""
    return {name: one.name for one in shipped_structures().values() for name in one.name.values()}
