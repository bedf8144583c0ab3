"""The floor: the map, deals, rulings, rules and sheets."""

from django.urls import path

from web.floor import (
    bags_print,
    deal,
    moves_print,
    page,
    penalties,
    race_print,
    rule_finder,
    rulings,
    seats_print,
    stack_counts,
)

urlpatterns = [
    path("staff/rules/", rule_finder.rules, name="rules"),
    path("staff/rules/found/", rule_finder.found, name="rules_found"),
    path("staff/t/<id:tournament_id>/moves/print/", moves_print.open_moves, name="print_moves"),
    path("staff/t/<id:tournament_id>/seats/print/", seats_print.seat_lists, name="print_seats"),
    path("staff/t/<id:tournament_id>/floor/", page.floor, name="floor"),
    path("staff/t/<id:tournament_id>/race/<id:race>/slips/", race_print.race_slips, name="race_slips"),
    path("staff/t/<id:tournament_id>/floor/people/", page.floor_people, name="floor_people"),
    path("staff/t/<id:tournament_id>/floor/penalty/<id:entry_id>/", page.floor_penalty, name="floor_penalty"),
    path("staff/t/<id:tournament_id>/counts/", stack_counts.stack_counts, name="stack_counts"),
    path("staff/t/<id:tournament_id>/counts/stacks.csv", stack_counts.stacks_file, name="stacks_file"),
    path("staff/t/<id:tournament_id>/counts/slips/", bags_print.bag_slips, name="bag_slips"),
    path("staff/t/<id:tournament_id>/counts/bags/", bags_print.bag_list, name="bag_list"),
    path("staff/t/<id:tournament_id>/penalties.csv", penalties.penalties_file, name="penalties_file"),
    path("staff/rulings/", rulings.rulings, name="rulings"),
    path("staff/t/<id:tournament_id>/rulings/", rulings.rulings, name="event_rulings"),
    path("staff/rulings/<id:ruling_id>/correct/", rulings.correct, name="ruling_correct"),
    path("staff/rulings/photo/", rulings.keep, name="ruling_keep"),
    path("staff/rulings/photo/<str:name>", rulings.photo, name="ruling_photo"),
    path("staff/t/<id:tournament_id>/deal/", deal.deal, name="deal"),
    path("staff/t/<id:tournament_id>/deal/now/", deal.now, name="deal_now"),
    path("staff/t/<id:tournament_id>/deal/preview/", deal.preview, name="deal_preview"),
    path("staff/t/<id:tournament_id>/deal/print/", deal.sheet, name="print_deal"),
]
