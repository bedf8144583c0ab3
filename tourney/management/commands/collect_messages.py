"""Update the message catalogues from the texts in the code, without the gettext programs."""

from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils.translation.template import templatize

KEYWORDS: dict[str, Any] = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "lazy": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
}
ROOMS = (
    "tourney",
    "players",
    "seating",
    "desk",
    "penalties",
    "rulings",
    "dealers",
    "prizes",
    "clock",
    "procedures",
    "cash",
    "stages",
    "seasons",
    "planning",
    "webhooks",
    "displays",
    "notifications",
    "web",
    "templates",
    "api",
    "simulation",
)

# Languages with a catalogue of their own. Variants ("fr-ch") use it; Swiss German is derived (compile_messages).
CATALOGUES = {"de": "German", "fr": "French", "it": "Italian"}


def texts() -> Catalog:
    """Return all translatable texts of code and templates with their locations."""
    found = Catalog(charset="utf-8")
    for path in _sources():
        name = path.relative_to(settings.PROJECT_DIR).as_posix()
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".html":
            # The result is not valid Python, but its calls are; without indentation they can be parsed.
            text = "\n".join(line.strip() for line in templatize(text, origin=name).split("\n"))
        for line, message, comments, context in extract("python", BytesIO(text.encode()), keywords=KEYWORDS):
            found.add(
                message, None, [(name, line)], auto_comments=comments, context=context, flags=_flags(message)
            )
    return found


def _flags(message: str | tuple[str, ...]) -> set[str]:
    first = message if isinstance(message, str) else message[0]
    return {"python-format"} if "%(" in first else set()


def _sources() -> Iterator[Path]:
    for room in ROOMS:
        folder = Path(settings.PROJECT_DIR) / room
        yield from sorted(path for path in folder.rglob("*.py") if "migrations" not in path.parts)
        yield from sorted(folder.rglob("*.html"))


def catalogue(language: str) -> tuple[Path, Catalog]:
    """Return a language's file and its present contents."""
    path = Path(settings.LOCALE_PATHS[0]) / language / "LC_MESSAGES" / "django.po"
    if not path.exists():
        return path, Catalog(locale=language, charset="utf-8", fuzzy=False)
    with path.open("rb") as file:
        return path, read_po(file, locale=language)


def _forms(translated: str | Sequence[str] | None) -> Sequence[str]:
    """Return a translation's forms: one, or one for each plural form."""
    return (translated or "",) if translated is None or isinstance(translated, str) else translated


class Command(BaseCommand):
    """Add new texts, remove unused ones, keep all translations."""

    help = "Bring locale/*/LC_MESSAGES/django.po up to date with the code."

    def handle(self, *args: Any, **options: Any) -> None:
        """Update the catalogue of each language."""
        found = texts()
        for language in CATALOGUES:
            self._update(language, found)

    def _update(self, language: str, found: Catalog) -> None:
        path, known = catalogue(language)
        created = known.creation_date
        known.update(found, no_fuzzy_matching=True, update_creation_date=False)
        # The file contains neither dates nor locations, so that it changes only with the texts.
        known.creation_date = created
        known.project, known.version, known.msgid_bugs_address = "tournament server", "0", ""
        known.header_comment = (
            f"# {CATALOGUES[language]} for everything on screen. Brought up to date by "
            "`manage.py collect_messages`."
        )
        known.obsolete.clear()
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as out:
            write_po(out, known, width=110, no_location=True, omit_header=False, sort_output=True)
        missing = sum(1 for message in known if message.id and not all(_forms(message.string)))
        self.stdout.write(f"{CATALOGUES[language]}: {len(known)} texts, {missing} without a translation.")
