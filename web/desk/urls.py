"""The desk: registration, the till, receipts, vouchers, payouts."""

from django.urls import path

from web.desk import (
    page,
    payouts,
    printing,
    receipts,
    seat_cards,
    till,
    till_reports,
    void_sale,
    vouchers,
    waiting_list,
)

urlpatterns = [
    path("staff/desk/", page.desk, name="desk"),
    path("staff/desk/<id:tournament_id>/", page.desk, name="desk_event"),
    path("staff/desk/find/", page.find, name="desk_find"),
    path("staff/desk/person/<id:player_id>/", page.person, name="desk_person"),
    path("staff/desk/person/<id:player_id>/events/", page.other_events, name="desk_other_events"),
    path("staff/desk/refunds/", page.own_refunds, name="desk_refunds"),
    path("staff/desk/<id:tournament_id>/void/", void_sale.void_sale, name="desk_void"),
    path("staff/desk/voucher/", page.voucher, name="desk_voucher"),
    path("staff/t/<id:tournament_id>/waiting/", waiting_list.waiting_list, name="waiting_list"),
    path("staff/t/<id:tournament_id>/waiting/print/", waiting_list.expected, name="print_expected"),
    path("staff/t/<id:tournament_id>/money/", till.event_money, name="event_money"),
    path("staff/t/<id:tournament_id>/tickets/", vouchers.tickets, name="event_tickets"),
    path("staff/t/<id:tournament_id>/payouts/", payouts.payouts, name="payouts"),
    path("staff/t/<id:tournament_id>/payouts/slips/", payouts.slips, name="payout_slips"),
    path("staff/t/<id:tournament_id>/payouts/vouchers/", payouts.vouchers, name="payout_vouchers"),
    path("staff/t/<id:tournament_id>/cards/", seat_cards.all_seat_cards, name="print_cards"),
    path("staff/till/", till.till, name="till"),
    path("staff/till/drawers/", till.drawers, name="till_drawers"),
    path("staff/till/drawers/<id:drawer_id>/", till.drawer, name="till_drawer"),
    path("staff/till/receipts/", receipts.receipts, name="till_receipts"),
    path("staff/till/receipts/export.csv", receipts.export, name="till_export"),
    path("staff/till/receipts/<id:receipt_id>/", receipts.receipt, name="till_receipt"),
    path("staff/till/vouchers/", vouchers.vouchers, name="vouchers"),
    path("staff/print/entry/<id:entry_id>/", seat_cards.seat_card, name="print_entry"),
    path("staff/print/booking/<id:booking_id>/", seat_cards.booking_card, name="print_booking"),
    path("staff/print/receipt/<id:receipt_id>/", printing.receipt, name="print_receipt"),
    path("staff/print/drawer/<id:drawer_id>/", till_reports.drawer, name="print_drawer"),
    path("staff/print/till/", till_reports.day, name="print_till"),
    path("staff/print/vouchers/", printing.vouchers, name="print_vouchers"),
]
