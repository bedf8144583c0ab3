"""Signed exports of journals for directors: choose what, download the file and the public key."""

from collections.abc import AsyncIterator, Iterator
from datetime import timedelta
from itertools import islice

from asgiref.sync import sync_to_async
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import render
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from operations.services import audit_key
from operations.services.audit_export import Extent, signed_lines
from tourney.access import reads
from tourney.edge.database_connections import give_back_now
from tourney.models import Tournament
from tourney.now import room_now
from tourney.rules.numbers import whole_number
from web.shared.access import actor_of, staff_page
from web.shared.date_fields import timestamp_in
from web.shared.forms import Form

# Lines that are written at once.
_AT_ONCE = 200
_EVENTS = 200


def _extent(request: HttpRequest) -> tuple[Form, Extent]:
    """Return the form and what it asks for; a fault is an error of its field."""
    names = ("event", "since", "until")
    form = Form({name: request.GET.get(name, "")[:40] for name in names})
    since, until = timestamp_in(form, "since"), timestamp_in(form, "until")
    if since and until and until < since:
        form.fail("until", _("The end is before the beginning."))
    journal = form.text("event")
    if journal in ("", "room"):
        return form, Extent(journal or "all", None, since, until)
    number = whole_number(journal)
    event = Tournament.objects.filter(pk=number).first() if number is not None and number < 2**63 else None
    if event is None:
        form.fail("event", _("This event does not exist."))
    return form, Extent("event", event, since, until)


@never_cache
@require_GET
@staff_page(reads.AUDIT)
def audit(request: HttpRequest) -> HttpResponse:
    """Choose what is exported."""
    form, extent = _extent(request)
    events = list(Tournament.objects.order_by("-pk").values_list("pk", "name")[:_EVENTS])
    if extent.event is not None and all(pk != extent.event.pk for pk, _name in events):
        events.append((extent.event.pk, extent.event.name))
    choices = [("", _("All journals")), ("room", _("Room journal"))]
    context = {
        "form": form,
        "journals": [*choices, *((str(pk), f"{name} (#{pk})") for pk, name in events)],
        "fingerprint": audit_key.fingerprint(audit_key.private_key().public_key()),
    }
    return render(request, "office/audit.html", context, status=422 if form.is_wrong else 200)


@never_cache
@require_GET
@staff_page(reads.AUDIT)
def audit_file(request: HttpRequest) -> HttpResponseBase:
    """Download the signed file; a faulty form shows the page with its errors."""
    form, extent = _extent(request)
    if form.is_wrong:
        return audit(request)
    name = f"event-{extent.event.pk}" if extent.event else extent.journal
    day = localtime(room_now()) if extent.until is None else localtime(extent.until - timedelta(seconds=1))
    headers = {"Content-Disposition": f'attachment; filename="journal-{name}-{day:%Y-%m-%d}.signed.txt"'}
    lines = signed_lines(extent, actor_of(request))

    return StreamingHttpResponse(_parts(lines), content_type="text/plain; charset=utf-8", headers=headers)


async def _parts(lines: Iterator[str]) -> AsyncIterator[str]:
    def some() -> str:
        part = "".join(islice(lines, _AT_ONCE))
        # The client may take long to read this piece.
        give_back_now()
        return part

    while part := await sync_to_async(some)():
        yield part


@never_cache
@require_GET
@staff_page(reads.AUDIT)
def audit_key_file(_request: HttpRequest) -> HttpResponse:
    """Download the public key, with which anybody can verify a file."""
    headers = {"Content-Disposition": 'attachment; filename="audit-public-key.pem"'}
    return HttpResponse(audit_key.public_pem(), content_type="application/x-pem-file", headers=headers)
