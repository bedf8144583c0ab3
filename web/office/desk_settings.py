"""Desk settings for all events."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from desk.boards.printing import print_settings
from desk.models import DeskSettings, PrintSettings
from penalties.commands.retention import kept_months
from tourney.access.roles import Permission
from web.office.pictures import kept_picture
from web.shared.access import staff_page
from web.shared.forms import Form

_PRINTED = ("company", "address", "tax_number", "wifi_name", "wifi_password", "paper")
_NUMBERS = ("minimum_age", "offer_seconds", "recalls", "at_once_seconds")

_PAPER_SIZES = {"roll": _("80 mm roll"), "a4": "A4", "a6": "A6", "letter": "US Letter"}


@never_cache
@require_http_methods(["GET", "POST"])
@staff_page(Permission.SET_REGISTRATION)
def desk_settings(request: HttpRequest) -> HttpResponse:
    """Edit minimum age, capacity, public names, the look-up of player pages, and penalty retention."""
    row = DeskSettings.objects.filter(pk=1).first() or DeskSettings(id=1)
    values: dict[str, object] = {name: getattr(row, name) for name in _NUMBERS}
    values["capacity"] = "" if row.capacity is None else row.capacity
    values["one_event_at_a_time"] = "on" if row.one_event_at_a_time else ""
    values["lookup_by_name"] = "on" if row.lookup_by_name else ""
    months = kept_months()
    form, kept = Form(values), Form({"months": "" if months is None else months})
    printed = print_settings()
    prints, logo = Form({name: getattr(printed, name) for name in _PRINTED}), Form()
    if request.method == "POST":
        sent = Form.sent(request)
        if sent.text("what") == "penalties":
            kept = sent
            done = kept.act(request, "penalty.keep", months=kept.chosen("months"))
        elif sent.text("what") == "printing":
            prints = sent
            given_prints: dict[str, Any] = {name: prints.text(name) for name in _PRINTED}
            done = prints.act(request, "printing.set", **given_prints)
        elif sent.text("what") in ("logo", "no_logo"):
            logo = sent
            kept_as = kept_picture(request, logo) if sent.text("what") == "logo" else ""
            done = logo.act(request, "printing.logo", logo=kept_as)
        else:
            form = sent
            given = {name: form.whole(name) for name in _NUMBERS}
            done = form.act(
                request,
                "desk_settings.set",
                **given,
                capacity=form.chosen("capacity"),
                lookup_by_name=form.flag("lookup_by_name"),
                one_event_at_a_time=form.flag("one_event_at_a_time"),
            )
        if done is not None:
            return redirect("desk_settings")
    context = {
        "form": form,
        "kept": kept,
        "prints": prints,
        "logo": logo,
        "printed": printed,
        "paper_sizes": [(paper, _PAPER_SIZES[paper]) for paper in PrintSettings.PAPER_SIZES],
    }
    wrong = any(one.is_wrong for one in (form, kept, prints, logo))
    return render(request, "office/desk_settings.html", context, status=422 if wrong else 200)
