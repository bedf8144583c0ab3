"""Catalogues of texts are compiled and collected anywhere, and only after a change."""

import gettext
import os
import shutil
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Message
from babel.messages.mofile import write_mo
from django.core.management import call_command

from tests.fixtures.catalogues import translated
from tourney.management.commands import compile_messages
from tourney.management.commands.collect_messages import CATALOGUES


@pytest.fixture
def locale(tmp_path: Path, settings: Any) -> Path:
    """Create a directory for catalogues with the texts of each language, not compiled."""
    folder = tmp_path / "locale"
    for language in CATALOGUES:
        source = Path(settings.LOCALE_PATHS[0]) / language / "LC_MESSAGES" / "django.po"
        (folder / language / "LC_MESSAGES").mkdir(parents=True)
        shutil.copyfile(source, folder / language / "LC_MESSAGES" / "django.po")
    settings.LOCALE_PATHS = [folder]
    return folder


def compiled(locale: Path, language: str) -> Path:
    """Return the directory from which the server reads a language."""
    return locale / language / "LC_MESSAGES" / "django.mo"


def words_of(locale: Path, language: str) -> dict[Any, str]:
    """Return the texts that a server reads, by the original."""
    with compiled(locale, language).open("rb") as file:
        made = gettext.GNUTranslations(file)
    catalog: dict[Any, str] = made._catalog  # type: ignore[attr-defined]
    return {key: text for key, text in catalog.items() if key}


def test_catalogues_are_compiled_where_no_program_can_be_found(
    locale: Path, monkeypatch: pytest.MonkeyPatch, messages: list[Message]
) -> None:
    monkeypatch.setenv("PATH", "")
    call_command("compile_messages")
    words = words_of(locale, "de")
    assert len(words) == sum(len(translated(message)) for message in messages)
    assert words["The clock is running."] == "Die Uhr läuft."
    assert words[("%(n)s table", 0)] == "%(n)s Tisch"
    assert words[("%(n)s table", 1)] == "%(n)s Tische"
    assert [len(words_of(locale, language)) for language in CATALOGUES] == [len(words)] * len(CATALOGUES)


def test_swiss_german_has_no_sharp_s_and_is_otherwise_the_same(locale: Path) -> None:
    call_command("compile_messages")
    german, swiss = words_of(locale, "de"), words_of(locale, "de_CH")
    assert sum("ß" in text for text in german.values()) > 5
    assert [text for text in swiss.values() if "ß" in text] == []
    assert swiss == {key: text.replace("ß", "ss") for key, text in german.items()}


def test_two_rooms_that_start_from_one_folder_compile_at_the_same_time(
    locale: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process compiles everything while this one is writing."""
    others = [os.getpid() + 1]

    def write(out: Any, catalogue: Any) -> None:
        if others:
            with monkeypatch.context() as other:
                other.setattr(os, "getpid", partial(int, others.pop()))
                call_command("compile_messages")
        write_mo(out, catalogue)

    monkeypatch.setattr(compile_messages, "write_mo", write)
    call_command("compile_messages")
    assert len(words_of(locale, "de")) == len(words_of(locale, "de_CH")) > 100
    assert list(locale.rglob("*.draft")) == []


def test_compiling_is_repeated_only_after_a_change(locale: Path) -> None:
    source = locale / "de" / "LC_MESSAGES" / "django.po"
    os.utime(source, (1_000_000_000, 1_000_000_000))
    made = [compiled(locale, "de"), compiled(locale, "de_CH")]
    call_command("compile_messages")
    before = [(path.stat().st_ino, path.stat().st_mtime_ns) for path in made]
    call_command("compile_messages")
    assert [(path.stat().st_ino, path.stat().st_mtime_ns) for path in made] == before
    source.write_text(source.read_text().replace("Die Uhr läuft.", "Die Uhr geht."))
    later = made[0].stat().st_mtime + 5
    os.utime(source, (later, later))
    call_command("compile_messages")
    assert words_of(locale, "de")["The clock is running."] == "Die Uhr geht."
    assert words_of(locale, "de_CH")["The clock is running."] == "Die Uhr geht."


def test_collecting_again_leaves_the_file_as_it_is(locale: Path) -> None:
    sources = [locale / language / "LC_MESSAGES" / "django.po" for language in CATALOGUES]
    before = [source.read_text() for source in sources]
    call_command("collect_messages", verbosity=0)
    assert [source.read_text() for source in sources] == before
