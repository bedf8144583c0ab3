"""Addresses of the floor's pages, below /staff/."""

from django.urls import path

from screens.views import floor, penalties, race_print

urlpatterns = [
    path("t/<int:tournament_id>/floor/", floor.floor, name="floor"),
    path("t/<int:tournament_id>/floor/tables/<int:number>/", floor.floor_table, name="floor_table"),
    path("t/<int:tournament_id>/race/<int:race>/slips/", race_print.race_slips, name="race_slips"),
    path("t/<int:tournament_id>/floor/people/", floor.floor_people, name="floor_people"),
    path("t/<int:tournament_id>/floor/penalty/<int:entry_id>/", floor.floor_penalty, name="floor_penalty"),
    path("t/<int:tournament_id>/penalties.csv", penalties.penalties_file, name="penalties_file"),
]
