"""Names of structures on pages: those of bundled structures are texts of the product."""

from collections.abc import Mapping
from functools import cache

from django.utils.translation import get_language

from clock.rules.shipped import shipped_structures


def structure_name(stored: str) -> str:
    """Return a structure's name in the page's language if it is a bundled one's; otherwise as stored."""
    names = _bundled().get(stored)
    return stored if names is None else names.get((get_language() or "en").split("-")[0], stored)


@cache
def _bundled() -> Mapping[str, Mapping[str, str]]:
    """Return the names of each bundled structure by language, under each of them."""
    return {name: one.name for one in shipped_structures().values() for name in one.name.values()}
