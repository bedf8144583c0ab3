"""Addresses of the floor's pages, below /staff/."""

from django.urls import path

from screens.views import event_end, floor, penalties, race_print

urlpatterns = [
    path("t/<id:tournament_id>/floor/", floor.floor, name="floor"),
    path("t/<id:tournament_id>/floor/tables/<id:number>/", floor.floor_table, name="floor_table"),
    path("t/<id:tournament_id>/bounties/open/", event_end.bounties_open, name="bounties_open"),
    path("t/<id:tournament_id>/end/", event_end.event_end, name="event_end"),
    path("t/<id:tournament_id>/race/<id:race>/slips/", race_print.race_slips, name="race_slips"),
    path("t/<id:tournament_id>/floor/people/", floor.floor_people, name="floor_people"),
    path("t/<id:tournament_id>/floor/penalty/<id:entry_id>/", floor.floor_penalty, name="floor_penalty"),
    path("t/<id:tournament_id>/penalties.csv", penalties.penalties_file, name="penalties_file"),
]
