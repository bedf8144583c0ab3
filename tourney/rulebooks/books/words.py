"""The policies of a book in plain words, in English, German, French or Italian.

The words are in `words/*.toml`; a test checks that they are complete, so a missing one is a bug and raises
`KeyError`.
"""

import tomllib
from collections.abc import Collection
from functools import cache
from pathlib import Path

import msgspec

from tourney.rules.formats import formats_of, group_thousands

from .schema import Money, Policy

_DIRECTORY = Path(__file__).parent / "words"
_NOT_SAID = frozenset({"rule", "note", "note_de", "note_fr", "note_it"})
_WITHOUT_MINOR_UNIT = frozenset({"CLP", "ISK", "JPY", "KRW", "PYG", "UGX", "VND", "XAF", "XOF", "XPF"})

LANGUAGES = ("en", "de", "fr", "it")
Words = tuple[str, str, str, str]
"""The same in each of `LANGUAGES`."""


class _Policies(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    sections: dict[str, Words]
    labels: dict[str, Words]
    silent: dict[str, Words]


@cache
def _policies() -> _Policies:
    return msgspec.convert(_read("policies"), _Policies)


@cache
def _words(name: str) -> dict[str, Words]:
    return msgspec.convert(_read(name), dict[str, Words])


def _read(name: str) -> dict[str, object]:
    return tomllib.loads((_DIRECTORY / f"{name}.toml").read_text(encoding="utf-8"))


def pick(texts: tuple[str, ...], lang: str) -> str:
    """Return the text in a language or its regions, without ß for "de-ch"; English where there is none.

    Args:
        texts: in the order of `LANGUAGES`; rules have English and German only.
        lang: "fr", "de-ch".
    """
    lang = lang.lower().replace("_", "-")
    code = lang.split("-")[0]
    place = LANGUAGES.index(code) if code in LANGUAGES[: len(texts)] else 0
    return texts[place].replace("ß", "ss") if lang in ("de-ch", "de-li") else texts[place]


def section_label(section: str, lang: str) -> str:
    """Return a section's heading ("clock" → "The clock")."""
    return pick(_policies().sections[section], lang)


def policy_label(key: str, lang: str) -> str:
    """Return a policy's name ("clock.calling_time" → "Calling time")."""
    return pick(_policies().labels[key], lang)


def when_silent(key: str, lang: str) -> str:
    """Return what the server does where a book says nothing about a policy."""
    return pick(_policies().silent[key], lang)


def note(policy: Policy, lang: str) -> str:
    """Return the policy's note, in another language if it has none in this one."""
    return _note(policy, lang)[1]


def note_language(policy: Policy, lang: str) -> str:
    """Return the language of the note that is shown, "" if it is the reader's or there is none."""
    code, text = _note(policy, lang)
    return code if text and code != pick(LANGUAGES, lang) else ""


def _note(policy: Policy, lang: str) -> tuple[str, str]:
    texts = dict(zip(LANGUAGES, (policy.note, policy.note_de, policy.note_fr, policy.note_it), strict=True))
    own = pick(LANGUAGES, lang)
    code = next((one for one in (own, *LANGUAGES) if texts[one]), own)
    return code, pick((texts[code],) * len(LANGUAGES), lang)


def facts(key: str, policy: Policy, lang: str) -> tuple[str, ...]:
    """Return the phrases of a policy, one per given value."""
    return tuple(_phrases(key, policy, lang))


def text_only(key: str, policy: Policy, lang: str) -> tuple[str, ...]:
    """Return the phrases of a policy that the software only shows, for people to carry out."""
    return tuple(_phrases(key, policy, lang, only=policy.text_only))


def _phrases(
    key: str, struct: msgspec.Struct, lang: str, *, only: Collection[str] | None = None
) -> list[str]:
    phrases = []
    for name in struct.__struct_fields__:
        value = getattr(struct, name)
        if name in _NOT_SAID or value is None or value == ():
            continue
        if only is not None and name not in only:
            continue
        phrase = pick(_field_words(key, name), lang)
        phrases.append(phrase.replace("{}", _say(key, name, value, lang)))
    return phrases


def _say(key: str, field: str, value: object, lang: str) -> str:
    if isinstance(value, bool):
        return pick(_words("values")[str(value).lower()], lang)
    if isinstance(value, int):
        return _number(value, lang)
    if isinstance(value, str):
        return _choice(key, field, value, lang)
    if isinstance(value, Money):
        return _money(value, lang)
    if isinstance(value, tuple):
        phrases = [_say(key, field, item, lang) for item in value]
        nested = any(isinstance(item, tuple | msgspec.Struct) for item in value)
        return (" | " if nested else ", ").join(phrases)
    if isinstance(value, msgspec.Struct):
        return ", ".join(_phrases(key, value, lang))
    raise TypeError(f"{key}.{field}: no words for {value!r}")


def _field_words(key: str, field: str) -> Words:
    known = _words("fields")
    return known.get(f"{key}.{field}") or known[field]


def _choice(key: str, field: str, value: str, lang: str) -> str:
    known = _words("values")
    if (key, field) == ("season.all_time", "name"):  # the only free text: a proper name
        return value
    return pick(known.get(f"{key}.{field}={value}") or known[value], lang)


def _number(value: int, lang: str) -> str:
    return group_thousands(value, lang)


def _money(value: Money, lang: str) -> str:
    if value.currency in _WITHOUT_MINOR_UNIT:
        return f"{value.currency} {_number(value.amount, lang)}"
    point = formats_of(lang).decimal
    return f"{value.currency} {_number(value.amount // 100, lang)}{point}{value.amount % 100:02d}"
