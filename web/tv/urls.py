"""Pages of displays."""

from django.urls import path

from web.tv import page

urlpatterns = [
    path("tv/", page.tv, name="tv"),
    path("tv/report/", page.report, name="tv_report"),
    path("tv/sw.js", page.service_worker, name="tv_worker"),
    path("words/<str:language>.json", page.words, name="words"),
]
