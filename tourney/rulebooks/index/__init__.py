"""Every rule of every shipped book by number and word, in our own short wording. Pure: no Django, no clock."""

from .loader import Chapter, Index, IndexedRule, finder, indexes, load_index, numbers_of
from .rule_search import Finder, Found

__all__ = [
    "Chapter",
    "Finder",
    "Found",
    "Index",
    "IndexedRule",
    "finder",
    "indexes",
    "load_index",
    "numbers_of",
]
