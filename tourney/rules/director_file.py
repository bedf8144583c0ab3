"""Saved files of The Tournament Director 3 (.tdt): a text of named values. Pure.

A file is one value: `{V: "3.7.2", T: new Tournament({Title: "…", Levels: …})}`. A value is a text in quotation
marks, a number, true, false, null, a list, an object of named values, `new Name(value, …)` or
`Map.from([[key, value], …])`. This is what published files show; the program itself documents no format.
"""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from tourney.rules.text_files import BrokenText


def _(message: str) -> str:
    """Mark a message for the translation catalogue."""
    return message


DEEPEST = 100
MOST_VALUES = 400_000
_START = re.compile(r"\s*\{\s*V\s*:\s*\"")
_TOKEN = re.compile(
    r"""\s*(?:(?P<text>"(?:[^"\\]|\\.)*")|(?P<number>-?\d{1,20}(?:\.\d{1,20})?(?:[eE][+-]?\d{1,3})?)"""
    r"""|(?P<word>[A-Za-z_][\w.]{0,80})|(?P<mark>[{}\[\]():,]))""",
    re.DOTALL,
)
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)
_ESCAPED = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f"}
_WORDS = {"true": True, "false": False, "null": None}
Value = object


@dataclass(slots=True)
class Thing:
    """A named value: `new GameRound({Minutes: 20})`; `kind` is "" for an object without a name.

    Attributes:
        line: where it begins, from 1.
    """

    kind: str
    line: int
    values: dict[str, Value] = field(default_factory=dict)
    items: list[Value] = field(default_factory=list)

    def text(self, name: str) -> str:
        """Return a text; "" if it is missing or something else."""
        found = self.values.get(name, "")
        return found.strip() if isinstance(found, str) else ""

    def number(self, name: str) -> float | None:
        """Return a number; None if it is missing or something else."""
        found = self.values.get(name)
        known = isinstance(found, int | float) and not isinstance(found, bool) and math.isfinite(found)
        return found if known else None  # type: ignore[return-value]


def is_director_file(text: str) -> bool:
    """Return whether a text begins like a saved file."""
    return _START.match(text[:200]) is not None


def read_director_file(text: str) -> Thing:
    """Read a saved file.

    Raises:
        BrokenText: it is not one, it ends too early, or it is nested too deeply.
    """
    if not is_director_file(text):
        raise BrokenText("not_director", _("This is not a saved file of The Tournament Director 3."))
    found = _Reader(text).whole()
    if not isinstance(found, Thing):
        raise BrokenText("not_director", _("This is not a saved file of The Tournament Director 3."))
    return found


def things(value: Value, kind: str) -> Iterator[Thing]:
    """Yield all values of a name within a value, in the order of the file."""
    todo: list[Value] = [value]
    while todo:
        one = todo.pop()
        if isinstance(one, Thing):
            if one.kind == kind:
                yield one
            todo.extend([*one.items, *one.values.values()][::-1])
        elif isinstance(one, list):
            todo.extend(reversed(one))


class _Reader:
    def __init__(self, text: str) -> None:
        self.text, self.at, self.line, self.count = text, 0, 1, 0

    def whole(self) -> Value:
        found = self._value(self._token(), 0)
        if self.text[self.at :].strip():
            raise self._broken()
        return found

    def _broken(self) -> BrokenText:
        line = self.text.count("\n", 0, self.at) + 1
        if not self.text[self.at :].strip():
            return BrokenText(
                "ends_early", _("The file ends too early: it was not saved completely."), line=line
            )
        near = self.text[self.at :].lstrip()[:30].splitlines()[0]
        return BrokenText(
            "director_broken", _("The file is damaged near “%(near)s”."), {"near": near}, line=line
        )

    def _token(self) -> tuple[str, str]:
        found = _TOKEN.match(self.text, self.at)
        self.count += 1
        if found is None or found.lastgroup is None or self.count > 4 * MOST_VALUES:
            raise self._broken()
        self.line += self.text.count("\n", self.at, found.end())
        self.at = found.end()
        return found.lastgroup, found[found.lastgroup]

    def _value(self, token: tuple[str, str], depth: int) -> Value:
        if depth > DEEPEST:
            raise BrokenText("director_deep", _("The file is nested too deeply."))
        kind, text = token
        if kind == "text":
            return _ESCAPE.sub(_unescaped, text[1:-1])
        if kind == "number":
            return float(text) if any(mark in text for mark in ".eE") else int(text)
        if kind == "word":
            return self._named(text, depth)
        if text == "{":
            return self._object("", depth)
        if text == "[":
            return self._list("]", depth)
        raise self._broken()

    def _named(self, word: str, depth: int) -> Value:
        if word in _WORDS:
            return _WORDS[word]
        name = word
        if word == "new":
            kind, name = self._token()
            if kind != "word":
                raise self._broken()
        line = self.line
        if self._token() != ("mark", "("):
            raise self._broken()
        items = self._list(")", depth)
        if len(items) == 1 and isinstance(items[0], Thing) and items[0].kind == "":
            return Thing(name, line, items[0].values)
        return Thing(name, line, items=items)

    def _object(self, name: str, depth: int) -> Thing:
        found = Thing(name, self.line)
        token = self._token()
        while token != ("mark", "}"):
            if token[0] not in ("word", "text") or self._token() != ("mark", ":"):
                raise self._broken()
            found.values[token[1].strip('"')] = self._value(self._token(), depth + 1)
            token = self._after("}")
        return found

    def _list(self, closing: str, depth: int) -> list[Value]:
        found: list[Value] = []
        token = self._token()
        while token != ("mark", closing):
            found.append(self._value(token, depth + 1))
            token = self._after(closing)
        return found

    def _after(self, closing: str) -> tuple[str, str]:
        """Return the token of the next entry, or the closing mark."""
        token = self._token()
        if token == ("mark", ","):
            return self._token()
        if token != ("mark", closing):
            raise self._broken()
        return token


def _unescaped(found: re.Match[str]) -> str:
    mark = found[1]
    if len(mark) == 5:
        sign = int(mark[1:], 16)
        return "\ufffd" if 0xD800 <= sign < 0xE000 else chr(sign)
    return _ESCAPED.get(mark, mark)
