"""Endpoints of rulebooks."""

from typing import Annotated

from django.http import HttpRequest, HttpResponse
from django.utils import translation
from ninja import Path, Query, Router

from api.auth import allowed
from api.responses import answer
from api.schemas import rulebooks
from api.schemas.core import READ_REFUSALS
from tourney.access.roles import Permission
from tourney.rulebooks.boards import compared, rules_found, shelf, whole_book
from tourney.rulebooks.books import DEFAULT_KEY
from tourney.rulebooks.index.rule_search import LONGEST
from tourney.rulebooks.shelf import text_of_book

_KEY = r"^[a-z][a-z0-9_]*$"
Key = Annotated[str, Path(max_length=40, pattern=_KEY)]
Chosen = Annotated[str, Query(max_length=40, pattern=_KEY, description="Key of a book.")]


def _language() -> str:
    return translation.get_language() or "en"


def add_book_reads(router: Router) -> None:
    """Add the endpoints of rulebooks."""

    @router.get(
        "/books",
        response={200: list[rulebooks.BookHead], **READ_REFUSALS},
        operation_id="read_books",
        summary="All rulebooks.",
        description="For staff.",
        tags=["Rulebooks"],
    )
    def books(request: HttpRequest) -> HttpResponse:
        allowed(request, Permission.SEE_STAFF)
        return answer(shelf())

    @router.get(
        "/books/compare",
        response={200: rulebooks.Compared, **READ_REFUSALS},
        operation_id="read_books_compared",
        summary="Two rulebooks side by side.",
        description="For staff. In words of the language that was asked for.",
        tags=["Rulebooks"],
    )
    def compare(request: HttpRequest, a: Chosen, b: Chosen) -> HttpResponse:
        allowed(request, Permission.SEE_STAFF)
        return answer(compared(a, b, lang=_language()))

    @router.get(
        "/books/{key}",
        response={200: rulebooks.WholeBook, **READ_REFUSALS},
        operation_id="read_book",
        summary="A rulebook: every policy in words and as data, with its rule.",
        description="For staff. Where the book is silent, the policy says what the server does.",
        tags=["Rulebooks"],
    )
    def book(request: HttpRequest, key: Key) -> HttpResponse:
        allowed(request, Permission.SEE_STAFF)
        return answer(whole_book(key, lang=_language()))

    @router.get(
        "/books/{key}/text",
        response={200: rulebooks.BookText, **READ_REFUSALS},
        operation_id="read_book_text",
        summary="A rulebook's text, to be edited and saved with `book/save`.",
        description="For staff.",
        tags=["Rulebooks"],
    )
    def text(request: HttpRequest, key: Key) -> HttpResponse:
        allowed(request, Permission.SEE_STAFF)
        return answer({"key": key, "text": text_of_book(key)})

    @router.get(
        "/rules",
        response={200: rulebooks.RulesFound, **READ_REFUSALS},
        operation_id="read_rules",
        summary="Rules of all books by number or words.",
        description="For staff. `q` is a number (“3.17”, “munot 24”), words in English or the language of the answer, "
        "or both; small typing mistakes are forgiven. Rules of `book` go first, then the best of the others, thirty "
        "at most; without a question all rules of `book`. In words of the language that was asked for, and in "
        "the other.",
        tags=["Rulebooks"],
    )
    def rules(
        request: HttpRequest,
        q: Annotated[str, Query(max_length=LONGEST, description="What is looked for.")] = "",
        book: Chosen = DEFAULT_KEY,
    ) -> HttpResponse:
        allowed(request, Permission.SEE_STAFF)
        return answer(rules_found(q, book=book, lang=_language()))
