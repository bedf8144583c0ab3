"""Commands, health and errors."""

from django.urls import path

from web.shared import commands, forms, health, metrics, palette

urlpatterns = [
    path("staff/undo/", forms.undo, name="room_undo"),
    path("staff/t/<id:tournament_id>/undo/", forms.undo, name="undo"),
    path("staff/find/", palette.palette_search, name="palette_search"),
    path("health/", health.health, name="health"),
    path("metrics", metrics.metrics, name="metrics"),
    path("do/<str:kind>/", commands.command, name="room_command"),
    path("do/t/<id:tournament_id>/<str:kind>/", commands.command, name="command"),
]
