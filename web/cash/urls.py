"""The cash room: its live page, and its games."""

from django.urls import path

from web.cash import games, room, takings

urlpatterns = [
    path("staff/cash/", room.cash_room, name="cash_room"),
    path("staff/cash/tables/", room.free_tables, name="cash_free_tables"),
    path("staff/cash/takings/", takings.takings, name="cash_takings"),
    path("staff/cash/takings/visits.csv", takings.visits_file, name="cash_visits_file"),
    path("staff/cash/takings/tables.csv", takings.takings_file, name="cash_takings_file"),
    path("staff/cash/games/", games.cash_games, name="cash_games"),
    path("staff/cash/games/<id:game_id>/", games.cash_game, name="cash_game"),
]
