"""Languages of the screens under their own names, so that people find theirs in any of them."""

from collections.abc import Mapping

from django.conf import settings
from django.utils.translation import get_language

# Short for the button, and in full for the choice.
_NAMES = {
    "en": ("English", "English"),
    "de": ("Deutsch", "Deutsch (Deutschland)"),
    "de-at": ("Deutsch (AT)", "Deutsch (Österreich)"),
    "de-ch": ("Deutsch (CH)", "Deutsch (Schweiz)"),
    "fr": ("Français", "Français"),
    "fr-ch": ("Français (CH)", "Français (Suisse)"),
    "it": ("Italiano", "Italiano"),
    "it-ch": ("Italiano (CH)", "Italiano (Svizzera)"),
}
LANGUAGES = [(code, _NAMES[code][1]) for code, _name in settings.LANGUAGES]


def short_name(code: str | None) -> str:
    """Return a language's name for a button: Deutsch (CH)."""
    return _NAMES.get(code or "", _NAMES["en"])[0]


def in_language(texts: Mapping[str, str], other: str) -> str:
    """Return the text of the page's language, that of its main variant, or the other."""
    code = get_language() or "en"
    return texts.get(code) or texts.get(code.partition("-")[0]) or other
