"""Addresses of the dealer's tablet, below /staff/."""

from django.urls import path

from screens.views import dealer

urlpatterns = [
    path("t/<id:tournament_id>/dealer/", dealer.choose, name="dealer_tables"),
    path("t/<id:tournament_id>/dealer/<id:number>/", dealer.dealer, name="dealer"),
    path("t/<id:tournament_id>/dealer/<id:number>/table/", dealer.dealers_table, name="dealer_table"),
]
