"""Texts of hand-for-hand on staff pages by key. The scripts fill in {names}."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

HAND_FOR_HAND_WORDS: dict[str, Promise] = {
    "hand_for_hand.due": _("Announce hand-for-hand"),
    "hand_for_hand.due_why.one_paid": _("{left} left, {paid} place paid"),
    "hand_for_hand.due_why": _("{left} left, {paid} places paid"),
    "hand_for_hand.announce": _("Announce"),
    "hand_for_hand.announce_title": _("Hand-for-hand"),
    "hand_for_hand.announce_early.one_paid": _("{left} left, {paid} place paid: not on the bubble yet."),
    "hand_for_hand.announce_early": _("{left} left, {paid} places paid: not on the bubble yet."),
    "hand_for_hand.announce_late.one_paid": _("{left} left, {paid} place paid: already in the money."),
    "hand_for_hand.announce_late": _("{left} left, {paid} places paid: already in the money."),
    "hand_for_hand.announce_no_prizes": _("The number of paid places is not set."),
    "hand_for_hand.announce_needs_reason": _("Choose a reason."),
    "hand_for_hand.announce_says": _(
        "Each table finishes its hand and waits. Then all tables deal the next hand together until "
        "you end it."
    ),
    "hand_for_hand.what_for": _("Reason"),
    "hand_for_hand.for_money": _("the bubble"),
    "hand_for_hand.for_final_table": _("the final table"),
    "hand_for_hand.for_pay_jump": _("the next pay jump"),
    "hand_for_hand.clock": _("Clock"),
    "hand_for_hand.clock_book": _("Minutes taken off the clock per hand"),
    "hand_for_hand.clock_stopped": _("Stopped"),
    "hand_for_hand.clock_running": _("Keeps running"),
    "hand_for_hand.minutes": _("Minutes per hand"),
    "hand_for_hand.minutes_book": _("as the rulebook says"),
    "hand_for_hand.running_hand": _("Hand-for-hand: each table finishes its hand"),
    "hand_for_hand.hand": _("Hand-for-hand: hand {hand}"),
    "hand_for_hand.one_plays": _("Waiting for 1 of {of} tables"),
    "hand_for_hand.some_play": _("Waiting for {count} of {of} tables"),
    "hand_for_hand.all_ins_left": _("Only all-ins are left: turn up one table at a time"),
    "hand_for_hand.all_done": _("All tables have finished"),
    "hand_for_hand.reached": _("in the money"),
    "hand_for_hand.way_per_hand": _("each hand takes {minutes} min off the clock"),
    "hand_for_hand.way_stopped": _("the clock is stopped"),
    "hand_for_hand.way_running": _("the clock keeps running"),
    "hand_for_hand.deal": _("Deal hand {hand}"),
    "hand_for_hand.end": _("End hand-for-hand"),
    "hand_for_hand.done": _("Done"),
    "hand_for_hand.all_in": _("All-in"),
    "hand_for_hand.still_playing": _("Tables still playing"),
    "hand_for_hand.turned_up": _("All-ins, in the order in which they are turned up"),
    "hand_for_hand.turn_up": _("Turn up"),
    "hand_for_hand.turning_up": _("{table}: turning up cards"),
    "hand_for_hand.face_down": _("{table}: all-in, face down"),
    # At the table.
    "hand_for_hand.at_hand": _("Hand-for-hand · hand {hand}"),
    "hand_for_hand.at_running_hand": _("Hand-for-hand: finish this hand, then wait"),
    "hand_for_hand.at_done_one": _("Wait for the next hand: 1 table is still playing."),
    "hand_for_hand.at_done": _("Wait for the next hand: {count} tables are still playing."),
    "hand_for_hand.at_over": _("Wait: the floor announces the next hand."),
    "hand_for_hand.at_all_in": _("Cards stay face down until the floor says so."),
    "hand_for_hand.at_resolving": _("Turn up the cards and finish the hand."),
}
