"""Clock control."""

from django.urls import path

from web.remote import page

urlpatterns = [
    path("staff/t/<id:tournament_id>/", page.remote, name="remote"),
]
