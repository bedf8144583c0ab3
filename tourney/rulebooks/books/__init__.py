"""Rulebooks as data: loaded, validated, cited and compared. Pure: no Django, no clock, no randomness.

Code reads policies (`book.clock.calling_time`) and never depends on a book's name.
"""

from .compare import Row, Section, Side, same_decision, side_by_side
from .loader import DEFAULT_KEY, SHIPPED_KEYS, BookError, load_book, parse_book, shipped, shipped_text
from .schema import POLICIES, SECTIONS, Book, Money, Policy, cite, policies, policy_at

__all__ = [
    "DEFAULT_KEY",
    "POLICIES",
    "SECTIONS",
    "SHIPPED_KEYS",
    "Book",
    "BookError",
    "Money",
    "Policy",
    "Row",
    "Section",
    "Side",
    "cite",
    "load_book",
    "parse_book",
    "policies",
    "policy_at",
    "same_decision",
    "shipped",
    "shipped_text",
    "side_by_side",
]
