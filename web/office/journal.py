"""The journal for staff: actions with user, time and rule, and their undo."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from tourney.access import reads
from tourney.access.roles import Actor
from tourney.journal.boards import journal_entries, journal_entry_board
from tourney.journal.commands import COMMANDS
from tourney.journal.readable import readable
from tourney.models import JournalEntry
from web.office.details import event_of
from web.office.journal_details import MOST_CHANGES, journal_currency, journal_entry_details
from web.shared.access import actor_of, staff_page
from web.shared.date_fields import timestamp_in
from web.shared.forms import Form
from web.shared.labels import FAMILIES, KINDS, family_of

_PAGE = 50
_LATE_SECONDS = 1.0
_FIELDS = ("kind", "who", "since", "until")
_NO_MORE = 2**62


@dataclass(frozen=True, slots=True)
class Sought:
    """The filter for journal entries.

    Attributes:
        form: the submitted values and their errors.
        kind, who, since, until, before: as `journal_entries` takes them.
    """

    form: Form
    kind: str = ""
    who: str = ""
    since: datetime | None = None
    until: datetime | None = None
    before: int | None = None
    given: Mapping[str, str] = field(default_factory=dict)

    def lines(self, tournament_id: int | None, reader: Actor) -> QuerySet[JournalEntry]:
        """Return the matching entries that the reader may see, newest first; none while a field is invalid."""
        found = journal_entries(
            tournament_id,
            reader=reader,
            kind=self._kind_of(tournament_id),
            who=self.who,
            since=self.since,
            until=self.until,
            before_seq=self.before,
        )
        return found.none() if self.form.errors else found

    def _kind_of(self, tournament_id: int | None) -> str:
        # Both journals have a kind for undo; the filter shows one.
        return "room.undo" if self.kind == "undo" and tournament_id is None else self.kind

    def query(self, **more: object) -> str:
        """Return the filter as a query string."""
        return urlencode({**self.given, **{name: str(value) for name, value in more.items()}})


def sought(request: HttpRequest) -> Sought:
    """Parse the filter. An invalid value is an error of its field, and nothing is found."""
    form = Form({name: request.GET.get(name, "") for name in (*_FIELDS, "before")})
    for name, value in form.values.items():
        if "\x00" in value or len(value) > 200:
            form.values[name] = ""
            form.fail(name, _("This text can’t be searched for."))
    kind = form.text("kind")
    if kind and kind not in FAMILIES and kind not in KINDS:
        form.fail("kind", _("This kind does not exist."))
    since, until = timestamp_in(form, "since"), timestamp_in(form, "until")
    if since and until and until < since:
        form.fail("until", _("The end is before the beginning."))
    before = form.whole("before") if form.text("before") else None
    if before is not None and not 0 < before < _NO_MORE:
        form.fail("before", _("This journal entry does not exist."))
        before = None
    given = {name: form.text(name) for name in _FIELDS if form.text(name)}
    return Sought(form, kind, form.text("who"), since, until, before, given)


def kind_choices(tournament_id: int | None) -> list[tuple[str, list[tuple[str, object]]]]:
    """Return families and kinds of this journal with labels, for a grouped select."""
    scope = "room" if tournament_id is None else "tournament"
    groups: dict[str, list[tuple[str, object]]] = {}
    for kind, made in COMMANDS.items():
        if made.scope == scope and family_of(kind) != "undo":
            groups.setdefault(family_of(kind), []).append((kind, KINDS.get(kind, kind)))
    return [(family, groups[family]) for family in FAMILIES if family in groups]


def _row_of(
    journal_entry: JournalEntry,
    reader: Actor,
    currency: str | None,
    most: int | None = MOST_CHANGES,
) -> dict[str, Any]:
    """Return a journal entry for a template: summary, details, and whether it arrived late.

    Args:
        reader: the viewer.
        currency: as in `journal_entry_details`.
        most: maximum number of changes.
    """
    shown = readable(journal_entry, reader)
    late = (
        journal_entry.due_at is not None
        and (journal_entry.at - journal_entry.due_at).total_seconds() >= _LATE_SECONDS
    )
    return {
        "line": journal_entry,
        "board": journal_entry_board(shown),
        "late": late,
        **journal_entry_details(shown, currency, most),
    }


@never_cache
@require_GET
@staff_page(reads.JOURNAL)
def journal(request: HttpRequest, tournament_id: int | None = None) -> HttpResponse:
    """List entries of the room's or an event's journal, newest first, in pages."""
    event = None if tournament_id is None else event_of(tournament_id)
    search = sought(request)
    reader, currency = actor_of(request), journal_currency(event)
    found = list(search.lines(tournament_id, reader)[: _PAGE + 1])
    shown = found[:_PAGE]
    more = len(found) > _PAGE
    names = JournalEntry.journal(tournament_id).exclude(actor="system:clock").order_by("who")
    context: dict[str, Any] = {
        "event": event,
        "lines": [_row_of(line, reader, currency) for line in shown],
        "form": search.form,
        "families": [(family, FAMILIES[family], kinds) for family, kinds in kind_choices(tournament_id)],
        "undo_word": FAMILIES["undo"],
        "people": names.values_list("who", flat=True).distinct()[:200],
        "filtered": bool(search.given),
        "older": search.query(before=shown[-1].seq) if more else "",
        "newest": search.query() if search.before else None,
        "query": search.query(),
    }
    return render(request, "office/journal.html", context, status=422 if search.form.errors else 200)


@never_cache
@require_GET
@staff_page(reads.JOURNAL)
def line(request: HttpRequest, seq: int, tournament_id: int | None = None) -> HttpResponse:
    """Show one journal entry with all its changes."""
    event = None if tournament_id is None else event_of(tournament_id)
    row = journal_entries(tournament_id, reader=actor_of(request)).filter(seq=seq).first()
    if row is None:
        raise Http404
    context = {
        "event": event,
        "one": _row_of(row, actor_of(request), journal_currency(event), most=None),
    }
    return render(request, "office/journal_entry.html", context)
