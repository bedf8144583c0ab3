"""URL configuration of the project."""

from django.urls import include, path

from tourney.live.poll import poll

handler400 = "web.shared.errors.bad_request"
handler403 = "web.shared.errors.not_allowed"
handler404 = "web.shared.errors.not_found"
handler500 = "web.shared.errors.broken"

urlpatterns = [
    path("api/", include("api.urls")),
    path("", include("web.urls")),
    # Last: topics of parts contain slashes, as other addresses below an event do.
    path("live/<path:topic>/", poll, name="poll"),
]
