"""Pages for everybody, without a login."""

from django.urls import path

from web.public import (
    calendar_feed,
    cash,
    championship,
    draws,
    event,
    lobby,
    login,
    media_files,
    new_password,
    results,
    results_feed,
    seasons,
    seats,
    second_step,
)

urlpatterns = [
    path("", lobby.lobby, name="lobby"),
    path("room.css", lobby.room_css, name="room_css"),
    path("events.ics", calendar_feed.calendar_feed, name="calendar_feed"),
    path("results.json", results_feed.feed, name="results_feed"),
    path("address.svg", lobby.address_qr, name="address_qr"),
    path("login/", login.Login.as_view(), name="login"),
    path("login/code/", second_step.code, name="login_code"),
    path("login/enrol/", second_step.enrol, name="login_enrol"),
    path("login/forgotten/", new_password.forgotten, name="login_forgotten"),
    path("login/new/<str:secret>/", new_password.new_password, name="login_new_password"),
    path("logout/", login.Logout.as_view(), name="logout"),
    path("language/", login.language, name="language"),
    path("staff/championship/", championship.staff_championship, name="staff_championship"),
    path("staff/championship/print/", championship.print_championship, name="print_championship"),
    path(
        "staff/championship/championship.<str:ending>",
        championship.championship_file,
        name="championship_file",
    ),
    path("staff/t/<id:tournament_id>/results/print/", results.print_results, name="print_results"),
    path("live/t<id:tournament_id>/seats/", seats.seats, name="seats"),
    path("events/<id:tournament_id>/", event.event_public, name="event_public"),
    path("events/<id:tournament_id>/print/", event.print_structure, name="print_structure"),
    path("results/<id:tournament_id>/", results.results, name="results"),
    path("cash/", cash.cash_public, name="cash_public"),
    path("championship/", championship.championship, name="championship"),
    path("seasons/", seasons.season, name="season"),
    path("seasons/<id:season_id>/", seasons.season, name="season_of"),
    path("draw/<str:digest>/", draws.draw, name="draw"),
    path("draw/<str:digest>/draw.json", draws.draw_file, name="draw_file"),
    path("media/<str:name>", media_files.media_file, name="media_file"),
]
