"""Find records of the same person by similar name and date of birth. Pure.

A name is compared by its *key*: folded words (`tourney.rules.search_text`) in alphabetical order, umlauts
bare, so that "Müller",
"Mueller" and "Muller" have one key, and "Anna Berger", "BERGER, Anna" another. Words of two keys are paired
by likeness, in which swapped neighbours count as one typing error.

To search many records, `Index` scores all keys in one pass of rapidfuzz's C++ (5 to 10 ms for 20,000 keys)
and applies the slower rules here to the best only; dates of birth are looked up separately. A whole file is
compared more coarsely (`Index.quick`): by whole names, uncommon words and dates of birth.
"""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Literal

from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from tourney.rules.search_text import folded

Born = Literal["same", "near", "unknown", "other"]
MOST = 5
# Minimum likeness of names, by how the dates of birth compare.
_ENOUGH: Mapping[Born, float] = {"same": 0.6, "near": 0.75, "unknown": 0.75, "other": 0.97}
# What the dates of birth add to the score of a match.
_ADDS: Mapping[Born, float] = {"same": 0.3, "near": 0.15, "unknown": 0.1, "other": 0.0}
_BARE = (("ae", "a"), ("oe", "o"), ("ue", "u"))
# A word too many on one side ("Maria" in "Anna Maria Berger") costs this much.
_EXTRA_WORD = 0.06
# Minimum likeness for two words to match.
_PAIR = 0.55
# Words in more records than this are ignored on their own.
_COMMON = 60


@dataclass(frozen=True, slots=True)
class Match:
    """A record that may be the same person.

    Attributes:
        player: the record's player.
        name: likeness of the names, 0 to 1.
        born: how the dates of birth compare; "near" where one could be a slip of the other.
    """

    player: int
    name: float
    born: Born

    @property
    def score(self) -> float:
        """Return the sort key of the match; higher is likelier."""
        return self.name + _ADDS[self.born]


def key_of(name: str) -> str:
    """Return the folded words of a name in alphabetical order, with umlauts as plain letters."""
    text = folded(unicodedata.normalize("NFC", name))
    for pair, bare in _BARE:
        text = text.replace(pair, bare)
    return " ".join(sorted(text.split()))


def likeness(one: str, other: str) -> float:
    """Return how alike two keys are, 0 to 1; symmetric, and 1 for equal keys.

    Names of which only one word agrees are not alike, unless neither has more than one.
    """
    first, second = one.split(), other.split()
    if not first or not second:
        return 0.0
    if first == second:
        return 1.0
    pairs = sorted(
        ((_words(a, b), place, against) for place, a in enumerate(first) for against, b in enumerate(second)),
        key=lambda pair: (-pair[0], pair[1] + pair[2], abs(pair[1] - pair[2])),
    )
    used_first: set[int] = set()
    used_second: set[int] = set()
    found: list[float] = []
    for alike, place, against in pairs:
        if alike >= _PAIR and place not in used_first and against not in used_second:
            used_first.add(place)
            used_second.add(against)
            found.append(alike)
    fewer, more = sorted((len(first), len(second)))
    if not found or (len(found) < 2 <= more):
        return 0.0
    # Unpaired words of the shorter name are differences, those of the longer one may be middle names.
    missing = fewer - len(found)
    extra = more - fewer
    return max(0.0, sum(found) / (len(found) + missing) - _EXTRA_WORD * extra)


def _words(one: str, other: str) -> float:
    """Return likeness of two words. An initial matches a word it begins, with a lower score."""
    if one == other:
        return 1.0
    shorter, longer = sorted((one, other), key=len)
    if len(shorter) == 1:
        return 0.8 if longer.startswith(shorter) else 0.0
    return OSA.normalized_similarity(one, other)


def compare_births(one: date | None, other: date | None) -> Born:
    """Return how two dates of birth compare: "near" means one digit, or day and month swapped."""
    if one is None or other is None:
        return "unknown"
    if one == other:
        return "same"
    if one.year == other.year and (one.day, one.month) == (other.month, other.day):
        return "near"
    slips = OSA.distance(f"{one:%d%m}{one.year:04}", f"{other:%d%m}{other.year:04}")
    return "near" if slips <= 1 else "other"


def match(player: int, key: str, born: date | None, sought: str, sought_born: date | None) -> Match | None:
    """Compare a record with what is sought; None if it is another person.

    Args:
        player, key, born: of the record; `key` is the name's.
        sought, sought_born: the key and the date of birth to look for.
    """
    compared = compare_births(born, sought_born)
    alike = likeness(key, sought)
    return Match(player, alike, compared) if alike >= _ENOUGH[compared] else None


class Index:
    """Keys and dates of birth of many records, searchable while a clerk types."""

    def __init__(self, records: Iterable[tuple[int, str, date | None]]) -> None:
        self._keys: dict[int, str] = {}
        self._births: dict[int, date | None] = {}
        self._born_on: defaultdict[date, set[int]] = defaultdict(set)
        self._with_word: defaultdict[str, set[int]] = defaultdict(set)
        for player, name, born in records:
            self.put(player, name, born)

    def __len__(self) -> int:
        return len(self._keys)

    def put(self, player: int, name: str, born: date | None) -> None:
        """Add or update a record."""
        self.drop(player)
        self._keys[player] = key = key_of(name)
        for word in key.split():
            self._with_word[word].add(player)
        self._births[player] = born
        if born is not None:
            self._born_on[born].add(player)

    def drop(self, player: int) -> None:
        """Remove a record if it is in the index."""
        for word in self._keys.pop(player, "").split():
            self._with_word[word].discard(player)
        born = self._births.pop(player, None)
        if born is not None:
            self._born_on[born].discard(player)

    def like(
        self, name: str, born: date | None, *, besides: Iterable[int] = (), most: int = MOST
    ) -> list[Match]:
        """Return possible matches, likeliest first.

        Args:
            name: as it was typed so far; a single word is searched only together with a date of birth.
            born: the date of birth, None where it is not known.
            besides: records to leave out.
            most: maximum number.
        """
        sought = key_of(name)
        if not sought or (len(sought.split()) < 2 and born is None):
            return []
        candidates: set[int] = set(self._born_on.get(born, ())) if born is not None else set()
        # Coarse pass over all: letters in common, words in any order.
        for scorer, cutoff in ((fuzz.token_sort_ratio, 66), (fuzz.token_set_ratio, 84)):
            coarse = process.extract(
                sought, self._keys, scorer=scorer, processor=None, limit=12 * most, score_cutoff=cutoff
            )
            candidates.update(player for _key, _score, player in coarse)
        candidates.difference_update(besides)
        return self._best(candidates, sought, born, most)

    def quick(
        self, name: str, born: date | None, *, besides: Iterable[int] = (), most: int = MOST
    ) -> list[Match]:
        """Run `like` faster, for many names: a misspelt name without a date of birth may be missed."""
        sought = key_of(name)
        words = sorted((self._with_word.get(word, set()) for word in sought.split()), key=len)
        candidates = set(self._born_on.get(born, ())) if born is not None else set()
        for records in words:
            if len(records) <= _COMMON:
                candidates |= records
        if words:
            candidates |= set.intersection(*words)
        candidates.difference_update(besides)
        return self._best(candidates, sought, born, most)

    def _best(self, candidates: set[int], sought: str, born: date | None, most: int) -> list[Match]:
        found = (
            match(player, self._keys[player], self._births[player], sought, born) for player in candidates
        )
        matches = [one for one in found if one is not None]
        return sorted(matches, key=lambda one: (-one.score, one.player))[:most]
