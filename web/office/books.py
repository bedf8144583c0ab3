"""Rulebooks: read, compared, copied and edited."""

import json
import re
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tourney.access.roles import Permission
from tourney.journal.refused import Refused
from tourney.models import BookCopy, Room, Tournament
from tourney.rulebooks.boards import rules_by_staff
from tourney.rulebooks.books import POLICIES, SHIPPED_KEYS, Book, policies, side_by_side
from tourney.rulebooks.shelf import book_of, books, text_of_book
from web.shared.access import staff_page
from web.shared.forms import Form, say_refused

# A book with this key would be unreachable behind the page of this name.
_PAGES = {"compare"}


def _book(key: str) -> Book:
    try:
        return book_of(key)
    except Refused:
        raise Http404 from None


@never_cache
@require_GET
@staff_page()
def shelf(request: HttpRequest) -> HttpResponse:
    """List all books: the built-in ones and the room's own."""
    own = set(BookCopy.objects.values_list("key", flat=True))
    played: dict[str, int] = {}
    for key in Tournament.objects.filter(closed_at__isnull=True).values_list("book", flat=True):
        played[key] = played.get(key, 0) + 1
    room = Room.objects.filter(id=1).first()
    listed = [
        {
            "key": key,
            "book": book,
            "own": key in own,
            "shipped": key in SHIPPED_KEYS,
            "policies": sum(1 for _policy in policies(book)),
            "events": played.get(key, 0),
            "usual": room is not None and room.book == key,
        }
        for key, book in books().items()
    ]
    return render(request, "office/books.html", {"books": listed})


@never_cache
@require_GET
@staff_page()
def book(request: HttpRequest, key: str) -> HttpResponse:
    """Show one book as text, every policy with its rule's number."""
    found = _book(key)
    context = {
        "book": found,
        "key": key,
        "own": BookCopy.objects.filter(key=key).exists(),
        "shipped": key in SHIPPED_KEYS,
        "sections": side_by_side(found, found, lang=get_language() or "en"),
        "others": [(other, one.title) for other, one in books().items() if other != key],
        "by_staff": rules_by_staff(found, lang=get_language() or "en"),
    }
    return render(request, "office/book.html", context)


@never_cache
@require_GET
@staff_page()
def compare(request: HttpRequest) -> HttpResponse:
    """Compare any two books; an unknown one is an error of its field."""
    shelved = books()
    keys = list(shelved)
    form = Form({"a": request.GET.get("a") or keys[0], "b": request.GET.get("b") or keys[1]})
    only = bool(request.GET.get("only"))
    for name in ("a", "b"):
        if form.text(name) not in shelved:
            form.fail(name, _("There is no rulebook “%(key)s”.") % {"key": form.text(name)[:40]})
    sections: list[dict[str, Any]] = []
    if not form.errors:
        laid = side_by_side(shelved[form.text("a")], shelved[form.text("b")], lang=get_language() or "en")
        sections = [
            {
                "label": section.label,
                "key": section.key,
                "rows": [row for row in section.rows if row.differs or not only],
            }
            for section in laid
        ]
    context = {
        "form": form,
        "only": only,
        "choices": [(key, one.title) for key, one in shelved.items()],
        "a": shelved.get(form.text("a")),
        "b": shelved.get(form.text("b")),
        "sections": [section for section in sections if section["rows"]],
        "differing": sum(row.differs for section in sections for row in section["rows"]),
    }
    return render(request, "office/books_compare.html", context, status=404 if form.errors else 200)


@never_cache
@require_http_methods(["GET", "POST"])
@staff_page(Permission.EDIT_BOOKS)
def edit(request: HttpRequest, key: str) -> HttpResponse:
    """Edit the text of a book. Saving creates or changes the room's own edition."""
    found = _book(key)
    form = Form({"text": text_of_book(key)})
    if request.method == "POST":
        form = Form.sent(request)
        done = form.act(request, "book.save", key=key, text=form.text("text") + "\n")
        if done is not None:
            return redirect("book", key)
    context = {
        "book": found,
        "key": key,
        "own": BookCopy.objects.filter(key=key).exists(),
        "shipped": key in SHIPPED_KEYS,
        "form": form,
        "text_only": text_only_fields(),
    }
    return render(request, "office/book_edit.html", context, status=422 if form.is_wrong else 200)


@never_cache
@require_http_methods(["GET", "POST"])
@staff_page(Permission.EDIT_BOOKS)
def copy(request: HttpRequest, key: str) -> HttpResponse:
    """Copy a book under its own key and title, for editing."""
    found = _book(key)
    form = Form({"key": f"{key}_2"[:40], "title": _("%(title)s (our edition)") % {"title": found.title}})
    if request.method == "POST":
        form = Form.sent(request)
        new = form.text("key")
        if new in books() or new in _PAGES:
            form.fail("key", _("A rulebook “%(key)s” already exists.") % {"key": new})
        text = _renamed(text_of_book(key), new, form.text("title"))
        done = form.act(request, "book.save", key=new, text=text)
        if done is not None:
            return redirect("book_edit", new)
        if "text" in form.errors:
            form.fail("title", form.errors["text"])
    context = {"book": found, "form": form}
    return render(request, "office/book_copy.html", context, status=422 if form.is_wrong else 200)


def _renamed(text: str, key: str, title: str) -> str:
    """Return a book's text with another key and title in its head."""
    for name, value in (("key", key), ("title", title)):
        line = f"{name} = {json.dumps(value, ensure_ascii=False)}"
        # In a replacement template of `re`, a backslash in the title would be an escape.
        text = re.sub(rf"(?m)^{name}\s*=.*$", line.replace("\\", r"\\"), text, count=1)
    return text


@require_POST
@staff_page(Permission.EDIT_BOOKS)
def remove(request: HttpRequest, key: str) -> HttpResponse:
    """Remove the room's own edition of a book."""
    form = Form.sent(request)
    if form.act(request, "book.remove", key=key) is None:
        say_refused(request, Refused("refused", form.message, form.rule))
        return redirect("books")
    return redirect("books")


def text_only_fields() -> list[str]:
    """Return the fields of a rulebook's text that people carry out, not the software."""
    return [f"{key}.{field}" for key, policy in POLICIES.items() for field in sorted(policy.text_only)]
