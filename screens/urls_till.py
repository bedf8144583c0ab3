"""Addresses of the pages around the desk, below /staff/."""

from django.urls import path

from screens.views import (
    event_tables,
    house,
    moves_print,
    papers,
    payouts,
    prints,
    prizes,
    receipts,
    registration,
    till,
    till_reports,
    waiting_list,
)

urlpatterns = [
    # an event
    path("t/<id:tournament_id>/registration/", registration.registration, name="registration"),
    path("t/<id:tournament_id>/tables/", event_tables.tables_and_draw, name="event_tables"),
    path("t/<id:tournament_id>/waiting/", waiting_list.waiting_list, name="waiting_list"),
    path("t/<id:tournament_id>/waiting/print/", waiting_list.expected, name="print_expected"),
    path("t/<id:tournament_id>/money/", till.event_money, name="event_money"),
    path("t/<id:tournament_id>/tickets/", papers.tickets, name="event_tickets"),
    path("t/<id:tournament_id>/payouts/", payouts.payouts, name="payouts"),
    path("t/<id:tournament_id>/payouts/slips/", payouts.slips, name="payout_slips"),
    path("t/<id:tournament_id>/payouts/papers/", payouts.papers, name="payout_papers"),
    path("t/<id:tournament_id>/prizes/", prizes.prizes, name="prizes"),
    path("t/<id:tournament_id>/prizes/look/", prizes.look, name="prizes_look"),
    path("t/<id:tournament_id>/cards/", prints.all_seat_cards, name="print_cards"),
    path("t/<id:tournament_id>/moves/print/", moves_print.open_moves, name="print_moves"),
    # drawers and what went through them
    path("till/", till.till, name="till"),
    path("till/drawers/", till.drawers, name="till_drawers"),
    path("till/drawers/<id:drawer_id>/", till.drawer, name="till_drawer"),
    path("till/receipts/", receipts.receipts, name="till_receipts"),
    path("till/receipts/export.csv", receipts.export, name="till_export"),
    path("till/receipts/<id:receipt_id>/", receipts.receipt, name="till_receipt"),
    path("till/papers/", papers.vouchers, name="papers"),
    path("room/desk/", house.house, name="house"),
    # paper
    path("print/entry/<id:entry_id>/", prints.seat_card, name="print_entry"),
    path("print/booking/<id:booking_id>/", prints.booking_card, name="print_booking"),
    path("print/receipt/<id:receipt_id>/", prints.receipt, name="print_receipt"),
    path("print/drawer/<id:drawer_id>/", till_reports.drawer, name="print_drawer"),
    path("print/till/", till_reports.day, name="print_till"),
    path("print/papers/", prints.papers, name="print_papers"),
]
