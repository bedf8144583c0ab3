"""The link to a player's phone page with its QR code, for a player without a seat card at hand."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from notifications.commands.player_links import link_of, typed_address, valid_links, was_renewed
from players.models import Player
from tourney.access.roles import Permission
from tourney.services.qr import qr_picture
from web.shared.access import actor_of, staff_page
from web.shared.forms import Form


@never_cache
@require_http_methods(["GET", "POST"])
@staff_page(Permission.REGISTER_PLAYERS)
def player_phone(request: HttpRequest, player_id: int) -> HttpResponse:
    """Show the link, as on the seat card, to those who may print that card: once the form is submitted, which the
    journal records. The first link is issued then.
    """
    records = Player.objects.filter(merged_into__isnull=True, anonymised_at__isnull=True)
    player = records.filter(pk=player_id).first()
    if player is None:
        raise Http404
    form = Form.sent(request) if request.method == "POST" else Form()
    context: dict[str, object] = {"player": player, "form": form, "issued": bool(valid_links([player.pk]))}
    done = form.act(request, "token.show_link", player=player.pk) if request.method == "POST" else None
    if done is not None and done.repeated and was_renewed(player.pk, done.seq):
        # The journal tells who saw the earlier link; nobody has asked for this one.
        form = Form()
        form.message = _("This link has been replaced since. Show the new one if needed.")
        context["form"] = form
    elif done is not None:
        link = link_of(player.pk, by=actor_of(request), request=request)
        context |= {"link": link, "address": typed_address(link), "qr": qr_picture(link)}
    return render(request, "office/player_phone.html", context, status=422 if form.is_wrong else 200)
