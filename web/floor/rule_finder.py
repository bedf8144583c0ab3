"""The rule finder: all rules of all books by number and word, in two languages."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from tourney.journal.refused import Refused
from tourney.models import Room
from tourney.rulebooks.boards import rules_found
from tourney.rulebooks.books import DEFAULT_KEY
from tourney.rulebooks.index.rule_search import LONGEST
from tourney.rulebooks.shelf import books
from web.shared.access import staff_page


@never_cache
@require_GET
@staff_page()
def rules(request: HttpRequest) -> HttpResponse:
    """Show the finder with the current query already answered, so that it works without scripts."""
    choices = [(key, book.title) for key, book in books().items()]
    context = {"choices": choices, **_answer(request)}
    return render(request, "floor/rule_finder.html", context)


@never_cache
@require_GET
@staff_page()
def found(request: HttpRequest) -> HttpResponse:
    """Return the rules for a query (`q`): the list only, or as data (`as=json`)."""
    answer = _answer(request)
    if request.GET.get("as") == "json":
        return JsonResponse({"found": answer["found"]})
    return render(request, "floor/part_rule_finder.html", answer)


def _answer(request: HttpRequest) -> dict[str, Any]:
    """Answer a query cut to the finder's limit; an unknown book is replaced by the room's."""
    question = request.GET.get("q", "").replace("\x00", "")[:LONGEST]
    lang = get_language() or "en"
    room = Room.objects.filter(id=1).first()
    for key in (request.GET.get("book", "")[:40], room.book if room else DEFAULT_KEY):
        try:
            return rules_found(question, book=key, lang=lang)
        except Refused:
            continue
    return rules_found(question, book=DEFAULT_KEY, lang=lang)
