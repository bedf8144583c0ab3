"""A player's own results over the years, behind their link."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET

from notifications.commands.player_links import as_printed
from seasons.services.player_history import played_years_of, season_places_of
from tourney.access.viewers import digest_of_secret
from tourney.models import Token
from tourney.snapshot import consistent_read
from web.phone.page import by_link, secret_of


@require_GET
@by_link
def results(request: HttpRequest, token: Token) -> HttpResponse:
    """Show the player's events by year, with places, prizes and knockouts, and their places in seasons."""
    secret = secret_of(request)
    assert token.player_id is not None
    if digest_of_secret(secret) != token.digest:
        # Typed by hand: redirect to the link as printed.
        return redirect("phone_results", as_printed(secret))
    with consistent_read():
        years, seasons = played_years_of(token.player_id), season_places_of(token.player_id)
    for year in years:
        year.prizes = dict(year.prizes)
    context = {"player": token.player, "secret": secret, "years": years, "seasons": seasons}
    return render(request, "phone/results.html", context)
