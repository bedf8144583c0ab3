"""URLs of the API. All errors below `/api/` are JSON."""

import functools
from collections.abc import Callable, Iterable

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.urls import URLPattern, URLResolver, path, re_path
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.generic import RedirectView

from api.api import make_api
from api.responses import not_there, refusal
from tourney.journal.arguments import no_strange_characters
from tourney.journal.refused import Refused

View = Callable[..., HttpResponse]


def _spoken(view: View) -> View:
    """Turn ninja's plain-text errors into JSON, and reject query values that databases cannot compare."""

    @functools.wraps(view)
    def spoken(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        try:
            no_strange_characters(request.GET.dict(), "")
        except Refused as error:
            return refusal(error)
        response = view(request, *args, **kwargs)
        if isinstance(response, HttpResponseNotAllowed):
            text = _("%(method)s is not supported at this address.") % {"method": request.method}
            return refusal(Refused("wrong_method", text), {"Allow": response["Allow"]})
        return response

    return spoken


def _all_spoken(patterns: Iterable[URLPattern | URLResolver]) -> list[URLPattern]:
    found = [pattern for pattern in patterns if isinstance(pattern, URLPattern)]
    for pattern in found:
        pattern.callback = _spoken(pattern.callback)
    return found


@csrf_exempt
def nothing(request: HttpRequest) -> HttpResponse:
    """Return 404 for an unknown address."""
    return refusal(not_there())


_patterns, _app, _namespace = make_api().urls
urlpatterns = [
    path("", RedirectView.as_view(url="/api/docs")),
    path("docs/", RedirectView.as_view(url="/api/docs")),
    path("", (_all_spoken(_patterns), _app, _namespace)),
    re_path("", nothing),
]
