"""Find rules by number or by words of either language, as people type them. Pure.

One vocabulary holds every word of the rules with its locations and their weights: most in a title, least in a
chapter's name. A typed word matches words that equal it, begin with it, contain it, or resemble it
(rapidfuzz), with decreasing weight; rare words count more than common ones. Rules of the book in use come
first.
"""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Generic, TypeVar

from rapidfuzz.distance import OSA

from tourney.rules.search_text import folded, words_of

Rule = TypeVar("Rule")
LONGEST = 80
"""Maximum length of a question; longer ones are cut."""
MOST = 30
# Weight of a word by its location.
_TITLE, _WORDS, _SAYS, _CHAPTER = 3.0, 2.4, 1.0, 0.4
# Weight of a match that is not exact.
_BEGINS, _IS_LONGER, _WITHIN, _ONE_SLIP, _TWO_SLIPS = 0.85, 0.8, 0.65, 0.7, 0.5
# Thresholds: rules that match less of the question, or score much lower than the best one, are not shown.
_ANSWERS, _BEST = 0.4, 0.45
# Assumed frequency of an unknown word: it must not decide alone.
_UNKNOWN = 1.5
_NUMBER = re.compile(r"^(rp-)?\d{1,3}(\.\d{1,3}){0,3}[a-z]?$")
_TOGETHER = ((re.compile(r"\brp[\s-]*(?=\d)"), "rp-"), (re.compile(r"\b(\d+) ([a-h])\b"), r"\1\2"))


@dataclass(frozen=True, slots=True)
class Entry(Generic[Rule]):
    """A rule and its searchable words."""

    book: str
    numbers: tuple[str, ...]
    titles: tuple[str, ...]
    says: tuple[str, ...]
    words: str
    chapter: tuple[str, ...]
    rule: Rule


@dataclass(frozen=True, slots=True)
class Found(Generic[Rule]):
    """A matching rule.

    Attributes:
        score: comparable only within one answer.
    """

    entry: Entry[Rule]
    score: float


