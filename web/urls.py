"""Addresses of all pages, by audience."""

from django.urls import include, path

AUDIENCES = (
    "public",
    "tv",
    "overlay",
    "phone",
    "desk",
    "floor",
    "dealer",
    "remote",
    "cash",
    "office",
    "shared",
)

urlpatterns = [path("", include(f"web.{audience}.urls")) for audience in AUDIENCES]
