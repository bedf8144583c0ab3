"""Addresses of what the floor decided, below /staff/."""

from django.urls import path

from screens.views import rulings

urlpatterns = [
    path("rulings/", rulings.rulings, name="rulings"),
    path("rulings/<id:ruling_id>/correct/", rulings.correct, name="ruling_correct"),
    path("rulings/photo/", rulings.keep, name="ruling_keep"),
    path("rulings/photo/<str:name>", rulings.photo, name="ruling_photo"),
]
