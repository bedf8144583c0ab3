"""What the desk does whatever the event."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from desk.models import House
from penalties.actions.keeping import kept_months
from screens.views.forms import Form
from screens.views.gate import staff_page
from tourney.access.roles import May

_NUMBERS = ("minimum_age", "offer_seconds", "recalls", "at_once_seconds")


@never_cache
@require_http_methods(["GET", "POST"])
@staff_page(May.SET_REGISTRATION)
def house(request: HttpRequest) -> HttpResponse:
    """Age, room for how many, how people are called, how they find their page; how long penalties are remembered."""
    row = House.objects.filter(pk=1).first() or House(id=1)
    told: dict[str, object] = {name: getattr(row, name) for name in _NUMBERS}
    told["capacity"] = "" if row.capacity is None else row.capacity
    told["lookup_by_name"] = "on" if row.lookup_by_name else ""
    months = kept_months()
    form, kept = Form(told), Form({"months": "" if months is None else months})
    if request.method == "POST":
        sent = Form.sent(request)
        if sent.text("what") == "penalties":
            kept = sent
            done = kept.act(request, "penalty.keep", months=kept.chosen("months"))
        else:
            form = sent
            given = {name: form.whole(name) for name in _NUMBERS}
            done = form.act(
                request,
                "house.set",
                **given,
                capacity=form.chosen("capacity"),
                lookup_by_name=form.flag("lookup_by_name"),
            )
        if done is not None:
            return redirect("house")
    context = {"section": "room", "tab": "house", "form": form, "kept": kept}
    wrong = form.is_wrong or kept.is_wrong
    return render(request, "screens/house.html", context, status=422 if wrong else 200)
