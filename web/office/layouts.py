"""Layouts of the house: the list, copies, the editor and its preview."""

from csp.decorators import csp_replace
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_GET

from displays.boards.look import look
from displays.models import HouseLayout
from tourney.access.roles import Permission
from web.shared.access import staff_page
from web.tv.page import DISPLAY_TEXTS, page_config


def layout_row(pk: int) -> HouseLayout:
    """Return a layout of the house."""
    row = HouseLayout.objects.filter(pk=pk).first()
    if row is None:
        raise Http404
    return row


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
