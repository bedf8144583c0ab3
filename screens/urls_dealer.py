"""Addresses of the dealer's tablet, below /staff/."""

from django.urls import path

from screens.views import dealer

urlpatterns = [
    path("t/<int:tournament_id>/dealer/", dealer.choose, name="dealer_tables"),
    path("t/<int:tournament_id>/dealer/<int:number>/", dealer.dealer, name="dealer"),
    path("t/<int:tournament_id>/dealer/<int:number>/table/", dealer.dealers_table, name="dealer_table"),
]
