"""The dealer's tablet."""

from django.urls import path

from web.dealer import cash_tablet, tablet

urlpatterns = [
    path("staff/cash/dealer/", cash_tablet.choose, name="cash_dealer_tables"),
    path("staff/cash/dealer/<id:number>/", cash_tablet.tablet, name="cash_dealer"),
    path("staff/cash/dealer/<id:number>/money/", cash_tablet.table_money, name="cash_dealer_money"),
    path("staff/t/<id:tournament_id>/dealer/", tablet.choose, name="dealer_tables"),
    path("staff/t/<id:tournament_id>/dealer/<id:number>/", tablet.dealer, name="dealer"),
]
