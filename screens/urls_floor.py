"""Addresses of the floor's pages, below /staff/."""

from django.urls import path

from screens.views import floor

urlpatterns = [
    path("t/<int:tournament_id>/floor/", floor.floor, name="floor"),
    path("t/<int:tournament_id>/floor/tables/<int:number>/", floor.floor_table, name="floor_table"),
    path("t/<int:tournament_id>/floor/people/", floor.floor_people, name="floor_people"),
]
