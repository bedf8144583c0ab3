"""Texts of hand-for-hand on staff pages by key. The scripts fill in {names}."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

ROUND_WORDS: dict[str, Promise] = {
    "round.due": _("Announce hand-for-hand"),
    "round.due_why": _("{left} left, {paid} places paid"),
    "round.announce": _("Announce"),
    "round.announce_title": _("Hand-for-hand"),
    "round.announce_early": _("{left} left, {paid} places paid: not on the bubble yet."),
    "round.announce_late": _("{left} left, {paid} places paid: already in the money."),
    "round.announce_no_prizes": _("The number of paid places is not set."),
    "round.announce_needs_reason": _("Choose a reason."),
    "round.announce_says": _(
        "Each table finishes its hand and waits. Then all tables deal the next hand together until "
        "you end it."
    ),
    "round.what_for": _("Reason"),
    "round.for_money": _("the bubble"),
    "round.for_final_table": _("the final table"),
    "round.for_pay_jump": _("the next pay jump"),
    "round.clock": _("Clock"),
    "round.clock_book": _("Minutes taken off the clock per hand"),
    "round.clock_stopped": _("Stopped"),
    "round.clock_running": _("Keeps running"),
    "round.minutes": _("Minutes per hand"),
    "round.minutes_book": _("as the rulebook says"),
    "round.running_hand": _("Hand-for-hand: each table finishes its hand"),
    "round.hand": _("Hand-for-hand: hand {hand}"),
    "round.one_plays": _("Waiting for 1 of {of} tables"),
    "round.some_play": _("Waiting for {count} of {of} tables"),
    "round.all_ins_left": _("Only all-ins are left: turn up one table at a time"),
    "round.all_done": _("All tables have finished"),
    "round.reached": _("in the money"),
    "round.way_per_hand": _("each hand takes {minutes} min off the clock"),
    "round.way_stopped": _("the clock is stopped"),
    "round.way_running": _("the clock keeps running"),
    "round.deal": _("Deal hand {hand}"),
    "round.end": _("End hand-for-hand"),
    "round.done": _("Done"),
    "round.all_in": _("All-in"),
    "round.still_playing": _("Tables still playing"),
    "round.turned_up": _("All-ins, in the order in which they are turned up"),
    "round.turn_up": _("Turn up"),
    "round.turning_up": _("{table}: turning up cards"),
    "round.face_down": _("{table}: all-in, face down"),
    # At the table.
    "round.at_hand": _("Hand-for-hand · hand {hand}"),
    "round.at_running_hand": _("Hand-for-hand: finish this hand, then wait"),
    "round.at_done_one": _("Wait for the next hand: 1 table is still playing."),
    "round.at_done": _("Wait for the next hand: {count} tables are still playing."),
    "round.at_over": _("Wait: the floor announces the next hand."),
    "round.at_all_in": _("Cards stay face down until the floor says so."),
    "round.at_resolving": _("Turn up the cards and finish the hand."),
}
