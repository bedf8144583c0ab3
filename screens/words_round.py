"""Sentences of hand-for-hand on staff's pages, by key; {names} are filled in there."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

ROUND_WORDS: dict[str, Promise] = {
    "round.due": _("Announce hand-for-hand"),
    "round.due_why": _("{left} are in, {paid} places are paid"),
    "round.announce": _("Announce"),
    "round.announce_title": _("Hand-for-hand"),
    "round.announce_early": _("{left} are in and {paid} places are paid: it is not the bubble yet."),
    "round.announce_no_prizes": _("Nobody has said how many places are paid."),
    "round.announce_says": _(
        "Every table ends its hand and waits. Then all deal the next hand together, until you end it."
    ),
    "round.what_for": _("Played for"),
    "round.for_money": _("the money"),
    "round.for_final_table": _("the final table"),
    "round.for_pay_jump": _("the next pay jump"),
    "round.clock": _("Clock meanwhile"),
    "round.clock_book": _("Each hand takes minutes off"),
    "round.clock_stopped": _("Stands still"),
    "round.clock_running": _("Runs on"),
    "round.minutes": _("Minutes for each hand"),
    "round.minutes_book": _("as the rulebook says"),
    "round.running_hand": _("Hand-for-hand: every table ends its hand"),
    "round.hand": _("Hand-for-hand: hand {hand}"),
    "round.one_plays": _("1 of {of} tables still plays"),
    "round.some_play": _("{count} of {of} tables still play"),
    "round.all_ins_left": _("Only all-ins are left: turn up one table after the other"),
    "round.all_done": _("All tables are done"),
    "round.reached": _("the money is reached"),
    "round.way_per_hand": _("each hand takes {minutes} min off the clock"),
    "round.way_stopped": _("the clock stands still"),
    "round.way_running": _("the clock runs on"),
    "round.deal": _("Deal hand {hand}"),
    "round.end": _("End hand-for-hand"),
    "round.done": _("Done"),
    "round.all_in": _("All-in"),
    "round.still_playing": _("Tables that still play"),
    "round.turned_up": _("All-ins in the order in which they are turned up"),
    "round.turn_up": _("Turn up"),
    "round.turning_up": _("{table}: cards are turned up"),
    "round.face_down": _("{table}: all-in, face down"),
    # At the table.
    "round.at_hand": _("Hand-for-hand · hand {hand}"),
    "round.at_running_hand": _("Hand-for-hand: end this hand, then wait"),
    "round.at_done_one": _("Wait for the next hand: 1 table still plays."),
    "round.at_done": _("Wait for the next hand: {count} tables still play."),
    "round.at_over": _("Wait: the floor says when the next hand is dealt."),
    "round.at_all_in": _("Cards stay face down until the floor says so."),
    "round.at_resolving": _("Turn up the cards and play the hand to its end."),
}
