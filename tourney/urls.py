"""All addresses of the house."""

from django.urls import include, path

from tourney.live.poll import poll

handler400 = "screens.views.errors.bad_request"
handler403 = "screens.views.errors.not_allowed"
handler404 = "screens.views.errors.not_found"
handler500 = "screens.views.errors.broken"

urlpatterns = [
    path("live/<str:topic>/", poll, name="poll"),
    path("api/", include("api.urls")),
    path("", include("screens.urls")),
]