class Finder(Generic[Rule]):
    """Search index of rules; built once, reused for all queries (a few milliseconds each).

    Args:
        entries: the rules, in the order of their books.
        names: by key of a book, its names in questions ("munot 24").
        synonyms: groups of words with the same meaning.
        silent: words without meaning for a search.
    """

    def __init__(
        self,
        entries: Sequence[Entry[Rule]],
        names: Mapping[str, Sequence[str]],
        synonyms: Sequence[Sequence[str]] = (),
        silent: Iterable[str] = (),
    ) -> None:
        self.entries = tuple(entries)
        self._silent = frozenset(silent)
        self._names = sorted(
            ((tuple(name.split()), book) for book, several in names.items() for name in several),
            key=lambda one: -len(one[0]),
        )
        self._titles = [tuple(frozenset(folded(title).split()) for title in one.titles) for one in entries]
        self._vocabulary: dict[str, dict[int, float]] = {}
        groups = [tuple(f" {folded(wording)} " for wording in group) for group in synonyms]
        for place, one in enumerate(entries):
            for title in one.titles:
                self._learn(place, title, _TITLE)
            self._learn(place, one.words, _WORDS)
            for wording in one.says:
                self._learn(place, wording, _SAYS)
            for title in one.chapter:
                self._learn(place, title, _CHAPTER)
            named = " | ".join(f" {folded(text)} " for text in (*one.titles, one.words))
            for group in groups:
                if any(wording in named for wording in group):
                    self._learn(place, " ".join(group), _WORDS)
        self._like = lru_cache(maxsize=2_000)(self._vocabulary_like)

    def _learn(self, place: int, text: str, worth: float) -> None:
        for word in words_of(text):
            there = self._vocabulary.setdefault(word, {})
            there[place] = max(there.get(place, 0.0), worth)

    def find(self, question: str, *, first: str = "", most: int = MOST) -> list[Found[Rule]]:
        """Return the rules that answer a question.

        Args:
            question: a number ("3.17", "munot 24", "TDA 71A"), words of a language of the index, or both.
            first: key of the book whose rules come first.
            most: maximum number of rules.
        """
        tokens, book = self._read(question)
        if not tokens and not book:
            return []
        if not tokens:
            found = [Found(one, 1.0) for one in self.entries if one.book == book]
        elif all(_NUMBER.match(token) for token in tokens):
            found = self._by_number(tokens, book) or self._by_words(tokens, book)
        else:
            found = self._by_words(tokens, book)
        # Sorting is stable: equal scores keep the order of the books and their rules.
        found.sort(key=lambda one: (one.entry.book != (book or first), -one.score))
        return found[:most]

    def _read(self, question: str) -> tuple[list[str], str]:
        """Return the meaningful words of a question, and the book it names."""
        text = " ".join(question.replace("\x00", "").lower().split())[:LONGEST].replace("–", "-")
        for pattern, instead in _TOGETHER:
            text = pattern.sub(instead, text)
        tokens: list[str] = []
        for part in re.split(r"[\s,;/()§]+", text):
            bare = part.strip(".:!?\"'“”„")
            if _NUMBER.match(bare):
                tokens.append(bare)
            else:
                tokens.extend(folded(part).split())
        book = ""
        for name, key in self._names:
            for at in range(len(tokens) - len(name) + 1):
                if not book and tuple(tokens[at : at + len(name)]) == name:
                    book = key
                    del tokens[at : at + len(name)]
        return [token for token in tokens if token not in self._silent] or tokens, book

    def _by_number(self, numbers: list[str], book: str) -> list[Found[Rule]]:
        """Return rules with these numbers, then those below them ("67" finds 67a, "3.13" finds 3.13.1)."""
        found = []
        for one in self.entries:
            if book and one.book != book:
                continue
            if any(number in one.numbers for number in numbers):
                found.append(Found(one, 2.0))
            elif any(_is_below(own, number) for own in one.numbers for number in numbers):
                found.append(Found(one, 1.0))
        return found

    def _by_words(self, tokens: list[str], book: str) -> list[Found[Rule]]:
        worth: dict[int, float] = {}
        answered: dict[int, float] = {}
        asked = 0.0
        for token in dict.fromkeys(tokens):
            places = self._places(token)
            rare = math.log(1 + len(self.entries) / len(places)) if places else _UNKNOWN
            asked += rare
            for place, score in places.items():
                worth[place] = worth.get(place, 0.0) + rare * score
                answered[place] = answered.get(place, 0.0) + rare
        scores = {}
        for place, sum_of in worth.items():
            share = answered[place] / asked
            if share >= _ANSWERS and (not book or self.entries[place].book == book):
                scores[place] = sum_of / asked * share + self._is_title(place, tokens)
        best = max(scores.values(), default=0.0)
        return [Found(self.entries[place], score) for place, score in scores.items() if score >= best * _BEST]

    def _is_title(self, place: int, tokens: list[str]) -> float:
        """Return the bonus of a rule whose title matches the question: highest if the title is exactly
        that.
        """
        asked = set(tokens)
        return max(len(title & asked) / len(title) if title else 0.0 for title in self._titles[place]) * 0.6

    def _places(self, token: str) -> dict[int, float]:
        """Return where a typed word occurs, with weights."""
        places: dict[int, float] = {}
        for word, quality in self._like(token):
            for place, worth in self._vocabulary[word].items():
                places[place] = max(places.get(place, 0.0), worth * quality)
        if _NUMBER.match(token):
            for place, one in enumerate(self.entries):
                if token in one.numbers:
                    places[place] = _TITLE
        return places

    def _vocabulary_like(self, token: str) -> tuple[tuple[str, float], ...]:
        """Return the words that a typed one may mean, with weights."""
        found = []
        slips = 0 if len(token) < 4 or token in self._vocabulary else 1 if len(token) < 8 else 2
        for word in self._vocabulary:
            quality = _likeness(token, word)
            if not quality and slips and abs(len(word) - len(token)) <= slips:
                distance = OSA.distance(token, word, score_cutoff=slips)
                quality = (0.0, _ONE_SLIP, _TWO_SLIPS)[distance] if distance <= slips else 0.0
            if quality:
                found.append((word, quality))
        return tuple(found)


def _likeness(token: str, word: str) -> float:
    """Return how well a word matches a token typed without mistakes, 0 to 1."""
    if token == word:
        return 1.0
    if len(token) >= 2 and word.startswith(token):
        return _BEGINS
    if len(word) >= 5 and token.startswith(word) and len(token) - len(word) <= 2:
        return _IS_LONGER
    if len(token) >= 5 and token in word:
        return _WITHIN
    return 0.0


def _is_below(own: str, number: str) -> bool:
    return own.startswith(number) and own[len(number) :][:1] in tuple(".abcdefgh")
