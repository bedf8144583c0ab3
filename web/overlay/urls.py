"""Addresses of overlays. The last part is a secret."""

from django.urls import path

from web.overlay import page

urlpatterns = [
    path("overlay/<str:secret>.json", page.feed, name="overlay_feed"),
    path("overlay/<str:secret>/", page.overlay, name="overlay"),
]
