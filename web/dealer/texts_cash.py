"""Texts of the dealer's tablet of a cash table by key, besides those of `texts.py`."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

CASH_DEALER_WORDS: dict[str, Promise] = {
    "cash_dealer.side": _("Blinds, money and button"),
    "cash_dealer.closed": _("No cash game is played at table {table}."),
    "cash_dealer.closed_how": _("The floor opens it on the page of the cash room."),
    # Notes on seats.
    "cash_dealer.away": _("away"),
    "cash_dealer.away_for": _("away for {minutes} min"),
    "cash_dealer.dinner": _("dinner break"),
    "cash_dealer.dinner_left": _("dinner break, {minutes} min left"),
    "cash_dealer.place_lost": _("place no longer kept"),
    "cash_dealer.missed_big_one": _("big blind missed"),
    "cash_dealer.missed_big_more": _("big blind missed {count} times"),
    "cash_dealer.missed_small_one": _("small blind missed"),
    "cash_dealer.sits_out": _("sits out until {time}"),
    "cash_dealer.sits_out_how": _("Sits out a penalty until {time}. Ask the floor."),
    "cash_dealer.warned.one_count": _("warned"),
    "cash_dealer.warned": _("warned {count} times"),
    "cash_dealer.waits": _("waits for the big blind"),
    "cash_dealer.must_post": _("must post"),
    # Blinds that pass absent players.
    "cash_dealer.passes": _("Missed blinds in this hand"),
    "cash_dealer.missed_big": _("Missed the big blind"),
    "cash_dealer.missed_small": _("Missed the small blind"),
    "cash_dealer.missed_big_of": _("Missed the big blind: {name}"),
    "cash_dealer.missed_small_of": _("Missed the small blind: {name}"),
    # Ways to be dealt in.
    "cash_dealer.is_back": _("Back at the table"),
    "cash_dealer.from_dinner": _("Back from dinner"),
    "cash_dealer.deals_in": _("Deal in"),
    "cash_dealer.way_free": _("Deal in"),
    "cash_dealer.way_free_how": _("nothing to post"),
    "cash_dealer.way_wait": _("Wait for the big blind"),
    "cash_dealer.way_wait_how": _("costs nothing, no cards until then"),
    "cash_dealer.way_big_blind": _("Is the big blind now"),
    "cash_dealer.way_big_blind_how": _("posts it as usual, nothing besides"),
    "cash_dealer.way_post_both": _("Post {sum}"),
    "cash_dealer.way_post_both_how": _("big blind {big} as a bet, small blind {small} dead"),
    "cash_dealer.way_post_big": _("Post {big}"),
    "cash_dealer.way_post_big_how": _("big blind as a bet"),
    "cash_dealer.way_post_small": _("Post {small}"),
    "cash_dealer.way_post_small_how": _("small blind, dead"),
    "cash_dealer.way_post_alone": _("Post {sum} alone"),
    "cash_dealer.way_post_alone_how": _("both blinds, no other player posts; has the button next hand"),
    "cash_dealer.place_lost_how": _(
        "The place was kept until the second missed blind. The floor says whether it stays."
    ),
    # The player.
    "cash_dealer.change_seat": _("Change seats"),
    "cash_dealer.change_to": _("Change to seat {seat}"),
    "cash_dealer.tap_free": _("Tap the new seat"),
    "cash_dealer.dinner_how": _("Dinner break: call the floor. The stake is counted together."),
    "cash_dealer.dinner_stake": _("Dinner break: counted stake"),
    "cash_dealer.dinner_start": _("Begin dinner break"),
    "cash_dealer.dinner_stake_wrong": _("Enter the counted stake."),
    "cash_dealer.dinner_kept": _("Counted stake to hand back: {stake}"),
    # The felt.
    "cash_dealer.posts_alone": _("{name} posts both blinds alone and has the button next hand"),
    "cash_dealer.must_move": _("Next to table {table}: {name}"),
    "cash_dealer.straddle_live": _("Live straddle"),
    "cash_dealer.straddle_button": _("Button straddle, announced to the floor"),
    "cash_dealer.run_it_twice": _("The board may be run twice"),
}
