"""The dealer's tablet."""

from django.urls import path

from web.dealer import tablet

urlpatterns = [
    path("staff/t/<id:tournament_id>/dealer/", tablet.choose, name="dealer_tables"),
    path("staff/t/<id:tournament_id>/dealer/<id:number>/", tablet.dealer, name="dealer"),
]
