"""Pages of displays."""

from django.urls import path

from web.tv import layouts, page

urlpatterns = [
    path("tv/", page.tv, name="tv"),
    path("tv/report/", page.report, name="tv_report"),
    path("tv/sw.js", page.service_worker, name="tv_worker"),
    path("tv/layouts/<id:layout_id>.json", layouts.layout_document, name="tv_layout"),
    path("words/<str:language>.json", page.words, name="words"),
]
