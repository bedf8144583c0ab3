"""Addresses of the deal of the players left, below /staff/."""

from django.urls import path

from screens.views import deal

urlpatterns = [
    path("t/<id:tournament_id>/deal/", deal.deal, name="deal"),
    path("t/<id:tournament_id>/deal/now/", deal.now, name="deal_now"),
    path("t/<id:tournament_id>/deal/look/", deal.look, name="deal_look"),
    path("t/<id:tournament_id>/deal/print/", deal.sheet, name="print_deal"),
]
