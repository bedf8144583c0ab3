"""A player's own page."""

from django.urls import path

from web.phone import history, page

urlpatterns = [
    path("p/", page.lookup, name="phone_find"),
    path("p/sw.js", page.service_worker, name="phone_worker"),
    path("p/map.json", page.map_of_room, name="phone_map"),
    path("p/<str:secret>/", page.phone, name="phone"),
    path("p/<str:secret>/results/", history.results, name="phone_results"),
    path("p/<str:secret>/app.webmanifest", page.manifest, name="phone_manifest"),
    path("p/<str:secret>/push/", page.subscribe, name="phone_push"),
    path("p/<str:secret>/room/<str:kind>/", page.serve_in_room, name="phone_serve_in_room"),
    path("p/<str:secret>/t/<id:tournament_id>/<str:kind>/", page.serve, name="phone_serve"),
]
