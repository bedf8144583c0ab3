"""The link to a player's phone page with its QR code, for a player without a seat card at hand."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from notifications.commands.player_links import link_of, typed_address, valid_links
from players.models import Player
from tourney.access.roles import Permission
from tourney.services.qr import qr_picture
from web.shared.access import actor_of, staff_page


@never_cache
@require_http_methods(["GET", "POST"])
@staff_page(Permission.REGISTER_PLAYERS)
def player_phone(request: HttpRequest, player_id: int) -> HttpResponse:
    """Show the link, as on the seat card, to those who may print that card; a submitted form issues the first one."""
    records = Player.objects.filter(merged_into__isnull=True, anonymised_at__isnull=True)
    player = records.filter(pk=player_id).first()
    if player is None:
        raise Http404
    context: dict[str, object] = {"player": player}
    if request.method == "POST" or valid_links([player.pk]):
        link = link_of(player.pk, by=actor_of(request), request=request)
        if request.method == "POST":
            return redirect("player_phone", player.pk)
        context |= {"link": link, "address": typed_address(link), "qr": qr_picture(link)}
    return render(request, "office/player_phone.html", context)
