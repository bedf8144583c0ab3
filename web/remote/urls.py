"""Clock control."""

from django.urls import path

from web.remote import home_game, page

urlpatterns = [
    path("staff/t/<id:tournament_id>/", page.remote, name="remote"),
    path("staff/t/<id:tournament_id>/home/", home_game.home_game, name="home_game"),
    path("staff/t/<id:tournament_id>/home/names/", home_game.home_game_names, name="home_game_names"),
]
