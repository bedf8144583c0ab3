"""Layouts of the house: the list, copies, the editor and its preview."""

from typing import Any

from csp.decorators import csp_replace
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from displays.boards.look import look
from displays.models import HouseLayout
from displays.services.layout_names import users_of
from displays.services.shipped_layouts import SHIPPED, SHIPPED_TEXTS
from tourney.access.roles import Permission
from web.office.hub import staff_config
from web.office.layout_texts import choices
from web.office.pictures import kept_picture
from web.shared.access import staff_page
from web.shared.forms import Form
from web.tv.page import DISPLAY_TEXTS, page_config


def layout_row(pk: int) -> HouseLayout:
    """Return a layout of the house."""
    row = HouseLayout.objects.filter(pk=pk).first()
    if row is None:
        raise Http404
    return row


@never_cache
@require_http_methods(["GET", "POST"])
@staff_page(Permission.MANAGE_SCREENS)
def layouts(request: HttpRequest) -> HttpResponse:
    """Show the layouts of the house and those that come with the product, to be copied, changed and removed."""
    form = Form()
    if request.method == "POST":
        form = Form.sent(request)
        answer = _act(request, form)
        if answer is not None:
            return answer
    rows = [(one, users_of(one.pk)) for one in HouseLayout.objects.all()]
    shipped = [(key, name, SHIPPED_TEXTS[key]) for key, name in SHIPPED.items()]
    context = {"form": form, "rows": rows, "shipped": shipped}
    return render(request, "office/layouts.html", context, status=422 if form.is_wrong else 200)


def _act(request: HttpRequest, form: Form) -> HttpResponse | None:
    what = form.text("what")
    if what == "remove":
        done = form.act(request, "layout.remove", layout=form.whole("layout"))
        return None if done is None else redirect("layouts")
    if what == "copy":
        row = layout_row(form.whole("layout"))
        name = free_name(_("%(name)s (copy)") % {"name": row.name})
        done = form.act(request, "layout.copy", layout=row.pk, name=name)
    elif what == "add" and form.text("key") in SHIPPED:
        name = free_name(str(SHIPPED[form.text("key")]))
        done = form.act(request, "layout.add_shipped", key=form.text("key"), name=name)
    else:
        form.message = _("This form is incomplete. Reload the page.")
        return None
    return None if done is None else redirect("layout", (done.answer or {})["layout"])


def free_name(wanted: str) -> str:
    """Return a name that no layout has: the wanted one, else one with a number."""
    taken = set(HouseLayout.objects.values_list("name", flat=True))
    names = (wanted[:56] + (f" {number}" if number > 1 else "") for number in range(1, len(taken) + 2))
    return next(name for name in names if name not in taken)


@never_cache
@require_GET
@staff_page(Permission.MANAGE_SCREENS)
def layout(request: HttpRequest, layout_id: int) -> HttpResponse:
    """Show the editor of a layout."""
    row = layout_row(layout_id)
    config = staff_config(
        request, layout=row.pk, version=row.version, document=row.document, offers=choices()
    )
    return render(request, "office/layout.html", {"row": row, "config": config})


@never_cache
@xframe_options_sameorigin
@csp_replace({"frame-ancestors": ["'self'"]})
@require_GET
@staff_page(Permission.MANAGE_SCREENS)
def layout_preview(request: HttpRequest) -> HttpResponse:
    """Show the frame in which the editor draws a layout with sample events."""
    board = look(0, "")
    shown = {"logo": board.logo, "sponsor": board.sponsor, "sponsor_picture": board.sponsor_picture}
    config = page_config(request, DISPLAY_TEXTS, look=shown)
    return render(request, "office/layout_preview.html", {"config": config})


@require_POST
@staff_page(Permission.MANAGE_SCREENS)
def layout_picture(request: HttpRequest) -> JsonResponse:
    """Keep an uploaded picture of a layout and return its name; a layout that is saved with it shows it."""
    form = Form()
    name = kept_picture(request, form, "picture")
    if form.is_wrong:
        message = form.message or next(iter(form.errors.values()))
        return JsonResponse({"message": message}, status=422)
    answer: dict[str, Any] = {"picture": name}
    return JsonResponse(answer)
