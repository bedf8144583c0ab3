"""Addresses of who deals where, below /staff/."""

from django.urls import path

from screens.views import dealers

urlpatterns = [
    path("dealers/", dealers.dealers, name="dealers"),
    path("dealers/history/", dealers.history, name="dealers_history"),
]
