"""Addresses of an event's results and of the championship over all events, below /staff/."""

from django.urls import path

from screens.views import championship, event_results, results, results_files

urlpatterns = [
    path("championship/", championship.staff_championship, name="staff_championship"),
    path("championship/print/", championship.print_championship, name="print_championship"),
    path("championship/championship.<str:ending>", championship.championship_file, name="championship_file"),
    path("t/<id:tournament_id>/results/", event_results.event_results, name="event_results"),
    path("t/<id:tournament_id>/results/<id:entry_id>/", event_results.result_note, name="result_note"),
    path("t/<id:tournament_id>/results/print/", results.print_results, name="print_results"),
    path(
        "t/<id:tournament_id>/results/results.<str:ending>", results_files.results_file, name="results_file"
    ),
    path(
        "t/<id:tournament_id>/results/hunters.<str:ending>", results_files.hunters_file, name="hunters_file"
    ),
]
