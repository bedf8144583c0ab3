"""The cash room: its live page, and its games."""

from django.urls import path

from web.cash import games, room

urlpatterns = [
    path("staff/cash/", room.cash_room, name="cash_room"),
    path("staff/cash/tables/", room.free_tables, name="cash_free_tables"),
    path("staff/cash/games/", games.cash_games, name="cash_games"),
    path("staff/cash/games/<id:game_id>/", games.cash_game, name="cash_game"),
]
