"""Names of structures and chip sets on pages: shipped ones have a name in each language."""

from collections.abc import Mapping
from functools import cache

from django.utils.translation import gettext as _

from clock.rules.shipped import shipped_structures
from web.shared.languages import in_language


def structure_name(stored: str) -> str:
    """Return the name of a shipped structure in the page's language, of any other as it is stored."""
    names = _shipped_names().get(stored)
    return stored if names is None else in_language(names, stored)


# As `prepare_room` names the chip set of a shipped structure.
_CHIPS = "Chips: "


def chip_set_name(stored: str) -> str:
    """Return the name of a shipped structure's chip set in the page's language, of any other as it is stored."""
    named = stored.removeprefix(_CHIPS)
    if named == stored or named not in _shipped_names():
        return stored
    return _("Chips: %(name)s") % {"name": structure_name(named)}


@cache
def _shipped_names() -> Mapping[str, Mapping[str, str]]:
    """Map every name of a shipped structure to its names by language."""
    return {name: one.name for one in shipped_structures().values() for name in one.name.values()}
